// Choices before and while a game is played: set-ups, options, how the page looks and moves, what marks say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openGame, openPage } from "./support/browser.js";
import { drop } from "./support/drop.js";
import { fixture } from "./support/fixture.js";
import { violations } from "./support/violations.js";
/** @import {Page} from "playwright-core" */

const together = fixture();

/** @param {Page} page @param {number} position */
function reached(page, position) {
    return page.locator(`#place[data-position="${position}"][data-busy=false]`).waitFor();
}

/** Chooses how the page looks or moves. @param {Page} page @param {Record<string, string>} choices */
async function choose(page, choices) {
    await page.locator("[data-tool=settings]").click();
    for (const [name, value] of Object.entries(choices)) {
        await page.locator(`input[name=${name}][value=${value}]`).check({ force: true });
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
}

test("a set-up that is offered begins, and so do options one by one", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "2048");
    await page.locator("[data-tool=options]").click();
    const setup = page.locator("dialog [data-setup]").last();
    const id = (await setup.getAttribute("data-setup")) ?? "";
    await setup.click();
    await page.locator(`#place[data-busy=false][data-game=${JSON.stringify(id)}] [data-cell]`).first().waitFor();
    await page.locator("[data-tool=options]").click();
    await page.locator("dialog [name=size]").fill("5x3");
    await page.locator("dialog [name=seed]").fill("7");
    await page.locator("dialog button[type=submit]").click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 15);
    await page.locator("[data-tool=more]").click();
    assert.match((await page.locator("[data-more=id] .more-value").textContent()) ?? "", /^2048:5x3.*#7$/);
    // A size that no board has is told, and the board stays.
    await page.keyboard.press("Escape");
    await page.locator("[data-tool=options]").click();
    await page.locator("dialog [name=size]").fill("箱 x 🎲");
    await page.locator("dialog button[type=submit]").click();
    await page.locator(".said", { hasText: "columns x rows" }).waitFor();
    assert.equal(await page.locator("[data-cell]").count(), 15);
    await close();
});

test("a game without a seed is another one each time", async () => {
    const { page, close } = await openPage(together.browser);
    await page.addInitScript(() => {
        let next = 700;
        crypto.getRandomValues = (array) => {
            new Uint32Array(/** @type {any} */ (array).buffer).fill(next);
            next += 1;
            return array;
        };
    });
    const seed = async () => Number(/seed (\d+)/.exec((await page.locator(".table-heading").textContent()) ?? "")?.[1]);
    await openGame(page, together.server.address, "2048");
    const first = await seed();
    await page.locator("[data-tool=options]").click();
    await page.locator("dialog button[type=submit]").click();
    await page.locator(".table-heading", { hasText: `seed ${first + 1}` }).waitFor();
    // The seed of an id is its own.
    await openGame(page, together.server.address, "2048#5");
    assert.equal(await seed(), 5);
    await close();
});

test("of two plays that wait one is chosen", async () => {
    const { page, close } = await openPage(together.browser);
    const state = () => page.locator("#place").getAttribute("data-hash");
    const own = await page.context().newPage();
    await openGame(own, together.server.address, "nine-mens-morris");
    await own.locator(".is-choosable").first().click();
    await own.locator('#place[data-position="1"][data-busy=false]').waitFor();
    // Another tab goes on from there, and both play: neither overwrites the other.
    await openGame(page, together.server.address, "nine-mens-morris");
    await page.locator("[data-answer=enter]").click();
    for (const [tab, nth] of /** @type {const} */ ([[page, 2], [own, 5]])) {
        await tab.locator(".is-choosable").nth(nth).click();
        await tab.locator('#place[data-position="2"][data-busy=false]').waitFor();
    }
    const played = [await state(), await own.locator("#place").getAttribute("data-hash")];
    assert.notEqual(played[0], played[1]);
    await own.close();
    await page.reload();
    const offered = [];
    for (let shown = 0; shown < 3; shown += 1) {
        await page.locator("[data-answer=o]").waitFor();
        await page.locator("#place[data-busy=false]").waitFor();
        offered.push(await state());
        await page.locator("[data-answer=o]").click();
        await page.waitForFunction((hash) => document.querySelector("#place")?.getAttribute("data-hash") !== hash, offered.at(-1) ?? null);
    }
    assert.deepEqual(new Set(offered), new Set(played));
    // What is shown is gone on with.
    const chosen = await state();
    await page.locator("[data-answer=enter]").click();
    await page.locator('#place[data-phase="playing"][data-busy=false]').waitFor();
    assert.equal(await state(), chosen);
    await close();
});

