import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { openGame, openPage } from "./support/browser.js";
import { fixture } from "./support/fixture.js";
import { replay } from "./support/play.js";
import { report } from "./support/report.js";

const PAGE = fileURLToPath(new URL("../page/", import.meta.url));
/** Bytes, compressed, of everything that the playing page loads. */
const MOST = 150_000;
/** Actions over which nothing may pile up; 10,000 with MASUME_LONG. */
const ACTIONS = process.env.MASUME_LONG ? 10_000 : 120;
/** Milliseconds from an action to the document, where MASUME_CLOCKS holds promises of time. */
const LARGE_BOARD = 50;

const together = fixture();

/** Files of the page without the editor and the engine. @param {string} folder @returns {string[]} */
function files(folder) {
    return readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        const isOther = /(^|\/)(edit|codemirror|@codemirror|@lezer|module)$/.test(path) || path.endsWith(".wasm");
        if (isOther) {
            return [];
        }
        return statSync(path).isDirectory() ? files(path) : /\.(js|css|html|svg)$/.test(path) ? [path] : [];
    });
}

test("the page without its editor is small", () => {
    const own = files(PAGE).filter((path) => !path.includes("/vendor/") || path.includes("/lit-html/"));
    const bytes = own.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
    report("page-size", { files: own.length, gzip_bytes: bytes });
    assert.ok(bytes <= MOST, `${bytes} bytes`);
});

test("only cells that changed are touched", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "othello#0");
    await page.evaluate(() => {
        const grid = /** @type {Element} */ (document.querySelector("[role=grid]"));
        const seen = /** @type {any} */ (window);
        seen.painted = new Set();
        new MutationObserver((changes) => {
            changes.filter(({ type }) => type === "childList").forEach(({ target }) => seen.painted.add(target));
        }).observe(grid, { subtree: true, childList: true });
    });
    const before = await page.locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.querySelector("svg")?.outerHTML ?? ""));
    await page.locator(".is-choosable").first().click();
    await page.locator('#place[data-position="1"]').waitFor();
    const after = await page.locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.querySelector("svg")?.outerHTML ?? ""));
    const changed = before.filter((picture, index) => picture !== after[index]).length;
    assert.equal(changed, 2, "a disc is placed and one is turned");
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).painted.size), changed);
    await close();
});

test("a board of 64 x 64 follows, and nothing piles up", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "life:64x64");
    const session = await page.context().newCDPSession(page);
    const counters = async () => {
        await session.send("HeapProfiler.collectGarbage");
        const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
        const { usedSize } = await session.send("Runtime.getHeapUsage");
        return { nodes, listeners: jsEventListeners, bytes: usedSize };
    };
    const ticks = (/** @type {number} */ count) => page.evaluate(replay, Array.from({ length: count }, () => "tick"));
    await ticks(20);
    const early = await counters();
    const { times, failed } = await ticks(ACTIONS);
    const late = await counters();
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    report("large-board", { board: "64x64", actions: times.length, median_ms: Number(median.toFixed(2)), early, late });
    assert.equal(failed, null);
    // A cell holds a picture or none: the number of nodes goes up and down with the living cells.
    assert.ok(late.nodes < early.nodes + 3 * 64 * 64, `${early.nodes} nodes became ${late.nodes}`);
    assert.ok(late.listeners <= early.listeners + 10, `${early.listeners} listeners became ${late.listeners}`);
    if (process.env.MASUME_CLOCKS) {
        assert.ok(median <= LARGE_BOARD, `${median} ms`);
    }
    await close();
});
