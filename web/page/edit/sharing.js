import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
import { linkTo } from "../play/link.js";
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
    const [play, edit] = await Promise.all([linkTo({ ...linked, edit: false }), linkTo({ ...linked, edit: true })]);
    const copy = async (/** @type {string} */ link) => {
        dialog.close();
        try {
            await navigator.clipboard.writeText(link);
            desk.table.tell(say("page-link-copied"));
        } catch {
            openDialog(say("page-copy-by-hand"), html`<textarea class="copy" readonly rows="6" aria-label=${say("page-copy-by-hand")}>${link}</textarea>`);
        }
    };
    const body = html`<ul class="menu-list">
        <li><button type="button" data-share="play" data-link=${play} @click=${() => copy(play)}>${say("page-share-play")}</button></li>
        <li><button type="button" data-share="edit" data-link=${edit} @click=${() => copy(edit)}>${say("page-share-edit")}</button></li>
    </ul>`;
    const dialog = openDialog(say("page-share"), body, { kind: "menu" });
}
