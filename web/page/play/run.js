/** @import {Line} from "../carrier/protocol.js" */
/** @import {Match} from "./match.js" */

/** States that a solution is looked for in before it is given up. */
const NODES = 4_000_000;
/** Actions a second, from slow to fast. */
export const PACES = [1, 2, 4, 8, 16];

/**
 * Actions that are played one after another by themselves: a solution, or the one action that a game
 * has, until something else is asked for.
 */
export class Run {
    pace = 2;
    #timer = 0;
    #isSearching = false;
    /** @type {import("../carrier/protocol.js").Carrier | null} */
    #searcher = null;

    /**
     * @param {Match} match
     * @param {{connect: (purpose: "search") => Promise<import("../carrier/protocol.js").Carrier>,
     *     tell: (id: string) => void, redraw: () => void}} page
     */
    constructor(match, page) {
        this.match = match;
        this.page = page;
    }

    get isRunning() {
        return this.#timer !== 0 || this.#isSearching;
    }

    get isSearching() {
        return this.#isSearching;
    }

    async start() {
        const snapshot = this.match.snapshot;
        if (snapshot === null) {
            return;
        }
        const [only] = snapshot.legal;
        if (snapshot.legal.length === 1 && only !== undefined && !only.includes(" ")) {
            this.#next(() => only);
            return;
        }
        const line = await this.#search();
        if (line === null) {
            return;
        }
        const actions = [...line.actions];
        if (actions.length === 0) {
            this.page.tell(line.verdict === "impossible" ? "page-no-solution" : "page-not-solved");
            return;
        }
        this.#next(() => actions.shift());
    }

    /** Ends it; what is being searched for is given up with its engine. */
    stop() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.#isSearching = false;
        this.#searcher?.end();
        this.#searcher = null;
        this.page.redraw();
    }

    /** @returns {Promise<Line | null>} */
    async #search() {
        const saved = await this.match.ask("save");
        this.#isSearching = true;
        this.page.redraw();
        try {
            const searcher = await this.page.connect("search");
            this.#searcher = searcher;
            await searcher.ask({ load: this.match.origin });
            await searcher.ask({ restore: saved?.answer?.text });
            const reply = await searcher.ask("solve", { budget: { nodes: NODES } });
            const isWanted = this.#isSearching;
            this.stop();
            return isWanted ? reply.answer?.line ?? null : null;
        } catch {
            this.stop();
            return null;
        }
    }

    /** @param {() => string | undefined} choose */
    #next(choose) {
        const act = async () => {
            const action = choose();
            const reply = action === undefined ? null : await this.match.ask({ act: action });
            const goesOn = reply?.answer?.snapshot !== undefined && reply.answer.snapshot.outcome === null;
            if (goesOn && this.#timer !== 0) {
                this.#timer = window.setTimeout(act, 1000 / (PACES[this.pace] ?? 4));
            } else {
                this.stop();
            }
        };
        this.#timer = window.setTimeout(act, 1);
        this.page.redraw();
    }
}
