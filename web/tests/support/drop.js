/** @import {Page} from "playwright-core" */

/** Drops a file on the page. @param {Page} page @param {string} name @param {string | Uint8Array} content */
export function drop(page, name, content) {
    const bytes = [...(typeof content === "string" ? new TextEncoder().encode(content) : content)];
    return page.evaluate((file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(file.bytes)], file.name));
        (document.querySelector(".board") ?? document.querySelector(".menu"))?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, { name, bytes });
}