test("targets of a piece and the last move are marked, and a piece is dragged", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "chess#0");
    const marked = (/** @type {string} */ mark) => page.locator(`.${mark}`).evaluateAll((cells) => cells.map((cell) => /** @type {HTMLElement} */ (cell).dataset.cell).sort());
    const cell = (/** @type {string} */ name) => page.locator(`[data-cell="${name}"]`);
    await cell("e2").click();
    await cell("e4").and(page.locator(".is-target")).waitFor();
    assert.deepEqual(await marked("is-target"), ["e3", "e4"]);
    assert.deepEqual(await marked("is-selected"), ["e2"]);
    await cell("e4").click();
    await reached(page, 1);
    const isFresh = async (/** @type {string[]} */ names) => {
        const fresh = await marked("is-fresh");
        names.forEach((name) => assert.ok(fresh.includes(name), `${name} is not among ${fresh}`));
    };
    await isFresh(["e2", "e4"]);
    await cell("d7").dragTo(cell("d5"));
    await reached(page, 2);
    await isFresh(["d5", "d7"]);
    // What may not be is not done, and the piece is where it was.
    await cell("a1").dragTo(cell("h8"));
    await page.locator("#place[data-busy=false]").waitFor();
    assert.equal(await page.locator("#place").getAttribute("data-position"), "2");
    assert.equal(await cell("a1").locator(".piece").evaluate((piece) => /** @type {SVGElement} */ (piece).style.transform), "");
    await close();
});

test("what can no longer be won is marked", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    // Until the box stands at the wall, it can be won.
    await drop(page, "wall.xsb", "######\n#    #\n#@$  #\n#  . #\n######\n");
    await page.locator(".table-heading h1", { hasText: "of 1" }).waitFor();
    await drop(page, "wall.lurd", "RR");
    await reached(page, 2);
    await page.locator(".table-heading", { hasText: "can no longer be won" }).waitFor();
    await page.locator("[data-tool=undo]").click();
    await page.locator(".table-heading", { hasNotText: "can no longer be won" }).waitFor();
    await close();
});

for (const theme of ["light", "dark"]) {
    test(`each choice of colours is kept, changes what is seen, and can be read: ${theme}`, async () => {
        const { page, close } = await openPage(together.browser);
        await openGame(page, together.server.address, "2048#7");
        const colours = new Set();
        for (const palette of ["usual", "safe", "strong"]) {
            await choose(page, { theme, palette });
            await page.reload();
            await page.locator("[data-cell] .piece").first().waitFor();
            assert.deepEqual(await page.evaluate(() => ({ ...document.documentElement.dataset })), { theme, palette, motion: "auto" });
            colours.add(await page.locator("[data-cell] .piece :is(path, rect)").evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fill).join()));
            assert.deepEqual(await violations(page), [], palette);
        }
        assert.equal(colours.size, 3);
        await close();
    });
}

test("moves are animated, unless that is not wanted", async () => {
    const { page, close } = await openPage(together.browser, { reducedMotion: "no-preference" });
    await page.addInitScript(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = /** @this {Element} @param {Parameters<typeof animate>} given */ function (...given) {
            document.documentElement.dataset.animated = "yes";
            return animate.apply(this, given);
        };
    });
    await openGame(page, together.server.address, "sokoban/1#0");
    const act = async (/** @type {number} */ position) => {
        await page.evaluate(() => delete document.documentElement.dataset.animated);
        await page.locator('[role="grid"] [tabindex="0"]').focus();
        await page.keyboard.press("ArrowRight");
        await reached(page, position);
        return page.evaluate(() => document.documentElement.dataset.animated ?? "no");
    };
    assert.equal(await act(1), "yes");
    await choose(page, { motion: "off" });
    assert.equal(await act(2), "no");
    await close();
});

test("the page says how it is installed", async () => {
    const { page, close } = await openPage(together.browser);
    await page.goto(together.server.address);
    const found = await page.evaluate(async () => {
        const address = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]")).href;
        const manifest = await (await fetch(address)).json();
        const icons = await Promise.all(manifest.icons.map((/** @type {{src: string}} */ { src }) => fetch(new URL(src, address))));
        return { name: manifest.name, display: manifest.display, start: typeof manifest.start_url, icons: icons.map(({ ok }) => ok) };
    });
    assert.deepEqual({ ...found, icons: found.icons.every((it) => it) && found.icons.length > 0 }, { name: "Masume", display: "standalone", start: "string", icons: true });
    await close();
});
