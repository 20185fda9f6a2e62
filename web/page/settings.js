const KEPT = "masume-settings";

/**
 * Choices of the person at this browser, as attributes of the document that style sheets read.
 *
 * @typedef {{theme: "auto" | "light" | "dark", palette: "usual" | "safe" | "strong",
 *     motion: "auto" | "off", pad: "auto" | "on" | "off", language: string, outlook: boolean}} Settings
 */

/** @type {Settings} */
const USUAL = { theme: "auto", palette: "usual", motion: "auto", pad: "auto", language: "", outlook: true };

/** @type {Settings} */
export const settings = { ...USUAL, ...kept() };

/** True if nothing that is chosen outlives this page, since the browser refuses to keep it. */
export let isForgotten = false;

/** @returns {Partial<Settings>} */
function kept() {
    try {
        const read = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
        const known = Object.entries(read).filter(([name, value]) => typeof value === typeof USUAL[/** @type {keyof Settings} */ (name)]);
        return Object.fromEntries(known);
    } catch {
        return {};
    }
}

/** @param {Partial<Settings>} changed */
export function choose(changed) {
    Object.assign(settings, changed);
    apply();
    try {
        localStorage.setItem(KEPT, JSON.stringify(settings));
    } catch {
        isForgotten = true;
    }
}

/** Settings as attributes of the document. */
export function apply() {
    const { dataset } = document.documentElement;
    dataset.theme = settings.theme;
    dataset.palette = settings.palette;
    dataset.motion = settings.motion;
}

/** True if nothing on the page may move. */
export function isStill() {
    return settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
