/** @import {Look, Shape} from "../carrier/protocol.js" */

const SVG = "http://www.w3.org/2000/svg";
const HUES = /^[a-z][a-z0-9-]*$/;
const COLOUR = /^#[0-9a-f]{6}$/i;
/** Commands of a path that is not made of squares only. */
const CURVED = /[acqstl]/i;
/** Share of a square that is free on each side of a picture that stands on it. */
const RIM = 0.08;
/** Share of a cell that a letter fills, by the number of letters beside each other. */
const SIZES = [0.62, 0.62, 0.5, 0.4, 0.31, 0.26];

/** Pictures that were drawn once, by their looks as text. @type {Map<string, SVGSVGElement>} */
const drawn = new Map();
/** More of them than any game has at one time; above, the store begins anew. */
const MOST = 4096;

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, String(value));
    }
    return element;
}

/**
 * Text by which equal looks are known.
 *
 * @param {Look} look
 */
export function keyOf(look) {
    return JSON.stringify(look);
}

/**
 * Picture of a look: a new element each time.
 *
 * @param {Look} look
 * @param {string} key
 * @param {{stands?: boolean}} options pictures that stand on squares leave a rim of them free
 * @returns {SVGSVGElement}
 */
export function picture(look, key = keyOf(look), { stands = false } = {}) {
    const wanted = stands ? `${key} stands` : key;
    let found = drawn.get(wanted);
    if (found === undefined) {
        found = draw(look, stands);
        if (drawn.size >= MOST) {
            drawn.clear();
        }
        drawn.set(wanted, found);
    }
    return /** @type {SVGSVGElement} */ (found.cloneNode(true));
}

/** Manner in which pictures are drawn on a board. @param {import("../carrier/protocol.js").View} view */
export function standing({ ground }) {
    return { stands: ground.kind === "squares" };
}

/** @param {Look} look @param {boolean} stands */
function draw(look, stands) {
    const root = svg("svg", { viewBox: "0 0 1 1", "aria-hidden": "true", focusable: "false" });
    root.classList.add("piece");
    if (look.back !== null && HUES.test(look.back)) {
        root.append(svg("rect", { width: 1, height: 1, class: `back fill-${look.back}`, "shape-rendering": "crispEdges" }));
    }
    const place = stands && look.shapes.some(isOfPicture) ? svg("g", { transform: `translate(${RIM} ${RIM}) scale(${1 - 2 * RIM})` }) : root;
    place.append(...look.shapes.map(outline));
    if (place !== root) {
        root.append(place);
    }
    // Over shapes, a glyph would mostly say what they say.
    if (look.glyph.trim() !== "" && (look.shapes.length === 0 || look.over)) {
        root.append(letters(look));
    }
    root.append(...small(look.under, "under"), ...small(look.sign, "sign"));
    return root;
}

/** True for an area of a picture of squares. @param {Pick<Shape, "path" | "line">} shape */
function isOfPicture({ path, line }) {
    return !line && !CURVED.test(path);
}

/** @param {Shape} shape */
function outline({ path, grid: [width, height], hue, colour, line }) {
    const drawn = svg("path", { d: path, transform: `scale(${1 / width} ${1 / height})` });
    const tone = typeof hue === "string" && HUES.test(hue) ? hue : "grey";
    drawn.classList.add(`${line ? "line" : "fill"}-${tone}`);
    if (line) {
        drawn.setAttribute("stroke-width", String(width * 0.07));
    }
    if (typeof colour === "string" && COLOUR.test(colour)) {
        drawn.removeAttribute("class");
        drawn.setAttribute(line ? "stroke" : "fill", colour);
    }
    if (isOfPicture({ path, line })) {
        drawn.setAttribute("shape-rendering", "crispEdges");
    }
    return drawn;
}

/** @param {Look} look */
function letters({ glyph, hue }) {
    const count = [...glyph].length;
    const text = svg("text", { x: 0.5, y: 0.5, "font-size": SIZES[count] ?? 1.3 / count });
    text.classList.add("glyph", `fill-${HUES.test(hue) ? hue : "grey"}`);
    text.textContent = glyph;
    return text;
}

/**
 * Small sign in a corner: what lies under a piece, or says something of it.
 *
 * @param {import("../carrier/protocol.js").Sign | null | undefined} sign
 * @param {"under" | "sign"} place
 */
function small(sign, place) {
    if (!sign) {
        return [];
    }
    const text = svg("text", { x: 0.84, y: place === "sign" ? 0.18 : 0.84, "font-size": 0.26 });
    text.classList.add("glyph", `fill-${HUES.test(sign.hue) ? sign.hue : "grey"}`);
    text.textContent = sign.glyph;
    return [text];
}
