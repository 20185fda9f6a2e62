import { named, say } from "../phrases.js";
/** @import {Diagnostic} from "../carrier/protocol.js" */

/**
 * Text that a file holds, and what is wrong with its bytes.
 *
 * @typedef {{text: string, stray: Diagnostic | null}} Decoded
 */

/** The bytes of a letter that stands for one that cannot be read. */
const REPLACEMENT = [0xef, 0xbf, 0xbd];

/**
 * The text of a file. What is neither UTF-8 nor UTF-16 with its mark is read as old Windows wrote texts, with the place
 * of the first byte that is no UTF-8.
 *
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {Decoded}
 */
export function decoded(name, bytes) {
    const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
    try {
        return { text: new TextDecoder(wide, { fatal: true }).decode(bytes), stray: null };
    } catch {
        const at = firstStray(bytes);
        const before = new TextDecoder().decode(bytes.subarray(0, at)).split("\n");
        const values = { byte: at + 1, line: before.length, column: [...(before.at(-1) ?? "")].length + 1 };
        return {
            text: new TextDecoder("windows-1252").decode(bytes),
            stray: {
                code: "E0102", is_error: true, span: { start: at, end: at + 1 },
                message: say("not-utf8", { path: named(name) }), label: say("not-utf8-at", values), help: say("not-utf8-help"),
            },
        };
    }
}

/** Place of the first byte that belongs to no letter. @param {Uint8Array} bytes */
function firstStray(bytes) {
    const encoder = new TextEncoder();
    let at = 0;
    for (const part of new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\ufffd")) {
        at += encoder.encode(part).length;
        if (!REPLACEMENT.every((byte, index) => bytes[at + index] === byte)) {
            return at;
        }
        at += REPLACEMENT.length;
    }
    return 0;
}
