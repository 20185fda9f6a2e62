import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
import { fileOf } from "../share/file.js";
import { take } from "../share/take.js";
import { openLegal, openJump } from "./finder.js";
import { download } from "./table.js";
import { linkTo } from "./link.js";
/** @import {Table} from "./table.js" */

/**
 * Everything that is wanted seldom.
 *
 * @param {Table} table
 */
export function openMore(table) {
    const item = (/** @type {string} */ name, /** @type {string} */ phrase, /** @type {() => unknown} */ act) => html`<li>
        <button type="button" data-more=${name} @click=${() => (dialog.close(), act())}>${say(phrase)}</button>
    </li>`;
    const body = html`<ul class="menu-list">
        ${item("legal", "page-legal", () => openLegal(table))}
        ${item("jump", "page-jump", () => openJump(table))}
        ${item("history", "command-history", () => table.showPage("history"))}
        ${item("statistics", "menu-key-statistics", () => table.showPage("statistics"))}
        ${item("link", "page-copy-link", () => copyLink(table))}
        ${item("id", "command-copy", () => copyId(table))}
        ${item("save", "command-save", () => save(table))}
        ${item("file", "page-export", () => exportFile(table))}
        ${isShipped(table) ? item("edit", "page-edit", () => table.context.go(`#/edit/${nameOf(table)}`)) : ""}
        ${item("open", "page-open-save", () => openSave(table))}
        ${item("keys", "page-keys", () => openKeys())}
    </ul>`;
    const dialog = openDialog(say("page-more"), body, { kind: "menu" });
}

/** Name of the game that was loaded, without its set-up. @param {Table} table */
function nameOf({ match }) {
    return String(match.origin.name ?? "").replace(/[:/#].*$/, "");
}

/** @param {Table} table */
function isShipped({ match }) {
    return match.origin.text === undefined && match.origin.name !== undefined;
}

/** @param {Table} table */
async function copyLink(table) {
    const reply = await table.match.ask("save");
    const save = reply?.answer?.text;
    if (save !== undefined) {
        await copy(table, await linkTo({ ...table.match.origin, save }), "page-link-copied");
    }
}

/** @param {Table} table */
function copyId(table) {
    return copy(table, table.match.snapshot?.id ?? "", "page-id-copied");
}

/** @param {Table} table @param {string} text @param {string} phrase */
async function copy(table, text, phrase) {
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
    const reply = await table.match.ask("save");
    const text = reply?.answer?.text;
    if (text !== undefined) {
        download(`${(table.match.snapshot?.id ?? "game").replace(/[^\w-]+/g, "-")}.save`, text);
    }
}

/** The game with its play as one file, which opens in any browser. @param {Table} table */
async function exportFile(table) {
    const reply = await table.match.ask("save");
    const { name, text } = /** @type {import("../share/file.js").Game} */ (table.match.origin);
    const isPlayed = (table.match.snapshot?.length ?? 0) > 0;
    try {
        const file = await fileOf({ name, text, save: isPlayed ? reply?.answer?.text : undefined });
        download(`${(name ?? "game").replace(/[^\w-]+/g, "-")}.html`, await file.text());
    } catch {
        table.tell(say("page-no-export"));
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

function openKeys() {
    const keys = ["arrows", "choose", "row", "column", "all", "last", "legal", "next", "jump"];
    const body = html`<dl class="keys">
        ${keys.map((key) => html`<div><dt>${say(`page-key-${key}`)}</dt><dd>${say(`page-key-${key}-does`)}</dd></div>`)}
        <div><dt>${say("page-hop")}</dt><dd>${say("page-hop-does")}</dd></div>
    </dl><p class="muted">${say("page-later")}</p>`;
    openDialog(say("page-keys"), body, { kind: "text" });
}
