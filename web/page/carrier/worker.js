import { say } from "../phrases.js";
import { assets } from "./assets.js";
import { storage } from "./storage.js";
/** @import {AskOptions, Carrier, Notification, Question, Reply} from "./protocol.js" */
/** @import {Order, Past, Told, Write} from "./rows.js" */
/** @import {Storage} from "./storage.js" */

/** Milliseconds after which an engine that does not answer is ended, by what it was asked. */
const PATIENCE = { rules: 5_000, thinking: 60_000 };
/** Questions of play that an opponent or a solver answers. */
const THINKING = ["think", "hint", "solve", "rate"];
/** Questions that lead to another game or another text: what an engine that is begun anew is asked first. */
const LEADING = ["load", "rebuild", "restore"];
/** A number of a state that no engine has: the question is answered with the present state. */
const NEVER = Number.MAX_SAFE_INTEGER;
const CHANNEL = "masume-rows";

/**
 * A question that waits, and what is done with its reply.
 *
 * @typedef {{
 *   question: Question,
 *   options: AskOptions,
 *   settle: (reply: Reply) => void,
 *   fail: (reason: Error) => void,
 * }} Waiting
 */

/**
 * @param {"play" | "search"} purpose
 * @returns {Promise<Carrier>}
 */
export async function connect(purpose) {
    const carrier = new WorkerCarrier(purpose, await storage());
    await carrier.begin();
    return carrier;
}

/** An engine in a worker of its own, with what is kept beside it. @implements {Carrier} */
class WorkerCarrier {
    /** @type {Worker | null} */
    #worker = null;
    /** @type {Waiting[]} */
    #queue = [];
    /** @type {Waiting | null} */
    #asked = null;
    /** Called with the next thing that the worker tells. @type {((told: Told) => void) | null} */
    #hear = null;
    /** @type {((notice: Notification) => void)[]} */
    #hearers = [];
    /** What led to the game being played. @type {{load: any, rebuild: any, restore: any}} */
    #led = { load: null, rebuild: null, restore: null };
    /** True if the game being played waits among what is kept. */
    #isKept = false;
    /** Language that was asked for last. @type {string | null} */
    #language = null;
    /** Changes that were not written, by their keys. @type {Map<string, Write>} */
    #pending = new Map();
    /** @type {BroadcastChannel | null} */
    #channel = null;
    /** The engine before the question that is being answered, where it may be stopped. @type {Past | null} */
    #past = null;
    /** True if nobody waits for the answer any more. */
    #isUnwanted = false;
    /** What other engines wrote since then. @type {string[]} */
    #learnt = [];
    #trouble = /** @type {string | null} */ (null);
    #isBusy = false;
    #isEnded = false;
    #last = 0;
    #number = 0;

    /**
     * @param {"play" | "search"} purpose
     * @param {Storage} storage
     */
    constructor(purpose, storage) {
        this.purpose = purpose;
        this.storage = storage;
        this.#trouble = storage.trouble;
        if (purpose === "play") {
            this.#channel = channel();
            this.#channel?.addEventListener("message", ({ data }) => this.#learn(data));
        }
    }

    /**
     * Begins the engine, with everything that is kept, or as one was that was ended.
     *
     * @param {Past | null} past
     */
    async begin(past = null) {
        const { glue, module, worker } = await assets();
        const keeps = this.purpose === "play" && past === null;
        const rows = keeps ? JSON.stringify(await this.storage.rows()) : null;
        const begun = new Worker(worker);
        // A worker that was ended may still have told something.
        const hear = (/** @type {Told} */ told) => {
            if (begun !== this.#worker) {
                return;
            }
            if (told.kind === "notice") {
                this.#tell(told.line);
            } else if (told.kind === "past") {
                this.#past = told.past;
                if (this.#isUnwanted) {
                    this.stop();
                }
            } else {
                this.#hear?.(told);
            }
        };
        begun.addEventListener("message", ({ data }) => hear(data));
        begun.addEventListener("error", (event) => hear({ kind: "failed", reason: event.message }));
        this.#worker = begun;
        const told = await this.#order({ kind: "begin", glue, module, rows, trouble: this.#trouble, past }, Infinity);
        if (told.kind === "failed") {
            throw new Error(told.reason);
        }
    }

    /** @param {Question} question @param {AskOptions} options @returns {Promise<Reply>} */
    ask(question, options = {}) {
        return new Promise((settle, fail) => {
            if (this.#isEnded) {
                fail(new Error("the engine is gone"));
                return;
            }
            this.#queue.push({ question, options, settle, fail });
            this.#work();
        });
    }

    /** @param {(notice: Notification) => void} hear */
    listen(hear) {
        this.#hearers.push(hear);
    }

