/** @import {View, ViewCell} from "../carrier/protocol.js" */
import { corner, drawGround, extent, HEXAGON_ROW } from "./ground.js";
import { keyOf, picture, standing, svg } from "./look.js";
import { animate } from "./motion.js";

/** Columns and rows that are in the document at once; a larger board is seen through a window. */
export const WINDOW = 64;
const MARKS = ["choosable", "selected", "fresh", "hinted", "target", "gap", "dead", "bare"];
/** Parts of pictures on which a dot that marks a cell would not be seen. */
const DOTLESS = ".fill-black, .fill-white, .glyph";
/** Milliseconds for which a path that was drawn stays. */
const PATH_STAYS = 900;

/**
 * Cell of the document with what it shows.
 *
 * @typedef {{element: HTMLElement, key: string, name: string, label: string, marks: string, picture: SVGSVGElement | null}} Shown
 */

/** Board in the document: a grid of which only cells that changed are touched. */
export class Board {
    /** @type {View | null} */
    view = null;
    /** @type {Shown[]} */
    #cells = [];
    /** @type {Map<string, number>} */
    #places = new Map();
    /** @type {string[]} */
    #keys = [];
    #frame = "";
    #left = 0;
    #top = 0;
    #focused = 0;
    #joinedTimer = 0;

    /**
     * @param {HTMLElement} grid
     * @param {{isStill: () => boolean}} options
     */
    constructor(grid, options) {
        this.grid = grid;
        this.options = options;
        grid.setAttribute("role", "grid");
        // A screen reader puts the focus where it reads; keys then mean that cell.
        grid.addEventListener("focusin", ({ target }) => {
            const name = this.nameAt(target);
            if (name !== null) {
                this.rest(name);
            }
        });
    }

    /** The place that the keyboard is at, as column and row of the whole board. */
    get focused() {
        const columns = this.view?.columns ?? 1;
        return { column: this.#focused % columns, row: Math.floor(this.#focused / columns) };
    }

    /** @returns {ViewCell | undefined} */
    get focusedCell() {
        return this.view?.cells[this.#focused];
    }

    /**
     * Shows what the view says.
     *
     * @param {View} view
     * @param {{moves: boolean}} options
     */
    show(view, { moves }) {
        const before = this.view;
        const oldKeys = this.#keys;
        const hadFocus = this.hasFocus;
        this.view = view;
        this.#keys = view.looks.map(keyOf);
        if (this.#frame !== frameOf(view)) {
            this.#build(view);
        }
        const changed = this.#update();
        if (moves && before !== null && !this.options.isStill() && changed.length > 0 && changed.length <= WINDOW * 4) {
            animate(view, this.#window(), changed, oldKeys.length > 0);
        }
        this.#join(view);
        if (view.cursor !== null && before?.cursor !== view.cursor) {
            this.#rove(this.#places.get(view.cursor) ?? this.#focused);
        }
        if (hadFocus && !this.hasFocus) {
            // The cell that had it went with the board of another shape.
            this.takeFocus();
        }
    }

    /** @param {string} name @returns {HTMLElement | null} */
    element(name) {
        const index = this.#places.get(name);
        return index === undefined ? null : this.#shown(index)?.element ?? null;
    }

    /** @param {EventTarget | null} target @returns {string | null} */
    nameAt(target) {
        const cell = target instanceof Element ? target.closest("[data-cell]") : null;
        return cell instanceof HTMLElement && this.grid.contains(cell) ? cell.dataset.cell ?? null : null;
    }

    /**
     * Moves the keyboard's place, and what is seen of a large board with it.
     *
     * @param {number} column
     * @param {number} row
     * @param {{isSeen?: boolean}} options nothing is scrolled to what was pointed at
     */
    focus(column, row, { isSeen = false } = {}) {
        if (this.view === null) {
            return;
        }
        this.#scrollTo(column, row);
        const index = row * this.view.columns + column;
        const element = this.#shown(index)?.element;
        // The focus moves before its tab stop goes: of a cell that has both, the browser finds out at once how it looks.
        element?.setAttribute("tabindex", "0");
        element?.focus({ preventScroll: isSeen });
        this.#rove(index);
    }

    get hasFocus() {
        return this.grid.contains(document.activeElement);
    }

    /** Moves the focus to the place that the keyboard is at. */
    takeFocus() {
        const { column, row } = this.focused;
        this.focus(column, row, { isSeen: true });
    }

    /** @param {string} name @param {{isSeen?: boolean}} options */
    focusNamed(name, options = {}) {
        const index = this.#places.get(name);
        if (index !== undefined && this.view !== null) {
            this.focus(index % this.view.columns, Math.floor(index / this.view.columns), options);
        }
    }

    /** @param {string} name Puts the tab stop there without taking the focus. */
    rest(name) {
        const index = this.#places.get(name);
        if (index !== undefined) {
            this.#rove(index);
        }
    }

    #window() {
        const view = /** @type {View} */ (this.view);
        return {
            left: this.#left,
            top: this.#top,
            columns: Math.min(view.columns, WINDOW),
            rows: Math.min(view.rows, WINDOW),
        };
    }

    /** @param {number} index */
    #shown(index) {
        const { left, top, columns, rows } = this.#window();
        const wide = this.view?.columns ?? 1;
        const column = (index % wide) - left;
        const row = Math.floor(index / wide) - top;
        const isSeen = column >= 0 && row >= 0 && column < columns && row < rows;
        return isSeen ? this.#cells[row * columns + column] : undefined;
    }

    /** @param {number} index */
    #rove(index) {
        const next = this.#shown(index)?.element;
        if (next?.getAttribute("tabindex") !== "0") {
            next?.setAttribute("tabindex", "0");
        }
        if (index !== this.#focused) {
            this.#shown(this.#focused)?.element.setAttribute("tabindex", "-1");
            this.#focused = index;
        }
    }

