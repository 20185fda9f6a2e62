// Forms in which a play is given away, and what is taken in from elsewhere.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { linkHash, openGame, openPage, PHONE } from "./support/browser.js";
import { drop } from "./support/drop.js";
import { fixture } from "./support/fixture.js";
import { lacksSite } from "./support/site.js";
/** @import {Page} from "playwright-core" */

const together = fixture();

/** Chooses in the list of what is wanted seldom. @param {Page} page @param {string} name */
async function choose(page, name) {
    await page.locator("[data-tool=more]").click();
    await page.locator(`[data-more=${name}]`).click();
}

/** @param {Page} page @param {string} name */
async function download(page, name) {
    const [file] = await Promise.all([page.waitForEvent("download"), choose(page, name)]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Content of each cell, without its name and marks. @param {Page} page */
function contents(page) {
    return page.locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")?.split(", ")[1] ?? ""));
}

for (const game of ["othello", "hex"]) {
    test(`a film of ${game} shows every position as it was`, async () => {
        const { page, close } = await openPage(together.browser);
        await openGame(page, together.server.address, game);
        const told = [await contents(page)];
        for (let position = 1; position <= 4; position += 1) {
            await page.locator(".is-choosable").last().click();
            await page.locator(`#place[data-position="${position}"][data-busy=false]`).waitFor();
            told.push(await contents(page));
        }
        const { name, bytes } = await download(page, "film");
        assert.match(name, /\.svg$/);
        const text = bytes.toString();
        assert.doesNotMatch(text, /class=|style=|var\(|<script|href="[^#]/);
        const shown = await page.evaluate(async ({ film, count }) => {
            const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(new DOMParser().parseFromString(film, "image/svg+xml").documentElement, true)));
            document.body.append(svg);
            svg.pauseAnimations();
            const uses = [...svg.querySelectorAll("use")];
            const places = [...new Set(uses.map((use) => `${use.getAttribute("x")} ${use.getAttribute("y")}`))];
            const positions = [];
            for (let position = 0; position < count; position += 1) {
                svg.setCurrentTime(position * 0.5 + 0.25);
                const seen = uses.filter((use) => getComputedStyle(use).visibility === "visible");
                positions.push(seen.map((use) => [`${use.getAttribute("x")} ${use.getAttribute("y")}`, use.getAttribute("href")]));
            }
            return { places, positions };
        }, { film: text, count: told.length });
        // At most one look in a place, and the same look wherever the page tells the same.
        /** @type {Map<string, string>} */
        const looks = new Map();
        shown.positions.forEach((seen, position) => {
            assert.equal(new Set(seen.map(([place]) => place)).size, seen.length, "two looks in one place");
            const pieces = (told[position] ?? []).filter((it) => it !== "nothing").sort();
            const drawn = seen.filter(([, look]) => look !== null).map(([, look]) => look ?? "").sort();
            assert.equal(drawn.length, pieces.length, `position ${position}`);
            const groups = (/** @type {string[]} */ all) => [...new Set(all)].map((one) => all.filter((it) => it === one).length).sort();
            assert.deepEqual(groups(drawn), groups(pieces), `position ${position}`);
            drawn.forEach((look) => looks.set(look, look));
        });
        assert.equal(looks.size, new Set(told.flat().filter((it) => it !== "nothing")).size);
        await close();
    });
}

test("an archive for a site holds the page with the game", { skip: lacksSite }, async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "tic-tac-toe");
    const file = await download(page, "file");
    const zip = await download(page, "zip");
    assert.match(zip.name, /\.zip$/);
    assert.equal(zip.bytes.subarray(0, 4).toString("latin1"), "PK\u0003\u0004");
    const [name, extra] = [zip.bytes.readUInt16LE(26), zip.bytes.readUInt16LE(28)];
    assert.equal(zip.bytes.subarray(30, 30 + name).toString(), "index.html");
    const begin = 30 + name + extra;
    assert.ok(zip.bytes.subarray(begin, begin + file.bytes.length).equals(file.bytes));
    assert.match(file.bytes.toString(), /"name":"tic-tac-toe"/);
    await close();
});

test("a solution, levels, a save and a game are taken from files that are dropped", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1");
    await drop(page, "first.lurd", "RRR\n");
    await page.locator('#place[data-outcome="win"]').waitFor();
    await openGame(page, together.server.address, "sokoban/2");
    const save = (await download(page, "save")).bytes.toString();
    await drop(page, "own.xsb", "######\n#@ $.#\n######\n\n; Two\n\n#####\n#@$.#\n#####\n");
    await page.locator(".table-heading h1", { hasText: "of 2" }).waitFor();
    await drop(page, "second.lurd", "rR");
    await page.locator('#place[data-outcome="win"]').waitFor();
    await openGame(page, together.server.address, "sokoban/3#1");
    await drop(page, "one.xsb", "#####\n#@$.#\n#####\n");
    await page.locator(".table-heading h1", { hasText: "of 1" }).waitFor();
    await openGame(page, together.server.address, "sokoban/2");
    await page.locator('.said', { hasNotText: "nothing" }).waitFor();
    await drop(page, "first.save", save);
    await page.locator(".table-heading h1", { hasText: "level 2" }).waitFor();
    await drop(page, "own.masu", "game Own\nboard 2 x 2\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n");
    await page.locator(".table-heading h1", { hasText: "Own" }).waitFor();
    await close();
});

