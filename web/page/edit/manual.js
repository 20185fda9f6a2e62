import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { icon } from "../icon.js";
import { say } from "../phrases.js";
import { parts, shown, wordsOf } from "./markdown.js";
/** @import {Context} from "../play/table.js" */
/** @import {Assistance, Chapter, Example} from "./assistance.js" */
/** @import {Part} from "./markdown.js" */

/** Hits that a search shows, and letters before and behind the word in each. */
const MOST_HITS = 60;
const AROUND = 50;

/**
 * Place in the manual, which outlives the text that is edited: who opens an example reads on.
 *
 * @type {{isOpen: boolean, chapter: string | null, sought: string, top: number}}
 */
const place = { isOpen: false, chapter: null, sought: "", top: 0 };

/** The specification and the shipped games beside a text; each example and each game is opened as a text of its own. */
export class Manual {
    /** @type {Chapter[]} */
    #chapters = [];
    /** Parts of chapters by their names. @type {Map<string, Part[]>} */
    #read = new Map();
    /** Examples of chapters by their names. @type {Map<string, Example[]>} */
    #examples = new Map();
    /** @type {import("../carrier/protocol.js").MenuGame[]} */
    #games = [];

    /**
     * @param {HTMLElement} element
     * @param {{context: Context, assistance: Assistance}} options
     */
    constructor(element, { context, assistance }) {
        this.element = element;
        this.context = context;
        this.assistance = assistance;
        element.hidden = !place.isOpen;
        element.addEventListener("scroll", () => (place.top = element.scrollTop));
    }

    get isOpen() {
        return place.isOpen;
    }

    async begin() {
        if (place.isOpen) {
            await this.#show();
        }
    }

    async toggle() {
        place.isOpen = !place.isOpen;
        this.element.hidden = !place.isOpen;
        if (place.isOpen) {
            await this.#show();
            this.element.querySelector("input")?.focus();
        }
    }

    /** Says everything again, in another language or for another place. */
    async #show() {
        if (this.#chapters.length === 0) {
            const [chapters, menu] = await Promise.all([this.assistance.chapters(), this.context.menu()]);
            this.#chapters = chapters;
            this.#games = menu?.groups.flatMap(({ games }) => games) ?? [];
        }
        if (place.chapter !== null) {
            await this.#fetch(place.chapter);
        } else if (place.sought !== "") {
            await Promise.all(this.#chapters.map(({ name }) => this.#fetch(name)));
        }
        render(html`<div class="manual-head" role="search">
            ${place.chapter === null ? nothing : html`<button type="button" class="quiet" data-manual="back" aria-label=${say("page-manual-contents")}
                @click=${() => this.#go(null)}>${icon("back")}</button>`}
            <label class="hidden" for="manual-search">${say("page-manual-search")}</label>
            <input id="manual-search" type="text" .value=${place.sought} placeholder=${say("page-manual-search")} autocomplete="off"
                @input=${(/** @type {Event} */ event) => this.#seek(/** @type {HTMLInputElement} */ (event.target).value)} />
        </div>
        <div class="manual-body" lang=${place.chapter === null ? nothing : "en"}>${this.#body()}</div>`, this.element);
        this.element.scrollTop = place.top;
    }

    #body() {
        if (place.chapter !== null) {
            return this.#chapter(place.chapter);
        }
        return place.sought === "" ? this.#contents() : this.#hits(place.sought);
    }

    /** @param {string | null} chapter @param {number} line the line of its text that is looked at */
    async #go(chapter, line = 0) {
        place.chapter = chapter;
        await this.#show();
        this.element.scrollTop = 0;
        const part = [...this.element.querySelectorAll("[data-line]")].find((it) => Number(/** @type {HTMLElement} */ (it).dataset.line) >= line);
        if (line > 0) {
            part?.scrollIntoView({ block: "center" });
        }
        this.element.querySelector("input")?.focus({ preventScroll: true });
    }

    /** @param {string} sought */
    async #seek(sought) {
        Object.assign(place, { sought, chapter: null });
        await this.#show();
        this.element.scrollTop = 0;
    }

    /** @param {string} name */
    async #fetch(name) {
        if (!this.#read.has(name)) {
            const [text, examples] = await Promise.all([this.assistance.chapter(name), this.assistance.examples(name)]);
            this.#read.set(name, parts(text));
            this.#examples.set(name, examples);
        }
    }

