import assert from "node:assert/strict";
import { test } from "node:test";
import { openGame, openPage } from "./support/browser.js";
import { drop } from "./support/drop.js";
import { fixture } from "./support/fixture.js";
/** @import {Page} from "playwright-core" */

const together = fixture();

/** @param {Page} page @param {number} position */
function reached(page, position) {
    return page.locator(`#place[data-position="${position}"]`).waitFor({ timeout: 120_000 });
}

test("an opponent answers", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "tic-tac-toe");
    await page.locator("[data-tool=options]").click();
    await page.locator("dialog select[name=nought]").selectOption("easy");
    await page.locator("dialog button[type=submit]").click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.locator("#place[data-busy=false] .is-choosable").first().click();
    await reached(page, 2);
    await close();
});

test("undo, redo, restart and the slider go through what was done", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello#0");
    const hashes = [];
    for (let position = 0; position < 3; position += 1) {
        await reached(page, position);
        hashes.push(await page.locator("#place").getAttribute("data-hash"));
        await page.locator(".is-choosable").first().click();
    }
    await reached(page, 3);
    await page.locator("[data-tool=undo]").click();
    await reached(page, 2);
    assert.equal(await page.locator("#place").getAttribute("data-hash"), hashes[2]);
    await page.locator("[data-tool=redo]").click();
    await reached(page, 3);
    await page.locator(".history input").fill("1");
    await reached(page, 1);
    assert.equal(await page.locator("#place").getAttribute("data-hash"), hashes[1]);
    await page.locator("[data-tool=restart]").click();
    // To begin again is one more thing that was done, and can be taken back.
    await page.locator(`#place[data-hash="${hashes[0]}"]`).waitFor();
    await close();
});

test("a hint is marked, and a level plays itself to its end, after which the next one is offered", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    await page.locator("[data-tool=hint]").click();
    await page.locator(".is-hinted").first().waitFor({ timeout: 120_000 });
    await page.locator("[data-tool=run]").click();
    await page.locator("#place[data-outcome=win]").waitFor({ timeout: 120_000 });
    await page.locator("[data-answer]").first().click();
    await page.locator("h1", { hasText: "level 2" }).waitFor();
    await close();
});

test("a level is chosen from the list, and help and statistics are read", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    await page.locator("[data-tool=levels]").click();
    await page.locator(".levels button").nth(4).click();
    await page.locator("h1", { hasText: "level 5" }).waitFor();
    await page.locator("[data-tool=help]").click();
    await page.locator("dialog pre", { hasText: "push" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.locator("[data-tool=more]").click();
    await page.locator("[data-more=statistics]").click();
    await page.locator("dialog pre").waitFor();
    await close();
});

test("above 64 x 64 a window follows the keyboard", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "life:100x80");
    const place = () => page.evaluate(() => {
        const cell = document.activeElement;
        return [cell?.getAttribute("aria-colindex"), cell?.closest("[role=row]")?.getAttribute("aria-rowindex")].map(Number);
    });
    await page.keyboard.press("Control+End");
    assert.deepEqual(await place(), [100, 80]);
    assert.equal(await page.locator("[role=gridcell]").count(), 64 * 64);
    await page.keyboard.press("Control+Home");
    assert.deepEqual(await place(), [1, 1]);
    await close();
});

test("the line of words tells of the game that is here, not of the one before", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    const said = (/** @type {string} */ words) => page.waitForFunction((expected) => document.querySelector(".said")?.textContent === expected, words);
    const heading = async () => (await page.locator(".table-heading h1").textContent()) ?? "";
    await said("Help says how this is played.");
    await drop(page, "first.lurd", "RRR");
    await page.locator(".said", { hasText: "next level?" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "level 2" }).waitFor();
    await said(await heading());
    await drop(page, "bad.xsb", "######\n#@ $.?\n######\n");
    await page.locator(".said", { hasText: "not in the legend" }).waitFor();
    await page.locator(".mistakes").waitFor();
    await page.keyboard.press("Escape");
    await drop(page, "good.xsb", "######\n#@ $.#\n######\n");
    await page.locator("h1", { hasText: "of 1" }).waitFor();
    await said(await heading());
    await close();
});

test("what waits is asked once, and told in the menu fact by fact", async () => {
    const { page, close } = await openPage(together.browser);
    const reached = (/** @type {string} */ state) => page.locator(`#place[data-busy=false]${state}`).waitFor();
    await openGame(page, together.server.address, "sokoban");
    await page.locator("[data-tool=levels]").click();
    await page.locator(".levels button").nth(1).click();
    await page.locator("h1", { hasText: "level 2" }).waitFor();
    await page.locator("[data-tool=hint]").click();
    await page.locator(".is-hinted").first().waitFor({ timeout: 120_000 });
    await page.keyboard.press("E");
    await reached('[data-position="1"]');
    await page.locator(".home").click();
    const facts = await page.locator("a[data-game=sokoban] .game-progress > span").innerText();
    assert.match(facts, /level 2 · .*44/);
    await page.locator("a[data-game=sokoban]").click();
    await reached("[data-phase=offered]");
    const question = (await page.locator(".said").textContent()) ?? "";
    assert.match(question, /^you left here/);
    const isSeen = (/** @type {string} */ selector) => page.locator(selector).evaluate((element) => element.clientHeight > 10);
    assert.deepEqual([await isSeen(".said"), await isSeen(".banner p")], [false, true]);
    await page.keyboard.press("Enter");
    await reached("[data-phase=playing]");
    assert.deepEqual([await isSeen(".said"), await page.locator(".said").textContent()], [true, await page.locator(".table-heading h1").textContent()]);
    await close();
});
