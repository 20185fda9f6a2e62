// The specification beside the editor: every example of every chapter is opened from it, and plays.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { openPage } from "./support/browser.js";
import { openEditor, textOf } from "./support/edit.js";
import { fixture } from "./support/fixture.js";
import { violations } from "./support/violations.js";

const together = fixture();

const CHAPTERS = readdirSync(new URL("../../spec/", import.meta.url)).filter((it) => /^\d.*\.md$/.test(it)).map((it) => it.replace(/\.md$/, "")).sort();

/**
 * Opens each example of a chapter in the editor, and does the first action that can be done; what runs in the page.
 *
 * @param {string} chapter
 * @returns {Promise<{count: number, acted: number, failed: string[]}>}
 */
async function playAll(chapter) {
    const one = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (document.querySelector(what));
    const until = async (/** @type {() => unknown} */ is, /** @type {string} */ what) => {
        // A bound that only a hang comes to.
        for (let looks = 0; looks < 3000; looks += 1) {
            if (is()) {
                return;
            }
            await new Promise((done) => setTimeout(done, 20));
        }
        throw new Error(what);
    };
    const examples = [...document.querySelectorAll("[data-example]")].map((it) => Number(/** @type {HTMLElement} */ (it).dataset.example));
    const failed = [];
    let acted = 0;
    for (const line of examples) {
        try {
            const button = () => one(`[data-example="${line}"]`);
            await until(button, "the manual is gone");
            const isWrong = /mistakes/.test(button()?.textContent ?? "");
            button()?.click();
            await until(() => one(".desk-name")?.textContent === `${chapter}-${line}`, "it is not opened");
            if (isWrong) {
                // A start that comes to no end is no mistake of the text: it is told where a play is.
                await until(() => one(".problem") !== null || /went wrong/.test(one(".desk-game .said")?.textContent ?? ""), "no mistake is told");
                continue;
            }
            await until(() => one(".desk-game[data-busy=false][data-hash] [data-cell]"), `no board: ${one(".problem-list")?.textContent}`);
            const focused = one(".desk-game [role=gridcell][tabindex='0']");
            focused?.dispatchEvent(new KeyboardEvent("keydown", { code: "KeyL", key: "l", altKey: true, bubbles: true }));
            await until(() => one("dialog[open]"), "no list of actions");
            const action = one("dialog .legal button");
            if (action === null) {
                one("dialog")?.querySelector("button")?.click();
            } else {
                action.click();
                // What goes wrong when it is done is told, too.
                await until(() => one('.desk-game[data-busy=false]:not([data-position="0"]), .problem'), `${action.textContent} is not done`);
                acted += 1;
            }
        } catch (reason) {
            failed.push(`${chapter}:${line}: ${reason}`);
        }
    }
    return { count: examples.length, acted, failed };
}

for (const chapter of CHAPTERS) {
    test(`every example of ${chapter} is opened and plays`, async () => {
        const { page, close } = await openPage(together.browser);
        await openEditor(page, together.server.address);
        await page.locator("[data-edit=manual]").click();
        await page.locator(`[data-chapter="${chapter}"]`).click();
        await page.locator(".manual-text h2").waitFor();
        const { count, acted, failed } = await page.evaluate(playAll, chapter);
        assert.deepEqual(failed, []);
        assert.ok(acted > 0 || count < 5, `${count} examples, ${acted} actions`);
        await close();
    });
}

test("chapters are shown without their marks, searched, and lead to each other", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await page.locator("[data-edit=manual]").click();
    await page.locator("[data-chapter]").first().waitFor();
    const chapters = await page.locator("[data-chapter]").evaluateAll((all) => all.map((it) => /** @type {HTMLElement} */ (it).dataset.chapter ?? ""));
    assert.ok(chapters.length >= 29);
    for (const chapter of chapters) {
        await page.locator(`[data-chapter="${chapter}"]`).click();
        await page.locator(".manual-text h2").waitFor();
        const marks = await page.locator(".manual-text").evaluate((text) => {
            const copy = /** @type {Element} */ (text.cloneNode(true));
            copy.querySelectorAll("code").forEach((it) => it.remove());
            return copy.textContent?.match(/\*\*|`|\]\(|^\s*[#|]/gm) ?? [];
        });
        assert.deepEqual(marks, [], chapter);
        await page.locator("[data-manual=back]").click();
        await page.locator("[data-chapter]").first().waitFor();
    }
    await page.locator("#manual-search").fill("not overlapping");
    await page.locator(".manual-hit", { hasText: "Every match at once" }).first().click();
    await page.locator(".manual-text h2", { hasText: "Every match at once" }).waitFor();
    await page.locator('.manual-text a[href="#09-classes"]').first().click();
    await page.locator(".manual-text h2", { hasText: "9 Classes" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await close();
});

test("what was written stays when an example is opened", async () => {
    const { page, close } = await openPage(together.browser);
    await openEditor(page, together.server.address);
    await page.locator(".code .cm-content").focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("// mine");
    await page.keyboard.press("Enter");
    await page.locator("[data-edit=manual]").click();
    await page.locator("[data-manual-game=ice]").click();
    await page.locator(".desk-name", { hasText: "ice" }).waitFor();
    await page.locator(".desk-game[data-busy=false] [data-cell]").first().waitFor();
    await page.goBack();
    await page.locator(".desk-name", { hasText: "game" }).waitFor();
    assert.match(await textOf(page), /^\/\/ mine\n/);
    await close();
});
