import assert from "node:assert/strict";
import { test } from "node:test";
import { openGame, openPage, PHONE, showPad } from "./support/browser.js";
import { fixture } from "./support/fixture.js";
import { replay } from "./support/play.js";
import { records } from "./support/record.js";
import { swipe, tap, tapCell } from "./support/touch.js";
/** @import {Page} from "playwright-core" */

/** The games of the articles, each with its first actions done by a finger. */
const GAMES = ["sokoban", "robots", "othello", "2048", "shisen-sho"];
const SOME = 12;

const together = fixture();

/** @param {Page} page @param {string} action @param {number} number */
async function byTouch(page, action, number) {
    const [word = "", ...rest] = action.split(" ");
    const [first = ""] = rest;
    if (rest.length === 0) {
        await tap(page, page.locator(".plain-actions button", { hasText: new RegExp(`^\\s*${word}`) }).first());
    } else if (await page.locator(`[data-direction="${first}"]`).count()) {
        // In turn by a swipe and by the pad.
        await (number % 2 === 0 ? swipe(page, first) : tap(page, page.locator(`[data-direction="${first}"]`)));
    } else {
        for (const name of rest) {
            await tapCell(page, name);
        }
    }
}

// First: a game that was left asks above the board whether it goes on.
test("board, pad and what has a button beside it are seen at once in every game", async () => {
    const { page, close } = await openPage(together.browser, PHONE);
    await page.goto(together.server.address);
    await page.locator("a[data-game]").first().waitFor();
    const games = await page.locator("a[data-game]").evaluateAll((links) => links.map((link) => /** @type {HTMLElement} */ (link).dataset.game ?? ""));
    const seen = [];
    for (const game of games) {
        await openGame(page, together.server.address, game);
        const found = await page.evaluate(() => {
            const edges = (/** @type {string} */ what) => document.querySelector(what)?.getBoundingClientRect();
            const [board, pad, plain, tools, head] = [".board", ".pad", ".plain-actions", ".table-tools", "#head"].map(edges);
            if (!board || !pad || !tools || !head) {
                return null;
            }
            const end = Math.max(pad.bottom, plain?.bottom ?? 0);
            return { scrolled: scrollY, isIn: board.top >= head.bottom && board.left >= 0 && board.right <= innerWidth && end <= tools.top && tools.bottom <= innerHeight };
        });
        if (found !== null) {
            seen.push(game);
            assert.deepEqual(found, { scrolled: 0, isIn: true }, game);
        }
    }
    assert.ok(seen.length >= 5, seen.join(" "));
    await close();
});

for (const game of GAMES) {
    test(`${game} is played with a finger at 375 x 667`, async () => {
        const record = records().find((it) => it.game === game);
        assert.ok(record);
        const actions = record.actions.slice(0, SOME);
        const mouse = await openPage(together.browser);
        await showPad(mouse.page);
        await openGame(mouse.page, together.server.address, record.id);
        const { hash, failed } = await mouse.page.evaluate(replay, actions);
        assert.equal(failed, null);
        await mouse.close();

        const { page, close } = await openPage(together.browser, PHONE);
        await openGame(page, together.server.address, record.id);
        const scrolled = () => page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollWidth > innerWidth]);
        assert.deepEqual(await scrolled(), [0, 0, false]);
        for (const [number, action] of actions.entries()) {
            await byTouch(page, action, number);
            await page.locator(`#place[data-position="${number + 1}"][data-busy=false]`).waitFor();
        }
        assert.equal(await page.locator("#place").getAttribute("data-hash"), hash);
        await close();
    });
}

test("a swipe scrolls nothing and leaves nothing", async () => {
    const { page, close } = await openPage(together.browser, PHONE);
    await openGame(page, together.server.address, "2048#7");
    const address = page.url();
    for (const direction of ["down", "right", "up", "left", "right"]) {
        await swipe(page, direction);
    }
    await page.locator('#place:not([data-position="0"])').waitFor();
    assert.deepEqual(await page.evaluate(() => [scrollX, scrollY]), [0, 0]);
    assert.equal(page.url(), address);
    await close();
});

test("words that name the key of the help are told the button where there are no keys", async () => {
    for (const [options, isTold] of /** @type {const} */ ([[PHONE, true], [{}, false]])) {
        const { page, close } = await openPage(together.browser, options);
        await openGame(page, together.server.address, "robots#1");
        const said = (await page.locator(".said").textContent()) ?? "";
        assert.match(said, /"h"/);
        assert.equal(/Help says/.test(said), isTold, said);
        await close();
    }
});
