import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { icon } from "../icon.js";
import { named, say, visible } from "../phrases.js";
import { Table } from "../play/table.js";
import { goOn } from "../play/more.js";
import { PlainEditor } from "./plain.js";
import { openSharing } from "./sharing.js";
import { Trace } from "./trace.js";
import { openVersions } from "./restore.js";
import { openLevelEditor } from "./levels.js";
import { Manual } from "./manual.js";
/** @import {Context} from "../play/table.js" */
/** @import {Assistance, Fix} from "./assistance.js" */
/** @import {Diagnostic} from "../carrier/protocol.js" */
/** @import {CodeEditor} from "./code.js" */
/** @import {Draft} from "./draft.js" */
/** @import {Versions} from "./versions.js" */

/** Milliseconds without a letter after which the text is read. */
const PAUSE = 120;
const PLAIN = "masume-plain-editor";

/**
 * Text that is edited, with its name, the file that it is in, and a play of it.
 *
 * @typedef {{name: string, text: string, file: string | null, save?: string | undefined, isNew?: boolean}} Sheet
 */

/** The text of a game beside its board, which follows the text. */
export class Desk {
    /** @type {CodeEditor | PlainEditor | null} */
    editor = null;
    /** @type {Diagnostic[]} */
    #diagnostics = [];
    /** Mistakes that show only in play. @type {Diagnostic[]} */
    #tried = [];
    #fixes = /** @type {Fix[]} */ ([]);
    #timer = 0;
    #reading = 0;
    /** The last text without errors, which is on the board. @type {string | null} */
    #good = null;
    /** The text that the file has. @type {string | null} */
    #written = null;
    #side = "text";

    /**
     * @param {HTMLElement} place
     * @param {Context} context
     * @param {{sheet: Sheet, play: import("../carrier/protocol.js").Carrier, assistance: Assistance, versions: Versions, draft: Draft}} options
     */
    constructor(place, context, { sheet, play, assistance, versions, draft }) {
        this.place = place;
        this.context = context;
        this.sheet = sheet;
        this.assistance = assistance;
        this.versions = versions;
        this.draft = draft;
        this.#written = sheet.file === null ? null : sheet.text;
        render(skeleton(), place);
        const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (place.querySelector(name));
        this.parts = {
            desk: part(".desk"), tabs: part(".desk-tabs"), tools: part(".desk-tools"), text: part(".desk-text"),
            problems: part(".desk-problems"), trace: part(".desk-trace"), game: part(".desk-game"), manual: part(".desk-manual"),
        };
        this.manual = new Manual(this.parts.manual, { context, assistance });
        this.table = new Table(this.parts.game, context, play);
        this.trace = new Trace(this.parts.trace, {
            match: this.table.match,
            grid: this.table.board.grid,
            light: (lines) => this.editor?.light(lines),
            goToLine: (line) => this.#show("text", () => this.editor?.goToLine(line)),
        });
        this.keys = (/** @type {KeyboardEvent} */ event) => this.#press(event);
        // Before the board, which has keys of its own.
        document.addEventListener("keydown", this.keys, true);
        assistance.carrier.listen(({ event }) => typeof event === "object" && typeof event.changed === "string" && this.#takeFile(event.changed));
    }

    /** Shows the text, and its game as far as it has one. */
    async begin() {
        const written = this.draft.text;
        if (written !== null) {
            this.versions.keep(this.sheet.text);
            this.sheet = { ...this.sheet, text: written, save: undefined };
        }
        await this.#mount(prefersPlain());
        this.#draw();
        this.manual.begin();
        // Where a finger writes, a keyboard would cover the page.
        if (!this.context.isTouched()) {
            this.editor?.focus();
        }
        await this.#read();
        if (this.sheet.save !== undefined) {
            await goOn(this.table, this.sheet.save);
        }
        if (written !== null && !this.sheet.isNew) {
            this.table.tell(say("page-draft"));
        }
    }

    get text() {
        return this.editor?.text ?? this.sheet.text;
    }

    /** @param {string} text */
    put(text) {
        if (this.editor !== null) {
            this.editor.text = text;
        }
    }

    /** @param {string} [language] */
    async redraw(language) {
        await this.table.redraw(language);
        if (language !== undefined) {
            await this.assistance.carrier.ask({ language });
        }
        await this.#read();
    }

    end() {
        clearTimeout(this.#timer);
        this.versions.keep(this.text);
        document.removeEventListener("keydown", this.keys, true);
        this.editor?.end();
        this.table.end();
        this.assistance.carrier.end();
        render(nothing, this.place);
    }

    /** @param {boolean} isPlain */
    async #mount(isPlain) {
        const options = { text: this.text, label: say("page-game-text"), changed: () => this.#changed() };
        this.editor?.end();
        if (isPlain) {
            this.editor = new PlainEditor(this.parts.text, options);
            return;
        }
        const { CodeEditor } = await import("./code.js");
        this.editor = new CodeEditor(this.parts.text, { ...options, assistance: this.assistance });
    }

    async #changePlain() {
        const isPlain = !(this.editor instanceof PlainEditor);
        keepPlain(isPlain);
        await this.#mount(isPlain);
        await this.#read();
        this.editor?.focus();
    }

    #changed() {
        this.parts.desk.dataset.busy = "true";
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#read(), PAUSE);
    }

