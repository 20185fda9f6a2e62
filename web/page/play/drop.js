import { gameOf } from "../share/file.js";
import { restore } from "./more.js";
/** @import {Table} from "./table.js" */

/** The longest file that is read. */
const MOST = 16 << 20;
/** Rows of a level as Sokoban's collections write them. */
const ROWS = /^[\s#@+$*.\-_]*#[\s#@+$*.\-_]*$/m;

/**
 * Files that are dropped on a game: a page that is one file, a save, or a collection of levels.
 *
 * @param {HTMLElement} place
 * @param {Table} table
 */
export function listenToDrops(place, table) {
    place.addEventListener("dragover", (event) => event.preventDefault());
    place.addEventListener("drop", async (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer?.files ?? [];
        if (file !== undefined && file.size <= MOST) {
            await take(table, await file.text());
        }
    });
}

/** @param {Table} table @param {string} text */
async function take(table, text) {
    const game = gameOf(text);
    if (game !== null) {
        const { save, ...load } = game;
        await table.begin(load);
        await (save === undefined ? null : restore(table, save));
    } else if (ROWS.test(text)) {
        await table.begin({ ...table.match.origin, resume: false, levels: text });
    } else {
        await restore(table, text);
    }
}
