import { existsSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
/** @import {Browser, BrowserContextOptions, Page} from "playwright-core" */

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const hasChromium = existsSync(CHROMIUM);

/** @returns {Promise<Browser>} */
export async function launch() {
    // Who runs as root has no sandbox.
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const begin = () => chromium.launch({ executablePath: CHROMIUM, args });
    // Chromium crashes while it starts, once in some hundred times on a busy machine.
    return begin().catch(begin);
}

/**
 * A page of its own, whose errors fail the test that closes it.
 *
 * @param {Browser} browser
 * @param {BrowserContextOptions} options
 * @returns {Promise<{page: Page, close: () => Promise<void>}>}
 */
export async function openPage(browser, options = {}) {
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    const close = async () => {
        await context.close();
        if (errors.length > 0) {
            throw new Error(`the page complains: ${errors.join("\n")}`);
        }
    };
    return { page, close };
}

/**
 * Goes to a game and waits until it is there.
 *
 * @param {Page} page
 * @param {string} address
 * @param {string} id
 */
export async function openGame(page, address, id) {
    const hash = `#/play/${encodeURIComponent(id)}`;
    const url = new URL(address);
    if (new URL(page.url()).origin === url.origin) {
        // The page is there: it goes to the menu and from there to the game, without loading anything again.
        await page.evaluate((to) => {
            location.hash = "#/";
            location.hash = to;
        }, hash);
    } else {
        url.hash = hash;
        await page.goto(url.href);
    }
    await page.locator(`#place[data-busy=false][data-game=${JSON.stringify(id)}] [data-cell]`).first().waitFor({ state: "attached" });
}

/** Shows the pad of arrows, which a screen without touch has on wish alone, from the next load on. @param {Page} page */
export function showPad(page) {
    return page.addInitScript(() => localStorage.setItem("masume-settings", JSON.stringify({ pad: "on" })));
}

/** The end of an address that carries a content as links do. @param {string | Buffer} content */
export function linkHash(content) {
    return `#/link/${deflateRawSync(content).toString("base64url")}`;
}

/** Phone of 375 x 667 with a touch screen. @type {BrowserContextOptions} */
export const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
