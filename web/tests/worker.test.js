// The page without a server: the engine in a worker, what is kept in the browser, and the page as one file.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, linkHash, openGame, openPage, showPad } from "./support/browser.js";
import { ask, connect, eat, LOOPS, LOOPS_LATER, RESUME, SOKOBAN } from "./support/engine.js";
import { replay } from "./support/play.js";
import { records } from "./support/record.js";
import { report } from "./support/report.js";
import { BUILT, hasSite, lacksSite, serveSite } from "./support/site.js";
/** @import {Browser, BrowserContext} from "playwright-core" */

/** The most bytes of the module, compressed, and of the page that is one file. */
const MOST_MODULE = 2_200_000;
const MOST_FILE = 3_200_000;
/** The games of the articles. */
const OF_ARTICLES = ["2048", "othello", "robots", "shisen-sho", "sokoban-level-7"];

const skip = lacksSite;

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveSite>>} */
let site;

before(async () => {
    if (hasSite) {
        [browser, site] = await Promise.all([launch(), serveSite()]);
    }
});

after(async () => {
    await browser?.close();
    await site?.end();
});

for (const record of records().filter(({ name }) => OF_ARTICLES.includes(name))) {
    test(`${record.name} is played as recorded in a worker`, { skip }, async () => {
        const { page, close } = await openPage(browser);
        await showPad(page);
        await openGame(page, site.address, record.id);
        const played = await page.evaluate(replay, record.actions);
        assert.equal(played.failed, null);
        assert.equal(played.hash, createHash("sha256").update(record.state).digest("hex"), "the last state differs");
        await close();
    });
}

test("a game goes on where it was when the tab was killed, but for one action at most", { skip }, async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await emptyDocument(context);
    const engine = await connect(page);
    const replies = await ask(engine, SOKOBAN, { act: "push right" }, "undo", { act: "push right" }, { act: "push right" });
    const last = replies.at(-1).answer.snapshot;
    // The last one was answered, and perhaps not yet written: nothing is waited for.
    await page.close();
    const [reply] = await ask(await connect(await emptyDocument(context)), RESUME);
    const { position } = reply.answer.snapshot;
    assert.ok(position === last.position || position === last.position - 1, `${position} of ${last.position}`);
    await context.close();
});

test("two tabs that play the same game keep both", { skip }, async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const [first, second] = [await connect(await emptyDocument(context)), await connect(await emptyDocument(context))];
    await ask(first, SOKOBAN, { act: "push right" }, "state");
    await ask(second, RESUME, { act: "push right" }, "state");
    await ask(first, { act: "push left" }, "undo", { act: "push left" }, "state");
    const third = await connect(await emptyDocument(context));
    const [one] = await ask(third, RESUME);
    const [other] = await ask(third, { key: "o" });
    const texts = [one, other].map((reply) => reply.answer.snapshot.state);
    const [[ours], [theirs]] = [await ask(first, "state"), await ask(second, "state")];
    const expected = [ours, theirs].map((reply) => reply.answer.snapshot.state);
    assert.deepEqual(texts.sort(), expected.sort());
    await context.close();
});

test("rules that loop end with the engine, and the game is there again", { skip, timeout: 120_000 }, async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const engine = await connect(await emptyDocument(context));
    await ask(engine, SOKOBAN, { act: "push right" }, { act: "push right" });
    const [before] = await ask(engine, "state");
    const [load] = await ask(engine, { load: { name: "loops", text: LOOPS } });
    const [act] = load.error ? [load] : await ask(engine, { act: "go a1 b1" });
    assert.ok(act.error ?? act.stale, JSON.stringify(act).slice(0, 300));
    const [after] = await ask(engine, RESUME);
    assert.equal(after.answer.snapshot.state, before.answer.snapshot.state);
    const heard = await engine.evaluate(({ heard }) => heard);
    assert.ok(load.error || heard.some((event) => event.trouble), "it is said");
    await context.close();
});

test("a game that eats memory ends with the engine, and the game before is there again", { skip, timeout: 300_000 }, async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const engine = await connect(await emptyDocument(context));
    const [, , before] = await ask(engine, SOKOBAN, { act: "push right" }, "state");
    const outcomes = await eat(engine, "state");
    assert.ok(outcomes.every((it) => it !== undefined), outcomes.join(" "));
    const [after] = await ask(engine, RESUME);
    assert.equal(after.answer.snapshot.state, before.answer.snapshot.state);
    await context.close();
});

test("rules that loop do not freeze the page, which goes on with what was there", { skip, timeout: 300_000 }, async () => {
    const { page, close } = await openPage(browser);
    await openGame(page, site.address, "tic-tac-toe");
    await page.locator(".is-choosable").first().click();
    await page.locator('#place[data-position="1"]').waitFor();
    const hash = await page.locator("#place").getAttribute("data-hash");
    await page.evaluate((to) => location.assign(to), linkHash(JSON.stringify({ text: LOOPS_LATER })));
    await page.locator("#place[data-part=link] [data-cell]").first().waitFor({ state: "attached" });
    await page.locator(".plain-actions button", { hasText: "begin" }).first().click();
    await page.locator(".said", { hasText: /took too long|stopped/ }).waitFor({ timeout: 120_000 });
    // The page answers meanwhile and afterwards, and the other game is as it was.
    await page.locator(".home").click();
    await page.locator("a[data-game=tic-tac-toe]").click();
    await page.locator("[data-answer=enter]").click();
    await page.locator(`#place[data-hash="${hash}"]`).waitFor();
    await close();
});

