// Every mistake of the manual is marked at its place, listed and explained, in texts of wide letters.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage } from "./support/browser.js";
import { code as content, openEditor, wholeText, write } from "./support/edit.js";
import { fixture } from "./support/fixture.js";
import { wrongExamples } from "./support/pages.js";
import { service } from "./support/service.js";
/** @import {Page} from "playwright-core" */

/** Lines above each example: letters of one to four bytes, of one and two units, and of several letters. */
const ABOVE = "// 🎲 é 箱 👩‍👩‍👧 e\u0301\n// 倉庫番 𠮷野家\n";
/** Beginning of each name that an example declares: a letter of four bytes and two units, and one of three and one. */
const WIDE = "𠮷箱";
/** Examples whose mistake has something wide before its end, on its line. */
const LEAST_WIDE = 35;

/** Mistakes that a page does not meet: bytes that are no text, and chance outcomes that are listed, which no page asks for. */
const UNTYPED = ["E0102", "E0506"];

const together = fixture();
/** @type {ReturnType<typeof service>} */
let engine;

before(() => {
    engine = service();
});
after(() => engine.end());

/**
 * @typedef {{start: number, end: number}} Span
 * @typedef {{text: string, place: (span: Span) => Span}} Widened text, and the new place of each old one
 */

/** A text below more lines, with longer names. @param {string} text @param {number[]} names the places at which they begin @returns {Widened} */
function widened(text, names) {
    // A place at the beginning of a name is before what was added to it.
    const moved = (/** @type {number} */ at) => ABOVE.length + at + WIDE.length * names.filter((name) => name < at).length;
    // What is about the text as a whole has no place but its beginning.
    const place = (/** @type {Span} */ { start, end }) => (end === 0 ? { start, end } : { start: moved(start), end: moved(end) });
    const parts = names.map((name, index) => WIDE + text.slice(name, names[index + 1]));
    return { text: ABOVE + text.slice(0, names[0]) + parts.join(""), place };
}

/** Names that a text declares, which can be called anything. @param {string} text */
function declared(text) {
    const named = [...text.matchAll(/^(?:let|value|action|option|define) ([a-z]+)\b/gm)].map((found) => found[1] ?? "");
    const pieces = /^pieces\n((?: .*\n)+)/m.exec(text)?.[1] ?? "";
    return new Set([...named, ...pieces.matchAll(/[a-z]+/g)].map(String));
}

/**
 * The example in wide letters, as far as it stays the same mistake.
 *
 * @param {string} text
 * @param {string[]} codes of all its mistakes
 */
async function wide(text, codes) {
    const names = declared(text);
    const { answer } = await engine.ask({ tokens: text });
    const tokens = /** @type {{span: Span, kind: string}[]} */ (answer.tokens);
    const renamed = tokens.filter(({ span, kind }) => kind === "name" && names.has(text.slice(span.start, span.end)));
    const all = widened(text, renamed.map(({ span }) => span.start));
    const same = (await mistakes(all.text)).map((it) => it.code);
    return JSON.stringify(same) === JSON.stringify(codes) ? all : widened(text, []);
}

/** @param {string} text @returns {Promise<{code: string, is_error: boolean, span: Span}[]>} */
async function mistakes(text) {
    const found = (await engine.ask({ fix: text })).answer.fixes.diagnostics;
    // What is found by playing is looked for where reading finds no error.
    const isSound = !found.some((/** @type {any} */ it) => it.is_error);
    const tried = isSound ? (await engine.ask({ try: text })).answer.fixes.diagnostics : [];
    return [...found, ...tried];
}

/** Places of letters that are underlined, and what part of the text is drawn. @param {Page} page */
function underlined(page) {
    return content(page).evaluate(async (editor) => {
        const { EditorView } = await import(/** @type {string} */ ("@codemirror/view"));
        const { from, to } = EditorView.findFromDOM(editor).viewport;
        /** @type {number[]} */
        const places = [];
        let at = from;
        for (const line of editor.querySelectorAll(".cm-line")) {
            const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
                const length = node.textContent?.length ?? 0;
                if (node.parentElement?.closest(".cm-lintRange") !== null) {
                    places.push(...Array.from({ length }, (_, each) => at + each));
                }
                at += length;
            }
            at += 1;
        }
        return { from, to, places };
    });
}

