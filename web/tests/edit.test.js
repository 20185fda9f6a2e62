import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openPage, PHONE } from "./support/browser.js";
import { drop } from "./support/drop.js";
import { code, errors, openEditor, textOf, wholeText, write } from "./support/edit.js";
import { fixture } from "./support/fixture.js";
import { serve } from "./support/server.js";
import { violations } from "./support/violations.js";
/** @import {Page} from "playwright-core" */

/** A game with letters of one, two and four bytes, of one and two units. */
const GAME = `game 箱 🎲
about "🎲 é 箱"

pieces
  thing: player stone

legend
  p  player
  o  stone

action walk in d
  player empty      -> _ player
  else player stone -> _ player

win when no stone

level "一"
  p..o
`;

const together = fixture();

/** @param {Page} page */
const position = (page) => page.locator("[data-position]").getAttribute("data-position");
/** @param {Page} page */
const heading = (page) => page.locator(".table-heading h1").innerText();

/** The editor with the game, which is played beside it. @param {Page} page */
async function openGameText(page) {
    await openEditor(page, together.server.address);
    await write(page, GAME);
    await page.locator(".table-heading h1", { hasText: "箱" }).waitFor();
}

/** One action on the board, by its keys. @param {Page} page */
async function actOnce(page) {
    await page.locator('[role="grid"] [tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.locator('[data-position="1"]').waitFor();
}

test("who opens the editor writes, and an empty line ends what is indented", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    for (const line of ["pieces", "  thing: stone", "", "legend", "  o  stone"]) {
        await page.keyboard.type(line);
        await page.keyboard.press("Enter");
    }
    assert.equal(await wholeText(page), "pieces\n  thing: stone\n\nlegend\n  o  stone\n  ");
    await close();
});

test("a game is rebuilt as one types, where it was", async () => {
    const { page, close } = await openPage(together.browser);
    await openGameText(page);
    await actOnce(page);
    await page.keyboard.press("F6");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.keyboard.type(" two");
    await page.locator(".table-heading h1", { hasText: "two" }).waitFor();
    assert.equal(await position(page), "1");
    // An error keeps the last good game, on which one goes on.
    await page.keyboard.press("Enter");
    await page.keyboard.type("legnd");
    await page.locator('.problem-state:not([data-errors="0"])').waitFor();
    assert.match(await heading(page), /two/);
    await page.keyboard.press("F6");
    await page.keyboard.press("ArrowRight");
    await page.locator('[data-position="2"]').waitFor();
    await close();
});

test("a mistake is told at its place, and mended", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await write(page, GAME.replace("else player stone", "else playr stone"));
    await errors(page, 1);
    assert.equal(await page.locator(".code .cm-lintRange-error").innerText(), "playr");
    await page.locator(".problem").first().click();
    // The place is chosen, so that what is typed takes its place.
    await page.keyboard.insertText("player");
    await errors(page, 0);
    await page.keyboard.press("ControlOrMeta+Z");
    await errors(page, 1);
    await page.locator(".fix").first().click();
    await errors(page, 0);
    assert.equal(await textOf(page), GAME);
    await page.keyboard.press("ControlOrMeta+Z");
    await errors(page, 1);
    await page.locator(".code .cm-lintRange-error").hover();
    await page.locator(".code .explained button").click();
    await errors(page, 0);
    assert.equal(await textOf(page), GAME);
    await close();
});

test("a level that is drawn anew is seen at once, and what was done is done again", async () => {
    const { page, close } = await openPage(together.browser);
    await openGameText(page);
    await actOnce(page);
    await write(page, GAME.replace("p..o", "p.o."));
    await page.locator('[data-cell="c1"][aria-label*="stone"]').waitFor();
    assert.equal(await page.locator('[data-cell="d1"][aria-label*="stone"]').count(), 0);
    assert.equal(await page.locator('[data-cell="b1"][aria-label*="player"]').count(), 1);
    assert.equal(await position(page), "1");
    await close();
});

