/** @import {Locator, Page} from "playwright-core" */

/** Pixels of a swipe, and steps in which a finger does it. */
const FAR = 90;
const STEPS = 4;
/** @type {Record<string, [number, number]>} */
const WAYS = {
    up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0],
    "up-left": [-1, -1], "up-right": [1, -1], "down-left": [-1, 1], "down-right": [1, 1],
};

/** @param {Page} page */
async function settled(page) {
    await page.locator("#place[data-busy=false]").waitFor();
}

/** @param {Page} page @param {string} name */
export async function tapCell(page, name) {
    await page.locator(`[data-cell="${name}"]`).tap();
    await settled(page);
}

/** @param {Page} page @param {Locator} button */
export async function tap(page, button) {
    await button.tap();
    await settled(page);
}

/**
 * A finger that draws over the board in a direction.
 *
 * @param {Page} page
 * @param {string} direction
 */
export async function swipe(page, direction) {
    const box = await page.locator("[role=grid]").boundingBox();
    const [dx, dy] = WAYS[direction] ?? [0, 0];
    if (box === null) {
        throw new Error("there is no board");
    }
    const session = await page.context().newCDPSession(page);
    const at = (/** @type {number} */ share) => ({
        x: Math.round(box.x + box.width / 2 + dx * FAR * (share - 0.5)),
        y: Math.round(box.y + box.height / 2 + dy * FAR * (share - 0.5)),
    });
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at(0)] });
    for (let step = 1; step <= STEPS; step += 1) {
        await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(step / STEPS)] });
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await session.detach();
    await settled(page);
}
