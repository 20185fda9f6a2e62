import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
/** @import {Table} from "./table.js" */

/** True if an action names this cell. @param {string} action @param {string} name */
function isAbout(action, name) {
    return action.split(" ").includes(name);
}

/**
 * List of the legal actions: first those from the cell at which the keyboard is.
 *
 * @param {Table} table
 */
export function openLegal(table) {
    const { snapshot } = table.match;
    if (snapshot === null) {
        return;
    }
    const here = table.board.focusedCell?.name ?? "";
    const near = snapshot.legal.filter((action) => isAbout(action, here));
    const rest = snapshot.legal.filter((action) => !isAbout(action, here));
    const choose = (/** @type {string} */ action) => {
        dialog.close();
        table.ask({ act: action });
    };
    const list = (/** @type {string} */ title, /** @type {string[]} */ actions) => html`<section>
        <h3>${title}</h3>
        <ul class="legal">${actions.map((action) => html`<li><button type="button" @click=${() => choose(action)}>${action}</button></li>`)}</ul>
    </section>`;
    const body = html`
        ${near.length > 0 ? list(say("page-legal-here", { cell: here }), near) : html`<p>${say("page-legal-none-here", { cell: here })}</p>`}
        ${rest.length > 0 ? list(say("page-legal-others"), rest) : ""}
    `;
    const dialog = openDialog(say("page-legal"), body, { kind: "legal" });
    dialog.closed.then(() => table.board.focusNamed(here));
}

/**
 * A box in which a cell, a row or a column is typed, to which the keyboard goes.
 *
 * @param {Table} table
 */
export function openJump(table) {
    let goal = table.board.focused;
    const go = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const typed = /** @type {HTMLInputElement} */ (form.elements.namedItem("place")).value.trim().toLowerCase();
        const found = typed === "" ? goal : placeOf(table, typed);
        if (found === null) {
            table.tell(say("page-no-place", { place: typed }));
        } else {
            goal = found;
        }
        dialog.close();
    };
    const body = html`<form class="row" @submit=${go}>
        <label for="jump">${say("page-jump-what")}</label>
        <input id="jump" name="place" autocomplete="off" autocapitalize="off" spellcheck="false" autofocus />
        <button class="main" type="submit">${say("page-go")}</button>
    </form>`;
    const dialog = openDialog(say("page-jump"), body);
    dialog.closed.then(() => table.board.focus(goal.column, goal.row));
}

/**
 * @param {Table} table
 * @param {string} typed
 * @returns {{column: number, row: number} | null}
 */
function placeOf({ board }, typed) {
    const { view, focused } = board;
    if (view === null) {
        return null;
    }
    const cellCalled = (/** @type {string[]} */ ...names) => {
        const index = view.cells.findIndex(({ name }) => names.includes(name.toLowerCase()));
        return index < 0 ? null : { column: index % view.columns, row: Math.floor(index / view.columns) };
    };
    const cell = cellCalled(typed);
    if (cell !== null) {
        return cell;
    }
    const column = view.column_names.findIndex((name) => name.toLowerCase() === typed);
    if (column >= 0) {
        return { column, row: focused.row };
    }
    const row = view.row_names.findIndex((name) => name.toLowerCase() === typed);
    if (row >= 0) {
        return { column: focused.column, row };
    }
    // A board beside which no names stand has cells of a column and a row all the same.
    const [, letters = "", digits = ""] = /^(\D+)(\d+)$/.exec(board.focusedCell?.name.toLowerCase() ?? "") ?? [];
    return cellCalled(letters + typed, typed + digits);
}