    #contents() {
        return html`
            <h2>${say("page-manual-games")}</h2>
            <ul class="menu-list manual-games">${this.#games.map(({ name, title }) => html`<li>
                <button type="button" data-manual-game=${name} @click=${() => this.context.go(`#/edit/${name}`)}>${title}</button></li>`)}</ul>
            <h2>${say("page-manual-chapters")}</h2>
            <ul class="menu-list">${this.#chapters.map(({ name, title }) => html`<li>
                <button type="button" data-chapter=${name} lang="en" @click=${() => this.#go(name)}>${title}</button></li>`)}</ul>
        `;
    }

    /** @param {string} name */
    #chapter(name) {
        const examples = this.#examples.get(name) ?? [];
        const open = (/** @type {Example} */ { line }) => this.context.go(`#/edit/example/${name}/${line}`);
        const fence = (/** @type {Extract<Part, {kind: "fence"}>} */ { line, text }) => {
            const example = examples.find((it) => it.line === line);
            return html`<div class="manual-example" data-line=${line}><pre tabindex="0"><code>${text}</code></pre>
                ${example === undefined ? nothing : html`<button type="button" class="quiet" data-example=${line} lang=${document.documentElement.lang}
                    @click=${() => open(example)}>${icon("edit")}<span>${say(example.is_wrong ? "page-example-wrong" : "page-example")}</span></button>`}</div>`;
        };
        return html`<article class="manual-text" @click=${(/** @type {MouseEvent} */ event) => this.#follow(event)}>
            ${(this.#read.get(name) ?? []).map((part) => shown(part, { address: (target) => this.#address(target), fence }))}
        </article>`;
    }

    /** Address of a chapter that a link names; other pages are not here. @param {string} target */
    #address(target) {
        const name = target.replace(/\.md(#.*)?$/, "");
        return this.#chapters.some((it) => it.name === name) ? `#${name}` : null;
    }

    /** A link leads to another chapter, not to another page. @param {MouseEvent} event */
    #follow(event) {
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        if (link !== null) {
            event.preventDefault();
            this.#go(link.getAttribute("href")?.slice(1) ?? null);
        }
    }

    /** @param {string} sought */
    #hits(sought) {
        const wanted = sought.toLowerCase();
        const hits = this.#chapters.flatMap(({ name, title }) => {
            let line = 0;
            return (this.#read.get(name) ?? []).flatMap((part) => {
                line = part.kind === "fence" ? part.line : line;
                const words = wordsOf(part);
                const at = words.toLowerCase().indexOf(wanted);
                return at < 0 ? [] : [{ name, title, line, words: words.slice(Math.max(0, at - AROUND), at + wanted.length + AROUND) }];
            });
        });
        const games = this.#games.filter(({ title }) => title.toLowerCase().includes(wanted));
        return html`
            <p class="muted" role="status">${say("page-manual-hits", { count: hits.length + games.length })}</p>
            <ul class="menu-list">
                ${games.map(({ name, title }) => html`<li><button type="button" data-manual-game=${name} @click=${() => this.context.go(`#/edit/${name}`)}>${title}</button></li>`)}
                ${hits.slice(0, MOST_HITS).map(({ name, title, line, words }) => html`<li><button type="button" class="manual-hit" lang="en" data-chapter=${name}
                    @click=${() => this.#go(name, line)}><span>${title}</span><span class="muted">${words}</span></button></li>`)}
            </ul>
        `;
    }
}