    /** Ends what is being answered, with the engine: it is begun anew as it was before. */
    stop() {
        if (this.#asked === null || !isThinking(this.#asked.question)) {
            return;
        }
        // An engine that is to be as it was before tells first how that is.
        this.#isUnwanted = this.purpose === "play" && this.#past === null;
        if (!this.#isUnwanted) {
            this.#hear?.({ kind: "failed", reason: "stopped" });
        }
    }

    end() {
        const lost = [...this.#queue.splice(0), ...(this.#asked === null ? [] : [this.#asked])];
        const isIdle = !this.#isBusy && !this.#isEnded;
        this.#isEnded = true;
        lost.forEach(({ fail }) => fail(new Error("the engine is gone")));
        // What was reached is kept, where nothing is being computed.
        const left = isIdle && this.purpose === "play" ? this.#carry({ kind: "leave" }) : Promise.resolve();
        left.finally(() => {
            this.#worker?.terminate();
            this.#channel?.close();
        });
    }

    /** Answers what waits, one question after another. */
    async #work() {
        if (this.#isBusy) {
            return;
        }
        this.#isBusy = true;
        while (!this.#isEnded) {
            const next = this.#queue.shift();
            if (next === undefined) {
                break;
            }
            this.#asked = next;
            try {
                await this.#answer(next);
            } catch (reason) {
                next.fail(reason instanceof Error ? reason : new Error(String(reason)));
            }
            this.#asked = null;
        }
        this.#isBusy = false;
    }

    /** @param {Waiting} waiting */
    async #answer({ question, options, settle }) {
        this.#last += 1;
        const id = this.#last;
        this.#past = null;
        this.#isUnwanted = false;
        this.#learnt = [];
        // Whoever acts while an opponent thinks does not wait: the engine is ended, and is again as it was before.
        const remembers = isThinking(question) && this.purpose === "play";
        const line = JSON.stringify({ id, ...options, ask: question });
        const told = await this.#order({ kind: "ask", line, remembers }, this.#patience(question));
        if (told.kind !== "did" || told.reply === null) {
            const isStopped = told.kind === "failed" && told.reason === "stopped";
            settle(await this.#recovered(id, question, options, isStopped));
            return;
        }
        /** @type {Reply} */
        const reply = JSON.parse(told.reply);
        this.#number = reply.number;
        if (!reply.error) {
            this.#follow(question);
        }
        settle(reply);
        // The next question waits until this is written: a tab that is killed loses one action at most.
        await this.#keep(told.writes);
    }

