import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { named, say, visible } from "../phrases.js";
import { followLink } from "../play/link.js";
/** @import {Diagnostic, Reply} from "../carrier/protocol.js" */
/** @import {Linked} from "../play/link.js" */
/** @import {Table} from "../play/table.js" */

/** Letters of a line that are shown before a mistake and from there on. */
const BEFORE = 60;
const FROM = 100;

/**
 * Text that was taken in: what it is called, and the game that it is, if it is one.
 *
 * @typedef {{name: string, text: string, game?: Linked}} Taken
 */

/**
 * Shows the mistakes of a text at their places, each with its code and a way to the manual's page about it.
 *
 * @param {Table} table
 * @param {Taken} taken
 * @param {Diagnostic[]} found
 */
export function openMistakes(table, { name, text, game }, found) {
    const isRefused = found.some(({ is_error }) => is_error);
    const edit = () => {
        dialog.close();
        return followLink({ ...game, edit: true }, name, (trouble) => table.tell(trouble));
    };
    const body = html`
        <p>${say(isRefused ? "page-not-taken" : "page-doubts", { file: named(name) })}</p>
        <ol class="mistakes">${found.map((it) => mistake(table, text, it))}</ol>
        ${game?.text === undefined ? nothing : html`<div class="dialog-foot"><button type="button" class="main" data-mistakes="edit" @click=${edit}>${say("page-example")}</button></div>`}
    `;
    const dialog = openDialog(visible(name), body, { kind: "mistakes" });
}

/** @param {Table} table @param {string} text @param {Diagnostic} diagnostic */
function mistake(table, text, { code, is_error, message, span, label, help }) {
    const lines = text.slice(0, span.start).split("\n");
    const place = `${lines.length}:${[...(lines.at(-1) ?? "")].length + 1}`;
    return html`<li class=${is_error ? "is-error" : "is-warning"} data-code=${code} data-place=${place}>
        <p><span class="problem-line">${place}</span> ${message}</p>
        <pre>${marked(text, span)}</pre>
        ${label === "" ? nothing : html`<p class="muted">${label}</p>`}
        ${help ? html`<p>${help}</p>` : nothing}
        <button type="button" class="quiet" @click=${() => table.explain(code)}>${say("page-explain", { code })}</button>
    </li>`;
}

/** The line of a place, as far as it is near to it, with the place marked. @param {string} text @param {{start: number, end: number}} span */
function marked(text, { start, end }) {
    const begin = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - BEFORE);
    const newline = text.indexOf("\n", start);
    const last = Math.min(newline < 0 ? text.length : newline, start + FROM);
    const stop = Math.min(Math.max(end, start), last);
    return html`${text.slice(begin, start)}<mark>${text.slice(start, stop) || " "}</mark>${text.slice(stop, last)}`;
}

/** Mistakes for which a question was refused. @param {Reply | null} reply @returns {Diagnostic[]} */
export function mistakesOf(reply) {
    return reply?.error?.diagnostics ?? [];
}
