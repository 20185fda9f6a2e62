/**
 * A game as it stands in a file: a shipped game's name or a text, and a play of it.
 *
 * @typedef {{name?: string, text?: string, save?: string}} Game
 */

/** The place of the game in the page that is one file, as `cargo xtask site` writes it. */
const PLACE = /(<script type="application\/json" id="masume-game">)([^<]*)(<\/script>)/;
/** The longest file that a game is read from, in letters: a page of ours, a long play, and room. */
const LONGEST = 16 << 20;

/** Facts that a page that is one file knows of itself. @type {{masumeFile?: () => string}} */
const within = /** @type {any} */ (globalThis);

/**
 * One file that opens in any browser, also from a folder, and holds this game.
 *
 * @param {Game} game
 * @returns {Promise<Blob>}
 */
export async function fileOf(game) {
    const page = within.masumeFile ? within.masumeFile() : await fetched();
    if (!PLACE.test(page)) {
        throw new TypeError("the page has no place for a game");
    }
    // Nothing in a game can end the script that it lies in.
    const text = JSON.stringify(game).replaceAll("<", "\\u003c");
    return new Blob([page.replace(PLACE, (_, before, __, after) => before + text + after)], { type: "text/html" });
}

async function fetched() {
    const response = await fetch(new URL("../player.html", import.meta.url));
    if (!response.ok) {
        throw new Error(`${response.status} ${response.url}`);
    }
    return response.text();
}

/**
 * The game of such a file; `null` if it is none.
 *
 * @param {string} page
 * @returns {Game | null}
 */
export function gameOf(page) {
    const found = page.length <= LONGEST ? PLACE.exec(page) : null;
    try {
        const read = JSON.parse(found?.[2] ?? "null");
        const texts = Object.entries(read ?? {}).filter(([name, value]) => ["name", "text", "save"].includes(name) && typeof value === "string");
        const game = /** @type {Game} */ (Object.fromEntries(texts));
        return game.name === undefined && game.text === undefined ? null : game;
    } catch {
        return null;
    }
}
