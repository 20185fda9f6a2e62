import { completed } from "../carrier/view.js";
import { extent } from "../play/ground.js";
import { keyOf, picture, standing, svg } from "../play/look.js";
import { groundOf, placeOf } from "../menu/preview.js";
/** @import {Carrier, View} from "../carrier/protocol.js" */

/** Positions of a play that are shown, and bytes of a film, at most. */
const MOST_VIEWS = 2000;
const MOST_BYTES = 8 << 20;
/** Seconds for which a position stays, and for which the last one stays longer. */
const STEP = 0.5;
const HOLD = 2;
/** Pixels of a cell where nothing says how large the film is. */
const SIDE = 32;
/** Properties that style sheets give to an element of a drawing, and what stands where they say nothing. */
const STYLES = /** @type {const} */ ([
    ["fill", "rgb(0, 0, 0)"], ["stroke", "none"], ["stroke-width", "1px"], ["stroke-linecap", "butt"], ["stroke-linejoin", "miter"],
    ["font-family", ""], ["font-weight", "400"], ["text-anchor", "start"], ["dominant-baseline", "auto"],
]);

/** A play that is too long to be one film. */
export class TooLong extends Error {}

/**
 * Views of a play from its first position to its last one, asked of an engine that has been given the play. Where the
 * board took another form, the film begins with that form.
 *
 * @param {Carrier} carrier
 * @param {number} length actions of the play
 * @returns {Promise<View[]>}
 */
export async function viewsOf(carrier, length) {
    if (length >= MOST_VIEWS) {
        throw new TooLong();
    }
    /** @type {View[]} */
    let views = [];
    for (let position = 0; position <= length; position += 1) {
        const reply = await carrier.ask({ goto: position }, { view: true });
        const view = (reply.answer?.snapshot ?? reply.stale)?.view;
        if (!view) {
            throw new Error(reply.error?.message ?? "no board");
        }
        const last = views.at(-1);
        if (last !== undefined && !isAlike(last, view)) {
            views = [];
        }
        views.push(completed(view));
    }
    return views;
}

/** @param {View} one @param {View} other */
function isAlike(one, other) {
    return one.columns === other.columns && one.rows === other.rows && one.cells[0]?.name === other.cells[0]?.name;
}

/**
 * A play as one picture that moves, an SVG text with its colours in it: each look is drawn once, and each cell says when
 * it shows which. Who cannot show movement shows the last position.
 *
 * @param {View[]} views
 * @param {{title: string, side?: number}} options
 * @returns {string}
 */
export function filmOf(views, { title, side = SIDE }) {
    const last = /** @type {View} */ (views.at(-1));
    const { width, height } = extent(last);
    const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width: width * side, height: height * side });
    const name = svg("title");
    name.textContent = title;
    const looks = new Looks();
    const total = (views.length - 1) * STEP + HOLD;
    const cells = last.cells.flatMap((_, index) => shows(views.map((view) => looks.name(view, index))).flatMap((show) => {
        const { x, y } = placeOf(last, index);
        return show.look === null ? [] : [use(show.look, round(x), round(y), show, views.length, total)];
    }));
    root.append(name, looks.definitions, groundOf(last), ...cells);
    coloured(root, last);
    const text = new XMLSerializer().serializeToString(root);
    if (text.length > MOST_BYTES) {
        throw new TooLong();
    }
    return text;
}

/** Looks of a film, each drawn once. */
class Looks {
    definitions = svg("defs");
    /** @type {Map<string, string | null>} */
    #names = new Map();
    /** Keys of a view's looks. @type {WeakMap<View, string[]>} */
    #keys = new WeakMap();

    /** Name of what a cell shows; `null` for nothing. @param {View} view @param {number} index */
    name(view, index) {
        const keys = this.#keys.get(view) ?? view.looks.map(keyOf);
        this.#keys.set(view, keys);
        const look = view.cells[index]?.look ?? -1;
        const shown = view.looks[look];
        const key = keys[look];
        if (shown === undefined || key === undefined) {
            return null;
        }
        let name = this.#names.get(key);
        if (name === undefined) {
            const drawn = picture(shown, key, standing(view));
            const isSeen = drawn.childElementCount > 0;
            name = isSeen ? `look-${this.#names.size}` : null;
            if (isSeen) {
                const group = svg("g", { id: name ?? "" });
                group.append(...drawn.childNodes);
                this.definitions.append(group);
            }
            this.#names.set(key, name);
        }
        return name;
    }
}

/**
 * The looks of a cell, each with the positions at which it is shown.
 *
 * @param {(string | null)[]} names
 */
function shows(names) {
    const looks = [...new Set(names)];
    return looks.map((look) => ({ look, at: names.map((name) => name === look) }));
}

/**
 * @param {string} look
 * @param {number} x
 * @param {number} y
 * @param {{at: boolean[]}} show
 * @param {number} count
 * @param {number} total
 */
function use(look, x, y, { at }, count, total) {
    const element = svg("use", { href: `#${look}`, x, y });
    const word = (/** @type {boolean | undefined} */ isShown) => (isShown ? "visible" : "hidden");
    const changes = at.flatMap((isShown, position) => (position === 0 || at[position - 1] !== isShown ? [position] : []));
    if (changes.length > 1) {
        element.setAttribute("visibility", word(at[count - 1]));
        element.append(svg("animate", {
            attributeName: "visibility", calcMode: "discrete", dur: `${total}s`, repeatCount: "indefinite",
            values: changes.map((position) => word(at[position])).join(";"),
            keyTimes: changes.map((position) => round((position * STEP) / total)).join(";"),
        }));
    }
    return element;
}

/** @param {number} number */
function round(number) {
    return Math.round(number * 1e6) / 1e6;
}

/**
 * Writes into a drawing what style sheets say of it, as it would look on the page now.
 *
 * @param {SVGSVGElement} root
 * @param {View} view
 */
function coloured(root, { ground }) {
    const place = document.createElement("div");
    place.className = "film";
    place.dataset.ground = ground.hue;
    place.dataset.kind = ground.kind;
    place.append(root);
    document.body.append(place);
    for (const element of root.querySelectorAll("path, polyline, rect, text")) {
        const style = getComputedStyle(element);
        for (const [name, usual] of STYLES) {
            const isOfText = name.startsWith("font") || name === "text-anchor" || name === "dominant-baseline";
            const value = style.getPropertyValue(name);
            if (value !== usual && (!isOfText || element.matches("text"))) {
                element.setAttribute(name, value);
            }
        }
    }
    root.querySelectorAll("[class]").forEach((element) => element.removeAttribute("class"));
    place.remove();
}
