import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { openText } from "../dialog.js";
import { capital, say } from "../phrases.js";
import { isStill, settings } from "../settings.js";
import { Board } from "./board.js";
import { historySlider } from "./history.js";
import { listenToKeys } from "./keyboard.js";
import { openLegal, openJump } from "./finder.js";
import { openLevels } from "./levels.js";
import { Match } from "./match.js";
import { openMore } from "./more.js";
import { openOptions } from "./options.js";
import { choices, hasPlainActions, keyOfDirection, pad, plainActions } from "./pad.js";
import { banner, heading, sayBox, toolbar } from "./panel.js";
import { listenToPointer } from "./pointer.js";
import { Run } from "./run.js";
import { Stage } from "./stage.js";
import { take, takeDropped } from "../share/take.js";
/** @import {Carrier, Diagnostic, Question, Refusal, Reply} from "../carrier/protocol.js" */

/**
 * Parts of the page that it lends to one of them.
 *
 * @typedef {{connect: (purpose: "play" | "search") => Promise<Carrier>, go: (address: string) => void,
 *     menu: (view?: boolean) => Promise<import("../carrier/protocol.js").Menu | null>, isTouched: () => boolean}} Context
 */

/** Milliseconds after which an action that is not answered is stopped, and after which its engine is replaced. */
const PATIENCE = 5000;

/** A game on the page: the board, what stands around it, and what people do with both. */
export class Table {
    /** Places of a text that was taken in that may be meant otherwise. @type {Diagnostic[]} */
    doubts = [];
    #watch = 0;
    /** Engines that were lost, and if another one is begun. */
    #losses = 0;
    #isRecovering = false;
    /** Number, heading and phase of the last state, and what was said of it. */
    #told = { number: 0, heading: "", phase: "", said: "" };
    /** True if the next state is of the same play, under rules that were edited. */
    #isRebuilt = false;
    /** Ends that dropped files are taken. @type {() => void} */
    #leaveFiles;
    /** Ends that keys are heard. @type {() => void} */
    #leaveKeys = () => undefined;

    /**
     * @param {HTMLElement} place
     * @param {Context} context
     * @param {Carrier} carrier
     */
    constructor(place, context, carrier) {
        this.place = place;
        this.context = context;
        render(skeleton(), place);
        this.parts = partsOf(place);
        this.match = new Match(carrier);
        this.board = new Board(this.parts.grid, { isStill });
        this.stage = new Stage(this.parts.frame, this.parts.space);
        this.run = new Run(this.match, {
            connect: context.connect,
            tell: (id) => this.tell(say(id)),
            redraw: () => this.#drawPanel(),
        });
        this.#listen();
        this.#leaveFiles = takeDropped(document.body, (file) => take(this, file));
    }

    /**
     * Asks for something that a person wants: what runs by itself ends.
     *
     * @param {Question} question
     */
    async ask(question) {
        if (this.run.isRunning) {
            this.run.stop();
        }
        return this.#watched(() => this.match.ask(question));
    }

    /** Goes on with what was kept, where that is offered. */
    takeUp() {
        return this.#watched(() => this.match.takeUp());
    }

    /** Waits for an answer, but not for ever. @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
    async #watched(ask) {
        this.#beginWatch();
        this.place.dataset.busy = "true";
        const reply = await ask();
        if (!this.match.isBusy) {
            clearTimeout(this.#watch);
            this.place.dataset.busy = "false";
        }
        return reply;
    }

    /**
     * Loads a game in place of the one that is here; without a seed it is another one each time.
     *
     * @param {Record<string, unknown>} load
     */
    async begin(load) {
        this.run.stop();
        const language = settings.language || document.documentElement.lang;
        const seed = hasSeed(load) ? {} : { seed: freshSeed() };
        const reply = await this.#watched(() => this.match.load({ ...load, ...seed, language }));
        this.#greet(reply?.answer?.snapshot);
        return reply;
    }

