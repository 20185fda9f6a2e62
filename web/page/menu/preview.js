import { corner, drawGround, extent, HEXAGON_ROW } from "../play/ground.js";
import { completed } from "../carrier/view.js";
import { keyOf, picture, standing, svg } from "../play/look.js";
/** @import {View} from "../carrier/protocol.js" */

/**
 * Board as one picture, without anything that can be chosen.
 *
 * @param {View} view
 */
export function preview(view) {
    completed(view);
    const { width, height } = extent(view);
    const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
    root.classList.add("preview");
    root.dataset.ground = view.ground.hue;
    root.dataset.kind = view.ground.kind;
    root.append(groundOf(view));
    const keys = view.looks.map(keyOf);
    view.cells.forEach(({ look }, index) => {
        const shown = view.looks[look];
        if (shown === undefined || (shown.shapes.length === 0 && shown.glyph.trim() === "" && shown.back === null)) {
            return;
        }
        const { x, y } = placeOf(view, index);
        root.append(whole(picture(shown, keys[look], standing(view)), x, y, 1, 1));
    });
    return root;
}

/** The ground of a board, as large as the board. @param {View} view */
export function groundOf(view) {
    const { width, height } = extent(view);
    const isGap = (/** @type {number} */ column, /** @type {number} */ row) => view.cells[row * view.columns + column]?.marks.includes("gap") ?? false;
    return whole(drawGround(view, isGap), 0, 0, width, height);
}

/** The upper left corner of what a cell shows. @param {View} view @param {number} index */
export function placeOf(view, index) {
    const { x, y } = corner(view, index % view.columns, Math.floor(index / view.columns));
    return { x, y: view.ground.slant === 0 ? y : y + HEXAGON_ROW / 6 };
}

/** @param {SVGSVGElement} element @param {number} x @param {number} y @param {number} width @param {number} height */
function whole(element, x, y, width, height) {
    Object.entries({ x, y, width, height }).forEach(([name, value]) => element.setAttribute(name, String(value)));
    return element;
}
