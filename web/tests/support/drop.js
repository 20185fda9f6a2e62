/** @import {Page} from "playwright-core" */

/**
 * Drops a file on the page.
 *
 * @param {Page} page
 * @param {string} name
 * @param {string | Uint8Array} content
 * @param {string} place the first element that matches; within a shadow root the one in it
 */
export function drop(page, name, content, place = ".board, .menu") {
    const bytes = [...(typeof content === "string" ? new TextEncoder().encode(content) : content)];
    return page.locator(place).first().evaluate((element, file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(file.bytes)], file.name));
        element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, composed: true }));
    }, { name, bytes });
}