test("words are offered, and the text is formatted", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await write(page, `${GAME}\n\n`);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("lev");
    await page.locator(".code .cm-tooltip-autocomplete li", { hasText: "level" }).waitFor();
    await write(page, GAME.replace("p  player", "p      player"));
    await errors(page, 0);
    await page.locator("[data-edit=format]").click();
    await page.waitForFunction((text) => document.querySelector(".code")?.shadowRoot?.querySelector(".cm-content")?.textContent?.includes(text), "p  player");
    assert.equal(await textOf(page), GAME);
    await close();
});

test("a plain field does all of it but colours", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await page.locator("[data-edit=plain]").click();
    await page.locator(".plain-code").fill(GAME.replace("win when", "wn when"));
    await page.locator('.problem-state:not([data-errors="0"])').waitFor();
    await page.locator(".plain-code").fill(GAME);
    await errors(page, 0);
    await page.locator(".table-heading h1", { hasText: "箱" }).waitFor();
    await page.reload();
    await page.locator(".plain-code").waitFor();
    assert.equal(await page.locator(".plain-code").inputValue(), GAME);
    await close();
});

test("versions are kept and put back", async () => {
    const { page, close } = await openPage(together.browser);
    await openGameText(page);
    await write(page, "nothing");
    await page.locator('.problem-state:not([data-errors="0"])').waitFor();
    await page.locator("[data-edit=versions]").click();
    await page.locator("[data-version]").nth(1).click();
    await errors(page, 0);
    assert.match(await heading(page), /箱/);
    await close();
});

test("a browser that keeps nothing is no trouble", async () => {
    const { page, close } = await openPage(together.browser);
    await page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
            Object.defineProperty(window, name, {
                get: () => {
                    throw new DOMException("refused", "SecurityError");
                },
            });
        }
    });
    await openGameText(page);
    await page.locator("[data-edit=versions]").click();
    await page.locator("dialog p").waitFor();
    await close();
});

test("a link carries the text to be played or edited", async () => {
    const { page, close } = await openPage(together.browser);
    await openGameText(page);
    await actOnce(page);
    await page.locator("[data-edit=share]").click();
    await page.locator("[data-link]").nth(1).waitFor();
    const [play, edit] = await page.locator("[data-link]").evaluateAll((links) => links.map((link) => /** @type {HTMLElement} */ (link).dataset.link ?? ""));
    for (const [link = "", isEdit] of /** @type {[string, boolean][]} */ ([[play, false], [edit, true]])) {
        const url = new URL(link);
        url.search = new URL(together.server.address).search;
        await page.goto("about:blank");
        await page.goto(url.href);
        await page.locator('[data-position="1"]').waitFor();
        assert.match(await heading(page), /箱/);
        assert.equal(await page.locator(".code").count(), isEdit ? 1 : 0);
    }
    assert.equal(await textOf(page), GAME);
    await close();
});

test("the rules of the last action are shown with their lines and cells", async () => {
    const { page, close } = await openPage(together.browser);
    await openGameText(page);
    await actOnce(page);
    await page.locator("[data-edit=trace]").click();
    await page.locator(".trace-step code").waitFor();
    assert.equal(await page.locator(".code .is-lit").innerText(), "  player empty      -> _ player");
    const lit = await page.locator(".is-traced").evaluateAll((cells) => cells.map((cell) => /** @type {HTMLElement} */ (cell).dataset.cell));
    assert.deepEqual(lit.sort(), ["a1", "b1"]);
    assert.match(await page.locator(".trace-board").innerText(), /\.p\.o/);
    await page.locator(".trace-step").first().click();
    assert.equal(await page.locator(".is-traced").count(), 0);
    await page.locator(".trace-step", { has: page.locator("code") }).click();
    assert.ok(await code(page).evaluate((content) => content.matches(":focus")));
    await close();
});

