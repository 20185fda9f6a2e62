import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
import { linkTo } from "../play/link.js";
import { download, nameOfFile } from "../play/table.js";
/** @import {Desk} from "./desk.js" */

/**
 * Link with the text and the play in it: to play, or to go on writing.
 *
 * @param {Desk} desk
 */
export async function openSharing(desk) {
    const { name } = desk.sheet;
    const save = (await desk.table.match.ask("save"))?.answer?.text;
    const linked = { name, text: desk.text, ...(save === undefined ? {} : { save }) };
    // What is too long for a link is shared as a file.
    const [play, edit] = await Promise.all([false, true].map((isEdit) => linkTo({ ...linked, edit: isEdit }).catch(() => "")));
    const copy = async (/** @type {string | undefined} */ link = "") => {
        dialog.close();
        try {
            await navigator.clipboard.writeText(link);
            desk.table.tell(say("page-link-copied"));
        } catch {
            openDialog(say("page-copy-by-hand"), html`<textarea class="copy" readonly rows="6" aria-label=${say("page-copy-by-hand")}>${link}</textarea>`);
        }
    };
    const body = html`<ul class="menu-list">
        <li><button type="button" data-share="play" data-link=${play} ?disabled=${play === ""} @click=${() => copy(play)}>${say("page-share-play")}</button></li>
        <li><button type="button" data-share="edit" data-link=${edit} ?disabled=${edit === ""} @click=${() => copy(edit)}>${say("page-share-edit")}</button></li>
        <li><button type="button" data-share="text" @click=${() => (dialog.close(), download(textName(desk.text, name), desk.text))}>${say("page-share-text")}</button></li>
    </ul>`;
    const dialog = openDialog(say("page-share"), body, { kind: "menu" });
}

/** Name of a file for a text: its game's title. @param {string} text @param {string} name where it has none */
function textName(text, name) {
    return nameOfFile(/^game (.+)$/m.exec(text)?.[1]?.trim() || name, "masu");
}
