/** @import {Page} from "playwright-core" */

/** Presses that reach any cell of a board, and then some. */
const MOST = 40;

/**
 * Opens a game from the menu by keys alone.
 *
 * @param {Page} page
 * @param {string} address
 * @param {string} game
 */
export async function openByKeys(page, address, game) {
    if (new URL(page.url()).origin === new URL(address).origin) {
        await page.evaluate(() => {
            location.hash = "#/";
        });
    } else {
        await page.goto(address);
    }
    const link = page.locator(`a[data-game="${game}"]`);
    await link.waitFor();
    const title = (await link.locator(".game-title").textContent()) ?? "";
    // To the first game, then on by the first letter.
    for (let press = 0; press < 10 && !(await isFocused(page, "a[data-game]")); press += 1) {
        await page.keyboard.press("Tab");
    }
    for (let press = 0; press < 30 && !(await isFocused(page, `a[data-game="${game}"]`)); press += 1) {
        await page.keyboard.press(title.trim().charAt(0));
    }
    await page.keyboard.press("Enter");
    await page.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
}

/** @param {Page} page @param {string} selector */
function isFocused(page, selector) {
    return page.evaluate((what) => document.activeElement?.matches(what) ?? false, selector);
}

/**
 * Does one action with keys: arrows and Enter on the board, keys of the game, or the box for typing.
 *
 * @param {Page} page
 * @param {string} action
 */
export async function actByKeys(page, action) {
    const before = await position(page);
    const [, ...rest] = action.split(" ");
    const key = await keyFor(page, action);
    if (key !== null) {
        await press(page, key);
    } else if (rest.length > 0 && (await areCells(page, rest))) {
        for (const name of rest) {
            await walkTo(page, name);
            await press(page, "Enter");
            if ((await position(page)) !== before) {
                break;
            }
        }
    }
    if ((await position(page)) === before) {
        await typeIt(page, action);
    }
}

/** @param {Page} page @param {string} key */
async function press(page, key) {
    await page.keyboard.press(key);
    await page.locator("#place[data-busy=false]").waitFor();
}

/** @param {Page} page */
async function position(page) {
    return Number(await page.locator("#place").getAttribute("data-position"));
}

/** The key that the page shows for an action. @param {Page} page @param {string} action */
function keyFor(page, action) {
    return page.evaluate((wanted) => {
        const [word = "", direction = ""] = wanted.split(" ");
        const names = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
        const hasArrow = document.querySelector(`[data-direction="${CSS.escape(direction)}"]`) !== null;
        if (hasArrow && direction in names) {
            return names[/** @type {keyof typeof names} */ (direction)];
        }
        const buttons = [...document.querySelectorAll(".plain-actions button[data-key]")];
        const plain = direction === "" ? buttons.find((it) => it.textContent?.trim().startsWith(word)) : undefined;
        const key = plain?.getAttribute("data-key") ?? null;
        return key === "space" ? " " : key;
    }, action);
}

/** @param {Page} page @param {string[]} names */
function areCells(page, names) {
    return page.evaluate((all) => all.every((name) => document.querySelector(`[data-cell="${CSS.escape(name)}"]`) !== null), names);
}

/** @param {Page} page @param {string} name */
async function walkTo(page, name) {
    await toBoard(page);
    const hasArrows = (await page.locator("[data-direction=up]").count()) > 0;
    for (let presses = 0; presses < MOST; presses += 1) {
        const arrow = await page.evaluate((wanted) => {
            const place = (/** @type {Element | null} */ cell) => ({
                column: Number(cell?.getAttribute("aria-colindex")),
                row: Number(cell?.closest("[role=row]")?.getAttribute("aria-rowindex")),
            });
            const here = place(document.activeElement);
            const there = place(document.querySelector(`[data-cell="${CSS.escape(wanted)}"]`));
            if (here.row !== there.row) {
                return here.row < there.row ? "ArrowDown" : "ArrowUp";
            }
            return here.column === there.column ? null : here.column < there.column ? "ArrowRight" : "ArrowLeft";
        }, name);
        if (arrow === null) {
            return;
        }
        await page.keyboard.press(hasArrows ? `Shift+${arrow}` : arrow);
    }
    // Where places are passed over, rows and columns do not lead everywhere: the name does.
    await page.keyboard.press("Alt+g");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.locator("dialog").waitFor({ state: "detached" });
}

/** @param {Page} page */
async function toBoard(page) {
    for (let presses = 0; presses < 30 && !(await isFocused(page, "[role=gridcell]")); presses += 1) {
        await page.keyboard.press("Shift+Tab");
    }
}

/** @param {Page} page @param {string} action */
async function typeIt(page, action) {
    for (let presses = 0; presses < 40 && !(await isFocused(page, "#say")); presses += 1) {
        await page.keyboard.press("Tab");
    }
    await page.keyboard.type(action);
    await press(page, "Enter");
}
