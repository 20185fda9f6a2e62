import { say } from "../phrases.js";
/** @import {Carrier, Line} from "../carrier/protocol.js" */

/**
 * Verdict about a level, and the figures of one that was solved.
 *
 * @typedef {{verdict: string, reason: string | null, rating: {difficulty: number, actions: number} | null}} Rating
 */

/** States that the search of one level may look at. */
const NODES = 1 << 20;

/** Verdicts of the solver about levels, with how hard they are, on a connection of its own that a button stops. */
export class Verdicts {
    /** Verdicts by the rows of the level. @type {Map<string, string>} */
    #found = new Map();
    /** @type {Carrier | null} */
    #carrier = null;
    isRunning = false;
    #isStopped = false;

    /** @param {{connect: () => Promise<Carrier>, changed: () => void}} options */
    constructor({ connect, changed }) {
        this.connect = connect;
        this.changed = changed;
    }

    /** @param {string} rows */
    of(rows) {
        return this.#found.get(rows) ?? "";
    }

    /**
     * Solves levels one after another, until it is stopped.
     *
     * @param {string} text
     * @param {string[]} levels the rows of each level of the text
     * @param {number[]} wanted numbers of levels from 0
     */
    async run(text, levels, wanted) {
        this.isRunning = true;
        this.#isStopped = false;
        this.#found = new Map();
        this.changed();
        try {
            this.#carrier ??= await this.connect();
            for (const index of wanted) {
                if (this.#isStopped) {
                    break;
                }
                const rows = levels[index] ?? "";
                this.#found.set(rows, say("page-searching"));
                this.changed();
                this.#found.set(rows, await this.#solve(this.#carrier, text, index + 1));
                this.changed();
            }
        } finally {
            this.isRunning = false;
            this.changed();
        }
    }

    stop() {
        this.#isStopped = true;
        this.#carrier?.stop();
    }

    end() {
        this.stop();
        this.#carrier?.end();
        this.#carrier = null;
    }

    /** @param {Carrier} carrier @param {string} text @param {number} level */
    async #solve(carrier, text, level) {
        try {
            const loaded = await carrier.ask({ load: { name: "game", text, level, language: document.documentElement.lang } });
            if (loaded.error !== undefined) {
                return loaded.error.message;
            }
            // Who stopped it meanwhile has stopped the loading.
            if (this.#isStopped) {
                return say("page-search-stopped");
            }
            const { answer } = await carrier.ask({ rate: null }, { budget: { nodes: NODES } });
            if (this.#isStopped) {
                return say("page-search-stopped");
            }
            if (answer?.rating !== undefined) {
                return rated(/** @type {Rating} */ (answer.rating));
            }
            // What is played for points has a best line, and no level of difficulty.
            const reply = await carrier.ask("solve", { budget: { nodes: NODES } });
            return reply.answer?.line === undefined ? (reply.error?.message ?? "") : told(reply.answer.line);
        } catch {
            return say("page-gone");
        }
    }
}

/** @param {Rating} rated */
function rated({ verdict, reason, rating }) {
    const actions = rating?.actions ?? 0;
    const line = say(`page-verdict-${verdict}`, { actions, points: 0, reason: reason ?? "" });
    return rating === null ? line : say("page-verdict-rated", { verdict: line, difficulty: rating.difficulty.toFixed(1) });
}

/** @param {Line} line */
function told({ verdict, actions, points, reason }) {
    const values = { actions: actions.length, points: points ?? 0, reason: reason ?? "" };
    return say(`page-verdict-${verdict}`, values);
}
