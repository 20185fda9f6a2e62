/**
 * Text that was written here before; one that was kept on purpose gives way to none that comes soon after it.
 *
 * @typedef {{at: number, text: string, isKept?: boolean}} Version
 */

const PREFIX = "masume-versions-";
/** Versions of a game that are kept, and letters of all of them. */
const MOST = 40;
const MOST_LETTERS = 1 << 20;
/** Milliseconds within which a newer version takes the place of the last one. */
const CLOSE = 60_000;

/** Versions of one game in this browser; where it refuses to keep them there are none. */
export class Versions {
    /** @param {string} name */
    constructor(name) {
        this.key = PREFIX + name;
        /** True if the browser kept what was written last. */
        this.isKept = true;
    }

    /** Versions from the newest. @returns {Version[]} */
    all() {
        try {
            const read = JSON.parse(localStorage.getItem(this.key) ?? "[]");
            const isVersion = (/** @type {any} */ it) => typeof it?.at === "number" && typeof it.text === "string";
            return Array.isArray(read) ? read.filter(isVersion) : [];
        } catch {
            return [];
        }
    }

    /**
     * Keeps a text before it is lost.
     *
     * @param {string} text
     * @param {number} at
     */
    keep(text, at = Date.now()) {
        const all = this.all();
        const older = all[0]?.text === text ? all.slice(1) : all;
        this.#write(bounded([{ at, text, isKept: true }, ...older]));
    }

    /**
     * Keeps a text that is being written: of those within a minute the last stays.
     *
     * @param {string} text
     * @param {number} at
     */
    follow(text, at = Date.now()) {
        const [last, before, ...older] = this.all();
        const isClose = last !== undefined && !last.isKept && before !== undefined && at - before.at < CLOSE;
        if (last?.text !== text) {
            this.#write(bounded([{ at, text }, ...[last, before].slice(isClose ? 1 : 0).filter((it) => it !== undefined), ...older]));
        }
    }

    /** @param {Version[]} versions */
    #write(versions) {
        // The browser's space may be full: the oldest go first.
        for (let left = versions; left.length > 0; left = left.slice(0, Math.floor(left.length / 2))) {
            try {
                localStorage.setItem(this.key, JSON.stringify(left));
                this.isKept = true;
                return;
            } catch {
                this.isKept = false;
            }
        }
    }
}

/** Title of the game of a text, which may have errors; empty where it has none. @param {string} text */
export function titleOf(text) {
    return /^game (.+)$/m.exec(text)?.[1]?.trim() ?? "";
}

/** @param {Version[]} versions */
function bounded(versions) {
    let letters = 0;
    return versions.slice(0, MOST).filter(({ text }, index) => {
        letters += text.length;
        return index === 0 || letters <= MOST_LETTERS;
    });
}