test("what no file of ours is is refused, and the game goes on", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "tic-tac-toe");
    await page.locator(".is-choosable").first().click();
    await page.locator('#place[data-position="1"]').waitFor();
    const hash = await page.locator("#place").getAttribute("data-hash");
    for (const text of ["\u0000\u0001\u0002", "<html>", "masume save 99\n", "rrrr"]) {
        const said = await page.locator(".said").textContent();
        await drop(page, "x.bin", text);
        await page.waitForFunction((before) => document.querySelector(".said")?.textContent !== before, said);
        await page.locator("#place[data-busy=false]").waitFor();
        assert.equal(await page.locator("#place").getAttribute("data-hash"), hash, JSON.stringify(text));
    }
    await close();
});

test("a game and a save are taken where no game is open, and what needs one is told so", async () => {
    const { page, close } = await openPage(together.browser);
    const menu = async () => {
        await page.evaluate(() => (location.hash = "#/"));
        await page.locator(".menu").waitFor();
    };
    await openGame(page, together.server.address, "sokoban/2#0");
    await drop(page, "two.lurd", "R");
    await page.locator('#place[data-position="1"]').waitFor();
    const save = (await download(page, "save")).bytes.toString();
    await menu();
    await drop(page, "two.save", save);
    await page.locator('#place[data-position="1"]').waitFor();
    await menu();
    await drop(page, "own.xsb", "#####\n#@$.#\n#####\n");
    await page.locator("dialog", { hasText: "own.xsb" }).waitFor();
    // What is open over a part of the page goes with it.
    await page.goBack();
    await page.locator('#place[data-position="1"]').waitFor();
    assert.equal(await page.locator("dialog").count(), 0);
    await menu();
    await drop(page, "own.masu", "game Own\nboard 2 x 2\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n");
    await page.locator(".table-heading h1", { hasText: "Own" }).waitFor();
    await close();
});

test("the ids of the game and of the position are shown and copied", async () => {
    const { page, close } = await openPage(together.browser, { permissions: ["clipboard-read", "clipboard-write"] });
    await openGame(page, together.server.address, "2048#7");
    const hash = (await page.locator("#place").getAttribute("data-hash")) ?? "";
    await page.locator("[data-tool=more]").click();
    assert.equal(await page.locator("[data-more=id] .more-value").textContent(), "2048#7");
    assert.equal(await page.locator("[data-more=position] .more-value").textContent(), hash.slice(0, 12));
    await page.locator("[data-more=id]").click();
    await page.locator(".said", { hasText: "2048#7" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "2048#7");
    await choose(page, "position");
    await page.locator(".said", { hasText: "position" }).waitFor();
    const state = await page.evaluate(() => navigator.clipboard.readText());
    const digest = await page.evaluate(async (text) => {
        const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
        return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }, state);
    assert.equal(digest, hash);
    await close();
});

test("an address is asked only after a question, without saying who asks, and not beyond the bound", async () => {
    const { page, close } = await openPage(together.browser);
    /** @type {Record<string, string>[]} */
    const asked = [];
    const own = "game Far\nboard 2 x 2\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n";
    const texts = /** @type {Record<string, string>} */ ({ "/far.masu": own, "/large.masu": own + "// x\n".repeat(300_000) });
    await page.route("https://games.example/**", async (route) => {
        asked.push(await route.request().allHeaders());
        const body = texts[new URL(route.request().url()).pathname];
        await route.fulfill(body === undefined ? { status: 404 } : { body, headers: { "access-control-allow-origin": "*", "content-type": "text/plain" } });
    });
    await openGame(page, together.server.address, "tic-tac-toe");
    const type = async (/** @type {string} */ address) => {
        await choose(page, "address");
        await page.locator("#address").fill(address);
        await page.keyboard.press("Enter");
    };
    for (const bad of ["far.masu", "http://games.example/far.masu", "javascript:alert(1)", "https://a:b@games.example/", "file:///etc/passwd"]) {
        await type(bad);
        await page.locator("#address-trouble", { hasText: "https://" }).waitFor();
        await page.keyboard.press("Escape");
    }
    await type("https://games.example/far.masu");
    await page.locator("dialog", { hasText: "games.example" }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(asked.length, 0);
    await type("https://games.example/large.masu");
    await page.locator("[data-address=ask]").click();
    await page.locator(".said", { hasText: "too large" }).waitFor();
    await type("https://games.example/far.masu");
    await page.locator("[data-address=ask]").click();
    await page.locator(".table-heading h1", { hasText: "Far" }).waitFor();
    assert.equal(asked.length, 2);
    asked.forEach((headers) => assert.deepEqual([headers.referer, headers.cookie, headers.authorization], [undefined, undefined, undefined]));
    await close();
});

test("why there is no link is said: the play is too long for one, or the browser makes none", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "tic-tac-toe");
    await drop(page, "long.masu", `game Long\nboard 2 x 2\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n${"// 木\n".repeat(300_000)}`);
    await page.locator(".said", { hasText: "too long for a link" }).waitFor();
    await page.evaluate(() => Object.defineProperty(window, "CompressionStream", { value: undefined }));
    await choose(page, "link");
    await page.locator(".said", { hasText: "makes no link" }).waitFor();
    await drop(page, "own.masu", "game Own\nboard 2 x 2\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n");
    await page.locator(".said", { hasText: "no link to \u2068own.masu\u2069" }).waitFor();
    await close();
});