    /** @param {number} column @param {number} row */
    #scrollTo(column, row) {
        const view = /** @type {View} */ (this.view);
        const { columns, rows } = this.#window();
        const left = placeOfWindow(this.#left, columns, view.columns, column);
        const top = placeOfWindow(this.#top, rows, view.rows, row);
        if (left !== this.#left || top !== this.#top) {
            this.#left = left;
            this.#top = top;
            this.#build(view);
            this.#update();
        }
    }

    /** @param {View} view */
    #build(view) {
        const isNew = this.#frame !== frameOf(view);
        this.#frame = frameOf(view);
        this.#places = new Map(view.cells.map(({ name }, index) => [name, index]));
        if (isNew) {
            this.#left = 0;
            this.#top = 0;
            this.#focused = Math.min(this.#focused, view.cells.length - 1);
        }
        const part = this.#window();
        this.grid.setAttribute("aria-colcount", String(view.columns));
        this.grid.setAttribute("aria-rowcount", String(view.rows));
        this.grid.dataset.ground = view.ground.hue;
        this.grid.dataset.kind = view.ground.kind;
        this.grid.classList.toggle("is-slanted", view.ground.slant !== 0);
        this.grid.classList.toggle("has-gaps", view.cells.some(({ marks }) => marks.includes("gap")));
        const seen = { ...view, columns: part.columns, rows: part.rows };
        const { width, height } = extent(seen);
        this.grid.style.setProperty("--wide", String(width));
        this.grid.style.setProperty("--high", String(height));
        const isGap = (/** @type {number} */ column, /** @type {number} */ row) =>
            view.cells[(row + part.top) * view.columns + column + part.left]?.marks.includes("gap") ?? false;
        this.#cells = [];
        this.grid.replaceChildren(drawGround(seen, isGap), ...this.#rows(seen, part), overlay(width, height));
        this.#rove(this.#focused);
    }

    /** @param {View} seen @param {{left: number, top: number, columns: number, rows: number}} part */
    #rows(seen, part) {
        return Array.from({ length: part.rows }, (_, row) => {
            const line = document.createElement("div");
            line.setAttribute("role", "row");
            line.setAttribute("aria-rowindex", String(row + part.top + 1));
            line.style.setProperty("--x", String(corner(seen, 0, row).x));
            line.style.setProperty("--y", String(corner(seen, 0, row).y));
            for (let column = 0; column < part.columns; column += 1) {
                const element = document.createElement("div");
                element.setAttribute("role", "gridcell");
                element.setAttribute("aria-colindex", String(column + part.left + 1));
                element.setAttribute("tabindex", "-1");
                element.className = "cell";
                this.#cells.push({ element, key: "", name: "", label: "", marks: "", picture: null });
                line.append(element);
            }
            return line;
        });
    }

