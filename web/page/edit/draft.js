const PREFIX = "masume-draft-";

/**
 * Text that was written last from a given one, with errors or without: it is there again when the given one is opened
 * again, so that a page that is loaded anew in the middle of a word loses nothing.
 */
export class Draft {
    /** @param {string} name @param {string} from */
    constructor(name, from) {
        this.key = PREFIX + name;
        this.from = from;
    }

    /** What was written; `null` if that is nothing, or the browser did not keep it. @returns {string | null} */
    get text() {
        try {
            const read = JSON.parse(localStorage.getItem(this.key) ?? "null");
            return read?.from === this.from && typeof read.text === "string" && read.text !== this.from ? read.text : null;
        } catch {
            return null;
        }
    }

    /** @param {string} text */
    keep(text) {
        try {
            if (text === this.from) {
                localStorage.removeItem(this.key);
            } else {
                localStorage.setItem(this.key, JSON.stringify({ from: this.from, text }));
            }
        } catch {
            // It is written all the same, and is gone with the page.
        }
    }
}
