import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { say } from "../phrases.js";
/** @import {Refusal, Why} from "../carrier/protocol.js" */
/** @import {Match} from "../play/match.js" */

/**
 * Rule that fired: its line in the text from 1, the board after it, the cells that it changed, and those that it matched.
 *
 * @typedef {{line: number, text: string, board: string, changed: string[], matched: string[][]}} Step
 * @typedef {{action: string, before: string, steps: Step[]}} TraceView
 */

/** The rules of the last action, one after another: each lights its line and its cells. */
export class Trace {
    /** @type {TraceView | null} */
    #trace = null;
    #step = 0;
    /** Reason why what was typed last could not be done. @type {Why | null} */
    #why = null;
    /** Number of the state in which something was refused, as long as that is shown. */
    #refusedAt = -1;

    /**
     * @param {HTMLElement} place
     * @param {{match: Match, grid: HTMLElement, light: (lines: number[]) => void, goToLine: (line: number) => void}} options
     */
    constructor(place, { match, grid, light, goToLine }) {
        this.place = place;
        this.match = match;
        this.grid = grid;
        this.light = light;
        this.goToLine = goToLine;
        match.addEventListener("change", () => this.#follow());
        match.addEventListener("refused", (event) => this.#tellWhy(/** @type {CustomEvent<Refusal>} */ (event).detail.why));
        // What was typed and could not be done is told behind the board that it left as it was.
        match.addEventListener("notice", (event) => (this.#why = /** @type {CustomEvent<{refused?: Why}>} */ (event).detail.refused ?? null));
    }

    get isOpen() {
        return !this.place.hidden;
    }

    async toggle() {
        this.place.hidden = this.isOpen;
        if (this.isOpen) {
            await this.#read();
        } else {
            this.#shine(null);
        }
    }

    #follow() {
        if (this.#why !== null) {
            this.#tellWhy(this.#why);
        } else if (this.isOpen && this.match.number !== this.#refusedAt) {
            this.#read();
        }
    }

    async #read() {
        this.#refusedAt = -1;
        const number = this.match.number;
        const reply = await this.match.carrier.ask("trace");
        if (!this.isOpen || number !== this.match.number) {
            return;
        }
        this.#trace = /** @type {TraceView | undefined} */ (reply.answer?.trace) ?? null;
        this.#step = (this.#trace?.steps.length ?? 0) - 1;
        this.#draw(reply.error?.message ?? "");
    }

    /** Shows why an action was refused, and the line of the text that it is about. @param {Why | null | undefined} why */
    #tellWhy(why) {
        this.#why = null;
        if (!why || !this.isOpen) {
            return;
        }
        this.#refusedAt = this.match.number;
        const { code, line, lines } = why;
        const goTo = line === null ? nothing : html`<button type="button" class="quiet" data-why=${line} @click=${() => this.goToLine(line)}>${say("page-to-line", { line })}</button>`;
        render(html`<div class="trace-head"><h2>${say("page-refused")} <span class="muted" data-why-code>${code ?? ""}</span></h2>${goTo}</div>${lines.map((it) => html`<p>${it}</p>`)}`, this.place);
        this.#shine(null);
        this.light(line === null ? [] : [line]);
    }

    /** @param {number} index */
    #go(index) {
        const steps = this.#trace?.steps ?? [];
        this.#step = Math.min(Math.max(index, -1), steps.length - 1);
        this.#draw("");
    }

    /** @param {string} trouble */
    #draw(trouble) {
        const trace = this.#trace;
        render(trace === null ? html`<p class="muted">${trouble}</p>` : this.#steps(trace), this.place);
        this.#shine(trace?.steps[this.#step] ?? null);
    }

    /** @param {TraceView} trace */
    #steps({ action, before, steps }) {
        const step = steps[this.#step];
        const row = (/** @type {Step} */ { line, text, changed }, /** @type {number} */ index) => html`<li>
            <button type="button" class="trace-step" aria-current=${index === this.#step ? "step" : nothing}
                @click=${() => (this.#go(index), this.goToLine(line))}><span class="trace-line">${line}</span><code>${text}</code>
                ${changed.length === 0 ? html`<span class="muted">${say("page-changed-nothing")}</span>` : nothing}</button>
        </li>`;
        return html`
            <div class="trace-head">
                <h2>${action}</h2>
                <button type="button" class="quiet" ?disabled=${this.#step < 0} @click=${() => this.#go(this.#step - 1)}>${say("page-step-back")}</button>
                <button type="button" class="quiet" ?disabled=${this.#step >= steps.length - 1} @click=${() => this.#go(this.#step + 1)}>${say("page-step-on")}</button>
            </div>
            <div class="trace-body">
                <ol class="trace-steps">
                    <li><button type="button" class="trace-step" aria-current=${this.#step < 0 ? "step" : nothing} @click=${() => this.#go(-1)}>
                        <span class="trace-line"></span>${say("page-before-rules")}</button></li>
                    ${steps.map(row)}
                </ol>
                <pre class="trace-board" tabindex="0" aria-label=${say("page-board-then")}>${step?.board ?? before}</pre>
            </div>
        `;
    }

    /** @param {Step | null} step */
    #shine(step) {
        this.light(step === null ? [] : [step.line]);
        this.grid.querySelectorAll(".is-traced, .is-matched").forEach((cell) => cell.classList.remove("is-traced", "is-matched"));
        this.#mark(step?.changed ?? [], "is-traced");
        // What changed nothing is seen where it matched.
        if (step?.changed.length === 0) {
            this.#mark(step.matched.flat(), "is-matched");
        }
    }

    /** @param {string[]} names @param {string} mark */
    #mark(names, mark) {
        for (const name of names) {
            this.grid.querySelector(`[data-cell="${CSS.escape(name)}"]`)?.classList.add(mark);
        }
    }
}
