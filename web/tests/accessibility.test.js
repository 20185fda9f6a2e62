import assert from "node:assert/strict";
import { test } from "node:test";
import { openGame, openPage, PHONE } from "./support/browser.js";
import { fixture } from "./support/fixture.js";
import { records } from "./support/record.js";
import { violations } from "./support/violations.js";
/** @import {BrowserContextOptions, Page} from "playwright-core" */

const together = fixture();

/** @type {[string, BrowserContextOptions][]} */
const SCREENS = [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["a phone in Japanese", { ...PHONE, locale: "ja-JP" }],
];

for (const [name, options] of SCREENS) {
    test(`menu, game and dialogs have no violation: ${name}`, async () => {
        const { page, close } = await openPage(together.browser, options);
        await page.goto(together.server.address);
        await page.locator("a[data-game]").first().waitFor();
        assert.deepEqual(await violations(page), [], "menu");
        for (const id of ["othello", "sokoban", "hex", "2048#7"]) {
            await openGame(page, together.server.address, id);
            assert.deepEqual(await violations(page), [], id);
        }
        for (const tool of ["options", "help", "more", "settings"]) {
            await page.locator(`[data-tool=${tool}]`).click();
            await page.locator("dialog[open]").waitFor();
            assert.deepEqual(await violations(page), [], tool);
            await page.keyboard.press("Escape");
            await page.locator("dialog").waitFor({ state: "detached" });
        }
        await close();
    });
}

test("the accessibility tree names every cell, in the language of the page", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello");
    const names = await page.getByRole("gridcell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    assert.equal(names.length, 64);
    assert.equal(new Set(names).size, 64);
    assert.match(names.join("; "), /d4, white disc/);
    assert.equal(await page.locator("[tabindex='0'][role=gridcell]").count(), 1);
    await page.locator(".language select").selectOption("ja");
    await page.locator("html[lang=ja]").waitFor();
    await page.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
    assert.notDeepEqual(await page.getByRole("gridcell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label"))), names);
    await close();
});

/** Hears what the page announces from here on. @param {Page} page @returns {Promise<() => Promise<string[]>>} */
async function listen(page) {
    await page.evaluate(() => {
        const heard = /** @type {any} */ (window);
        heard.heard = [];
        const region = /** @type {Element} */ (document.querySelector("[aria-live]"));
        new MutationObserver(() => heard.heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    });
    return () => page.evaluate(() => /** @type {any} */ (window).heard);
}

test("one action is announced once, politely", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello");
    assert.equal(await page.locator("[aria-live]").count(), 1);
    const announced = await listen(page);
    await page.locator(".is-choosable").first().click();
    await page.locator('#place[data-position="1"]').waitFor();
    assert.equal((await announced()).length, 1);
    await close();
});

/** Each shipped game, with a play of it. */
const plays = new Map(records().reverse().map((record) => [record.game, record]));

/**
 * Names that the browser's accessibility tree has for what has a role.
 *
 * @param {Page} page
 * @param {string} role
 */
async function named(page, role) {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    return nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => String(node.name?.value ?? ""));
}

/** Waits until nothing is thought about, twice the time after which thinking begins. @param {Page} page */
async function thought(page) {
    await page.waitForTimeout(60);
    await page.locator("#place.is-thinking").waitFor({ state: "detached" });
}

for (const [game, record] of plays) {
    test(`${game}: the browser's own tree has a name for each cell, and its first action is announced once`, async () => {
        const { page, close } = await openPage(together.browser);
        await openGame(page, together.server.address, record.id);
        const cells = await page.locator("[data-cell]").evaluateAll((all) => all.map((cell) => cell.getAttribute("data-cell") ?? ""));
        const names = await named(page, "gridcell");
        assert.equal(names.length, cells.length);
        assert.deepEqual(names.map((name) => name.split(",")[0]), cells);
        assert.deepEqual(await named(page, "grid"), [await page.locator("[role=grid]").getAttribute("aria-label")]);
        assert.equal(await page.locator("[role=grid] [tabindex='0']").count(), 1, "one place for Tab");
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell", "the board has the focus");
        const announced = await listen(page);
        await page.locator("#say").fill(record.actions[0] ?? "");
        await page.keyboard.press("Enter");
        await page.locator('#place[data-position="1"][data-busy=false]').waitFor();
        // What the page lets the engine think about next says nothing of its own.
        await thought(page);
        const heard = await announced();
        assert.equal(heard.length, 1, `announced: ${heard.join(" | ")}`);
        assert.notEqual(heard[0]?.trim(), "");
        await close();
    });
}
