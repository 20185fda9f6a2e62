// Texts that are edited at random: after each burst of edits the page is what a page is that was given the text at once.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { linkHash, openPage } from "./support/browser.js";
import { code, paste, wholeText } from "./support/edit.js";
import { fixture } from "./support/fixture.js";
import { random } from "./support/random.js";
/** @import {Page} from "playwright-core" */

/** Games whose boards begin without chance, so that two of them are equal. */
const GAMES = ["sokoban", "othello", "hex", "life", "english-draughts"];
/** Edits of each game, and the most of them before the page is looked at. */
const EDITS = 200;
const BURST = 12;

/** Milliseconds that a text may take until it was read and tried: beside other work, what tries a game takes many times a second. */
const LONGEST = 300_000;

/** Words that people write, and such that nobody should. */
const WORDS = [
    "p", "_", "->", "[", "]", "(", ")", "{2,}", "*", "+", "\"", "\\", "|", "//", ".", "player", "else", "action", "level", "win when", "turn",
    "99999999999999999999", "0", "-1", "\t", "  ", "🎲", "👩‍👩‍👧", "é", "e\u0301", "箱", "，", "\u3000", "\u202e", "\u200b", "\u00a0", "\ufeff", "\u0000",
    "\u001b[31m", "\u2028", "\ud800", "\udc00", "</script>", "${x}", "%n",
];
const LINES = ["\n", "\n\n", "\r\n", "\n  ", "\n// 🎲 箱\n", "\nlevel \"箱\"\n  ..\n", "\naction go\n  all: any -> _\n", "\nlet x = [x]\n", "\nthen\n  repeat: any -> any\n"];
const KEYS = ["Backspace", "Delete", "Enter", "Tab", "ControlOrMeta+Backspace", "ControlOrMeta+Delete", "Alt+ArrowUp", "Alt+ArrowDown", "Shift+Alt+ArrowDown", "ControlOrMeta+Z", "ControlOrMeta+Y", "ControlOrMeta+Shift+K", "ControlOrMeta+/"];

const together = fixture();

/** The rules of a shipped game and its first level: what is short is hit often. @param {string} name */
function textOfGame(name) {
    const text = readFileSync(new URL(`../../games/${name}.masu`, import.meta.url), "utf8");
    const sections = text.split(/^(?=[a-z])/m).filter((section) => !/^(rules|help|words)\b/.test(section));
    const levels = sections.filter((section) => section.startsWith("level"));
    return sections.filter((section) => !levels.slice(1).includes(section)).join("");
}

/**
 * An edit by keys or from the clipboard, somewhere in the text.
 *
 * @param {Page} page
 * @param {ReturnType<typeof random>} dice
 */
async function edit(page, dice) {
    const length = (await wholeText(page)).length;
    const from = dice.below(length + 1);
    // Mostly a place, sometimes a few letters, seldom much.
    const to = Math.min(length, from + dice.oneOf([0, 0, 0, 1, 3, dice.below(length + 1)]));
    await select(page, from, to);
    const kind = dice.below(3);
    if (kind === 0) {
        await page.keyboard.press(dice.oneOf(KEYS));
    } else {
        await paste(page, kind === 1 ? dice.oneOf(WORDS) : dice.oneOf(LINES));
    }
}

/** @param {Page} page @param {number} anchor @param {number} head */
async function select(page, anchor, head) {
    await code(page).focus();
    await code(page).evaluate(
        async (content, [from, to]) => {
            const { EditorView } = await import(/** @type {string} */ ("@codemirror/view"));
            EditorView.findFromDOM(content).dispatch({ selection: { anchor: from, head: to } });
        },
        [anchor, head],
    );
}

/** Sight of a text and of its game, once it was read. @param {Page} page */
async function seen(page) {
    await page.locator(".desk[data-busy=false]").waitFor({ timeout: LONGEST });
    return page.evaluate(() => {
        const all = (/** @type {string} */ what) => [...document.querySelectorAll(what)];
        const hasErrors = document.querySelector(".problem-state")?.getAttribute("data-errors") !== "0";
        const problems = all(".problem-list > li").map((item) => `${item.className} ${item.textContent?.replace(/\s+/g, " ")}`);
        const game = {
            heading: document.querySelector(".table-heading h1")?.textContent,
            hash: document.querySelector(".desk-game")?.getAttribute("data-hash"),
            cells: all("[data-cell]").map((cell) => `${cell.getAttribute("aria-label")} ${[...cell.classList].filter((it) => it !== "is-moving").join(" ")} ${cell.innerHTML}`),
        };
        // With errors the board is that of the last text without any.
        return { problems, game: hasErrors ? null : game };
    });
}

/** Goes to a text as a link carries it. @param {Page} page @param {string} text */
async function openText(page, text) {
    const url = new URL(together.server.address);
    url.hash = linkHash(JSON.stringify({ text, name: "game", edit: true }));
    // Addresses that differ in what is behind `#` alone load nothing.
    await page.goto("about:blank");
    await page.goto(url.href);
    const found = await seen(page);
    assert.equal(await wholeText(page), text);
    return found;
}

for (const [seed, name] of GAMES.entries()) {
    test(`${EDITS} edits of ${name} leave what a fresh page shows`, async () => {
        const dice = random(seed);
        const { page, close } = await openPage(together.browser);
        const fresh = await openPage(together.browser);
        let good = textOfGame(name);
        assert.notEqual((await openText(page, good)).game, null, "the text has errors before anything was done");
        for (let done = 0; done < EDITS; ) {
            const burst = Math.min(EDITS - done, 1 + dice.below(BURST));
            for (let each = 0; each < burst; each += 1) {
                await edit(page, dice);
            }
            done += burst;
            const text = await wholeText(page);
            const found = await seen(page);
            assert.deepEqual(found, await openText(fresh.page, text), `after ${done} edits: ${JSON.stringify(text)}`);
            if (found.game !== null) {
                good = text;
            } else if (dice.below(3) > 0) {
                // Texts would soon be nothing but errors: the last one that was a game is put back, and the board is again that.
                await select(page, 0, text.length);
                await paste(page, good);
                const again = await seen(page);
                assert.notEqual(again.game, null, `the text that was good is no more: ${JSON.stringify(good)}`);
                assert.deepEqual(again, await openText(fresh.page, good), `put back: ${JSON.stringify(good)}`);
            }
        }
        await Promise.all([close(), fresh.close()]);
    });
}
