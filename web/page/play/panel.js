import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../icon.js";
import { capital, label, say } from "../phrases.js";
import { PACES } from "./run.js";
/** @import {Snapshot} from "../carrier/protocol.js" */
/** @import {Table} from "./table.js" */

/**
 * Title and values above the board.
 *
 * @param {Snapshot} snapshot
 */
export function heading(snapshot) {
    const lines = snapshot.view?.lines ?? [];
    const values = snapshot.values.map(({ name, value }) => html`<div class="value"><dt>${name}</dt><dd>${value}</dd></div>`);
    return html`
        <h1>${snapshot.heading}</h1>
        ${lines.length > 0
            ? html`<p class="lines">${lines.map((line) => html`<span>${line}</span>`)}</p>`
            : html`<dl class="values">${values}</dl>`}
    `;
}

/**
 * Buttons for what can be done with a game besides playing it.
 *
 * @param {Table} table
 */
export function toolbar(table) {
    const { snapshot } = table.match;
    if (snapshot === null) {
        return nothing;
    }
    const hasLevels = snapshot.levels > 1;
    return html`
        <div class="toolbar" role="toolbar" aria-label=${say("page-tools")}>
            ${tool("undo", "hint-undo", () => table.ask("undo"), { off: snapshot.position === 0 })}
            ${tool("redo", "page-redo", () => table.ask("redo"), { off: snapshot.position === snapshot.length })}
            ${tool("restart", "hint-restart", () => table.ask("restart"), { off: snapshot.position === 0 })}
            ${tool("hint", "hint-hint", () => table.hint())}
            ${table.run.isRunning
                ? tool("stop", "hint-stop", () => table.run.stop(), { name: "run" })
                : tool("run", "page-run", () => table.run.start())}
            ${hasLevels ? tool("levels", "page-levels", () => table.showLevels()) : nothing}
            ${tool("anew", "page-new-game", () => table.showOptions(), { name: "options" })}
            ${tool("help", "hint-help", () => table.showPage("help"))}
            ${tool("more", "page-more", () => table.showMore())}
        </div>
        ${table.run.isRunning ? pace(table) : nothing}
    `;
}

/**
 * @param {import("../icon.js").IconName} image
 * @param {string} phrase
 * @param {() => void} act
 * @param {{off?: boolean, name?: string}} options
 */
function tool(image, phrase, act, { off = false, name = image } = {}) {
    return html`<button type="button" class="tool" data-tool=${name} ?disabled=${off} @click=${act}>${icon(image)}<span>${label(phrase)}</span></button>`;
}

/** @param {Table} table */
function pace({ run }) {
    const change = (/** @type {Event} */ event) => {
        run.pace = Number(/** @type {HTMLInputElement} */ (event.target).value);
    };
    return html`<label class="pace"><span>${run.isSearching ? say("page-searching") : say("page-pace")}</span>
        <input type="range" min="0" max=${PACES.length - 1} .value=${String(run.pace)} @input=${change} /></label>`;
}

/**
 * The question that is open, with its answers: whether to go on, to begin anew, to go back.
 *
 * @param {Table} table
 */
export function banner(table) {
    const { snapshot } = table.match;
    const answers = snapshot?.view?.keys.filter(({ kind }) => kind === "answer") ?? [];
    if (snapshot === null || answers.length === 0) {
        return nothing;
    }
    const button = (/** @type {import("../carrier/protocol.js").Key} */ answer, /** @type {number} */ index) => html`
        <button type="button" class=${index === 0 ? "main" : ""} data-answer=${answer.key} @click=${() => table.press(answer.key)}>${capital(answer.label)}</button>`;
    return html`
        <section class="banner" aria-label=${say("page-question")}>
            <p>${capital(snapshot.said.at(-1) ?? "")}</p>
            <div class="banner-answers">
                ${answers.map(button)}
                ${snapshot.phase === "asking"
                    ? html`<button type="button" data-tool="statistics" @click=${() => table.showPage("statistics")}>${label("menu-key-statistics")}</button>`
                    : nothing}
            </div>
        </section>
    `;
}

/**
 * A line in which actions, cells and words are typed.
 *
 * @param {Table} table
 */
export function sayBox(table) {
    const send = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("said"));
        if (input.value.trim() !== "") {
            table.ask({ say: input.value });
            input.value = "";
        }
    };
    return html`<form class="say" @submit=${send}>
        <label for="say">${say("page-type")}</label>
        <input id="say" name="said" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="send" />
        <button type="submit">${say("page-do")}</button>
    </form>`;
}
