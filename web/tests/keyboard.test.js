import assert from "node:assert/strict";
import { test } from "node:test";
import { openGame, openPage } from "./support/browser.js";
import { drop } from "./support/drop.js";
import { fixtureWithPage } from "./support/fixture.js";
import { actByKeys, openByKeys } from "./support/keys.js";
import { replay } from "./support/play.js";
import { records } from "./support/record.js";
/** @import {Page} from "playwright-core" */

/** Actions of each game that are done with real keys. */
const SOME = 2;

const together = fixtureWithPage();

const firsts = new Map(records().reverse().map((record) => [record.game, record]));

for (const record of firsts.values()) {
    test(`${record.game} is played with keys alone`, async () => {
        const { page } = together;
        const actions = record.actions.slice(0, SOME);
        await openGame(page, together.server.address, record.id);
        const { hash } = await page.evaluate(replay, actions);
        await openByKeys(page, together.server.address, record.game);
        // The same set-up: what the menu begins may be of another size or seed.
        await openGame(page, together.server.address, record.id);
        for (const action of actions) {
            await actByKeys(page, action);
        }
        assert.equal(await page.locator("#place").getAttribute("data-hash"), hash);
    });
}

test("an edge of the board is announced, and rows and columns have their keys", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello");
    const here = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
    const said = page.locator(".said");
    await page.keyboard.press("Control+Home");
    const first = await here();
    await page.keyboard.press("ArrowUp");
    assert.equal(await said.textContent(), "Top edge");
    assert.equal(await here(), first);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    assert.equal(await said.textContent(), "Right edge");
    await page.keyboard.press("Alt+g");
    await page.keyboard.type("c4");
    await page.keyboard.press("Enter");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal(await here(), "c4");
    await page.keyboard.press("PageUp");
    assert.notEqual(await here(), "c4");
    await close();
});

/** The cell that has the focus. @param {Page} page */
const here = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? null);
/** Words about a cell, without its name and what can be done there. @param {Page} page @param {string | null} name */
const piece = async (page, name) => ((await page.locator(`[data-cell="${name}"]`).getAttribute("aria-label")) ?? "").split(", ")[1];

test("a key leads to what the last action changed, and on to each of its cells", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello#0");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+m");
    assert.equal(await page.locator(".said").textContent(), "Nothing was changed yet.");
    assert.equal(await here(page), await page.evaluate(() => document.querySelector("[data-cell]")?.getAttribute("data-cell")));
    const chosen = await page.locator(".is-choosable").first().getAttribute("data-cell");
    await page.locator(`[data-cell="${chosen}"]`).focus();
    await page.keyboard.press("Enter");
    await page.locator('#place[data-position="1"]').waitFor();
    await page.keyboard.press("Control+End");
    const fresh = await page.locator(".is-fresh").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-cell")));
    assert.ok(fresh.length >= 2 && fresh.includes(chosen), `a disc is placed and one is turned: ${fresh}`);
    const visited = [];
    for (const _ of fresh) {
        await page.keyboard.press("Alt+m");
        visited.push(await here(page));
    }
    assert.deepEqual(visited.sort(), fresh.sort());
    await close();
});

test("a key lists what can be done from the cell that has the focus, and does it", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "english-draughts#0");
    const man = await page.locator(".is-choosable").first().getAttribute("data-cell");
    await page.locator(`[data-cell="${man}"]`).focus();
    await page.keyboard.press("Alt+l");
    const lists = page.locator("dialog section");
    await lists.first().locator("h3", { hasText: `From ${man}` }).waitFor();
    const [near = [], others = []] = await lists.evaluateAll((all) => all.map((list) => [...list.querySelectorAll("li")].map((item) => item.textContent ?? "")));
    const isFromHere = (/** @type {string} */ action) => action.split(" ").includes(man ?? "");
    assert.ok(near.length > 0 && near.every(isFromHere), `from ${man}: ${near}`);
    assert.ok(others.length > 0 && !others.some(isFromHere), `not from ${man}: ${others}`);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal(await here(page), man, "the focus is again where it was");
    // A cell from which nothing goes says so; what is chosen in the list is done.
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+l");
    await page.locator("dialog p", { hasText: "Nothing can be done from" }).waitFor();
    await page.locator("dialog li button").first().focus();
    await page.keyboard.press("Enter");
    await page.locator('#place[data-position="1"]').waitFor();
    await close();
});

