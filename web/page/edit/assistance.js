import { Refused } from "../refused.js";
/** @import {Carrier, Diagnostic, Question} from "../carrier/protocol.js" */

/**
 * Place in a text, in units of UTF-16 as browsers count them.
 *
 * @typedef {{start: number, end: number}} Span
 * @typedef {{diagnostic: number, title: string, span: Span, replacement: string}} Fix
 * @typedef {{span: Span, kind: string}} Token
 * @typedef {{text: string, is_word: boolean}} Completion
 * @typedef {{span: Span, title: string, lines: string[], actions?: readonly import("@codemirror/lint").Action[]}} Explained
 * @typedef {{title: string, span: Span, rows: {text: string, span: Span}[]}} LevelView
 * @typedef {{glyph: string, label: string, is_empty: boolean}} GlyphView
 * @typedef {{name: string, title: string}} Chapter
 * @typedef {{line: number, text: string, is_wrong: boolean}} Example
 * @typedef {{levels: LevelView[], glyphs: GlyphView[], numbers: boolean}} LevelsView
 */

/** Answers of the engine about a text, on a connection of its own: play never waits for it. */
export class Assistance {
    /** @param {Carrier} carrier */
    constructor(carrier) {
        this.carrier = carrier;
    }

    /** @param {string} text @returns {Promise<{diagnostics: Diagnostic[], fixes: Fix[]}>} */
    async check(text) {
        const found = await this.#ask({ fix: text }, "fixes");
        return /** @type {any} */ (found) ?? { diagnostics: [], fixes: [] };
    }

    /** Mistakes that show only in play. @param {string} text @returns {Promise<Diagnostic[]>} */
    async try(text) {
        return /** @type {any} */ (await this.#ask({ try: text }, "fixes"))?.diagnostics ?? [];
    }

    /** Words of the manual about a mistake, without its examples. @param {string} code @returns {Promise<string[]>} */
    async manual(code) {
        const page = /** @type {string} */ (/** @type {unknown} */ (await this.#ask({ manual: code }, "text"))) ?? "";
        const [words = ""] = page.split("\n```");
        return words.split("\n\n").slice(1).map((paragraph) => paragraph.replaceAll("\n", " "));
    }

    /** @param {string} text @returns {Promise<Token[]>} */
    async tokens(text) {
        return /** @type {any} */ (await this.#ask({ tokens: text }, "tokens")) ?? [];
    }

    /** @param {string} text @param {number} at @returns {Promise<Completion[]>} */
    async complete(text, at) {
        return /** @type {any} */ (await this.#ask({ complete: { text, at } }, "completions")) ?? [];
    }

    /** @param {string} text @param {number} at @returns {Promise<Explained | null>} */
    async explain(text, at) {
        return /** @type {any} */ (await this.#ask({ hover: { text, at } }, "hover")) ?? null;
    }

    /** @param {string} text @returns {Promise<string | null>} `null` for a text that has errors */
    async format(text) {
        return /** @type {any} */ (await this.#ask({ format: text }, "text")) ?? null;
    }

    /** @param {string} text @returns {Promise<LevelsView | null>} */
    async levels(text) {
        return /** @type {any} */ (await this.#ask({ "levels-of": text }, "levels"));
    }

    /** The text of a game; it throws where there is none of this name. @param {string} name @returns {Promise<string>} */
    async source(name) {
        const { answer, error } = await this.carrier.ask({ source: name });
        if (error !== undefined) {
            throw new Refused(error);
        }
        return String(answer?.text);
    }

    /** The chapters of the specification. @returns {Promise<Chapter[]>} */
    async chapters() {
        return /** @type {any} */ (await this.#ask("chapters", "chapters")) ?? [];
    }

    /** A chapter in Markdown. @param {string} name @returns {Promise<string>} */
    async chapter(name) {
        return /** @type {any} */ (await this.#ask({ chapter: name }, "text")) ?? "";
    }

    /** The examples of a chapter as whole games. @param {string} name @returns {Promise<Example[]>} */
    async examples(name) {
        return /** @type {any} */ (await this.#ask({ examples: name }, "examples")) ?? [];
    }

    /** @param {Question} question @param {string} answer */
    async #ask(question, answer) {
        try {
            const reply = await this.carrier.ask(question, { units: "utf16" });
            return reply.answer?.[answer] ?? null;
        } catch {
            // The engine of this connection is gone: the text can still be written.
            return null;
        }
    }
}
