import { corner, extent } from "./ground.js";
import { WINDOW } from "./board.js";
/** @import {View} from "../carrier/protocol.js" */

/** Pixels of a cell: fewer cannot be hit with a finger, more look coarse. */
const LEAST = 16;
/** The same where the pad is what is hit, and the board is only seen. */
const LEAST_SEEN = 4;
const MOST = 92;
/** Pixels for the names of columns and rows. */
const NAMES = 22;

/**
 * Names beside a board, and a size of its cells at which it fits: whole pixels, or those of the screen where they are
 * small, so that lines stay crisp.
 */
export class Stage {
    /** @type {View | null} */
    #view = null;
    #named = "";

    /** @param {HTMLElement} frame holds the board and its names @param {HTMLElement} space whose size is free */
    constructor(frame, space) {
        this.frame = frame;
        this.space = space;
        this.columns = frame.querySelector(".column-names");
        this.rows = frame.querySelector(".row-names");
        this.observer = new ResizeObserver(() => this.fit());
        this.observer.observe(space);
    }

    /** @param {View} view */
    show(view) {
        this.#view = view;
        const named = JSON.stringify([view.column_names, view.row_names, view.ground.slant, view.columns, view.rows]);
        if (named !== this.#named) {
            this.#named = named;
            this.#name(view);
            this.#measure(view);
            this.fit();
        }
    }

    fit() {
        const view = this.#view;
        if (view === null) {
            return;
        }
        const { width, height } = seen(view);
        const isNamed = this.#isNamed(view);
        const free = this.space.getBoundingClientRect();
        const margin = isNamed ? NAMES : 0;
        const cell = Math.min((free.width - 2 * margin - 2) / width, (free.height - margin - 2) / height);
        const size = this.frame.closest(".has-pad") === null || cell >= LEAST ? Math.max(LEAST, Math.min(MOST, Math.floor(cell)))
            : Math.max(LEAST_SEEN, Math.floor(cell * devicePixelRatio) / devicePixelRatio);
        this.frame.style.setProperty("--cell", `${size}px`);
        this.frame.classList.toggle("is-scrolled", size * width > free.width);
    }

    /** Tells style sheets the form of the board, which narrow screens leave so much room for. @param {View} view */
    #measure(view) {
        const { width, height } = seen(view);
        this.space.style.setProperty("--wide", String(width));
        this.space.style.setProperty("--high", String(height));
    }

    end() {
        this.observer.disconnect();
    }

    /** @param {View} view */
    #isNamed({ column_names, row_names, columns, rows }) {
        return (column_names.length > 0 || row_names.length > 0) && columns <= WINDOW && rows <= WINDOW;
    }

    /** @param {View} view */
    #name(view) {
        const isNamed = this.#isNamed(view);
        this.frame.classList.toggle("is-named", isNamed);
        this.frame.classList.toggle("is-slanted-frame", view.ground.slant !== 0);
        const below = extent(view).height;
        const columns = view.column_names.map((name, column) => label(name, corner(view, column, view.rows - 1).x, below));
        const rows = view.row_names.map((name, row) => label(name, corner(view, 0, row).x, corner(view, 0, row).y));
        this.columns?.replaceChildren(...(isNamed ? columns : []));
        this.rows?.replaceChildren(...(isNamed ? rows : []));
    }
}

/** @param {View} view */
function seen(view) {
    return extent({ ...view, columns: Math.min(view.columns, WINDOW), rows: Math.min(view.rows, WINDOW) });
}

/** @param {string} name @param {number} x @param {number} y */
function label(name, x, y) {
    const element = document.createElement("span");
    element.textContent = name;
    element.style.setProperty("--x", String(x));
    element.style.setProperty("--y", String(y));
    return element;
}
