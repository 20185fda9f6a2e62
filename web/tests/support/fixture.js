import { after, before } from "node:test";
import { launch, openPage, showPad } from "./browser.js";
import { serve } from "./server.js";
/** @import {Browser, Page} from "playwright-core" */

/** @typedef {{browser: Browser, server: Awaited<ReturnType<typeof serve>>}} Fixture */

/**
 * The browser and the program of a file of tests: begun before its tests, ended after them.
 *
 * @returns {Fixture}
 */
export function fixture() {
    return begun(async () => async () => {});
}

/**
 * As `fixture`, with one page for all tests of the file, on which the pad of arrows is shown.
 *
 * @returns {Fixture & {page: Page}}
 */
export function fixtureWithPage() {
    const parts = /** @type {Fixture & {page: Page}} */ (begun(async (browser) => {
        const { page, close } = await openPage(browser);
        await showPad(page);
        parts.page = page;
        return close;
    }));
    return parts;
}

/**
 * Hooks of a file run at the same time, so that there is one of each.
 *
 * @param {(browser: Browser) => Promise<() => Promise<void>>} open gives what ends what it opened
 * @returns {Fixture}
 */
function begun(open) {
    const parts = /** @type {Fixture} */ ({});
    let close = async () => {};
    before(async () => {
        [parts.browser, parts.server] = await Promise.all([launch(), serve()]);
        close = await open(parts.browser);
    });
    after(async () => {
        try {
            await close();
        } finally {
            await parts.browser.close();
            await parts.server.end();
        }
    });
    return parts;
}
