/** @import {Board} from "./board.js" */

/** Pixels that a finger or mouse may move within a tap. */
const TAP = 10;
/** Pixels of a swipe. */
const SWIPE = 24;
/** Directions counted from the right, clockwise as the screen is. */
const EIGHT = ["right", "down-right", "down", "down-left", "left", "up-left", "up", "up-right"];

/**
 * Meaning of what a pointer does on a board.
 *
 * @typedef {{pick: (name: string) => void, drag: (from: string, to: string) => void,
 *     swipe: (direction: string) => void, directions: () => string[]}} Gestures
 */

/**
 * Clicks, taps, drags and swipes on a board.
 *
 * @param {Board} board
 * @param {Gestures} gestures
 */
export function listenToPointer(board, gestures) {
    const { grid } = board;
    /** @type {Stroke | null} */
    let stroke = null;
    grid.addEventListener("pointerdown", (event) => {
        if (!event.isPrimary || event.button !== 0) {
            return;
        }
        stroke?.cancel();
        stroke = new Stroke(board, gestures, event);
        capture(grid, event.pointerId);
    });
    grid.addEventListener("pointermove", (event) => stroke?.move(event));
    grid.addEventListener("pointerup", (event) => {
        stroke?.end(event);
        stroke = null;
    });
    grid.addEventListener("pointercancel", () => {
        stroke?.cancel();
        stroke = null;
    });
}

/** Keeps a pointer that leaves the board. @param {HTMLElement} grid @param {number} pointer */
function capture(grid, pointer) {
    try {
        grid.setPointerCapture(pointer);
    } catch {
        // It is gone already: a click that another program made.
    }
}

/** One movement of a pointer, from where it went down. */
class Stroke {
    /** @param {Board} board @param {Gestures} gestures @param {PointerEvent} event */
    constructor(board, gestures, event) {
        this.board = board;
        this.gestures = gestures;
        this.from = board.nameAt(event.target);
        this.x = event.clientX;
        this.y = event.clientY;
        const cell = this.from === null ? null : board.element(this.from);
        this.piece = cell?.querySelector(".piece") ?? null;
        const isChoice = cell?.matches(".is-choosable, .is-selected") ?? false;
        // A finger swipes wherever directions mean something; a mouse only where there is nothing to drag.
        this.isSwipe = gestures.directions().length > 0 && (event.pointerType !== "mouse" || !isChoice);
        this.isDragging = false;
    }

    /** @param {PointerEvent} event */
    move(event) {
        const { dx, dy, far } = this.#moved(event);
        if (this.isSwipe || this.from === null || (!this.isDragging && far < TAP)) {
            return;
        }
        this.isDragging = true;
        this.board.element(this.from)?.classList.add("is-dragged");
        if (this.piece instanceof SVGElement) {
            this.piece.style.transform = `translate(${dx}px, ${dy}px)`;
        }
    }

    /** @param {PointerEvent} event */
    end(event) {
        this.cancel();
        const { dx, dy, far } = this.#moved(event);
        if (this.isSwipe && far >= SWIPE) {
            this.gestures.swipe(direction(dx, dy, this.gestures.directions()));
            return;
        }
        const to = this.board.nameAt(document.elementFromPoint(event.clientX, event.clientY));
        if (this.from === null || to === null) {
            return;
        }
        if (to === this.from) {
            this.gestures.pick(to);
        } else if (!this.isSwipe) {
            this.gestures.drag(this.from, to);
        }
    }

    cancel() {
        if (this.from !== null) {
            this.board.element(this.from)?.classList.remove("is-dragged");
        }
        if (this.piece instanceof SVGElement) {
            this.piece.style.transform = "";
        }
    }

    /** @param {PointerEvent} event */
    #moved(event) {
        const dx = event.clientX - this.x;
        const dy = event.clientY - this.y;
        return { dx, dy, far: Math.hypot(dx, dy) };
    }
}

/**
 * The direction of a swipe among those that mean something.
 *
 * @param {number} dx
 * @param {number} dy
 * @param {string[]} known
 */
export function direction(dx, dy, known) {
    const turn = Math.atan2(dy, dx);
    const difference = (/** @type {string} */ name) => {
        const apart = Math.abs(turn - (EIGHT.indexOf(name) * Math.PI) / 4) % (2 * Math.PI);
        return Math.min(apart, 2 * Math.PI - apart);
    };
    return known.filter((name) => EIGHT.includes(name)).reduce((best, name) => (difference(name) < difference(best) ? name : best));
}