    /** @param {Question} question */
    #patience(question) {
        if (!isThinking(question)) {
            return PATIENCE.rules;
        }
        return this.purpose === "search" ? Infinity : PATIENCE.thinking;
    }

    /**
     * Ends the engine and begins it anew, with what was kept.
     *
     * @param {number} id
     * @param {Question} question
     * @param {AskOptions} options
     * @param {boolean} isStopped
     * @returns {Promise<Reply>}
     */
    async #recovered(id, question, options, isStopped) {
        this.#worker?.terminate();
        if (isStopped && this.#past !== null) {
            return this.#asBefore(this.#past, id, options);
        }
        await this.begin();
        const snapshot = await this.#again(options);
        // What was asked before is of an engine that is gone.
        this.#queue.forEach((waiting) => {
            if (waiting.options.seen !== undefined) {
                waiting.options = { ...waiting.options, seen: NEVER };
            }
        });
        if (!isStopped) {
            this.#tell(JSON.stringify({ number: this.#number, event: { trouble: say("page-engine-ended") } }));
        }
        const reply = { id, number: this.#number, hash: null };
        if (snapshot !== null && wordOf(question) !== "load" && wordOf(question) !== "solve") {
            return { ...reply, stale: snapshot };
        }
        const message = say(isStopped ? "page-search-stopped" : "page-engine-ended");
        return { ...reply, error: { message, help: null, diagnostics: [] } };
    }

    /**
     * The state before a question that was stopped, in an engine that is as it was then.
     *
     * @param {Past} past
     * @param {number} id
     * @param {AskOptions} options
     * @returns {Promise<Reply>}
     */
    async #asBefore(past, id, options) {
        await this.begin(past);
        this.#learnt.forEach((rows) => this.#worker?.postMessage(/** @type {Order} */ ({ kind: "learn", rows })));
        const line = JSON.stringify({ id, units: options.units, view: options.view, ask: "state" });
        const told = await this.#order({ kind: "ask", line, remembers: false }, PATIENCE.rules);
        if (told.kind !== "did" || told.reply === null) {
            throw new Error("the engine is gone");
        }
        return JSON.parse(told.reply);
    }

    /**
     * The game as it was kept last, in an engine that was begun anew.
     *
     * @param {AskOptions} options
     */
    async #again(options) {
        const { load, rebuild, restore } = this.#led;
        const questions = [];
        if (this.#language !== null) {
            questions.push({ language: this.#language });
        }
        if (load !== null) {
            const text = rebuild === null ? {} : { text: rebuild };
            questions.push({ load: { ...load, ...text, resume: this.#isKept } });
            if (restore !== null && this.purpose === "search") {
                questions.push({ restore });
            }
        }
        let snapshot = null;
        for (const ask of questions) {
            const line = JSON.stringify({ id: 0, units: options.units, view: options.view, ask });
            const told = await this.#order({ kind: "ask", line, remembers: false }, PATIENCE.rules);
            if (told.kind !== "did" || told.reply === null) {
                // Even what was kept does not answer: the engine begins without a game.
                this.#worker?.terminate();
                this.#led = { load: null, rebuild: null, restore: null };
                await this.begin();
                return null;
            }
            const reply = JSON.parse(told.reply);
            this.#number = reply.number;
            snapshot = reply.answer?.snapshot ?? snapshot;
        }
        return snapshot;
    }

    /**
     * Remembers what led to the game being played.
     *
     * @param {Question} question
     */
    #follow(question) {
        const word = wordOf(question);
        const value = typeof question === "string" ? null : /** @type {any} */ (question)[word];
        if (word === "language") {
            this.#language = value;
        }
        if (!LEADING.includes(word)) {
            return;
        }
        if (word === "load") {
            this.#isKept = value.resume === true;
            this.#led = { load: value, rebuild: null, restore: null };
        } else if (word === "rebuild") {
            this.#led.rebuild = value;
        } else {
            this.#led.restore = value;
        }
    }

    /**
     * Writes what the engine wants kept.
     *
     * @param {string} text
     */
    async #keep(text) {
        if (text !== "") {
            JSON.parse(text).forEach((/** @type {Write} */ write) => this.#note(write));
        }
        if (this.#pending.size === 0) {
            return;
        }
        const writes = [...this.#pending.values()];
        const outcome = await this.storage.write(writes);
        if ("conflict" in outcome) {
            // Another tab went on with the same game: this one becomes a game of its own.
            this.#pending.clear();
            const rows = JSON.stringify(await this.storage.rows());
            await this.#carry({ kind: "rows", rows });
            return;
        }
        const trouble = "trouble" in outcome ? outcome.trouble : this.storage.trouble;
        if ("written" in outcome) {
            this.#pending.clear();
            this.#channel?.postMessage(JSON.stringify(writes.map(({ key, value }) => ({ key, value }))));
        }
        if (trouble !== this.#trouble) {
            this.#trouble = trouble;
            await this.#carry({ kind: "trouble", reason: trouble });
            if (trouble !== null) {
                await this.#carry({ kind: "keep" });
            }
        }
    }

    /**
     * Remembers a change until it is written; with what stood there before the first of them.
     *
     * @param {Write} write
     */
    #note(write) {
        if (write.key.startsWith("play/") && write.value !== null) {
            this.#isKept ||= JSON.parse(write.value).is_aside === false;
        }
        const earlier = this.#pending.get(write.key);
        this.#pending.set(write.key, earlier === undefined ? write : { ...write, before: earlier.before });
    }

    /**
     * Gives an order that is no question.
     *
     * @param {Order} order
     */
    async #carry(order) {
        const told = await this.#order(order, PATIENCE.rules);
        if (told.kind === "did") {
            await this.#keep(told.writes);
        }
    }

    /**
     * Takes in what another engine wrote; it answers nothing, and is obeyed before the next order.
     *
     * @param {string} rows
     */
    #learn(rows) {
        this.#learnt.push(rows);
        /** @type {Order} */
        const order = { kind: "learn", rows };
        this.#worker?.postMessage(order);
    }

    /** @param {string} line */
    #tell(line) {
        const notice = JSON.parse(line);
        this.#hearers.forEach((hear) => hear(notice));
    }

    /**
     * Gives an order, and waits for what the worker tells.
     *
     * @param {Order} order
     * @param {number} patience
     * @returns {Promise<Told>}
     */
    #order(order, patience) {
        return new Promise((settle) => {
            /** @type {ReturnType<typeof setTimeout> | undefined} */
            let watch;
            const hear = (/** @type {Told} */ told) => {
                clearTimeout(watch);
                this.#hear = null;
                settle(told);
            };
            if (patience !== Infinity) {
                watch = setTimeout(() => hear({ kind: "failed", reason: "no answer" }), patience);
            }
            this.#hear = hear;
            this.#worker?.postMessage(order);
        });
    }
}

/** @param {Question} question */
function wordOf(question) {
    return typeof question === "string" ? question : (Object.keys(question)[0] ?? "");
}

/** @param {Question} question */
function isThinking(question) {
    return THINKING.includes(wordOf(question));
}

/** The channel on which the engines of all tabs tell what they wrote; none where the browser refuses. */
function channel() {
    try {
        return new BroadcastChannel(CHANNEL);
    } catch {
        return null;
    }
}
