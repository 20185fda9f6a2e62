import { named, say } from "../phrases.js";

/** Bytes to which a link may inflate, and of a text that is loaded from elsewhere. */
export const MOST = 1 << 20;

/**
 * Content of a link: a shipped game's id or a text, and a play of it.
 *
 * @typedef {{name?: string, text?: string, save?: string, edit?: boolean}} Linked
 */

/**
 * Address of this page with a game and its play, compressed in the fragment, which is sent to nobody.
 *
 * @param {Linked} linked
 * @returns {Promise<string>} fails with a `RangeError` for what could not be read from the link
 */
export async function linkTo(linked) {
    const bytes = new TextEncoder().encode(JSON.stringify(linked));
    if (bytes.length > MOST) {
        throw new RangeError("the text is too large");
    }
    const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    const address = new URL(location.href);
    address.search = "";
    address.hash = `#/link/${base64(new Uint8Array(packed))}`;
    return address.href;
}

/**
 * Words for the reason why there is no link.
 *
 * @param {unknown} reason
 * @param {string} file name of what was to be linked
 */
export function whyNoLink(reason, file) {
    return say(reason instanceof RangeError ? "page-link-long" : "page-link-failed", { file: named(file) });
}

/**
 * Goes to a game.
 *
 * @param {Linked} linked
 * @param {string} file its name
 * @param {(trouble: string) => void} refuse told why there is no link to it
 */
export async function followLink(linked, file, refuse) {
    try {
        location.assign(await linkTo(linked));
    } catch (reason) {
        refuse(whyNoLink(reason, file));
    }
}

/**
 * The content of a link. Inflating stops at the bound, so that a short link cannot fill the memory.
 *
 * @param {string} packed
 * @returns {Promise<Linked>}
 */
export async function linked(packed) {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const inflated = await boundedBytes(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflated)));
}

/**
 * The bytes of a stream, of which no more is read than the bound.
 *
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
export async function boundedBytes(stream) {
    const reader = stream.getReader();
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const parts = [];
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) {
            return new Uint8Array(await new Blob(parts).arrayBuffer());
        }
        size += value.byteLength;
        if (size > MOST) {
            await reader.cancel();
            throw new RangeError("the text is too large");
        }
        parts.push(value);
    }
}

/** @param {unknown} read @returns {Linked} */
function checked(read) {
    if (typeof read !== "object" || read === null) {
        throw new TypeError("the link carries no game");
    }
    const texts = Object.entries(read).filter(([name, value]) => ["name", "text", "save"].includes(name) && typeof value === "string");
    const found = /** @type {Linked} */ (Object.fromEntries(texts));
    if (found.name === undefined && found.text === undefined) {
        throw new TypeError("the link carries no game");
    }
    return { ...found, edit: "edit" in read && read.edit === true };
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
