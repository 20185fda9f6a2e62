import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
import { firstText } from "./first.js";
import { titleOf } from "./versions.js";
/** @import {Desk} from "./desk.js" */

/**
 * Texts that were written before, from the newest; one of them takes the place of the text, which is kept.
 *
 * @param {Desk} desk
 */
export function openVersions(desk) {
    desk.versions.keep(desk.text);
    const versions = desk.versions.all();
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const put = (/** @type {string} */ text) => {
        dialog.close();
        desk.put(text);
    };
    const row = (/** @type {import("./versions.js").Version} */ { at, text }) => html`<li>
        <button type="button" data-version @click=${() => put(text)}>
            <time datetime=${new Date(at).toISOString()}>${time.format(at)}</time>
            <span class="version-title">${titleOf(text)}</span>
            <span class="muted">${say("page-line-count", { count: text.split("\n").length })}</span></button>
    </li>`;
    const anew = html`<li><button type="button" data-version-new @click=${async () => put(await firstText())}>${say("page-begin-anew")}</button></li>`;
    const list = html`<ul class="menu-list">${desk.sheet.isNew ? anew : nothing}${versions.map(row)}</ul>`;
    const none = html`<p>${say("page-no-versions")}</p>`;
    const dialog = openDialog(say("page-versions"), desk.versions.isKept && versions.length > 0 ? list : none, { kind: "menu" });
}
