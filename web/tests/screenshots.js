// Draws the page's pictures that the README shows: `cargo xtask screenshots`.

import { fileURLToPath } from "node:url";
import { launch, openGame, openPage, PHONE } from "./support/browser.js";
import { openEditor } from "./support/edit.js";
import { replay } from "./support/play.js";
import { records } from "./support/record.js";
import { serve } from "./support/server.js";
/** @import {BrowserContextOptions, Page} from "playwright-core" */

const FOLDER = fileURLToPath(new URL("../../docs/screens/", import.meta.url));
/** @type {BrowserContextOptions} */
const SCREEN = { viewport: { width: 1120, height: 700 }, colorScheme: "light" };

/**
 * @typedef {{name: string, options: BrowserContextOptions, show: (page: Page, address: string) => Promise<unknown>}} Picture
 * @type {Picture[]}
 */
const PICTURES = [
    {
        name: "page-menu",
        options: SCREEN,
        show: async (page, address) => {
            await page.goto(address);
            await page.locator(".preview").nth(8).waitFor();
        },
    },
    {
        name: "page-othello",
        options: SCREEN,
        show: async (page, address) => {
            await play(page, address, "othello", 24);
            // Whose turn it is, with the places that can be chosen.
            await page.locator("#place.is-thinking").waitFor({ state: "detached" });
        },
    },
    {
        name: "page-editor",
        options: SCREEN,
        show: async (page, address) => {
            await openEditor(page, address, "sokoban");
            await page.locator(".desk-game [data-cell]").first().waitFor();
            await page.locator(".desk-game [role=grid] [tabindex='0']").focus();
            await page.keyboard.press("ArrowRight");
            await page.locator('[data-position="1"]').waitFor();
            await page.locator("[data-edit=trace]").click();
            await page.locator(".trace-step code").first().waitFor();
        },
    },
    {
        name: "page-shisen-sho",
        options: { ...PHONE, deviceScaleFactor: 1.5, colorScheme: "light" },
        show: (page, address) => play(page, address, "shisen-sho", 20),
    },
];

/**
 * A game after some actions of its record.
 *
 * @param {Page} page
 * @param {string} address
 * @param {string} name of the record
 * @param {number} count
 */
async function play(page, address, name, count) {
    const record = records().find((it) => it.name === name);
    await openGame(page, address, record?.id ?? name);
    const { failed } = await page.evaluate(replay, record?.actions.slice(0, count) ?? []);
    if (failed !== null) {
        throw new Error(failed);
    }
}

const [browser, server] = await Promise.all([launch(), serve()]);
try {
    for (const { name, options, show } of PICTURES) {
        const { page, close } = await openPage(browser, options);
        await show(page, server.address);
        // No cell is outlined for those who use the keyboard.
        await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
        await page.screenshot({ path: `${FOLDER}${name}.png`, animations: "disabled" });
        await close();
    }
} finally {
    await browser.close();
    await server.end();
}
