/** @import {View} from "../carrier/protocol.js" */
import { corner } from "./ground.js";

/** Milliseconds of a move from cell to cell, and of what appears where it stands. */
const MOVES = 130;
const APPEARS = 110;
/** Cells that a piece may cross in a move that is shown, so that none flies over a whole board. */
const FARTHEST = 20;

/**
 * @typedef {{column: number, row: number, old: string, now: string, gone: SVGSVGElement | null,
 *     shown: {element: HTMLElement, picture: SVGSVGElement | null}}} Change
 */

/**
 * Shows where pieces came from: each picture that is new in a cell comes from the nearest cell that
 * lost the same one, preferably along a line.
 *
 * @param {View} view
 * @param {{columns: number, rows: number}} part
 * @param {Change[]} changed
 * @param {boolean} hasBefore
 */
export function animate(view, part, changed, hasBefore) {
    if (!hasBefore) {
        return;
    }
    const left = changed.filter(({ old, gone }) => old !== "" && gone !== null);
    for (const change of changed) {
        const picture = change.shown.picture;
        if (picture === null) {
            continue;
        }
        const from = nearest(change, left);
        if (from === null) {
            appear(picture);
            continue;
        }
        left.splice(left.indexOf(from), 1);
        move({ ...view, ...part }, change, from, picture);
    }
}

/** @param {Change} to @param {Change[]} left @returns {Change | null} */
function nearest(to, left) {
    let best = null;
    let least = Infinity;
    for (const from of left) {
        const across = Math.abs(from.column - to.column);
        const along = Math.abs(from.row - to.row);
        const isLine = across === 0 || along === 0 || across === along;
        const price = across + along + (isLine ? 0 : 2);
        if (from !== to && from.old === to.now && across + along <= FARTHEST && price < least) {
            best = from;
            least = price;
        }
    }
    return best;
}

/** @param {SVGSVGElement} picture */
function appear(picture) {
    picture.animate([{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], {
        duration: APPEARS,
        easing: "ease-out",
    });
}

/** @param {View} view @param {Change} to @param {Change} from @param {SVGSVGElement} picture */
function move(view, to, from, picture) {
    const begin = corner(view, from.column, from.row);
    const end = corner(view, to.column, to.row);
    const by = (/** @type {number} */ cells) => `${cells * 100}%`;
    const { element } = to.shown;
    element.classList.add("is-moving");
    const motion = picture.animate(
        [{ transform: `translate(${by(begin.x - end.x)}, ${by(begin.y - end.y)})` }, { transform: "none" }],
        { duration: MOVES, easing: "cubic-bezier(.2, .7, .3, 1)" },
    );
    motion.finished.then(
        () => element.classList.remove("is-moving"),
        () => element.classList.remove("is-moving"),
    );
}
