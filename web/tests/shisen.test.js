import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { openGame, openPage } from "./support/browser.js";
import { fixture } from "./support/fixture.js";
import { program } from "./support/server.js";

const together = fixture();

/** Tiles of the deal as the program writes them in text mode, row by row. @param {string} id */
function dealOfTerminal(id) {
    const { stdout } = spawnSync(program(), ["play", id, "--text", "--glyphs", "ascii"], { input: "board, quit\n", encoding: "utf8" });
    const rows = stdout.split("\n").filter((line) => /^\s*\d+( [A-Za-h.]){17}\s*$/.test(line));
    return rows.slice(0, 8).map((line) => line.trim().split(" ").slice(1));
}

/** Places of a deal at which the tile of each cell is first met, whatever it looks like. @param {string[]} tiles */
function pattern(tiles) {
    return tiles.map((tile) => tiles.indexOf(tile));
}

// The same seed, dealt by the engine's own search and by the solver with proofs.
for (const id of ["shisen-sho#7", "shisen-sho#7v2"]) test(`the deal of ${id} is the one of the terminal`, async () => {
    const terminal = dealOfTerminal(id).flat();
    assert.equal(terminal.length, 17 * 8);
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, id);
    const tiles = await page.locator("[data-cell]").evaluateAll((cells) =>
        cells.map((cell) => (cell.getAttribute("aria-label") ?? "").split(",")[1]?.trim() ?? ""),
    );
    assert.deepEqual(pattern(tiles), pattern(terminal));
    await close();
});

test("two clicks take a pair, and the line between them is drawn for a moment", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "shisen-sho#7");
    await page.keyboard.press("Alt+l");
    const action = (await page.locator(".legal button").first().textContent()) ?? "";
    await page.keyboard.press("Escape");
    const [, first = "", second = ""] = action.split(" ");
    await page.locator(`[data-cell="${first}"]`).click();
    await page.locator(`[data-cell="${first}"].is-selected`).waitFor();
    await page.locator(`[data-cell="${second}"]`).click();
    await page.locator('#place[data-position="1"]').waitFor();
    const line = page.locator(".joined");
    const points = ((await line.getAttribute("points")) ?? "").split(" ").filter((point) => point !== "");
    assert.ok(points.length >= 2, `a line of ${points.length} points`);
    await page.waitForFunction(() => document.querySelector(".joined")?.getAttribute("points") === "");
    await close();
});
