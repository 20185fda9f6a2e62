import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { label, say } from "../phrases.js";
import { openAddress } from "../share/address.js";
import { fileOf } from "../share/file.js";
import { take } from "../share/take.js";
import { openLegal, openJump } from "./finder.js";
import { download, nameOfFile } from "./table.js";
import { linkTo, whyNoLink } from "./link.js";
import { baseName } from "./options.js";
/** @import {Table} from "./table.js" */

/** Digits of the hash of a position by which people tell it from another one. */
const DIGITS = 12;

/**
 * Everything that is wanted seldom.
 *
 * @param {Table} table
 */
export function openMore(table) {
    const { match: { snapshot }, place } = table;
    const item = (/** @type {string} */ name, /** @type {string} */ phrase, /** @type {() => unknown} */ act, value = "") => html`<li>
        <button type="button" data-more=${name} @click=${() => (dialog.close(), act())}><span>${label(phrase)}</span><span class="muted more-value">${value}</span></button>
    </li>`;
    const body = html`<ul class="menu-list">
        ${item("legal", "page-legal", () => openLegal(table))}
        ${item("jump", "page-jump", () => openJump(table))}
        ${item("history", "command-history", () => table.showPage("history"))}
        ${item("statistics", "menu-key-statistics", () => table.showPage("statistics"))}
        ${item("link", "page-copy-link", () => copyLink(table))}
        ${item("id", "command-copy", () => copyId(table), snapshot?.id)}
        ${item("position", "page-copy-position", () => copyPosition(table), place.dataset.hash?.slice(0, DIGITS))}
        ${item("save", "command-save", () => save(table))}
        ${item("file", "page-export", () => exportFile(table))}
        ${item("zip", "page-export-zip", () => exportZip(table))}
        ${item("film", "page-film", () => exportFilm(table))}
        ${isShipped(table) ? item("edit", "page-edit", () => table.context.go(`#/edit/${baseName(table.match.origin.name)}`)) : ""}
        ${item("open", "page-open-save", () => openSave(table))}
        ${item("address", "page-address", () => openAddress(table))}
        ${item("keys", "page-keys", () => openKeys())}
    </ul>`;
    const dialog = openDialog(say("page-more"), body, { kind: "menu" });
}

/** @param {Table} table */
function isShipped({ match }) {
    return match.origin.text === undefined && match.origin.name !== undefined;
}

/** The play as a save; `undefined` if the engine is gone. @param {Table} table */
export async function saveOf({ match }) {
    return (await match.ask("save"))?.answer?.text;
}

/** @param {Table} table */
async function copyLink(table) {
    const save = await saveOf(table);
    if (save === undefined) {
        return;
    }
    try {
        await copy(table, await linkTo({ ...table.match.origin, save }), "page-link-copied");
    } catch (reason) {
        table.tell(whyNoLink(reason, table.match.snapshot?.title ?? ""));
    }
}

/** @param {Table} table */
function copyId(table) {
    return copy(table, table.match.snapshot?.id ?? "", "page-id-copied");
}

/** The position as text, from which `--state` goes on elsewhere. @param {Table} table */
function copyPosition(table) {
    return copy(table, table.match.snapshot?.state ?? "", "page-position-copied");
}

/** Copies a text, and says so. @param {Table} table @param {string} text @param {string} phrase */
export async function copy(table, text, phrase) {
    try {
        await navigator.clipboard.writeText(text);
        table.tell(say(phrase, { text }));
    } catch {
        // The browser refuses: the text is shown, so that it can be copied by hand.
        openDialog(say("page-copy-by-hand"), html`<textarea class="copy" readonly rows="6" aria-label=${say("page-copy-by-hand")}>${text}</textarea>`);
    }
}

/** @param {Table} table */
async function save(table) {
    const text = await saveOf(table);
    if (text !== undefined) {
        download(fileName(table, "save"), text);
    }
}

/** The game with its play. @param {Table} table @returns {Promise<import("../share/file.js").Game>} */
async function gameOf(table) {
    const { match } = table;
    const save = await saveOf(table);
    const { name, text } = /** @type {import("../share/file.js").Game} */ (match.origin);
    return { name, text, save: (match.snapshot?.length ?? 0) > 0 ? save : undefined };
}

/** Name of a file for what is played: a text of one's own is called by its title. @param {Table} table @param {string} ending */
function fileName(table, ending) {
    const { snapshot } = table.match;
    const name = (isShipped(table) ? snapshot?.id : snapshot?.title) ?? "game";
    return nameOfFile(name, ending);
}

/** The game with its play as one file, which opens in any browser. @param {Table} table */
async function exportFile(table) {
    const game = await gameOf(table);
    try {
        download(fileName(table, "html"), await fileOf(game));
    } catch {
        table.tell(say("page-no-export"));
    }
}

/** The same in an archive, for sites that take one. @param {Table} table */
async function exportZip(table) {
    const game = await gameOf(table);
    try {
        const { zipOf } = await import("../share/zip.js");
        download(fileName(table, "zip"), await zipOf(game));
    } catch {
        table.tell(say("page-no-export"));
    }
}

/** The play as one picture that moves. @param {Table} table */
async function exportFilm(table) {
    const { filmOf, TooLong, viewsOf } = await import("../share/film.js");
    const save = await saveOf(table);
    // The game goes on while the film is drawn, which shows what the save holds.
    const { match: { origin, snapshot }, board } = table;
    table.tell(say("page-film-drawn"));
    const carrier = await table.context.connect("search");
    try {
        await carrier.ask({ load: origin });
        await carrier.ask({ restore: save });
        const views = await viewsOf(carrier, snapshot?.length ?? 0);
        const side = board.grid.clientWidth / Math.max(1, views[0]?.columns ?? 1);
        const film = filmOf(views, { title: snapshot?.heading ?? "", side: Math.round(side) });
        download(fileName(table, "svg"), new Blob([film], { type: "image/svg+xml" }));
        table.tell(say("page-film-done", { count: views.length }));
    } catch (reason) {
        table.tell(say(reason instanceof TooLong ? "page-film-long" : "page-gone"));
    } finally {
        carrier.end();
    }
}

/** @param {Table} table */
function openSave(table) {
    const input = document.createElement("input");
    input.type = "file";
    input.addEventListener("change", async () => {
        const [file] = input.files ?? [];
        if (file !== undefined) {
            await take(table, file);
        }
    });
    input.click();
}

/** @param {Table} table @param {string} text */
export async function restore(table, text) {
    await table.ask({ restore: text });
}

/**
 * Takes up a play, unless what was kept of the game goes on from there.
 *
 * @param {Table} table
 * @param {string} save
 */
export async function goOn(table, save) {
    const kept = linesOfPlay((await saveOf(table)) ?? "");
    if (!linesOfPlay(save).every((line, index) => line === kept[index])) {
        await restore(table, save);
    }
}

/** Lines of a save that say what was played, and what was done. @param {string} save */
function linesOfPlay(save) {
    return save.split("\n").filter((line) => /^(?:id: |levels: |> )/.test(line));
}

function openKeys() {
    const keys = ["arrows", "choose", "row", "column", "all", "last", "legal", "next", "jump"];
    const body = html`<dl class="keys">
        ${keys.map((key) => html`<div><dt>${say(`page-key-${key}`)}</dt><dd>${say(`page-key-${key}-does`)}</dd></div>`)}
        <div><dt>${say("page-hop")}</dt><dd>${say("page-hop-does")}</dd></div>
    </dl><p class="muted">${say("page-later")}</p>`;
    openDialog(say("page-keys"), body, { kind: "text" });
}
