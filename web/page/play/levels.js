import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
/** @import {Table} from "./table.js" */

/**
 * Levels of the game, with what was reached in each.
 *
 * @param {Table} table
 */
export async function openLevels(table) {
    const { snapshot } = table.match;
    if (snapshot === null) {
        return;
    }
    const reply = await table.match.ask({ page: "levels" });
    const lines = reply?.answer?.page?.lines ?? [];
    const isTold = lines.length === snapshot.levels;
    const choose = (/** @type {number} */ level) => {
        dialog.close();
        table.ask({ level });
    };
    const numbers = Array.from({ length: snapshot.levels }, (_, index) => index + 1);
    const body = html`<ul class=${isTold ? "levels levels-told" : "levels"}>
        ${numbers.map((level) => html`<li><button type="button" aria-current=${level === snapshot.level ? "true" : "false"}
            @click=${() => choose(level)}>${isTold ? lines[level - 1] : level}</button></li>`)}
    </ul>`;
    const dialog = openDialog(say("levels-title"), body, { kind: "levels" });
    dialog.element.querySelector("[aria-current=true]")?.scrollIntoView({ block: "center" });
}
