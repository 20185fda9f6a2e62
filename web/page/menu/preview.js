import { corner, drawGround, extent, HEXAGON_ROW } from "../play/ground.js";
import { completed } from "../carrier/view.js";
import { keyOf, picture, svg } from "../play/look.js";
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
    const at = (/** @type {number} */ column, /** @type {number} */ row) => view.cells[row * view.columns + column];
    root.append(whole(drawGround(view, (column, row) => at(column, row)?.marks.includes("gap") ?? false), 0, 0, width, height));
    const keys = view.looks.map(keyOf);
    const lift = view.ground.slant === 0 ? 0 : HEXAGON_ROW / 6;
    view.cells.forEach(({ look }, index) => {
        const shown = view.looks[look];
        if (shown === undefined || (shown.shapes.length === 0 && shown.glyph.trim() === "" && shown.back === null)) {
            return;
        }
        const { x, y } = corner(view, index % view.columns, Math.floor(index / view.columns));
        root.append(whole(picture(shown, keys[look]), x, y + lift, 1, 1));
    });
    return root;
}

/** @param {SVGSVGElement} element @param {number} x @param {number} y @param {number} width @param {number} height */
function whole(element, x, y, width, height) {
    Object.entries({ x, y, width, height }).forEach(([name, value]) => element.setAttribute(name, String(value)));
    return element;
}