test("what matched and changed nothing is told as such, with its cells", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await write(page, GAME.replace("win when", "then\n  stone -> stone\n\nwin when"));
    await page.locator(".table-heading h1", { hasText: "箱" }).waitFor();
    await actOnce(page);
    await page.locator("[data-edit=trace]").click();
    const step = page.locator(".trace-step", { hasText: "stone -> stone" });
    assert.match(await step.innerText(), /changed nothing/);
    assert.equal(await page.locator(".trace-step", { hasText: "changed nothing" }).count(), 1);
    await step.click();
    assert.equal(await page.locator(".is-traced").count(), 0);
    const matched = await page.locator(".is-matched").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
    assert.equal(matched.length, await page.locator('[data-cell][aria-label*="stone"]').count());
    matched.forEach((label) => assert.match(label, /stone/));
    await close();
});

test("what was written is there again when the page is loaded anew, with its errors", async () => {
    const { page, close } = await openPage(together.browser);
    for (const name of ["", "tic-tac-toe"]) {
        await openEditor(page, together.server.address, name);
        const before = await wholeText(page);
        const text = `${GAME}\noops`;
        await write(page, text);
        await page.locator('.problem-state:not([data-errors="0"])').waitFor();
        await page.reload();
        await page.locator('.problem-state:not([data-errors="0"])').waitFor();
        assert.equal(await wholeText(page), text);
        // What it was written from is among the versions.
        await page.locator("[data-edit=versions]").click();
        await page.locator("[data-version]").last().click();
        await errors(page, 0);
        assert.equal(await wholeText(page), before);
    }
    // Another game is begun beside the one that is here, and is there again as well.
    await openEditor(page, together.server.address);
    await write(page, GAME);
    await errors(page, 0);
    await page.locator("[data-edit=versions]").click();
    await page.locator("[data-version-new]").click();
    await page.locator(".table-heading h1", { hasNotText: "箱" }).waitFor();
    await page.locator("[data-edit=versions]").click();
    await page.locator("[data-version]", { hasText: "箱" }).first().click();
    await page.locator(".table-heading h1", { hasText: "箱" }).waitFor();
    await close();
});

test("the text is saved as a file", async () => {
    const { page, close } = await openPage(together.browser);
    await openGameText(page);
    await page.keyboard.press("ControlOrMeta+S");
    await page.locator(".said", { hasText: "kept" }).waitFor();
    await page.locator("[data-edit=share]").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("[data-share=text]").click()]);
    assert.equal(file.suggestedFilename(), "箱-.masu");
    assert.equal(await readFile(await file.path(), "utf8"), GAME);
    await close();
});

test("why an action is refused is told with its line", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    const text = GAME.replace("win when", "  require no stone\n\nwin when");
    await write(page, text);
    await page.locator(".table-heading h1", { hasText: "箱" }).waitFor();
    await page.locator("[data-edit=trace]").click();
    await page.locator('[role="grid"] [tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("[data-why]").waitFor();
    const line = text.split("\n").indexOf("  require no stone") + 1;
    assert.equal(await page.locator("[data-why]").getAttribute("data-why"), String(line));
    assert.equal(await page.locator(".code .is-lit").innerText(), "  require no stone");
    assert.deepEqual(await violations(page), []);
    await close();
});

