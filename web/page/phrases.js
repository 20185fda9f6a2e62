/** @type {Record<string, string>} */
let phrases = {};

/** @param {Record<string, string>} told */
export function learn(told) {
    phrases = told;
}

/**
 * Phrase in the language of the page, with values in place of their names. An unknown phrase is its
 * own name, which a test looks for.
 *
 * @param {string} id
 * @param {Record<string, string | number>} values
 */
export function say(id, values = {}) {
    const text = phrases[id] ?? id;
    return text.replace(/\{\s*\$([\w-]+)\s*\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Phrase that begins a label, a button or a title: other faces have it in the middle of a line, and write it small.
 *
 * @param {string} id
 */
export function label(id) {
    return capital(say(id));
}

/** Words with a capital at their beginning. A name stays as whoever gave it wrote it: it is not for names. @param {string} words */
export function capital(words) {
    const [first = ""] = words;
    return first.toLocaleUpperCase(document.documentElement.lang) + words.slice(first.length);
}

/** Letters that are not seen: control characters, and those that turn the direction of what stands around them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Name that comes from outside, with signs for the letters that are not seen. @param {string} name */
export function visible(name) {
    return name.replace(UNSEEN, (letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`);
}

/** The same within a sentence, whose direction it leaves as it is. @param {string} name */
export function named(name) {
    return `\u2068${visible(name)}\u2069`;
}
