import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { connect } from "./carrier/index.js";
import { closeDialogs } from "./dialog.js";
import { icon } from "./icon.js";
import { learn, say } from "./phrases.js";
import { openPreferences } from "./preferences.js";
import { Refused } from "./refused.js";
import { apply, choose, settings } from "./settings.js";
/** @import {Carrier, Menu} from "./carrier/protocol.js" */

/**
 * Part of the page that fills it.
 *
 * @typedef {{end: () => void, redraw: (language?: string) => unknown}} Part
 */

/** The element of the part that is shown: each part has its own, so that one that ends late disturbs none. */
let place = /** @type {HTMLElement} */ (document.querySelector("#place"));
const head = /** @type {HTMLElement} */ (document.querySelector("#head"));

/** Engine for what belongs to no game: the menu and the phrases. @type {Carrier} */
let desk;
/** @type {Menu["languages"]} */
let languages = [];
/** @type {Part | null} */
let part = null;
/** Number of the last address that was gone to: what comes late for an older one is ended. */
let visit = 0;

const touch = matchMedia("(pointer: coarse)");

/** @type {import("./play/table.js").Context} */
const context = {
    connect,
    go: (address) => {
        if (location.hash === address) {
            show();
        } else {
            location.hash = address;
        }
    },
    menu: async (view = false) => (await desk.ask("menu", { view })).answer?.menu ?? null,
    isTouched: () => touch.matches,
};

/** Parts of the page by the first word of the address. @type {Record<string, (room: HTMLElement, rest: string) => Promise<Part>>} */
const PARTS = {
    "": async (room) => (await import("./menu/index.js")).open(room, context),
    play: async (room, rest) => (await import("./play/index.js")).open(room, context, rest),
    link: async (room, rest) => (await import("./play/index.js")).openLink(room, context, rest),
    file: async (room) => (await import("./play/index.js")).openFile(room, context),
    edit: async (room, rest) => (await import("./edit/index.js")).open(room, context, rest),
};

/** Shows what the address says. */
async function show() {
    visit += 1;
    const mine = visit;
    const word = wordOf(location.hash);
    const rest = location.hash.split("/").slice(2).join("/");
    closeDialogs();
    part?.end();
    part = null;
    const room = freshPlace();
    drawHead(word);
    const open = PARTS[word] ?? PARTS[""];
    try {
        const opened = await /** @type {NonNullable<typeof open>} */ (open)(room, decode(rest));
        if (mine === visit) {
            part = opened;
            room.dataset.part = word || "menu";
        } else {
            opened.end();
        }
    } catch (reason) {
        console.warn(reason);
        render(failure(word, reason), room);
    }
}

/** Words in place of a part that cannot be shown. @param {string} word @param {unknown} reason */
function failure(word, reason) {
    const said = reason instanceof Refused ? reason.message : say(word === "link" ? "page-link-broken" : "page-gone");
    return html`<div class="failure" role="alert"><p>${said}</p><p><a href="#/">${say("page-menu")}</a></p></div>`;
}

/** First word of an address. @param {string} hash */
function wordOf(hash) {
    return hash.split("/")[1] ?? "";
}

/** A new element in place of the one of the part before. */
function freshPlace() {
    const room = document.createElement("main");
    room.id = "place";
    place.replaceWith(room);
    place = room;
    return room;
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** @param {string} word */
function drawHead(word) {
    const isInside = word !== "";
    render(
        html`
            <a class="home" href="#/" title=${say("page-menu")}>${isInside ? icon("back") : nothing}<span>Masume</span></a>
            <span class="head-space"></span>
            <label class="language"><span class="hidden">${say("page-language")}</span>
                <select @change=${(/** @type {Event} */ event) => speak(/** @type {HTMLSelectElement} */ (event.target).value)}>
                    ${languages.map(({ tag, title }) => html`<option value=${tag} lang=${tag} ?selected=${tag === document.documentElement.lang}>${title}</option>`)}
                </select>
            </label>
            <button type="button" class="quiet" data-tool="settings" aria-label=${say("page-settings")}
                @click=${() => openPreferences(() => part?.redraw())}>${icon("settings")}</button>
        `,
        head,
    );
}

/**
 * Changes the language of everything that is said.
 *
 * @param {string} tag
 */
async function speak(tag) {
    choose({ language: tag });
    await listenIn(tag);
    drawHead(wordOf(location.hash));
    await part?.redraw(tag);
}

/** @param {string} wanted */
async function listenIn(wanted) {
    const isSpoken = (await desk.ask({ language: wanted })).error === undefined;
    const tag = isSpoken ? wanted : "en";
    const reply = await desk.ask("phrases");
    learn(reply.answer?.phrases ?? {});
    document.documentElement.lang = tag;
}

/** The language that was chosen, or else that of the browser. */
function language() {
    return settings.language || navigator.language.slice(0, 2);
}

/** Goes to what the program was started with, unless the address says something else. */
async function open() {
    const opened = (await desk.ask("opened")).answer?.opened;
    if (location.hash !== "" || typeof opened !== "object" || opened === null) {
        return;
    }
    if ("game" in opened) {
        history.replaceState(null, "", `#/play/${encodeURIComponent(String(opened.game))}`);
    } else if ("file" in opened) {
        history.replaceState(null, "", "#/edit");
    }
}

async function begin() {
    apply();
    desk = await connect("play");
    await listenIn(language());
    await open();
    addEventListener("hashchange", show);
    await show();
    // Which languages there are is shown last: nobody waits for it.
    languages = (await context.menu())?.languages ?? [];
    drawHead(wordOf(location.hash));
}

try {
    await begin();
} catch (reason) {
    console.warn(reason);
    // All phrases are the engine's: without one the page has only these words.
    const isStranger = reason instanceof Error && reason.cause === "no-token";
    const words = document.querySelector(isStranger ? "#no-token" : "#not-begun");
    place.replaceChildren(words instanceof HTMLTemplateElement ? words.content.cloneNode(true) : String(reason));
}