for (const [name, refuse] of /** @type {[string, () => void][]} */ ([
    ["refuses to open", () => {
        IDBFactory.prototype.open = () => {
            throw new DOMException("refused", "InvalidStateError");
        };
    }],
    ["fails while it opens", () => {
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function (/** @type {string} */ name, /** @type {number | undefined} */ version) {
            const request = open.call(this, name, version);
            Object.defineProperty(request, "error", { value: new DOMException("failed", "UnknownError") });
            Object.defineProperty(request, "onsuccess", { set: () => setTimeout(() => request.onerror?.(new Event("error"))) });
            return request;
        };
    }],
    ["is full", () => {
        IDBObjectStore.prototype.put = () => {
            throw new DOMException("full", "QuotaExceededError");
        };
    }],
])) {
    test(`where a storage ${name}, the game is played and that is said once`, { skip, timeout: 120_000 }, async () => {
        const context = await browser.newContext({ serviceWorkers: "block" });
        await context.addInitScript(refuse);
        const engine = await connect(await emptyDocument(context));
        const replies = await ask(engine, SOKOBAN, { act: "push right" }, "undo", { act: "push right" }, "state");
        assert.ok(replies.every((reply) => reply.answer), JSON.stringify(replies).slice(0, 300));
        const heard = await engine.evaluate(({ heard }) => heard.filter((event) => event.trouble));
        assert.equal(heard.length, 1);
        await context.close();
    });
}

test("the page as one file plays in a frame that has no origin", { skip, timeout: 120_000 }, async () => {
    const { page, close } = await openPage(browser, { serviceWorkers: "block" });
    await page.route("**/frame.html", (route) => route.fulfill({ contentType: "text/html", body: '<!doctype html><iframe sandbox="allow-scripts" src="player.html#/play/sokoban" width="800" height="600"></iframe>' }));
    await page.goto(`${site.address}frame.html`);
    const frame = page.frameLocator("iframe");
    await frame.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached", timeout: 100_000 });
    await frame.locator("[role=gridcell][tabindex='0']").focus();
    for (let position = 1; position <= 3; position += 1) {
        await page.keyboard.press("ArrowRight");
        await frame.locator(`#place[data-position="${position}"][data-busy=false]`).waitFor();
    }
    assert.equal(await frame.locator("#place").getAttribute("data-outcome"), "win");
    await close();
});

test("a search is ended at once and leaves the game alone", { skip, timeout: 120_000 }, async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await emptyDocument(context);
    const [play, search] = [await connect(page), await connect(page, "search")];
    await ask(play, SOKOBAN, { act: "push right" });
    const reply = await search.evaluate(async ({ ask, carrier, heard }) => {
        await ask({ load: { name: "sokoban", level: 20 } });
        const solved = carrier.ask("solve", { budget: { nodes: 2 ** 32 } });
        // As soon as it is known to search.
        await new Promise((/** @type {(nothing: void) => void} */ done) => {
            carrier.listen(() => done());
            if (heard.length > 0) {
                done();
            }
        });
        carrier.stop();
        return solved;
    });
    assert.ok(reply.error, JSON.stringify(reply));
    const [state] = await ask(play, "state");
    assert.equal(state.answer.snapshot.position, 1);
    // The search goes on with the game that it was given.
    const [again] = await ask(search, "state");
    assert.equal(again.answer.snapshot.level, 20);
    await context.close();
});

test("where the browser keeps nothing, the game is played and that is said", { skip }, async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    await context.addInitScript(() => {
        Object.defineProperty(globalThis, "indexedDB", {
            get() {
                throw new DOMException("no", "SecurityError");
            },
        });
    });
    const engine = await connect(await emptyDocument(context));
    const replies = await ask(engine, SOKOBAN, { act: "push right" }, { act: "push right" });
    assert.ok(replies.every((reply) => reply.answer));
    const heard = await engine.evaluate(({ heard }) => heard.filter((event) => event.trouble));
    assert.equal(heard.length, 1, "it is said once");
    await context.close();
});

test("after the first visit the site works without a network", { skip }, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.address);
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        // It rules this page once it has taken over.
        if (navigator.serviceWorker.controller === null) {
            await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
        }
    });
    await context.setOffline(true);
    site.asked.length = 0;
    await openGame(page, site.address, "sokoban");
    assert.deepEqual(site.asked, []);
    await context.close();
});

test("the module and the file are small enough", { skip }, async () => {
    const [module, file] = await Promise.all([readFile(join(BUILT, "module/masume_wasm_bg.wasm")), readFile(join(BUILT, "player.html"))]);
    const packed = gzipSync(module, { level: 9 }).length;
    report("sizes", { module: module.length, module_gzip: packed, file: file.length });
    assert.ok(packed <= MOST_MODULE, `module: ${packed} bytes with gzip`);
    assert.ok(file.length <= MOST_FILE, `file: ${file.length} bytes`);
});

/** A document of the site in which nothing happens by itself, for carriers alone. @param {BrowserContext} context */
async function emptyDocument(context) {
    const page = await context.newPage();
    await page.route("**/empty.html", (route) =>
        route.fulfill({ contentType: "text/html", body: '<!doctype html><meta name="masume-carrier" content="worker" />' }),
    );
    await page.goto(`${site.address}empty.html`);
    return page;
}
