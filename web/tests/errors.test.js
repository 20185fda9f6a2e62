// Every mistake of the manual is marked at its place, listed and explained, in texts of wide letters.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { linkHash, openPage } from "./support/browser.js";
import { code as content, openEditor, wholeText, write } from "./support/edit.js";
import { drop } from "./support/drop.js";
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

/** Bytes that are no text cannot be written in an editor: they are dropped. */
const UNTYPED = ["E0102"];

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
    assert.equal(await page.locator(".code .cm-tooltip-hover > *").count(), 1, "explained once");
    return explained.innerText();
}

/** A page on which a game of the manual is played. @param {string} game */
async function playing(game) {
    const { page, close } = await openPage(together.browser);
    const address = new URL(together.server.address);
    address.hash = linkHash(JSON.stringify({ text: game }));
    await page.goto(address.href);
    await page.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
    return { page, close };
}

/** Mistakes that are shown of a file, each with its code and its line and column. @param {Page} page */
async function shown(page) {
    await page.locator(".mistakes li").first().waitFor();
    return page.locator(".mistakes li").evaluateAll((all) => all.map((item) => `${item.getAttribute("data-code")} ${item.getAttribute("data-place")}`));
}

/** Examples that are no text of a game, with the places of their mistakes. @type {Record<string, string>} */
const DROPPED = { E0407: "1:1", E0408: "1:8", E0409: "1:1", E0415: "1:1" };

for (const [code, place] of Object.entries(DROPPED)) {
    test(`a file with the mistake ${code} is shown where it is wrong`, async () => {
        const { kind, text, game } = wrongExamples().find((it) => it.code === code) ?? assert.fail(code);
        const { page, close } = await playing(game);
        const hash = await page.locator("#place").getAttribute("data-hash");
        await drop(page, kind.startsWith("state") ? "own.state" : "own.txt", text);
        assert.deepEqual(await shown(page), [`${code} ${place}`]);
        const isTaken = kind.startsWith("levels");
        assert.match((await page.locator("dialog p").first().textContent()) ?? "", isTaken ? /was taken/ : /was not taken/);
        await page.locator(".mistakes button").click();
        await page.locator("dialog", { hasText: `# ${code}: ` }).waitFor();
        await page.keyboard.press("Escape");
        assert.equal(await page.locator("#place").getAttribute("data-hash"), hash);
        await close();
    });
}

/** Old texts of one byte a letter. @param {string} text */
const old = (text) => new Uint8Array(Buffer.from(text, "latin1"));

test("a file that is no UTF-8 is shown at its first byte that is none", async () => {
    const { page, close } = await playing(wrongExamples().find((it) => it.code === "E0415")?.game ?? "");
    await drop(page, "own.masu", old("game Own\n// Caf\u00e9\n"));
    assert.deepEqual(await shown(page), ["E0102 2:7"]);
    await page.keyboard.press("Escape");
    // Rows of levels are the same in all encodings.
    await drop(page, "own.txt", old("Title: Caf\u00e9\n######\n#-pb.#\n######\n"));
    assert.deepEqual(await shown(page), ["E0102 1:11"]);
    await page.keyboard.press("Escape");
    await page.locator(".board [aria-colindex='6']").first().waitFor({ state: "attached" });
    await close();
});

test("a game that is dropped with mistakes is mended in the editor", async () => {
    const { page, close } = await playing(wrongExamples().find((it) => it.code === "E0415")?.game ?? "");
    await drop(page, "own.masu", "game Own\nbored 3 x 3\n");
    assert.ok((await shown(page)).includes("E0106 2:1"));
    await page.locator("[data-mistakes=edit]").click();
    await page.locator(".problem[data-code=E0106]").waitFor();
    await close();
});

for (const code of ["E0410", "E0411", "E0412"]) {
    test(`an action with the mistake ${code} is explained beside the text`, async () => {
        const { text, game } = wrongExamples().find((it) => it.code === code) ?? assert.fail(code);
        const { page, close } = await openPage(together.browser);
        await openEditor(page, together.server.address);
        await write(page, game);
        await page.locator(".desk[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
        await page.locator("[data-edit=trace]").click();
        for (const action of text.trim().split("\n")) {
            await page.locator("#say").fill(action);
            await page.locator("#say").press("Enter");
            await page.locator(".desk-game[data-busy=false]").waitFor();
        }
        await page.locator("[data-why-code]", { hasText: code }).waitFor();
        await close();
    });
}