    /** Reads the text: its colours and mistakes, and its game onto the board where it has no errors. */
    async #read() {
        this.#reading += 1;
        const mine = this.#reading;
        const { text } = this;
        this.draft.keep(text);
        const [tokens, checked] = await Promise.all([this.assistance.tokens(text), this.assistance.check(text)]);
        // What was typed meanwhile has its own reading.
        if (mine !== this.#reading || text !== this.text) {
            return;
        }
        this.#diagnostics = checked.diagnostics;
        this.#tried = [];
        this.#fixes = checked.fixes;
        this.editor?.colour(tokens);
        this.editor?.complain(checked.diagnostics, checked.fixes);
        if (!checked.diagnostics.some(({ is_error }) => is_error)) {
            await this.#rebuild(text);
        }
        this.#draw();
        if (text === this.#good) {
            await this.#try(text);
        }
        if (text === this.text) {
            this.parts.desk.dataset.busy = "false";
        }
    }

    /** Shows what goes wrong only in play, once the game is on the board. @param {string} text */
    async #try(text) {
        const tried = await this.assistance.try(text);
        if (text === this.text && tried.length > 0) {
            this.#tried = tried;
            this.editor?.complain([...this.#diagnostics, ...tried], this.#fixes);
            this.#draw();
        }
    }

    /** @param {string} text */
    async #rebuild(text) {
        if (text === this.#good) {
            return;
        }
        const isFirst = this.#good === null;
        const rebuilt = isFirst ? null : await this.table.ask({ rebuild: text });
        if (rebuilt?.answer === undefined) {
            // Where the position cannot be kept, the game begins, with the same deal for the same text; a page that is loaded
            // again goes on.
            await this.table.begin({ name: this.sheet.name, text, seed: 0, resume: isFirst });
            await this.table.takeUp();
        } else {
            this.table.match.origin = { ...this.table.match.origin, text };
        }
        if (this.table.match.snapshot !== null) {
            this.#good = text;
            this.versions.follow(text);
        }
    }

    async #format() {
        const formatted = await this.assistance.format(this.text);
        if (formatted !== null) {
            this.put(formatted);
        }
        this.editor?.focus();
    }

    /** Keeps the text as a version, and says where it is. */
    #keep() {
        this.versions.keep(this.text);
        this.table.tell(say(this.versions.isKept ? "page-kept-here" : "page-no-versions"));
    }

    async #write() {
        const { text } = this;
        const reply = await this.assistance.carrier.ask({ write: text });
        if (reply.answer?.written !== undefined) {
            this.#written = text;
            this.table.tell(say("page-written", { file: named(this.sheet.file ?? "") }));
        } else {
            this.table.tell([reply.error?.message, reply.error?.help].filter(Boolean).join(". "));
        }
        this.#draw();
    }

    /** Another program has written the file: what was not changed here is that text now. @param {string} text */
    #takeFile(text) {
        const isUntouched = this.text === this.#written;
        this.#written = text;
        if (isUntouched) {
            this.put(text);
        } else if (this.text !== text) {
            this.versions.keep(text);
            this.table.tell(say("page-file-changed", { file: named(this.sheet.file ?? "") }));
        }
        this.#draw();
    }

    /** @param {KeyboardEvent} event */
    #press(event) {
        const isCommand = event.ctrlKey || event.metaKey;
        if (event.key === "F6") {
            event.preventDefault();
            const isWriting = this.editor?.hasFocus ?? false;
            this.#show(isWriting ? "game" : "text", () => (isWriting ? this.#focusBoard() : this.editor?.focus()));
        } else if (isCommand && !event.shiftKey && event.key.toLowerCase() === "s") {
            event.preventDefault();
            if (this.sheet.file === null) {
                this.#keep();
            } else {
                this.#write();
            }
        } else if (isCommand && event.shiftKey && event.key.toLowerCase() === "f") {
            event.preventDefault();
            this.#format();
        }
    }

    #focusBoard() {
        const cell = /** @type {HTMLElement | null} */ (this.table.board.grid.querySelector("[tabindex='0']"));
        cell?.focus();
    }

    /** Shows a side where both have no room, and goes on there. @param {string} side @param {() => unknown} then */
    #show(side, then) {
        this.#side = side;
        this.#draw();
        then();
    }

    async #toggleManual() {
        await this.manual.toggle();
        this.#side = this.manual.isOpen ? "manual" : "text";
        this.#draw();
    }

    #draw() {
        this.parts.desk.dataset.side = this.#side;
        this.parts.desk.classList.toggle("has-manual", this.manual.isOpen);
        render(this.#tabs(), this.parts.tabs);
        render(this.#tools(), this.parts.tools);
        render(this.#problems(), this.parts.problems);
    }

    #tabs() {
        const tab = (/** @type {string} */ side, /** @type {string} */ phrase) => html`<button type="button" role="tab"
            aria-selected=${String(this.#side === side)} @click=${() => this.#show(side, () => undefined)}>${say(phrase)}</button>`;
        return html`${tab("text", "page-tab-text")}${tab("game", "page-tab-game")}${this.manual.isOpen ? tab("manual", "page-manual") : nothing}`;
    }

    #tools() {
        const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => unknown} */ act, /** @type {unknown} */ pressed = nothing) =>
            html`<button type="button" class="quiet" data-edit=${name} aria-pressed=${pressed} @click=${act}>${say(label)}</button>`;
        const { file } = this.sheet;
        const isWritten = this.text === this.#written;
        return html`
            <h1 class="desk-name">${visible(file ?? this.sheet.name)}${file === null || isWritten ? nothing : html`<span aria-label=${say("page-unwritten")}> •</span>`}</h1>
            ${file === null ? nothing : html`<button type="button" class="main" data-edit="write" ?disabled=${isWritten} @click=${() => this.#write()}>${say("page-write")}</button>`}
            ${tool("format", "page-format", () => this.#format())}
            ${tool("trace", "page-trace", () => this.#toggleTrace(), String(this.trace.isOpen))}
            ${tool("levels", "page-levels", () => openLevelEditor(this))}
            ${tool("versions", "page-versions", () => openVersions(this))}
            ${tool("manual", "page-manual", () => this.#toggleManual(), String(this.manual.isOpen))}
            ${tool("plain", "page-plain", () => this.#changePlain(), String(this.editor instanceof PlainEditor))}
            <button type="button" class="quiet" data-edit="share" @click=${() => openSharing(this)}>${icon("share")}<span>${say("page-share")}</span></button>
        `;
    }

    async #toggleTrace() {
        await this.trace.toggle();
        this.#draw();
    }

    #problems() {
        const errors = this.#diagnostics.filter(({ is_error }) => is_error);
        const state = errors.length > 0 ? say("page-errors", { count: errors.length }) : say(this.#tried.length > 0 ? "page-tried" : "page-no-errors");
        return html`
            <p class="problem-state" data-errors=${errors.length} role="status">${state}</p>
            <ul class="problem-list">${[...this.#diagnostics, ...this.#tried].map((diagnostic, index) => this.#problem(diagnostic, index))}</ul>
        `;
    }

    /** @param {Diagnostic} diagnostic @param {number} index */
    #problem({ code, is_error, message, span, label, help }, index) {
        const line = this.text.slice(0, span.start).split("\n").length;
        const fix = this.#fixes.find(({ diagnostic }) => diagnostic === index);
        return html`<li class=${is_error ? "is-error" : "is-warning"}>
            <button type="button" class="problem" data-code=${code} @click=${() => this.editor?.goTo(span)}>
                <span class="problem-line">${line}</span><span>${message}${label === "" ? nothing : html`<span class="muted">: ${label}</span>`}</span>
                <span class="muted">${code}</span></button>
            ${fix === undefined ? (help ? html`<p class="muted problem-help">${help}</p>` : nothing) : html`<button type="button" class="quiet fix" @click=${() => this.#mend(fix)}>${fix.title}</button>`}
        </li>`;
    }

    /** @param {Fix} fix */
    #mend({ span, replacement }) {
        const { text } = this;
        this.put(text.slice(0, span.start) + replacement + text.slice(span.end));
        this.editor?.focus();
    }
}

function skeleton() {
    return html`
        <div class="desk" data-side="text">
            <div class="desk-tabs" role="tablist"></div>
            <section class="desk-writing" aria-label=${say("page-tab-text")}>
                <div class="desk-tools" role="toolbar" aria-label=${say("page-tools-text")}></div>
                <div class="desk-text"></div>
                <div class="desk-problems"></div>
                <div class="desk-trace" hidden></div>
            </section>
            <section class="desk-game" aria-label=${say("page-tab-game")}></section>
            <section class="desk-manual" aria-label=${say("page-manual")} hidden></section>
        </div>
    `;
}

function prefersPlain() {
    try {
        return localStorage.getItem(PLAIN) === "yes";
    } catch {
        return false;
    }
}

/** @param {boolean} isPlain */
function keepPlain(isPlain) {
    try {
        localStorage.setItem(PLAIN, isPlain ? "yes" : "no");
    } catch {
        // It holds for this page alone.
    }
}
