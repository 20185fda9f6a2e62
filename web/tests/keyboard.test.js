import assert from "node:assert/strict";
import { test } from "node:test";
import { openGame, openPage } from "./support/browser.js";
import { fixtureWithPage } from "./support/fixture.js";
import { actByKeys, openByKeys } from "./support/keys.js";
import { replay } from "./support/play.js";
import { records } from "./support/record.js";

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
