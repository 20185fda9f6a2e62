// The page as one file, opened from a folder: in Chromium, and in Firefox where it is installed.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { launch } from "./support/browser.js";
import { lacksSite, serveSite } from "./support/site.js";
/** @import {Page} from "puppeteer-core" */

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Arrows that solve the first level of Sokoban, as `masume solve` prints them. */
const SOLUTION = "Right Right Right";

/** @type {string} */
let folder;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "masume-file-"));
});

after(() => rm(folder, { recursive: true, force: true }));

/**
 * The file of a game, as the page's button makes it.
 *
 * @param {import("../page/share/file.js").Game} game
 */
async function fileOf(game) {
    const [browser, site] = await Promise.all([launch(), serveSite()]);
    try {
        const page = await browser.newPage();
        await page.goto(site.address);
        return await page.evaluate(async (of) => {
            const { fileOf, gameOf } = await import(/** @type {string} */ ("/share/file.js"));
            const text = await (await fileOf(of)).text();
            return { text, game: gameOf(text) };
        }, game);
    } finally {
        await browser.close();
        await site.end();
    }
}

/** @param {"chrome" | "firefox"} kind @param {string} path @param {(page: Page) => Promise<void>} look */
async function opened(kind, path, look) {
    const isRoot = process.getuid?.() === 0;
    const browser = await puppeteer.launch({
        browser: kind,
        executablePath: kind === "chrome" ? CHROMIUM : FIREFOX,
        args: kind === "chrome" && isRoot ? ["--no-sandbox"] : [],
    });
    try {
        const page = await browser.newPage();
        /** @type {string[]} */
        const complaints = [];
        page.on("pageerror", (error) => complaints.push(String(error)));
        page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
        await page.goto(pathToFileURL(path).href);
        await page.waitForSelector("#place[data-busy=false] [data-cell]", { timeout: 60_000 });
        await look(page);
        assert.deepEqual(complaints, []);
    } finally {
        await browser.close();
    }
}

/** @param {Page} page */
async function solve(page) {
    for (const push of SOLUTION.split(" ")) {
        const before = await page.$eval("#place", (place) => place.getAttribute("data-position"));
        await page.keyboard.press(/** @type {import("puppeteer-core").KeyInput} */ (`Arrow${push}`));
        // The browser's own waiting makes a function of a text, which the policy of the page refuses in Firefox.
        while (!(await page.$eval("#place", (place, was) => place.getAttribute("data-busy") === "false" && place.getAttribute("data-position") !== was, before))) {
            await new Promise((done) => setTimeout(done, 20));
        }
    }
}

for (const kind of /** @type {const} */ (["chrome", "firefox"])) {
    const lacks = kind === "firefox" && !existsSync(FIREFOX) ? `${FIREFOX} is not installed` : false;
    test(`a file plays Sokoban's first level to its end in ${kind}`, { skip: lacksSite || lacks, timeout: 180_000 }, async () => {
        const { text, game } = await fileOf({ name: "sokoban" });
        assert.deepEqual(game, { name: "sokoban" });
        const path = join(folder, `${kind}.html`);
        await writeFile(path, text);
        await opened(kind, path, async (page) => {
            await solve(page);
            assert.equal(await page.$eval("#place", (place) => place.getAttribute("data-outcome")), "win");
        });
    });
}

test("script in a game's words is text in its file", { skip: lacksSite, timeout: 180_000 }, async () => {
    const evil = "</script><script>globalThis.isEvil = true</script><!--";
    const text = `game ${evil}\n\npieces\n  thing: stone\n\nlegend\n  .  nothing\n  s  stone\n\naction put at c\n  at c: _ -> stone\n\nlevel "${evil}"\n  ...\n`;
    const file = await fileOf({ name: evil, text });
    assert.equal(file.game?.text, text);
    const path = join(folder, "evil.html");
    await writeFile(path, file.text);
    await opened("chrome", path, async (page) => {
        assert.equal(await page.evaluate(() => "isEvil" in globalThis), false);
        // A file made of the file holds the same game.
        const again = await page.evaluate(async () => {
            const { fileOf, gameOf } = await import(/** @type {string} */ ("masume/share/file.js"));
            const made = await (await fileOf(/** @type {any} */ (globalThis).masumeGame)).text();
            return { game: gameOf(made), length: made.length };
        });
        assert.equal(again.game?.text, text);
        assert.ok(Math.abs(again.length - file.text.length) < 1_000);
    });
});
