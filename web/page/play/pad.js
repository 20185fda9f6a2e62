import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon, isIcon } from "../icon.js";
import { say } from "../phrases.js";
/** @import {View} from "../carrier/protocol.js" */

/** Places of the directions on a pad of three by three. */
const PLACES = ["up-left", "up", "up-right", "left", "", "right", "down-left", "down", "down-right"];
/** Keys of a number pad, for games that give directions other keys than arrows. @type {Record<string, string>} */
const NUMBERS = { "up-left": "7", "up-right": "9", "down-left": "1", "down-right": "3", up: "8", down: "2", left: "4", right: "6" };

/**
 * Key that means a direction in this game.
 *
 * @param {View} view
 * @param {string} direction
 */
export function keyOfDirection(view, direction) {
    const told = view.keys.find((key) => key.direction === direction);
    const arrow = view.keys.find((key) => key.key === direction && key.kind !== "command");
    return told?.key ?? arrow?.key ?? (direction.includes("-") ? NUMBERS[direction] ?? direction : direction);
}

/**
 * Arrows that can be tapped.
 *
 * @param {View} view
 * @param {(key: string) => void} press
 */
export function pad(view, press) {
    if (view.pad.length === 0) {
        return nothing;
    }
    const isRound = view.pad.some((direction) => direction.includes("-"));
    return html`
        <div class=${isRound ? "pad pad-eight" : "pad"} role="group" aria-label=${say("page-pad")}>
            ${PLACES.map((direction) => (view.pad.includes(direction) && isIcon(direction) ? arrow(view, direction, press) : html`<span></span>`))}
        </div>
    `;
}

/** @param {View} view @param {import("../icon.js").IconName} direction @param {(key: string) => void} press */
function arrow(view, direction, press) {
    const act = () => press(keyOfDirection(view, direction));
    return html`<button type="button" data-direction=${direction} aria-label=${say(`direction-${direction}`)}
        @touchend=${(/** @type {TouchEvent} */ event) => lifted(event, act)} @click=${act}>${icon(direction)}</button>`;
}

/**
 * Acts when a finger is lifted from a button. Browsers make no click of a tap that soon follows a swipe, and who plays
 * mixes both; no click comes after this one.
 *
 * @param {TouchEvent} event
 * @param {() => void} act
 */
function lifted(event, act) {
    const touch = event.changedTouches[0];
    const over = touch && document.elementFromPoint(touch.clientX, touch.clientY);
    if (event.cancelable && event.currentTarget instanceof Element && event.currentTarget.contains(over ?? null)) {
        event.preventDefault();
        act();
    }
}

/** True if an action takes nothing and has a key. @param {View} view */
export function hasPlainActions({ keys }) {
    return keys.some(({ kind, direction }) => kind === "action" && !direction);
}

/**
 * Buttons for actions that take nothing, such as to wait or to pass.
 *
 * @param {View} view
 * @param {(key: string) => void} press
 */
export function plainActions(view, press) {
    const seen = new Set();
    const actions = view.keys.filter(({ kind, label, direction }) => {
        const isNew = kind === "action" && !direction && !seen.has(label);
        seen.add(label);
        return isNew;
    });
    if (actions.length === 0) {
        return nothing;
    }
    return html`<div class="plain-actions" role="group" aria-label=${say("page-actions")}>
        ${actions.map(({ key, label, impossible }) => html`<button type="button" data-key=${key} ?disabled=${impossible} @click=${() => press(key)}>${label} <kbd aria-hidden="true">${keyLabel(key)}</kbd></button>`)}
    </div>`;
}

/** Actions that are shown as buttons where no cell, arrow or key means one. */
const MOST = 16;

/**
 * Buttons for an answer that is asked for, and for actions that nothing on the board stands for.
 *
 * @param {import("../carrier/protocol.js").Snapshot} snapshot
 * @param {{press: (key: string) => void, act: (action: string) => void}} does
 */
export function choices(snapshot, { press, act }) {
    const asked = snapshot.view?.keys.filter(({ kind }) => kind === "choice") ?? [];
    if (asked.length > 0) {
        return html`<div class="plain-actions choices" role="group" aria-label=${say("page-question")}>
            ${asked.map(({ key, label }) => html`<button type="button" class="main" data-key=${key} @click=${() => press(key)}>${label}</button>`)}
        </div>`;
    }
    const isSaid = snapshot.choosable.length > 0 || (snapshot.view?.pad.length ?? 0) > 0 || snapshot.legal.length > MOST;
    const bound = snapshot.view?.keys.some(({ kind }) => kind === "action" || kind === "direction");
    if (isSaid || bound) {
        return nothing;
    }
    return html`<div class="plain-actions" role="group" aria-label=${say("page-actions")}>
        ${snapshot.legal.map((action) => html`<button type="button" data-act=${action} @click=${() => act(action)}>${action}</button>`)}
    </div>`;
}

/** @param {string} key */
export function keyLabel(key) {
    const named = say(`key-${key}`);
    return named === `key-${key}` ? key : named;
}