    /**
     * Says where the help is, where the game names a key to somebody who has none.
     *
     * @param {import("../carrier/protocol.js").Snapshot | undefined} snapshot
     */
    #greet(snapshot) {
        const said = this.parts.said.textContent ?? "";
        if (snapshot !== undefined && this.context.isTouched() && namesHelpKey(said, snapshot)) {
            this.tell(`${said}\n${say("page-welcome")}`);
        }
    }

    /**
     * Words about a state: where the game has none, its heading takes the place of what was said of another game or level, and
     * whoever comes in is told where the help is.
     *
     * @param {import("../carrier/protocol.js").Snapshot} snapshot
     * @param {number} number
     */
    #wordsOf({ said, heading, position, phase }, number) {
        const told = this.#told;
        // What was said of an action is true also after the game was built anew; a question is not after its answer.
        const isAnother = number === told.number ? phase !== told.phase : heading !== told.heading || position === 0;
        if (said.length > 0 || !isAnother || this.#isRebuilt) {
            return said.join("\n");
        }
        if (told.number === 0) {
            return say("page-welcome");
        }
        return this.parts.said.textContent === heading ? "" : heading;
    }

    /** @param {string} key */
    press(key) {
        return this.ask({ key });
    }

    hint() {
        return this.ask("hint");
    }

    /**
     * Says one thing, in the place that is read aloud.
     *
     * @param {string} text
     */
    tell(text) {
        // The same words twice are read twice only if they differ.
        const isRepeated = this.parts.said.textContent === text;
        this.parts.said.textContent = isRepeated ? `${text}\u00a0` : text;
        this.#hideQuestion();
    }

    /** What the banner asks is heard, but does not stand there twice. */
    #hideQuestion() {
        const { snapshot } = this.match;
        const { said } = this.parts;
        said.classList.toggle("hidden", snapshot !== null && snapshot.phase !== "playing" && said.textContent === snapshot.said.join("\n") && snapshot.said.length === 1);
    }

    /** @param {string} page */
    async showPage(page) {
        const reply = await this.match.ask({ page });
        const shown = reply?.answer?.page;
        if (shown !== undefined) {
            // What there is not is said where people look for it.
            this.#showText(shown.title, page === "help" ? [...shown.lines, say("page-later")] : shown.lines);
        }
    }

    /** @param {string} title @param {string[]} lines */
    #showText(title, lines) {
        const isOfGame = title.startsWith(this.match.snapshot?.title ?? "");
        openText(isOfGame ? title : capital(title), lines);
    }

    /** Shows the manual's page about a mistake. @param {string} code */
    async explain(code) {
        const reply = await this.match.carrier.ask({ manual: code });
        openText(code, (reply.answer?.text ?? "").split("\n"));
    }

    showLevels() {
        return openLevels(this);
    }

    showOptions() {
        return openOptions(this);
    }

    showMore() {
        return openMore(this);
    }

    end() {
        this.#leaveFiles();
        this.#leaveKeys();
        this.run.stop();
        this.match.end();
        this.stage.end();
        render(nothing, this.place);
        delete this.place.dataset.game;
    }

    /**
     * Draws everything again, after a choice of how things look or in another language.
     *
     * @param {string} [language]
     */
    async redraw(language) {
        if (language !== undefined) {
            const reply = await this.ask({ language });
            if (reply?.answer?.snapshot === undefined) {
                await this.ask("state");
            }
            this.parts.panel.setAttribute("aria-label", say("page-panel"));
        }
        this.#drawPanel();
    }

    #listen() {
        const { match, board } = this;
        match.addEventListener("change", (event) => this.#show(/** @type {CustomEvent<Reply>} */ (event).detail));
        match.addEventListener("refused", (event) => this.#refuse(/** @type {CustomEvent<Refusal>} */ (event).detail));
        match.addEventListener("notice", (event) => this.#notice(/** @type {CustomEvent} */ (event).detail));
        match.addEventListener("thinking", () => this.place.classList.toggle("is-thinking", match.isThinking));
        match.addEventListener("lost", () => this.#recover());
        listenToPointer(board, {
            pick: (name) => this.#pick(name),
            drag: (from, to) => this.ask({ drag: { from, to } }),
            swipe: (direction) => this.#swipe(direction),
            directions: () => match.snapshot?.view?.pad ?? [],
        });
        // Who clicks goes on with the keys of the board; who came by keys stays at the button. A dialog gives the focus back to
        // where it was when it opened, which is after this.
        this.parts.table.addEventListener("click", ({ target, detail }) => {
            if (detail > 0 && target instanceof Element && target.closest("button[type=button]") !== null) {
                board.takeFocus();
            }
        }, true);
        this.#leaveKeys = listenToKeys({
            board,
            snapshot: () => match.snapshot,
            press: (key) => this.press(key),
            pick: (name) => this.ask({ pick: name }),
            drop: () => this.#drop(),
            tell: (id) => this.tell(say(id)),
            jump: () => openJump(this),
            legal: () => openLegal(this),
            takeBack: (question) => this.ask(question),
        });
    }

    /** @param {string} name */
    #pick(name) {
        this.board.focusNamed(name, { isSeen: true });
        this.ask({ pick: name });
    }

    /** Ends what runs, or takes back what is chosen or asked: without any of these, the engine would take the key as leaving the game. */
    #drop() {
        const { snapshot } = this.match;
        const isAnswer = snapshot?.view?.keys.some(({ key, kind }) => key === "escape" && kind !== "command") ?? false;
        if (this.run.isRunning) {
            this.run.stop();
        } else if (isAnswer || (snapshot?.selected ?? null) !== null) {
            this.press("escape");
        }
    }

    /** @param {string} direction */
    #swipe(direction) {
        const view = this.match.snapshot?.view;
        if (view) {
            this.press(keyOfDirection(view, direction));
        }
    }

    /** @param {Reply} reply */
    #show({ answer, stale, hash, number }) {
        const snapshot = answer?.snapshot ?? stale;
        const view = snapshot?.view;
        if (snapshot === undefined || !view) {
            return;
        }
        this.place.dataset.hash = hash ?? "";
        this.board.show(view, { moves: true });
        this.stage.show(view);
        const said = this.#wordsOf(snapshot, number);
        // What was thought about may have changed nothing: its words were heard with the action before it.
        const isHeard = this.match.isThinking && number === this.#told.number && said === this.#told.said;
        if (said !== "" && !isHeard) {
            this.tell(said);
        }
        this.#told = { number, heading: snapshot.heading, phase: snapshot.phase, said };
        this.#isRebuilt = false;
        this.#drawPanel();
        document.title = `${snapshot.heading} · Masume`;
    }

    #drawPanel() {
        const { snapshot } = this.match;
        const view = snapshot?.view;
        if (snapshot === null || !view) {
            return;
        }
        const { parts } = this;
        const { activeElement } = document;
        const held = parts.table.contains(activeElement) ? activeElement : null;
        this.place.dataset.phase = snapshot.phase;
        this.place.dataset.position = String(snapshot.position);
        this.place.dataset.outcome = snapshot.outcome ?? "";
        this.#makeRoom(view);
        render(heading(snapshot), parts.heading);
        render(banner(this), parts.banner);
        render(historySlider(snapshot, (question) => this.ask(question)), parts.history);
        this.#drawActions(snapshot, view);
        render(toolbar(this), parts.tools);
        render(sayBox(this), parts.say);
        parts.grid.setAttribute("aria-label", snapshot.title);
        this.#hideQuestion();
        if (held !== null && (!held.isConnected || held.matches(":disabled"))) {
            // A question that was answered, or what cannot be done any more.
            this.board.takeFocus();
        }
    }

    /** Tells style sheets what stands below the board. @param {import("../carrier/protocol.js").View} view */
    #makeRoom(view) {
        const { classList } = this.place;
        const before = classList.value;
        const hasPad = view.pad.length > 0 && this.#wantsPad();
        classList.toggle("has-pad", hasPad);
        classList.toggle("has-plain", hasPad && hasPlainActions(view));
        if (classList.value !== before) {
            this.stage.fit();
        }
    }

    /** @param {import("../carrier/protocol.js").Snapshot} snapshot @param {import("../carrier/protocol.js").View} view */
    #drawActions(snapshot, view) {
        const press = (/** @type {string} */ key) => this.press(key);
        const act = (/** @type {string} */ action) => this.ask({ act: action });
        const arrows = this.#wantsPad() ? pad(view, press) : nothing;
        render(html`${choices(snapshot, { press, act })}${arrows}${plainActions(view, press)}`, this.parts.pad);
    }

    #wantsPad() {
        return settings.pad === "on" || (settings.pad === "auto" && this.context.isTouched());
    }

    /** @param {Refusal} refusal */
    #refuse({ message, help }) {
        this.tell(help ? `${message}. ${help}` : message);
    }

    /** @param {string | Record<string, any>} event */
    #notice(event) {
        if (event === "left") {
            this.context.go("#/");
        } else if (event === "rebuilt") {
            this.#isRebuilt = true;
        } else if (typeof event === "object") {
            this.#noticeOf(event);
        }
    }

    /** @param {Record<string, any>} event */
    #noticeOf(event) {
        if (event.page) {
            this.#showText(event.page.title, event.page.lines);
        } else if (event.doubts) {
            this.doubts = event.doubts;
        } else if (event.trouble) {
            this.tell(event.trouble);
        } else if (event.copied) {
            navigator.clipboard?.writeText(event.copied).catch(() => undefined);
        } else if (event.save) {
            download(`${event.save.name}.save`, event.save.text);
        } else if (event.wanted) {
            this.#want(event.wanted);
        }
    }

    /** @param {string} wanted */
    #want(wanted) {
        const known = { options: () => this.showOptions(), levels: () => this.showLevels(), type: () => openJump(this) };
        const act = known[/** @type {keyof typeof known} */ (wanted)];
        if (act !== undefined) {
            act();
        }
    }

    #beginWatch() {
        clearTimeout(this.#watch);
        this.#watch = window.setTimeout(() => {
            this.match.carrier.stop();
            this.tell(say("page-stopped"));
            this.#watch = window.setTimeout(() => this.match.isBusy && this.match.carrier.end(), PATIENCE);
        }, PATIENCE);
    }

    /** Goes on with another engine, which knows what was kept. */
    async #recover() {
        clearTimeout(this.#watch);
        this.#losses += 1;
        if (this.#isRecovering) {
            return;
        }
        const losses = this.#losses;
        this.#isRecovering = true;
        this.tell(say("page-lost"));
        try {
            const carrier = await this.context.connect("play");
            await this.#watched(() => this.match.replace(carrier));
            // What ended this one, too, will end each.
            this.tell(say(losses === this.#losses ? "page-found-again" : "page-gone"));
        } catch {
            this.tell(say("page-gone"));
        } finally {
            this.#isRecovering = false;
        }
    }
}

/** True if a text has the key of the help as a word. @param {string} text @param {import("../carrier/protocol.js").Snapshot} snapshot */
function namesHelpKey(text, { view }) {
    const words = text.split(/[^\p{Letter}\p{Number}]+/u);
    return view?.keys.some(({ command, key }) => command === "help" && words.includes(key)) ?? false;
}

function skeleton() {
    return html`
        <div class="table">
            <header class="table-heading"></header>
            <div class="space">
                <div class="frame">
                    <div class="column-names" aria-hidden="true"></div>
                    <div class="row-names" aria-hidden="true"></div>
                    <div class="board"></div>
                </div>
            </div>
            <div class="table-history"></div>
            <aside class="panel" aria-label=${say("page-panel")}>
                <p class="said" role="status" aria-live="polite" aria-atomic="true"></p>
                <div class="table-banner"></div>
                <div class="table-pad"></div>
                <div class="table-tools"></div>
                <div class="table-say"></div>
            </aside>
        </div>
    `;
}

/** @param {HTMLElement} place */
function partsOf(place) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (place.querySelector(name));
    return {
        table: part(".table"),
        heading: part(".table-heading"),
        panel: part(".panel"),
        space: part(".space"),
        frame: part(".frame"),
        grid: part(".board"),
        history: part(".table-history"),
        said: part(".said"),
        banner: part(".table-banner"),
        pad: part(".table-pad"),
        tools: part(".table-tools"),
        say: part(".table-say"),
    };
}

/** Letters of a name of a file: systems take 255 bytes of UTF-8, of which most letters need three at most. */
const LONGEST_NAME = 80;

/** Name of a file that every system takes. @param {string} name @param {string} ending */
export function nameOfFile(name, ending) {
    const letters = [...name.replace(/[^\p{Letter}\p{Number}_-]+/gu, "-")];
    return `${letters.slice(0, LONGEST_NAME).join("")}.${ending}`;
}

/** @param {string} name @param {string | Blob} content */
export function download(name, content) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** True if the chance of a game is decided: by a seed, or by that of the id of a shipped game. @param {Record<string, unknown>} load */
function hasSeed({ name, text, seed }) {
    return seed !== undefined || (text === undefined && typeof name === "string" && name.includes("#"));
}

/** A seed that differs from game to game, and can be typed. */
function freshSeed() {
    return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;
}