    /** Touches the cells that differ; returns them with what they showed. */
    #update() {
        const view = /** @type {View} */ (this.view);
        const part = this.#window();
        /** @type {{column: number, row: number, old: string, now: string, shown: Shown, gone: SVGSVGElement | null}[]} */
        const changed = [];
        this.#cells.forEach((shown, index) => {
            const column = index % part.columns;
            const row = Math.floor(index / part.columns);
            const cell = view.cells[(row + part.top) * view.columns + column + part.left];
            if (cell === undefined) {
                return;
            }
            const now = this.#keys[cell.look] ?? "";
            if (now !== shown.key) {
                changed.push({ column, row, old: shown.key, now, shown, gone: shown.picture });
                repaint(shown, view, cell, now);
            }
            describe(shown, cell);
        });
        return changed;
    }

    /** @param {View} view */
    #join(view) {
        clearTimeout(this.#joinedTimer);
        const path = this.grid.querySelector(".joined");
        if (path === null) {
            return;
        }
        const points = (view.joined ?? []).map(([column, row]) => this.#middle(view, column, row));
        path.setAttribute("points", points.join(" "));
        if (points.length > 0) {
            this.#joinedTimer = window.setTimeout(() => path.setAttribute("points", ""), PATH_STAYS);
        }
    }

    /** @param {View} view @param {number} column @param {number} row */
    #middle(view, column, row) {
        const { x, y } = corner(view, column - this.#left, row - this.#top);
        return `${x + 0.5},${y + (view.ground.slant === 0 ? 0.5 : HEXAGON_ROW / 1.5)}`;
    }
}

/** Key of what must be equal for the elements to stay. @param {View} view */
function frameOf({ columns, rows, ground, cells }) {
    const gaps = cells.flatMap(({ marks }, index) => (marks.includes("gap") ? [index] : []));
    return JSON.stringify([columns, rows, ground, cells[0]?.name, cells.at(-1)?.name, gaps]);
}

/**
 * First line of a window of `size` of `all` lines in which `wanted` is not at the rim.
 *
 * @param {number} first
 * @param {number} size
 * @param {number} all
 * @param {number} wanted
 */
function placeOfWindow(first, size, all, wanted) {
    if (all <= size) {
        return 0;
    }
    const margin = 4;
    const isInside = wanted >= first + margin && wanted < first + size - margin;
    const moved = isInside ? first : wanted - Math.floor(size / 2);
    return Math.max(0, Math.min(all - size, moved));
}

/** @param {Shown} shown @param {View} view @param {ViewCell} cell @param {string} key */
function repaint(shown, view, cell, key) {
    const look = view.looks[cell.look];
    const next = look === undefined || isBlank(look) ? null : picture(look, key, standing(view));
    if (next === null) {
        shown.picture?.remove();
    } else if (shown.picture?.parentNode === shown.element) {
        shown.picture.replaceWith(next);
    } else {
        shown.element.append(next);
    }
    shown.picture = next;
    shown.key = key;
    // A dot would not be seen on it.
    shown.element.classList.toggle("is-framed", next?.querySelector(DOTLESS) != null);
}

/** @param {import("../carrier/protocol.js").Look} look */
function isBlank({ shapes, glyph, back }) {
    return shapes.length === 0 && glyph.trim() === "" && back === null;
}

/** @param {Shown} shown @param {ViewCell} cell */
function describe(shown, cell) {
    const { element } = shown;
    if (shown.name !== cell.name) {
        shown.name = cell.name;
        element.dataset.cell = cell.name;
    }
    if (shown.label !== cell.label) {
        shown.label = cell.label;
        element.setAttribute("aria-label", cell.label);
    }
    const marks = cell.marks.join(" ");
    if (shown.marks !== marks) {
        shown.marks = marks;
        MARKS.forEach((mark) => element.classList.toggle(`is-${mark}`, cell.marks.includes(mark)));
        element.toggleAttribute("data-selected", cell.marks.includes("selected"));
        element.setAttribute("aria-selected", String(cell.marks.includes("selected")));
    }
}

/** @param {number} width @param {number} height */
function overlay(width, height) {
    const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    root.classList.add("overlay");
    root.append(svg("polyline", { points: "", class: "joined" }));
    return root;
}
