import { linked } from "./link.js";
import { goOn } from "./more.js";
import { Refused } from "../refused.js";
import { taking } from "../share/take.js";
import { Table } from "./table.js";
/** @import {Context} from "./table.js" */

/**
 * The page of a game.
 *
 * @param {HTMLElement} place
 * @param {Context} context
 * @param {string} id
 */
export async function open(place, context, id) {
    const table = new Table(place, context, await context.connect("play"));
    // A plain game goes on where it was left, one that is wanted with a set-up begins.
    await begin(table, /[:/#]/.test(id) ? { name: id } : { name: id, resume: true });
    table.board.focusNamed(firstCell(table.board));
    place.dataset.game = id;
    return table;
}

/**
 * The game that a link carries, with its play.
 *
 * @param {HTMLElement} place
 * @param {Context} context
 * @param {string} packed
 */
export async function openLink(place, context, packed) {
    const { save, edit, ...load } = await linked(packed);
    if (edit) {
        // Not loaded by who only plays.
        return (await import("../edit/index.js")).openLinked(place, context, { ...load, save });
    }
    return openPlay(place, context, load, save);
}

/**
 * The game of a page that is one file: it goes on where it was left.
 *
 * @param {HTMLElement} place
 * @param {Context} context
 */
export async function openFile(place, context) {
    const { save, ...load } = /** @type {{masumeGame: import("../share/file.js").Game}} */ (/** @type {unknown} */ (globalThis)).masumeGame;
    return openPlay(place, context, load, save);
}

/**
 * A game with a play of it: it goes on where it was left since, also when the page is loaded again.
 *
 * @param {HTMLElement} place
 * @param {Context} context
 * @param {import("./link.js").Linked} linked
 * @param {string | undefined} save
 */
async function openPlay(place, context, linked, save) {
    const table = new Table(place, context, await context.connect("play"));
    const { name = "game", text } = linked;
    const load = { ...linked, resume: true };
    const reply = await (text === undefined ? begin(table, load) : taking(table, { name, text, game: { name, text } }, () => table.begin(load)));
    if (save !== undefined && reply?.error === undefined) {
        await goOn(table, save);
    }
    table.board.focusNamed(firstCell(table.board));
    return table;
}

/** Begins a game; it throws where there is none, or not with this set-up. @param {Table} table @param {Record<string, unknown>} load */
async function begin(table, load) {
    const reply = await table.begin(load);
    if (reply?.error !== undefined && table.match.snapshot === null) {
        table.end();
        throw new Refused(reply.error);
    }
    return reply;
}

/** The cell at which the keyboard begins: where something can be chosen, or the middle. @param {import("./board.js").Board} board */
function firstCell({ view }) {
    const choosable = view?.cells.find(({ marks }) => marks.includes("choosable"));
    const middle = view?.cells[Math.floor(view.rows / 2) * view.columns + Math.floor(view.columns / 2)];
    return view?.cursor ?? choosable?.name ?? middle?.name ?? "";
}