test("a game of one's own goes on where it was when the page is loaded again", async () => {
    const { page, close } = await openPage(together.browser);
    const reached = (/** @type {number} */ position) => page.locator(`#place[data-position="${position}"][data-busy=false]`).waitFor();
    const act = async (/** @type {string} */ name, /** @type {number} */ position) => {
        await page.locator(`[data-cell="${name}"]`).click();
        await reached(position);
    };
    const own = "game Own\nboard 2 x 2\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n";
    await openGame(page, together.server.address, "tic-tac-toe");
    await drop(page, "own.masu", own);
    await page.locator(".table-heading h1", { hasText: "Own" }).waitFor();
    await act("a1", 1);
    const save = (await download(page, "save")).bytes.toString();
    await page.reload();
    await page.locator("[data-answer=enter]").click();
    await page.locator("[data-tool=undo]").click();
    await reached(0);
    await act("b2", 1);
    const elsewhere = (await download(page, "save")).bytes.toString();
    const follow = (/** @type {string} */ play) => {
        const address = new URL(together.server.address);
        address.hash = linkHash(JSON.stringify({ name: "own", text: own, save: play }));
        return page.goto(address.href);
    };
    // What leads elsewhere is as the link has it; what goes on from the link's play is not put back to it.
    await follow(save);
    await reached(1);
    await act("b1", 2);
    await page.reload();
    await page.locator("[data-answer=enter]").click();
    await reached(2);
    await follow(elsewhere);
    await reached(1);
    assert.match((await page.locator('[data-cell="b2"]').getAttribute("aria-label")) ?? "", /stone/);
    await close();
});

test("a name from outside is shown as it is, and disturbs nothing around it", async () => {
    const rows = /** @type {[string, string][]} */ ([
        ["own.xsb", "own.xsb"], ["ß.xsb", "ß.xsb"], ["a\u202Eb\u0007.xsb", "a\\u{202e}b\\u{7}.xsb"], [`${"w".repeat(240)}.xsb`, `${"w".repeat(240)}.xsb`],
    ]);
    for (const options of [{}, PHONE]) {
        const { page, close } = await openPage(together.browser, options);
        await openGame(page, together.server.address, "sokoban/1");
        for (const [name, shown] of rows) {
            await drop(page, name, "######\n#@ $.?\n######\n");
            await page.locator(".mistakes").waitFor();
            assert.equal(await page.locator("#dialog-title").innerText(), shown);
            assert.match((await page.locator("dialog p").first().textContent()) ?? "", /^\u2068.+\u2069 was not taken/);
            const cross = await page.locator(".dialog-head button").boundingBox();
            assert.ok(cross !== null && cross.x + cross.width <= (page.viewportSize()?.width ?? 0), `the cross is at ${cross?.x}`);
            await page.locator(".dialog-head button").click();
            await page.locator("dialog").waitFor({ state: "detached" });
        }
        await drop(page, "own.masu", `game ${"W".repeat(120)}\nboard 2 x 2\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n`);
        await page.locator(".table-heading h1", { hasText: "WWW" }).waitFor();
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.ok((await download(page, "save")).name.length <= 100);
        await close();
    }
});

test("labels begin with a capital where the language has them", async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "sokoban/1#0");
    const isCapital = async (/** @type {string} */ selector) => {
        await page.locator(selector).first().waitFor();
        const labels = await page.locator(selector).allInnerTexts();
        assert.deepEqual(labels.filter((text) => /^\p{Ll}/u.test(text.trim())), [], selector);
    };
    await isCapital(".tool");
    await page.locator("[data-tool=more]").click();
    await isCapital(".menu-list button");
    await page.locator("[data-more=history]").click();
    await isCapital("#dialog-title");
    await page.keyboard.press("Escape");
    await page.locator("[data-tool=options]").click();
    await isCapital(".field label");
    await page.keyboard.press("Escape");
    await drop(page, "first.lurd", "RRR");
    await isCapital(".banner button, .banner p");
    await page.locator("[data-tool=settings]").click();
    await isCapital(".segments span");
    await close();
});
