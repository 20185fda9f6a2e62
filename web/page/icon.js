import { html } from "./vendor/lit-html/lit-html.js";

/** Outlines on a square of 24 x 24. */
const OUTLINES = /** @type {const} */ ({
    undo: "M9 5 4 10l5 5M4.5 10H14a5 5 0 0 1 0 10h-3",
    redo: "M15 5l5 5-5 5M19.5 10H10a5 5 0 0 0 0 10h3",
    restart: "M5 5v5h5M5.5 9.5A7.5 7.5 0 1 1 4.5 13",
    hint: "M9.5 17.5h5M10.5 20.5h3M8.5 14.5a6 6 0 1 1 7 0l-1 3h-5z",
    follow: "M6 5l8 7-8 7zM18 5v14",
    run: "M7 4.5l12 7.5-12 7.5z",
    stop: "M6 6h12v12H6z",
    levels: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
    anew: "M12 5v14M5 12h14",
    help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.01M12 2.8a9.2 9.2 0 1 0 .001 0z",
    more: "M5 12v.01M12 12v.01M19 12v.01",
    back: "M14.5 5 7.5 12l7 7",
    close: "M6 6l12 12M18 6 6 18",
    settings: "M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5",
    edit: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5",
    statistics: "M5 20v-7M12 20V4M19 20v-11",
    history: "M12 7v5l3.5 2M12 3.5a8.5 8.5 0 1 0 .001 0z",
    share: "M12 15V4M8 7.5 12 3.5l4 4M5 13v6.5h14V13",
    up: "M12 19V5M6 11l6-6 6 6",
    down: "M12 5v14M6 13l6 6 6-6",
    left: "M19 12H5M11 6l-6 6 6 6",
    right: "M5 12h14M13 6l6 6-6 6",
    "up-left": "M18 18 6.5 6.5M6 14V6h8",
    "up-right": "M6 18 17.5 6.5M10 6h8v8",
    "down-left": "M18 6 6.5 17.5M6 10v8h8",
    "down-right": "M6 6l11.5 11.5M18 10v8h-8",
});

/** @typedef {keyof typeof OUTLINES} IconName */

/** @param {string} name @returns {name is IconName} */
export function isIcon(name) {
    return Object.hasOwn(OUTLINES, name);
}

/**
 * Icon in the colour of the text around it, of which nothing is read aloud.
 *
 * @param {IconName} name
 */
export function icon(name) {
    return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${OUTLINES[name]}></path></svg>`;
}
