import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
import { linkTo } from "../play/link.js";
import { copy, saveOf } from "../play/more.js";
import { download, nameOfFile } from "../play/table.js";
import { titleOf } from "./versions.js";
/** @import {Desk} from "./desk.js" */

/**
 * Link with the text and the play in it: to play, or to go on writing.
 *
 * @param {Desk} desk
 */
export async function openSharing(desk) {
    const { name } = desk.sheet;
    const save = await saveOf(desk.table);
    const linked = { name, text: desk.text, ...(save === undefined ? {} : { save }) };
    // What is too long for a link is shared as a file.
    const linkFor = (/** @type {boolean} */ edit) => linkTo({ ...linked, edit }).catch(() => "");
    const [play, edit] = await Promise.all([linkFor(false), linkFor(true)]);
    const item = (/** @type {string} */ name, /** @type {string} */ phrase, /** @type {string} */ link) => html`<li>
        <button type="button" data-share=${name} data-link=${link} ?disabled=${link === ""}
            @click=${() => (dialog.close(), copy(desk.table, link, "page-link-copied"))}>${say(phrase)}</button>
    </li>`;
    const body = html`<ul class="menu-list">
        ${item("play", "page-share-play", play)}
        ${item("edit", "page-share-edit", edit)}
        <li><button type="button" data-share="text" @click=${() => (dialog.close(), download(nameOfFile(titleOf(desk.text) || name, "masu"), desk.text))}>${say("page-share-text")}</button></li>
    </ul>`;
    const dialog = openDialog(say("page-share"), body, { kind: "menu" });
}
