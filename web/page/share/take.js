import { say } from "../phrases.js";
import { linkTo } from "../play/link.js";
import { gameOf } from "./file.js";
/** @import {Table} from "../play/table.js" */

/** The longest file that is read, in bytes: a page that is one file, with room. */
const MOST = 16 << 20;

/** The first line of a save. */
const SAVE = /^masume save \d/;
/** Letters at the beginning of a text in which the word `game` is looked for. */
const BEGINNING = 100_000;

/** True if the first line that says something begins a game. @param {string} text */
function isGame(text) {
    const lines = text.slice(0, BEGINNING).split("\n").map((line) => line.replace("\uFEFF", "").trim());
    return lines.find((line) => line !== "" && !line.startsWith("//"))?.split(" ")[0] === "game";
}

/** True for moves as collections of levels write a solution: letters of directions, perhaps with numbers. @param {string} text */
function isSolution(text) {
    return /^[\sudlr\d]+$/i.test(text) && /[udlr]/i.test(text);
}

/**
 * Takes what a file holds into the page.
 *
 * @param {Table} table
 * @param {File} file
 */
export async function take(table, file) {
    if (file.size > MOST) {
        table.tell(say("page-too-large", { file: file.name }));
        return;
    }
    await takeText(table, file.name, await file.text());
}

/**
 * Takes a text into the page: a save, a solution or levels for the game that is here, or another game, alone or in a
 * page that was exported.
 *
 * @param {Table} table
 * @param {string} name the text's name, with its ending
 * @param {string} text
 */
export async function takeText(table, name, text) {
    const game = gameOf(text);
    if (game !== null) {
        location.assign(await linkTo(game));
    } else if (isGame(text)) {
        location.assign(await linkTo({ name: name.replace(/\.[^.]*$/, ""), text }));
    } else if (SAVE.test(text)) {
        await table.ask({ restore: text });
    } else if (isSolution(text)) {
        await table.ask({ letters: text });
    } else {
        await table.begin({ ...table.match.origin, resume: false, level: undefined, levels: text });
    }
}

/**
 * Takes what is dropped on a part of the page, until it is removed.
 *
 * @param {HTMLElement} place
 * @param {Table} table
 */
export function takeDropped(place, table) {
    const ended = new AbortController();
    const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
    place.addEventListener("dragover", (event) => isFile(event) && event.preventDefault(), ended);
    place.addEventListener(
        "drop",
        (event) => {
            const [file] = event.dataTransfer?.files ?? [];
            if (file !== undefined) {
                event.preventDefault();
                take(table, file);
            }
        },
        ended,
    );
    return () => ended.abort();
}
