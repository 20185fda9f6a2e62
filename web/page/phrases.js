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