test("a key leads to the next piece of a kind, and with Shift to the one before", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "english-draughts#0");
    const cells = await page.locator("[data-cell]").evaluateAll((all) => all.map((cell) => cell.getAttribute("data-cell")));
    const man = await page.locator(".is-choosable").first().getAttribute("data-cell");
    const kind = await piece(page, man);
    await page.locator(`[data-cell="${man}"]`).focus();
    const visited = [man];
    for (let presses = 0; presses < cells.length; presses += 1) {
        await page.keyboard.press("Alt+n");
        const at = await here(page);
        if (at === man) {
            break;
        }
        visited.push(at);
    }
    const kinds = await Promise.all(cells.map((name) => piece(page, name)));
    assert.deepEqual([...visited].sort(), cells.filter((_, index) => kinds[index] === kind).sort());
    await page.keyboard.press("Alt+Shift+N");
    assert.equal(await here(page), visited.at(-1), "and back, around the board");
    await close();
});

test("keys of the row and the column lead to their ends", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello");
    await page.locator('[data-cell="d4"]').focus();
    for (const [key, expected] of /** @type {const} */ ([["Home", "a4"], ["End", "h4"], ["PageUp", "h1"], ["PageDown", "h8"], ["Control+Home", "a1"], ["Control+End", "h8"]])) {
        await page.keyboard.press(key);
        const place = await page.evaluate(() => {
            const cell = document.activeElement;
            return [cell?.getAttribute("aria-colindex"), cell?.closest("[role=row]")?.getAttribute("aria-rowindex")].join();
        });
        const named = await page.locator(`[data-cell="${expected}"]`).evaluate((cell) => [cell.getAttribute("aria-colindex"), cell.closest("[role=row]")?.getAttribute("aria-rowindex")].join());
        assert.equal(place, named, `${key}: ${await here(page)} is not ${expected}`);
    }
    await close();
});

test("a column and a row are jumped to where no names stand beside the board", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "2048#7");
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
    await page.locator('[data-cell="c3"]').focus();
    for (const [typed, cell] of /** @type {const} */ ([["b", "b3"], ["1", "b1"], ["D", "d1"], ["", "d1"], ["z", "d1"]])) {
        await page.keyboard.press("Alt+g");
        await page.locator("#jump").fill(typed);
        await page.keyboard.press("Enter");
        await page.locator("dialog").waitFor({ state: "detached" });
        assert.equal(await at(), cell, typed);
    }
    await close();
});

/** True while the focus is on a cell of the board. @param {Page} page */
const isOnBoard = (page) => page.waitForFunction(() => document.activeElement?.matches("[data-cell]") ?? false);
const SOLVED_SOON = "####\n#@$.#\n####\n\n; Higher\n\n#####\n#@  #\n# $.#\n#####\n";

test("the board keeps the focus when its shape changes", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello#0");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F");
    await page.waitForFunction(() => document.querySelector("[data-cell]")?.getAttribute("data-cell") === "h8");
    await isOnBoard(page);
    await openGame(page, together.server.address, "sokoban/1#0");
    for (const levels of [SOLVED_SOON, SOLVED_SOON.replaceAll("@", "@ ")]) {
        await drop(page, "own.xsb", levels);
        await page.locator(".table-heading h1", { hasText: "of 2" }).waitFor();
        await isOnBoard(page);
    }
    await close();
});

