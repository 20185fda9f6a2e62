import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
import { linkTo, whyNoLink } from "../play/link.js";
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
    const body = html`<ul class="menu-list">
        ${(await links(linked)).map(({ word, phrase, link, trouble }) => html`<li>
            <button type="button" data-share=${word} data-link=${link} ?disabled=${link === ""}
                @click=${() => (dialog.close(), copy(desk.table, link, "page-link-copied"))}>${say(phrase)}</button>
            ${trouble === "" ? nothing : html`<p class="muted">${trouble}</p>`}
        </li>`)}
        <li><button type="button" data-share="text" @click=${() => (dialog.close(), download(nameOfFile(titleOf(desk.text) || name, "masu"), desk.text))}>${say("page-share-text")}</button></li>
    </ul>`;
    const dialog = openDialog(say("page-share"), body, { kind: "menu" });
}

/**
 * Links to play a game and to go on writing it; what is too long for one is shared as a file.
 *
 * @param {import("../play/link.js").Linked} linked
 */
function links(linked) {
    const made = [false, true].map(async (edit) => {
        const words = edit ? { word: "edit", phrase: "page-share-edit" } : { word: "play", phrase: "page-share-play" };
        try {
            return { ...words, link: await linkTo({ ...linked, edit }), trouble: "" };
        } catch (reason) {
            return { ...words, link: "", trouble: whyNoLink(reason, linked.name ?? "") };
        }
    });
    return Promise.all(made);
}
