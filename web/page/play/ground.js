/** @import {Ground, View} from "../carrier/protocol.js" */
import { svg } from "./look.js";

/** Height of a row of slanted cells, which are hexagons, in widths of a cell. */
export const HEXAGON_ROW = Math.sqrt(3) / 2;
/** Height of a hexagon above and below the line where its upright sides end. */
const HEXAGON_TIP = 1 / (2 * Math.sqrt(3));

/**
 * Size of a board in cells' widths.
 *
 * @param {{columns: number, rows: number, ground: Ground}} view
 */
export function extent({ columns, rows, ground }) {
    if (ground.slant === 0) {
        return { width: columns, height: rows };
    }
    return { width: columns + (rows - 1) / 2, height: rows * HEXAGON_ROW + HEXAGON_TIP };
}

/**
 * The upper left corner of a cell in cells' widths.
 *
 * @param {{rows: number, ground: Ground}} view
 * @param {number} column
 * @param {number} row
 */
export function corner({ rows, ground: { slant } }, column, row) {
    if (slant === 0) {
        return { x: column, y: row };
    }
    const steps = slant > 0 ? row : rows - 1 - row;
    return { x: column + steps / 2, y: row * HEXAGON_ROW };
}

/**
 * Picture of what lies under the pieces: squares, lines, blocks, hexagons and edges.
 *
 * @param {View} view
 * @param {(column: number, row: number) => boolean} isGap
 */
export function drawGround(view, isGap) {
    const { width, height } = extent(view);
    const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    root.classList.add("ground");
    if (view.ground.slant !== 0) {
        root.append(...hexagons(view, isGap), ...hexagonEdges(view));
        return root;
    }
    root.append(...squares(view, isGap));
    root.append(...rules(view), ...blocks(view), ...straightEdges(view));
    return root;
}

/** @param {View} view @param {(column: number, row: number) => boolean} isGap */
function squares({ columns, rows, ground }, isGap) {
    const paths = ["", ""];
    const first = ground.begins_second ? 1 : 0;
    for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
            if (!isGap(column, row)) {
                const shade = ground.kind === "squares" ? (column + row + first) % 2 : 0;
                paths[shade] += `M${column} ${row}h1v1h-1z`;
            }
        }
    }
    return paths.map((d, shade) => svg("path", { d, class: `shade-${shade}`, "shape-rendering": "crispEdges" }));
}

/** Lines between the cells. @param {View} view */
function rules({ columns, rows, ground }) {
    if (!ground.ruled) {
        return [];
    }
    let d = "";
    for (let x = 1; x < columns; x += 1) {
        d += `M${x} 0V${rows}`;
    }
    for (let y = 1; y < rows; y += 1) {
        d += `M0 ${y}H${columns}`;
    }
    return [svg("path", { d, class: "rule" })];
}

/** @param {View} view */
function blocks({ columns, rows, ground }) {
    if (ground.blocks === null) {
        return [];
    }
    const across = ground.blocks.columns.map((x) => `M${x} 0V${rows}`);
    const along = ground.blocks.rows.map((y) => `M0 ${y}H${columns}`);
    const d = [...across, ...along].join("");
    return [svg("path", { d, class: "block" })];
}

/** @param {View} view */
function straightEdges({ columns, rows, ground: { edges } }) {
    const lines = [
        ["left", `M0 0V${rows}`],
        ["right", `M${columns} 0V${rows}`],
        ["top", `M0 0H${columns}`],
        ["bottom", `M0 ${rows}H${columns}`],
    ];
    return edgeLines(edges, lines);
}

/** @param {Ground["edges"]} edges @param {string[][]} lines */
function edgeLines(edges, lines) {
    return lines.flatMap(([side, d]) => {
        const hue = edges?.[/** @type {"left"} */ (side)];
        return hue ? [svg("path", { d: d ?? "", class: `edge line-${hue}` })] : [];
    });
}

/** @param {View} view @param {(column: number, row: number) => boolean} isGap */
function hexagons(view, isGap) {
    let d = "";
    for (let row = 0; row < view.rows; row += 1) {
        for (let column = 0; column < view.columns; column += 1) {
            if (!isGap(column, row)) {
                const { x, y } = corner(view, column, row);
                d += `M${x} ${y + HEXAGON_TIP}l.5 ${-HEXAGON_TIP}l.5 ${HEXAGON_TIP}v${HEXAGON_TIP * 2}l-.5 ${HEXAGON_TIP}l-.5 ${-HEXAGON_TIP}z`;
            }
        }
    }
    return [svg("path", { d, class: "hexagon" })];
}

/** @param {View} view */
function hexagonEdges(view) {
    const { columns, rows } = view;
    const top = [], bottom = [], left = [], right = [];
    for (let column = 0; column < columns; column += 1) {
        const above = corner(view, column, 0);
        top.push([above.x, above.y + HEXAGON_TIP], [above.x + 0.5, above.y], [above.x + 1, above.y + HEXAGON_TIP]);
        const below = corner(view, column, rows - 1);
        const low = below.y + HEXAGON_TIP * 3;
        bottom.push([below.x, low], [below.x + 0.5, low + HEXAGON_TIP], [below.x + 1, low]);
    }
    for (let row = 0; row < rows; row += 1) {
        const first = corner(view, 0, row);
        left.push([first.x, first.y + HEXAGON_TIP], [first.x, first.y + HEXAGON_TIP * 3]);
        const last = corner(view, columns - 1, row);
        right.push([last.x + 1, last.y + HEXAGON_TIP], [last.x + 1, last.y + HEXAGON_TIP * 3]);
    }
    const lines = Object.entries({ left, right, top, bottom }).map(([side, points]) => [side, `M${points.join("L")}`]);
    return edgeLines(view.ground.edges, lines);
}
