/** @import {AskOptions, Carrier, Notification, Question, Reply, Snapshot} from "../carrier/protocol.js" */

import { completed } from "../carrier/view.js";

/**
 * Game being played on one engine: what is asked, one question after another, and the last state.
 *
 * Events: `change` (a state came, `detail` is its reply), `refused` (a question was not done),
 * `notice` (something happened), `lost` (the engine is gone).
 */
export class Match extends EventTarget {
    /** @type {Snapshot | null} */
    snapshot = null;
    number = 0;
    /** The question that loaded the game, so that another engine can load the same. @type {Record<string, unknown>} */
    origin = {};
    /** True if what the game waits for may be done while nobody asks anything. */
    mayThink = true;
    #isThinking = false;
    #isEnded = false;
    #pending = 0;
    /** @type {Promise<unknown>} */
    #queue = Promise.resolve();

    /** @param {Carrier} carrier */
    constructor(carrier) {
        super();
        this.carrier = carrier;
        carrier.listen((notice) => this.#hear(notice));
    }

    /**
     * Asks when all before it is answered. What the engine thinks about meanwhile is stopped: people
     * do not wait for it.
     *
     * @param {Question} question
     * @param {AskOptions} options
     * @returns {Promise<Reply | null>} `null` if the engine is gone
     */
    ask(question, options = {}) {
        this.#pending += 1;
        if (this.#isThinking) {
            this.carrier.stop();
        }
        const asked = this.#queue.then(() => this.#send(question, options));
        this.#queue = asked;
        return asked.finally(() => {
            this.#pending -= 1;
            this.#thinkLater();
        });
    }

    /** @param {Record<string, unknown>} origin */
    load(origin) {
        this.origin = origin;
        return this.ask({ load: origin });
    }

    /**
     * Goes on with another engine: what was kept of the game is taken up again.
     *
     * @param {Carrier} carrier
     */
    async replace(carrier) {
        this.carrier = carrier;
        this.#isThinking = false;
        carrier.listen((notice) => this.#hear(notice));
        await this.load({ ...this.origin, resume: true });
        await this.takeUp();
    }

    /** Goes on with what was kept, where that is offered. */
    async takeUp() {
        if (this.snapshot?.phase === "offered") {
            await this.ask({ key: "enter" });
        }
    }

    /** True if an answer is waited for. */
    get isBusy() {
        return this.#pending > 0;
    }

    /** True if the engine looks for something that nobody waits for. */
    get isThinking() {
        return this.#isThinking;
    }

    end() {
        this.#isEnded = true;
        this.carrier.end();
    }

    /** @param {Question} question @param {AskOptions} options */
    async #send(question, options) {
        try {
            const reply = await this.carrier.ask(question, { view: true, units: "utf16", ...options });
            this.#take(reply);
            return reply;
        } catch {
            if (!this.#isEnded) {
                this.dispatchEvent(new Event("lost"));
            }
            return null;
        }
    }

    /** @param {Reply} reply */
    #take(reply) {
        const snapshot = reply.answer?.snapshot ?? reply.stale;
        if (snapshot !== undefined) {
            if (snapshot.view) {
                completed(snapshot.view);
            }
            this.snapshot = snapshot;
            this.number = reply.number;
            this.dispatchEvent(new CustomEvent("change", { detail: reply }));
        }
        if (reply.error !== undefined) {
            this.dispatchEvent(new CustomEvent("refused", { detail: reply.error }));
        }
    }

    /** @param {Notification} notice */
    #hear(notice) {
        this.dispatchEvent(new CustomEvent("notice", { detail: notice.event }));
    }

    /** Thinking begins after the state was painted, and only if nobody asked in between. @param {{isLast?: boolean}} options */
    #thinkLater(options = {}) {
        const number = this.number;
        setTimeout(() => {
            const isIdle = this.#pending === 0 && !this.#isThinking && !this.#isEnded;
            if (isIdle && this.mayThink && number === this.number && this.snapshot?.thinks) {
                this.#think(options);
            }
        }, 30);
    }

    /** @param {{isLast?: boolean}} options */
    async #think({ isLast = false }) {
        this.#isThinking = true;
        this.dispatchEvent(new Event("thinking"));
        const before = this.number;
        await (this.#queue = this.#send("think", {}));
        this.#isThinking = false;
        this.dispatchEvent(new Event("thinking"));
        // An opponent may act several times in turn. A state is thought about twice at most: where pieces are stuck for ever, and if it
        // can be won.
        const isSame = this.number === before;
        if (!isSame || !isLast) {
            this.#thinkLater({ isLast: isSame });
        }
    }
}
