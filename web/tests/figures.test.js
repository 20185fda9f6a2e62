import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { openGame, openPage, showPad } from "./support/browser.js";
import { code, openEditor } from "./support/edit.js";
import { fixture } from "./support/fixture.js";
import { replay } from "./support/play.js";
import { ofProgram, timeOfBrowser, timeOfPage } from "./support/processor.js";
import { quantile, report } from "./support/report.js";
import { lacksSite, serveSite } from "./support/site.js";

const PAGE = fileURLToPath(new URL("../page/", import.meta.url));
/** Bytes, compressed, of everything that the playing page loads. */
const MOST = 150_000;
/** Actions over which nothing may pile up; 10,000 with MASUME_LONG. */
const ACTIONS = process.env.MASUME_LONG ? 10_000 : 120;
/** First visits and edits of which the time is taken. */
const VISITS = 5;
const EDITS = 20;
/** Milliseconds from an action to the document, where MASUME_CLOCKS holds promises of time. */
const LARGE_BOARD = 50;
/** Milliseconds of processor time until a game can be played, and until an edited one is on the board. */
const PLAYABLE = 1000;
const REBUILT = 100;

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

/**
 * Plays over which nothing may pile up: an id, actions that can be repeated for ever, and what a change of the board may
 * leave in the document more than there was, in nodes.
 *
 * @type {{name: string, id: string, actions: string[], nodes: number}[]}
 */
const ENDLESS = [
    // A cell holds a picture or none: the number of nodes goes up and down with the living cells.
    { name: "large-board", id: "life:64x64", actions: ["tick"], nodes: 3 * 64 * 64 },
    { name: "long-play", id: "sokoban/1#0", actions: ["push right", "walk left"], nodes: 100 },
];

for (const { name, id, actions, nodes } of ENDLESS) {
    test(`nothing piles up in ${id}`, { timeout: 3_600_000 }, async () => {
        const { page, close } = await openPage(together.browser);
        await showPad(page);
        await openGame(page, together.server.address, id);
        const session = await page.context().newCDPSession(page);
        const counters = async () => {
            await session.send("HeapProfiler.collectGarbage");
            const found = await session.send("Memory.getDOMCounters");
            const { usedSize } = await session.send("Runtime.getHeapUsage");
            const program = ofProgram(together.server.id)?.resident ?? null;
            return { nodes: found.nodes, listeners: found.jsEventListeners, bytes: usedSize, program };
        };
        const act = (/** @type {number} */ count) => page.evaluate(replay, Array.from({ length: count }, (_, at) => actions[at % actions.length] ?? ""));
        assert.equal((await act(ACTIONS / 10)).failed, null);
        const early = await counters();
        const taken = await timeOfPage(page);
        const before = ofProgram(together.server.id)?.time ?? 0;
        const { times, failed } = await act(ACTIONS - ACTIONS / 10);
        const [own, program] = [await taken(), (ofProgram(together.server.id)?.time ?? 0) - before].map((time) => Number((time / times.length).toFixed(2)));
        const late = await counters();
        assert.equal(failed, null);
        const median = quantile(times, 0.5);
        report(name, { game: id, actions: times.length, page_processor_ms: own, program_processor_ms: program, median_ms: median, ninth_decile_ms: quantile(times, 0.9) });
        report(`${name}-memory`, { game: id, after: { [ACTIONS / 10]: early, [ACTIONS]: late } });
        assert.ok(late.nodes < early.nodes + nodes, `${early.nodes} nodes became ${late.nodes}`);
        assert.ok(late.listeners <= early.listeners + 10, `${early.listeners} listeners became ${late.listeners}`);
        if (process.env.MASUME_CLOCKS) {
            assert.ok(median <= LARGE_BOARD, `${median} ms`);
        }
        await close();
    });
}

/** Hosts of the page: the program, and a host of files with the engine in a worker. */
const CARRIERS = /** @type {const} */ (["socket", "worker"]);

for (const carrier of CARRIERS) {
    const skip = carrier === "worker" ? lacksSite : false;
    test(`how much it takes until a game can be played, by ${carrier}`, { skip }, async () => {
        const site = carrier === "worker" ? await serveSite() : null;
        /** @type {{browser: number, program: number | null}[]} */
        const taken = [];
        for (let visit = 0; visit < VISITS; visit += 1) {
            // Nothing is kept from the visit before.
            const { page, close } = await openPage(together.browser);
            const program = ofProgram(together.server.id);
            const before = await timeOfBrowser(together.browser);
            await openGame(page, site?.address ?? together.server.address, "othello");
            const after = await timeOfBrowser(together.browser);
            const since = ofProgram(together.server.id);
            taken.push({ browser: after - before, program: program && since && since.time - program.time });
            await close();
        }
        await site?.end();
        const [browser, program] = /** @type {const} */ (["browser", "program"]).map((of) => quantile(taken.map((it) => it[of] ?? 0), 0.5));
        report(`playable-by-${carrier}`, { game: "othello", visits: VISITS, browser_ms: browser, program_ms: carrier === "socket" ? program : 0 });
        if (process.env.MASUME_CLOCKS) {
            assert.ok((browser ?? 0) + (program ?? 0) <= PLAYABLE, `${browser} and ${program} ms`);
        }
    });
}

test("how much it takes until a text that was edited is on the board, where it was", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address, "sokoban");
    await page.locator(".desk[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
    await page.locator(".desk-game [role=grid] [tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator('[data-position="1"]').waitFor();
    await code(page).focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    const taken = await timeOfPage(page);
    const before = [await timeOfBrowser(together.browser), ofProgram(together.server.id)?.time ?? 0];
    for (let edit = 0; edit < EDITS; edit += 1) {
        await page.keyboard.type("n");
        await page.locator(".desk[data-busy=false] .table-heading h1", { hasText: new RegExp(`Sokobann{${edit + 1}}\\b`) }).waitFor();
    }
    const after = [await timeOfBrowser(together.browser), ofProgram(together.server.id)?.time ?? 0];
    assert.equal(await page.locator("[data-position]").getAttribute("data-position"), "1");
    const [whole = 0, program = 0] = after.map((time, of) => Number(((time - (before[of] ?? 0)) / EDITS).toFixed(2)));
    const own = Number(((await taken()) / EDITS).toFixed(2));
    report("rebuild", { game: "sokoban", edits: EDITS, page_ms: own, program_ms: program, browser_with_painting_ms: whole });
    if (process.env.MASUME_CLOCKS) {
        assert.ok(own + program <= REBUILT, `${own} and ${program} ms`);
    }
    await close();
});
