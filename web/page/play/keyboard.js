import { isMeantFor } from "../focus.js";
/** @import {Snapshot, View} from "../carrier/protocol.js" */
/** @import {Board} from "./board.js" */

/** Names of keys in the service's words. @type {Record<string, string>} */
const NAMES = {
    ArrowUp: "up",
    ArrowDown: "down",
    ArrowLeft: "left",
    ArrowRight: "right",
    " ": "space",
    Enter: "enter",
    Escape: "escape",
    Backspace: "backspace",
    PageUp: "page-up",
    PageDown: "page-down",
    Home: "home",
    End: "end",
};
const STEPS = /** @type {const} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });
const EDGES = { ArrowUp: "page-edge-top", ArrowDown: "page-edge-bottom", ArrowLeft: "page-edge-left", ArrowRight: "page-edge-right" };

/**
 * Requests of keys on a board.
 *
 * @typedef {{board: Board, snapshot: () => Snapshot | null, press: (key: string) => void,
 *     pick: (name: string) => void, drop: () => void, tell: (id: string) => void, jump: () => void,
 *     legal: () => void, takeBack: (question: "undo" | "redo") => void}} Player
 */

/**
 * Keys on a board: the game's own, those of every face, and those that move among the cells. They mean the board also
 * where nothing has the focus, as after a click beside it.
 *
 * @param {Player} player
 * @returns {() => void} what ends it
 */
export function listenToKeys(player) {
    const ended = new AbortController();
    const { grid } = player.board;
    document.addEventListener("keydown", (event) => {
        const isHeard = !event.isComposing && !event.defaultPrevented && isMeantFor(grid, event);
        if (isHeard && (look(event, player) || browse(event, player) || act(event, player))) {
            event.preventDefault();
        }
    }, ended);
    return () => ended.abort();
}

/** Keys that tell something of the board. @param {KeyboardEvent} event @param {Player} player */
function look(event, player) {
    if (!event.altKey || event.ctrlKey || event.metaKey) {
        return false;
    }
    switch (event.code) {
        case "KeyM":
            return goToLast(player);
        case "KeyL":
            player.legal();
            return true;
        case "KeyN":
            return goToNext(player, event.shiftKey ? -1 : 1);
        case "KeyG":
            player.jump();
            return true;
        default:
            return false;
    }
}

/** Keys that move among the cells. @param {KeyboardEvent} event @param {Player} player */
function browse(event, { board, snapshot, tell }) {
    const view = snapshot()?.view;
    if (!view || event.altKey || event.metaKey) {
        return false;
    }
    const { column, row } = board.focused;
    const last = { column: view.columns - 1, row: view.rows - 1 };
    switch (event.key) {
        case "Home":
            board.focus(0, event.ctrlKey ? 0 : row);
            return true;
        case "End":
            board.focus(last.column, event.ctrlKey ? last.row : row);
            return true;
        case "PageUp":
            board.focus(column, 0);
            return true;
        case "PageDown":
            board.focus(column, last.row);
            return true;
    }
    if (!isStep(event.key) || (isAction(view, event.key) && !event.shiftKey)) {
        return false;
    }
    const [dx, dy] = STEPS[event.key];
    const next = nextPlace(view, column, row, dx, dy);
    if (next === null) {
        tell(EDGES[event.key]);
    } else {
        board.focus(next.column, next.row);
    }
    return true;
}

/**
 * The next place that can hold anything, or none before the edge.
 *
 * @param {View} view
 * @param {number} column
 * @param {number} row
 * @param {number} dx
 * @param {number} dy
 */
function nextPlace({ columns, rows, cells }, column, row, dx, dy) {
    for (let x = column + dx, y = row + dy; x >= 0 && y >= 0 && x < columns && y < rows; x += dx, y += dy) {
        if (!cells[y * columns + x]?.marks.includes("bare")) {
            return { column: x, row: y };
        }
    }
    return null;
}

/** @param {string} key @returns {key is keyof typeof STEPS} */
function isStep(key) {
    return Object.hasOwn(STEPS, key);
}

/** True if an arrow is a move of the game. @param {View} view @param {string} key */
function isAction(view, key) {
    const name = NAMES[key];
    return view.keys.some((known) => known.key === name && known.kind !== "command");
}

/** Keys that do something. @param {KeyboardEvent} event @param {Player} player */
function act(event, { board, snapshot, press, pick, drop, takeBack }) {
    const taken = takenBack(event);
    if (taken !== null) {
        takeBack(taken);
        return true;
    }
    if (event.key === "Escape") {
        drop();
        return true;
    }
    const current = snapshot();
    const view = current?.view;
    const key = keyName(event);
    if (!view || key === null) {
        return false;
    }
    const isOwn = view.keys.some((known) => known.key === key && known.kind !== "command");
    const isChoice = (key === "enter" || key === "space") && !isOwn;
    if (isChoice && current.phase === "playing" && board.focusedCell !== undefined) {
        pick(board.focusedCell.name);
        return true;
    }
    // The cursor is the page's: keys that move one elsewhere mean nothing here.
    const isCommand = view.keys.some((known) => known.key === key && known.command !== "point" && known.command !== "choose");
    if (isOwn || isChoice || isCommand) {
        press(key);
        return true;
    }
    return false;
}

/** What the keys of every program for taking back mean, with Caps Lock or without. @param {KeyboardEvent} event */
function takenBack({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    const letter = key.toLowerCase();
    if (altKey || !(ctrlKey || metaKey) || (letter !== "z" && letter !== "y")) {
        return null;
    }
    return letter === "y" || shiftKey ? "redo" : "undo";
}

/** @param {KeyboardEvent} event @returns {string | null} */
function keyName(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) {
        return null;
    }
    const named = NAMES[event.key] ?? (/^F\d+$/.test(event.key) ? event.key.toLowerCase() : event.key);
    return event.key.length === 1 || event.key in NAMES || /^f\d+$/.test(named) ? named : null;
}

/** @param {Player} player */
function goToLast({ board, snapshot, tell }) {
    const fresh = snapshot()?.view?.cells.filter(({ marks }) => marks.includes("fresh")) ?? [];
    const names = fresh.map(({ name }) => name);
    if (names.length === 0) {
        tell("page-no-last");
        return true;
    }
    // Pressed again, it goes on to the next cell of that move.
    const at = names.indexOf(board.focusedCell?.name ?? "");
    board.focusNamed(names[(at + 1) % names.length] ?? "");
    return true;
}

/** @param {Player} player @param {1 | -1} way */
function goToNext({ board, snapshot, tell }, way) {
    const view = snapshot()?.view;
    const here = board.focusedCell;
    if (!view || here === undefined) {
        return true;
    }
    const from = view.cells.indexOf(here);
    const count = view.cells.length;
    for (let step = 1; step < count; step += 1) {
        const cell = view.cells[(from + way * step + count * 2) % count];
        if (cell?.look === here.look) {
            board.focusNamed(cell.name);
            return true;
        }
    }
    tell("page-no-other");
    return true;
}