test("levels are drawn into the text, and solved", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await write(page, `${GAME}\nlevel "two"\n  p.\n  oo\n`);
    await errors(page, 0);
    await page.locator("[data-edit=levels]").click();
    const cell = (/** @type {number} */ column, /** @type {number} */ row) => page.locator(`[data-column="${column}"][data-row="${row}"]`);
    const drawn = async () => (await page.locator(".level-row").allInnerTexts()).map((row) => row.replace(/\s/g, ""));
    const written = (/** @type {string} */ line) => page.waitForFunction((text) => document.querySelector(".code")?.shadowRoot?.querySelector(".cm-content")?.textContent?.includes(text), line);
    // By mouse: a stroke over two cells is one step.
    await page.locator("[data-glyph=o]").click();
    await cell(1, 0).hover();
    await page.mouse.down();
    await cell(2, 0).hover();
    await page.mouse.up();
    assert.deepEqual(await drawn(), ["pooo"]);
    await written("  pooo");
    await page.locator("[data-level-tool=undo]").click();
    await written("  p..o");
    // By keys: arrows, a glyph, and back.
    await cell(0, 0).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("o");
    await written("  po.o");
    await page.keyboard.press("ControlOrMeta+Z");
    await written("  p..o");
    for (const key of ["Delete", "Backspace"]) {
        await page.keyboard.press("o");
        await written("  po.o");
        await page.keyboard.press(key);
        await written("  p..o");
    }
    for (const expected of ["  po.o", "  p..o", "  po.o", "  p..o"]) {
        await page.keyboard.press("ControlOrMeta+Z");
        await written(expected);
    }
    // What changes nothing is no step.
    await page.locator("[data-glyph=o]").click();
    await cell(3, 0).click();
    assert.ok(await page.locator("[data-level-tool=undo]").isDisabled());
    // Size and fill.
    await page.locator("[data-level-tool=higher]").click();
    await page.locator("[data-level-tool=wider]").click();
    // The grid follows the text.
    await cell(4, 1).waitFor();
    assert.deepEqual(await drawn(), ["p..o.", "....."]);
    await page.locator("[data-level-tool=flood]").click();
    await cell(4, 1).click();
    assert.deepEqual(await drawn(), ["poooo", "ooooo"]);
    await page.locator("[data-level-tool=undo]").click();
    await written("  p..o.");
    // The other level is where it was, and both are decided.
    await page.locator('[data-level="1"]').click();
    assert.deepEqual(await drawn(), ["p.", "oo"]);
    await page.locator("[data-solve].main").click();
    await page.waitForFunction(() => [...document.querySelectorAll("[data-verdict]")].every((it) => /^\d+ actions win; difficulty \d+\.\d$/.test(it.textContent ?? "")));
    assert.deepEqual(await violations(page), []);
    // A third one begins as the second one is.
    await page.locator("[data-level-tool=copy]").click();
    await page.locator('[data-level="2"][aria-current=true]').waitFor();
    assert.deepEqual(await drawn(), ["p.", "oo"]);
    await page.keyboard.press("Escape");
    await errors(page, 0);
    await page.locator(".table-heading h1", { hasText: "of 3" }).waitFor();
    assert.match(await wholeText(page), /\n\nlevel "two"\n {2}p\.\n {2}oo\n\nlevel\n {2}p\.\n {2}oo\n$/);
    await close();
});

test("a text without levels gets its first one, of the size of the board", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await write(page, GAME.replace(/level[^]*/, "start: centre -> player\n").replace("pieces", "board 5 x 3\n\npieces"));
    await page.locator(".table-heading h1", { hasText: "箱" }).waitFor();
    await page.locator("[data-edit=levels]").click();
    await page.locator("[data-solve]:disabled").waitFor();
    assert.equal(await page.locator("[data-level-tool]:enabled").count(), 1);
    await page.locator("[data-level-tool=copy]").click();
    await page.locator("[data-column]").nth(14).waitFor();
    await page.locator("[data-glyph=o]").click();
    await page.locator('[data-column="1"][data-row="1"]').click();
    await page.locator("[data-solve]:enabled").waitFor();
    await page.waitForFunction(() => document.querySelector(".code")?.shadowRoot?.querySelector(".cm-content")?.textContent?.includes(".o..."));
    assert.match(await wholeText(page), /player\n\nlevel\n {2}\.{5}\n {2}\.o\.{3}\n {2}\.{5}\n$/);
    await page.keyboard.press("Escape");
    await errors(page, 0);
    await close();
});