/** @param {string} text @param {Span[]} spans @param {{from: number, to: number}} drawn */
function lettersOf(text, spans, { from, to }) {
    const all = spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, each) => start + each));
    return [...new Set(all)].filter((at) => at >= from && at < to && text[at] !== "\n").sort((one, other) => one - other);
}

/** @param {string} text @param {number} at */
const lineOf = (text, at) => text.slice(0, at).split("\n").length;
/** The text from the beginning of a place's line to its end. @param {string} text @param {Span} span */
const untilEnd = (text, { start, end }) => text.slice(text.lastIndexOf("\n", start - 1) + 1, end);
/** True if a letter is no single byte. @param {string} text */
const isWide = (text) => /[^\x00-\x7f]/.test(text);

test("every mistake is marked at its place, listed, and explained", { timeout: 600_000 }, async (context) => {
    const { page, close } = await openPage(together.browser, { viewport: { width: 1280, height: 1600 } });
    await openEditor(page, together.server.address);
    let wides = 0;
    for (const { code, kind, text } of wrongExamples().filter((it) => it.kind.startsWith("masume") && !UNTYPED.includes(it.code))) {
        await context.test(code, async () => {
            const plain = await mistakes(text);
            assert.ok(plain.some((it) => it.code === code), `${kind}: ${plain.map((it) => it.code)}`);
            const { text: shown, place } = await wide(text, plain.map((it) => it.code));
            const expected = plain.map(({ span, ...rest }) => ({ ...rest, span: place(span) }));
            await write(page, shown);
            await page.locator(".desk[data-busy=false]").waitFor();
            assert.equal(await wholeText(page), shown);
            const { places, ...drawn } = await underlined(page);
            assert.deepEqual(places, lettersOf(shown, expected.map((it) => it.span), drawn), `underlined: ${places.map((at) => shown[at]).join("")}`);

            const listed = await page.locator(".problem").evaluateAll((all) =>
                all.map((button) => `${button.getAttribute("data-code")} ${button.querySelector(".problem-line")?.textContent}`),
            );
            assert.deepEqual(listed, expected.map((it) => `${it.code} ${lineOf(shown, it.span.start)}`));

            // What is chosen in the list is where one writes, and what is pointed at is explained.
            const at = expected.findIndex((it) => it.code === code);
            const { span } = expected[at] ?? { span: { start: 0, end: 0 } };
            await page.locator(".problem").nth(at).click();
            assert.deepEqual(await selected(page), span);
            const explained = await hover(page, span.start);
            assert.match(explained, new RegExp(`^${code}: `));
            assert.ok(explained.length > 100, `with the manual's words: ${explained}`);
            wides += isWide(untilEnd(shown, span)) ? 1 : 0;
        });
    }
    assert.ok(wides >= LEAST_WIDE, `only ${wides} mistakes have something wide before them`);
    await close();
});

/** @param {Page} page @returns {Promise<Span>} */
function selected(page) {
    return content(page).evaluate(async (editor) => {
        const { EditorView } = await import(/** @type {string} */ ("@codemirror/view"));
        const { from, to } = EditorView.findFromDOM(editor).state.selection.main;
        return { start: from, end: to };
    });
}

/** Words about a place of the text that the mouse rests on. @param {Page} page @param {number} at */
async function hover(page, at) {
    const place = await content(page).evaluate(async (editor, offset) => {
        const { EditorView } = await import(/** @type {string} */ ("@codemirror/view"));
        const { left, top, bottom } = EditorView.findFromDOM(editor).coordsAtPos(offset, 1);
        return { x: left + 2, y: (top + bottom) / 2 };
    }, at);
    await page.mouse.move(0, 0);
    await page.locator(".code .explained").waitFor({ state: "detached" });
    await page.mouse.move(place.x, place.y);
    const explained = page.locator(".code .explained").first();
    await explained.waitFor();
    return explained.innerText();
}
