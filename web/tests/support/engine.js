// Engines within a page, asked without the page's own parts, and texts that do them harm.

/** @import {Page} from "playwright-core" */

/** Rules that each take far longer than anybody waits. */
export const LOOPS = `game Loops
board 8 x 8

value one = 1

pieces
  thing: stone

start
  any -> stone

action go from a to b
  9000 times:
    if count [row / one = 99] > 0 or count [column / one = 99] > 0:
      stone -> _

win when no stone
`;

/** The same rules, which nobody asks about before the game is begun. */
export const LOOPS_LATER = LOOPS.replace("value one = 1", "value one = 1\nvalue begun").replace(
    "action go from a to b",
    "action begin when begun = 0\n  begun = 1\n\naction go from a to b when begun = 1",
);

/** A board of a million cells, whose view is longer than an engine in a worker has memory for. */
const EATS = `game Eats
board 1024 x 1024

pieces
  thing: stone

action go
  all
    stone -> _
    [no stone] -> stone
`;

/** Questions that begin a level of Sokoban, and that go on with what was left of it. */
export const SOKOBAN = { load: { name: "sokoban", level: 1 } };
export const RESUME = { load: { name: "sokoban", resume: true } };

/**
 * A carrier within the page, which plays without the page's own parts.
 *
 * @param {Page} page
 * @param {"play" | "search"} purpose
 */
export async function connect(page, purpose = "play") {
    return page.evaluateHandle(async (wanted) => {
        const { connect } = await import(/** @type {string} */ ("/carrier/index.js"));
        /** @type {any} */
        const carrier = await connect(wanted);
        const heard = /** @type {any[]} */ ([]);
        carrier.listen((/** @type {any} */ notice) => heard.push(notice.event));
        return { ask: (/** @type {any} */ question) => carrier.ask(question), carrier, heard };
    }, purpose);
}

/**
 * Has an engine eat memory, then asks more.
 *
 * @param {Awaited<ReturnType<typeof connect>>} engine
 * @param {any[]} questions
 * @returns {Promise<(string | undefined)[]>} how each question was answered, if it was
 */
export function eat(engine, ...questions) {
    return engine.evaluate(async ({ carrier }, all) => {
        const found = [];
        for (const question of all) {
            const reply = await carrier.ask(question, { view: true });
            found.push(["answer", "stale", "error"].find((it) => it in reply));
        }
        return found;
    }, [{ load: { name: "eats", text: EATS } }, { act: "go" }, ...questions]);
}

/**
 * @param {Awaited<ReturnType<typeof connect>>} engine
 * @param {any[]} questions
 * @returns {Promise<any[]>}
 */
export function ask(engine, ...questions) {
    return engine.evaluate(async ({ ask }, all) => {
        const replies = [];
        for (const question of all) {
            replies.push(await ask(question));
        }
        return replies;
    }, questions);
}
