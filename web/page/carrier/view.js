/** @import {View} from "./protocol.js" */

/** @type {string[]} */
const NONE = [];

/**
 * The view with what its text leaves out: cells without marks.
 *
 * @param {View} view
 */
export function completed(view) {
    for (const cell of view.cells) {
        cell.marks ??= NONE;
    }
    return view;
}
