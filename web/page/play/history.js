import { html } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { icon } from "../icon.js";
import { label, say } from "../phrases.js";
/** @import {Snapshot} from "../carrier/protocol.js" */

/**
 * Slider over everything that was done, with a step back and a step on beside it.
 *
 * @param {Snapshot} snapshot
 * @param {(question: import("../carrier/protocol.js").Question) => void} ask
 */
export function historySlider({ position, length }, ask) {
    const value = say("page-position", { position, count: length });
    const slide = (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLInputElement} */ (event.target);
        ask({ goto: Number(value) });
    };
    return html`
        <div class="history">
            <button type="button" class="quiet" data-does="undo" aria-label=${label("command-undo")} ?disabled=${position === 0}
                @click=${() => ask("undo")}>${icon("undo")}</button>
            <input type="range" min="0" max=${Math.max(length, 1)} .value=${live(String(position))} ?disabled=${length === 0}
                aria-label=${say("page-history")} aria-valuetext=${value} @input=${slide} />
            <button type="button" class="quiet" data-does="redo" aria-label=${label("command-redo")} ?disabled=${position === length}
                @click=${() => ask("redo")}>${icon("redo")}</button>
            <span class="history-place" aria-hidden="true">${position} / ${length}</span>
        </div>
    `;
}
