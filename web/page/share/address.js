import { html } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { say } from "../phrases.js";
import { boundedBytes } from "../play/link.js";
import { takeBytes } from "./take.js";
/** @import {Table} from "../play/table.js" */

/** Milliseconds for which a site may be silent. */
const PATIENCE = 20_000;

/**
 * The address in a text, if it is one that may be asked: what others could read or change on its way is not.
 *
 * @param {string} typed
 * @returns {URL | null}
 */
export function readAddress(typed) {
    try {
        const address = new URL(typed.trim());
        return address.protocol === "https:" && address.username === "" && address.password === "" ? address : null;
    } catch {
        return null;
    }
}

/**
 * The bytes at an address, asked for without saying who asks and from where, and not beyond the bound.
 *
 * @param {URL} address
 * @returns {Promise<Uint8Array>}
 */
export async function bytesAt(address) {
    const response = await fetch(address, {
        credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store", mode: "cors", signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok || response.body === null) {
        throw new Error(String(response.status));
    }
    return boundedBytes(response.body);
}

/** Name of what lies at an address. @param {URL} address */
function nameAt({ pathname, host }) {
    const last = pathname.split("/").at(-1) ?? "";
    try {
        return decodeURIComponent(last) || host;
    } catch {
        // A percent sign need not begin a code of a letter.
        return last;
    }
}

/**
 * A box for an address, then the question if that site is to be asked, then what lies there.
 *
 * @param {Table} table
 */
export function openAddress(table) {
    const send = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const typed = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("address")).value;
        const address = readAddress(typed);
        dialog.update(address === null ? box(typed, say("page-address-bad")) : question(address));
    };
    const box = (/** @type {string} */ typed, /** @type {string} */ trouble) => html`<form class="address" novalidate @submit=${send}>
        <label for="address">${say("page-address-what")}</label>
        <input id="address" name="address" type="text" inputmode="url" .value=${typed} autocomplete="off" autocapitalize="off" spellcheck="false" autofocus
            aria-describedby="address-trouble" />
        <p id="address-trouble" role="alert">${trouble}</p>
        <div class="dialog-foot"><button class="main" type="submit">${say("page-go")}</button></div>
    </form>`;
    const question = (/** @type {URL} */ address) => html`
        <p>${say("page-address-ask", { site: address.host })}</p>
        <p class="muted address-shown">${address.href}</p>
        <div class="dialog-foot banner-answers">
            <button type="button" @click=${() => dialog.close()}>${say("page-address-no")}</button>
            <button type="button" class="main" data-address="ask" @click=${() => load(address)}>${say("page-address-yes")}</button>
        </div>`;
    const load = async (/** @type {URL} */ address) => {
        dialog.close();
        try {
            await takeBytes(table, nameAt(address), await bytesAt(address));
        } catch (reason) {
            table.tell(say(reason instanceof RangeError ? "page-too-large" : "page-address-failed", { file: address.host, site: address.host }));
        }
    };
    const dialog = openDialog(say("page-address"), box("", ""));
}