test("whoever answers a question goes on with the keys of the board", async () => {
    const answers = /** @type {((page: Page) => Promise<unknown>)[]} */ ([
        (page) => page.keyboard.press("Enter"),
        (page) => page.locator("[data-answer]").first().click(),
        (page) => page.locator("[data-answer]").first().press("Enter"),
    ]);
    for (const answer of answers) {
        const { page, close } = await openPage(together.browser);
        await openGame(page, together.server.address, "sokoban/1#0");
        await drop(page, "first.lurd", "RRR");
        await page.locator('#place[data-outcome="win"]').waitFor();
        await answer(page);
        await page.locator("h1", { hasText: "level 2" }).waitFor();
        await isOnBoard(page);
        await close();
    }
});

test("keys mean the board after a click on a tool, and stay with who came to it by keys", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    const reached = (/** @type {number} */ position) => page.locator(`#place[data-position="${position}"]`).waitFor();
    await page.keyboard.press("ArrowRight");
    await reached(1);
    await page.locator("[data-tool=undo]").click();
    await reached(0);
    await page.keyboard.press("ArrowRight");
    await reached(1);
    await page.locator("[data-tool=levels]").click();
    await page.locator(".levels button").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowRight");
    await reached(2);
    const undo = page.locator("[data-tool=undo]");
    await undo.press("Enter");
    await reached(1);
    assert.ok(await undo.evaluate((button) => button === document.activeElement), "there is more to undo");
    await undo.press("Enter");
    await reached(0);
    await isOnBoard(page);
    await close();
});

test("keys mean the board where nothing has the focus", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    await page.locator(".said").click();
    await page.waitForFunction(() => document.activeElement === document.body);
    await page.keyboard.press("ArrowRight");
    await page.locator('#place[data-position="1"]').waitFor();
    await close();
});

test("Escape takes back what is chosen, and leaves no game", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "english-draughts#0");
    await page.locator(".is-choosable").first().click();
    await page.locator("[data-selected]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-selected]").waitFor({ state: "detached" });
    for (const before of ["ArrowLeft", "H", "Escape"]) {
        await page.keyboard.press(before);
        await page.keyboard.press("Escape");
        // An answer comes after all that the key brought about.
        await page.keyboard.press("M");
        await page.locator("#place[data-busy=false]").waitFor();
        assert.match(page.url(), /#\/play\//);
    }
    await openGame(page, together.server.address, "sokoban/1#0");
    await page.locator("[data-tool=run]").click();
    await page.locator(".pace").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".pace").waitFor({ state: "detached" });
    assert.match(page.url(), /#\/play\//);
    await close();
});

/** @typedef {{ctrlKey?: boolean, metaKey?: boolean, shiftKey?: boolean, altKey?: boolean}} Held */

test("keys for taking back are heard with Caps Lock, and those of the browser are left to it", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    /** Presses a key as with Caps Lock on. @param {string} key @param {Held} held @returns {Promise<boolean>} true if it is the page's */
    const press = (key, held) => page.evaluate((init) => !document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init)), { key, bubbles: true, cancelable: true, ...held });
    await page.keyboard.press("ArrowRight");
    await page.locator('#place[data-position="1"]').waitFor();
    const rows = /** @type {[string, Held, number][]} */ ([
        ["z", { ctrlKey: true }, 0], ["Z", { ctrlKey: true, shiftKey: true }, 1], ["Z", { ctrlKey: true }, 0], ["z", { ctrlKey: true, shiftKey: true }, 1],
        ["z", { metaKey: true }, 0], ["Y", { ctrlKey: true }, 1],
    ]);
    for (const [key, held, position] of rows) {
        assert.ok(await press(key, held));
        await page.locator(`#place[data-position="${position}"]`).waitFor();
    }
    for (const [key, held] of /** @type {[string, Held][]} */ ([["F5", {}], ["r", { ctrlKey: true }], ["s", { ctrlKey: true }], ["z", { ctrlKey: true, altKey: true }]])) {
        assert.equal(await press(key, held), false, key);
    }
    await close();
});

test("letters find a game of the menu where nothing has the focus", async () => {
    const { page, close } = await openPage(together.browser);
    await page.goto(together.server.address);
    await page.locator("a[data-game=othello]").waitFor();
    await page.keyboard.press("o");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-game")), "othello");
    await close();
});
