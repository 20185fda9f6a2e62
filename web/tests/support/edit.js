/** @import {Page} from "playwright-core" */

/**
 * Goes to the editor and waits until the text is read.
 *
 * @param {Page} page
 * @param {string} address
 * @param {string} name
 */
export async function openEditor(page, address, name = "") {
    const url = new URL(address);
    url.hash = name === "" ? "#/edit" : `#/edit/${encodeURIComponent(name)}`;
    await page.goto(url.href);
    await page.locator(".problem-state").waitFor();
}

/** @param {Page} page */
export function code(page) {
    return page.locator(".code .cm-content");
}

/**
 * Puts a text in the place of the one that is there, as one who pastes it.
 *
 * @param {Page} page
 * @param {string} text
 */
export async function write(page, text) {
    await code(page).focus();
    await page.keyboard.press("ControlOrMeta+A");
    await paste(page, text);
}

/** Puts a text in the place of what is chosen, from the clipboard. @param {Page} page @param {string} text */
export function paste(page, text) {
    // What a test types at once, Chromium puts in with styles of its own, which the policy of the page refuses.
    return code(page).evaluate((place, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        place.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
}

/**
 * Waits until the text has been read and so many errors are told.
 *
 * @param {Page} page
 * @param {number} count
 */
export function errors(page, count) {
    return page.locator(`.problem-state[data-errors="${count}"]`).waitFor();
}

/** The text as the editor has it; of a long one only what is drawn. @param {Page} page */
export async function textOf(page) {
    const lines = await page.locator(".code .cm-line").allInnerTexts();
    return lines.map((line) => line.replace(/\n$/, "")).join("\n");
}

/** The whole text, also what is not drawn. @param {Page} page @returns {Promise<string>} */
export function wholeText(page) {
    return code(page).evaluate(async (content) => {
        const { EditorView } = await import(/** @type {string} */ ("@codemirror/view"));
        return EditorView.findFromDOM(content).state.doc.toString();
    });
}
