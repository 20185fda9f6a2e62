import { openText } from "../dialog.js";
import { named, say, visible } from "../phrases.js";
import { followLink } from "../play/link.js";
import { withoutSetup } from "../play/options.js";
import { gameOf } from "./file.js";
import { mistakesOf, openMistakes } from "./mistakes.js";
import { decoded } from "./text.js";
/** @import {Diagnostic, Reply} from "../carrier/protocol.js" */
/** @import {Table} from "../play/table.js" */
/** @import {Taken} from "./mistakes.js" */

/** The longest file that is read, in bytes: a page that is one file, with room. */
const MOST = 16 << 20;

/** The first line of a save. */
const SAVE = /^masume save \d/;
/** A line that a state as text begins with, and names of files that hold a position. */
const STATE = /^(?:board|to_act|ply|passes|goals|outcome|random|at \S+): /;
const POSITION = /\.(?:state|fen)$/i;
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
        table.tell(say("page-too-large", { file: named(file.name) }));
        return;
    }
    await takeBytes(table, file.name, new Uint8Array(await file.arrayBuffer()));
}

/**
 * Takes what a file holds into the page: a save, a position, a solution or levels for the game that is here, or another
 * game, alone or in a page that was exported.
 *
 * @param {Table} table
 * @param {string} name the file's name, with its ending
 * @param {Uint8Array} bytes
 */
export async function takeBytes(table, name, bytes) {
    const { text, stray } = decoded(name, bytes);
    // Only titles of levels may have letters that are read otherwise.
    const isBoards = !isGame(text) && !SAVE.test(text) && !text.includes("\0");
    if (stray !== null && !isBoards) {
        openMistakes(table, { name, text }, [stray]);
        return;
    }
    await takeText(table, name, text, stray === null ? [] : [{ ...stray, is_error: false }]);
}

/** The game that a file holds, alone or in a page that was exported; `null` for what is about a game. @param {string} name @param {string} text */
function gameIn(name, text) {
    return gameOf(text) ?? (isGame(text) ? { name: name.replace(/\.[^.]*$/, ""), text } : null);
}

/** @param {Table} table @param {string} name @param {string} text @param {Diagnostic[]} doubts */
async function takeText(table, name, text, doubts) {
    const game = gameIn(name, text);
    if (game !== null) {
        await followLink(game, name, (trouble) => table.tell(trouble));
    } else if (SAVE.test(text)) {
        await table.ask({ restore: text });
    } else if (isSolution(text)) {
        await table.ask({ letters: text });
    } else if (STATE.test(text) || POSITION.test(name)) {
        await taking(table, { name, text }, () => table.ask({ position: text }), doubts);
    } else {
        // A set-up in the name is about levels that are not there any more.
        const origin = { ...withoutSetup(table.match.origin), resume: false, level: undefined, levels: text };
        await taking(table, { name, text }, () => table.begin(origin), doubts);
    }
}

/**
 * Has a text taken in, and shows what is wrong with it, or what may be meant otherwise.
 *
 * @param {Table} table
 * @param {Taken} taken
 * @param {() => Promise<Reply | null>} take
 * @param {Diagnostic[]} doubts those that are known already
 */
export async function taking(table, taken, take, doubts = []) {
    const before = table.match.origin;
    table.doubts = [];
    const reply = await take();
    if (reply?.error !== undefined) {
        // What was here goes on, also on another engine.
        table.match.origin = before;
    }
    const found = [...doubts, ...mistakesOf(reply), ...table.doubts];
    if (found.length > 0) {
        openMistakes(table, taken, found);
    }
    return reply;
}

/**
 * Opens what a file holds where no game is open: a game, or a save, which says of which game it is.
 *
 * @param {File} file
 */
export async function openFile(file) {
    const tell = (/** @type {string[]} */ ...said) => openText(visible(file.name), said);
    if (file.size > MOST) {
        tell(say("page-too-large", { file: named(file.name) }));
        return;
    }
    const { text, stray } = decoded(file.name, new Uint8Array(await file.arrayBuffer()));
    if (stray !== null) {
        tell(stray.message, stray.label, stray.help ?? "");
        return;
    }
    const [, id] = SAVE.test(text) ? (/^id: (\S+)\r?$/m.exec(text) ?? []) : [];
    const game = id === undefined ? gameIn(file.name, text) : { name: id, save: text };
    if (game === null) {
        tell(say("page-needs-game", { file: named(file.name) }));
    } else {
        await followLink(game, file.name, tell);
    }
}

/**
 * Takes what is dropped on a part of the page, until it is removed.
 *
 * @param {HTMLElement} place
 * @param {(file: File) => unknown} take
 */
export function takeDropped(place, take) {
    const ended = new AbortController();
    const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
    place.addEventListener("dragover", (event) => isFile(event) && event.preventDefault(), ended);
    place.addEventListener(
        "drop",
        (event) => {
            const [file] = event.dataTransfer?.files ?? [];
            if (file !== undefined) {
                event.preventDefault();
                take(file);
            }
        },
        ended,
    );
    return () => ended.abort();
}