test("on a phone a finger draws cells of a large level, and scrolls it", async () => {
    const { page, close } = await openPage(together.browser, PHONE);
    await openEditor(page, together.server.address);
    await write(page, GAME.replace("p..o", `p${".".repeat(30)}o`));
    await errors(page, 0);
    await page.locator("[data-edit=levels]").tap();
    const space = page.locator(".level-space.is-scrolled");
    await space.waitFor();
    const box = await page.locator('[data-column="6"]').boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    const session = await page.context().newCDPSession(page);
    const finger = (/** @type {"touchStart" | "touchMove"} */ type, /** @type {number} */ x) => session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
    const rest = page.locator(".level-space").evaluate((it) => new Promise((resolve) => it.addEventListener("scrollend", () => resolve(null), { once: true })));
    await finger("touchStart", box.x);
    for (let step = 1; step <= 10; step += 1) {
        await finger("touchMove", box.x - 12 * step);
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    // A tap while it still runs on would only stop it.
    await rest;
    assert.ok(await page.locator(".level-space").evaluate((it) => it.scrollLeft > 50));
    assert.match(await wholeText(page), /p\.{30}o/);
    assert.equal(await page.locator("[data-level-tool=undo]:enabled").count(), 0);
    await page.locator("[data-glyph=o]").tap();
    await page.locator('[data-column="12"]').tap();
    await page.waitForFunction(() => document.querySelector(".code")?.shadowRoot?.querySelector(".cm-content")?.textContent?.includes(`p${".".repeat(11)}o`));
    await close();
});

test("the file is written, and what another program writes is shown", { skip: process.env.MASUME_ADDRESS !== undefined }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "masume-edit-"));
    const path = join(folder, "mine.masu");
    await writeFile(path, GAME);
    const own = await serve([path]);
    const { page, close } = await openPage(together.browser);
    await openEditor(page, own.address);
    await errors(page, 0);
    await code(page).focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.keyboard.type(" two");
    await page.locator("[data-edit=write]:enabled").waitFor();
    await page.keyboard.press("ControlOrMeta+S");
    await page.locator("[data-edit=write]:disabled").waitFor();
    assert.equal(await readFile(path, "utf8"), GAME.replace("🎲\n", "🎲 two\n"));
    await writeFile(path, GAME.replace("game 箱 🎲", "game Other"));
    await page.locator(".table-heading h1", { hasText: "Other" }).waitFor();
    // What was not written here is not lost, and neither is what another program wrote.
    await code(page).focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.keyboard.type(" mine");
    await writeFile(path, GAME.replace("game 箱 🎲", "game Third"));
    await page.locator(".said", { hasText: "mine.masu" }).waitFor();
    assert.match(await textOf(page), /^game Other mine/);
    assert.match(await readFile(path, "utf8"), /^game Third/);
    await close();
    await own.end();
    await rm(folder, { recursive: true });
});

for (const [name, options] of /** @type {const} */ ([["a screen", {}], ["a phone in Japanese", { ...PHONE, locale: "ja-JP", colorScheme: "dark" }]])) {
    test(`the editor and the rules that fired have no violation: ${name}`, async () => {
        const { page, close } = await openPage(together.browser, options);
        await openEditor(page, together.server.address);
        await write(page, GAME.replace("win when", "wn when"));
        await page.locator('.problem-state:not([data-errors="0"])').waitFor();
        await page.locator("[data-edit=trace]").click();
        assert.deepEqual(await violations(page), []);
        await close();
    });
}

test("a file that is dropped on the text is taken by the page alone", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address, "sokoban");
    const before = await wholeText(page);
    await drop(page, "own.xsb", "######\n#@ $.#\n######\n", ".code .cm-content");
    await page.locator(".table-heading h1", { hasText: "of 1" }).waitFor();
    assert.equal(await wholeText(page), before);
    await close();
});

test("what the page said of the text stays while its game is built anew", async () => {
    const { page, close } = await openPage(together.browser);
    await openGameText(page);
    await page.keyboard.press("ControlOrMeta+S");
    const said = await page.locator(".said", { hasText: "kept" }).textContent();
    await write(page, GAME.replace("game 箱 🎲", "game Other"));
    await page.locator(".table-heading h1", { hasText: "Other" }).waitFor();
    assert.equal(await page.locator(".said").textContent(), said);
    await close();
});

test("the position beside the text is there again when the page is loaded anew", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address, "lights-out");
    await page.locator(".desk[data-busy=false] .is-choosable").first().click();
    await page.locator('.desk-game[data-position="1"]').waitFor();
    await page.reload();
    await page.locator('.desk-game[data-position="1"][data-phase=playing]').waitFor();
    await close();
});
