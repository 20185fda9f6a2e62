import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { isMeantFor } from "../focus.js";
import { icon } from "../icon.js";
import { say } from "../phrases.js";
import { addressOf } from "../play/options.js";
import { openFile, takeDropped } from "../share/take.js";
import { preview } from "./preview.js";
/** @import {Menu, MenuGame} from "../carrier/protocol.js" */
/** @import {Context} from "../play/table.js" */

/**
 * The menu of games.
 *
 * @param {HTMLElement} place
 * @param {Context} context
 */
export async function open(place, context) {
    let isOpen = true;
    const show = (/** @type {Menu | null} */ menu) => {
        if (isOpen) {
            document.title = say("menu-title");
            render(menu === null ? html`<p>${say("page-gone")}</p>` : whole(menu), place);
        }
    };
    // Names come at once, pictures when they are drawn.
    const draw = async () => {
        show(await context.menu());
        context.menu(true).then(show, () => undefined);
    };
    await draw();
    const find = (/** @type {KeyboardEvent} */ event) => findByLetter(place, event);
    document.addEventListener("keydown", find);
    const leaveFiles = takeDropped(document.body, openFile);
    return {
        end: () => {
            isOpen = false;
            leaveFiles();
            document.removeEventListener("keydown", find);
            render(nothing, place);
        },
        redraw: draw,
    };
}

/** @param {Menu} menu */
function whole({ groups }) {
    return html`<div class="menu">
        <header class="menu-head">
            <h1>${say("menu-title")}</h1>
            <p>${say("menu-subtitle")}</p>
            <a class="write" href="#/edit">${icon("edit")}<span>${say("page-write-new")}</span></a>
        </header>
        ${groups.map(({ title, games }, index) => html`<section class="group" aria-labelledby="group-${index}">
            <h2 id="group-${index}">${title}</h2>
            <ul class="games">${games.map(card)}</ul>
        </section>`)}
    </div>`;
}

/** @param {MenuGame} game */
function card(game) {
    return html`<li class="game">
        <a href=${addressOf(game.name)} data-game=${game.name}>
            <span class="game-picture">${game.preview === null ? nothing : preview(game.preview)}</span>
            <span class="game-title">${game.title}${game.waiting ? html`<span class="badge">${say("menu-key-star")}</span>` : nothing}</span>
            <span class="game-about">${game.about}</span>
            ${game.levels > 1 || game.progress !== "" ? progress(game) : nothing}
        </a>
    </li>`;
}

/** @param {MenuGame} game */
function progress({ done, levels, progress }) {
    const share = levels > 1 ? html`<progress max=${levels} .value=${done} aria-hidden="true"></progress>` : nothing;
    // The engine sets facts apart as a terminal does.
    const facts = progress.split("  ").filter((fact) => fact !== "").join(" · ");
    return html`<span class="game-progress">${share}<span>${facts || say("page-solved", { done, count: levels })}</span></span>`;
}

/**
 * Goes to the next game whose title begins with the letter that was pressed, in the menu or where nothing has the focus.
 *
 * @param {HTMLElement} place
 * @param {KeyboardEvent} event
 */
function findByLetter(place, event) {
    if (!isMeantFor(place, event) || event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey || event.key === " ") {
        return;
    }
    const links = [...place.querySelectorAll("a[data-game]")].filter((link) => link instanceof HTMLElement);
    const at = links.findIndex((link) => link === document.activeElement);
    const order = [...links.slice(at + 1), ...links.slice(0, at + 1)];
    order.find((link) => link.querySelector(".game-title")?.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
}
