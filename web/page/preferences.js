import { html } from "./vendor/lit-html/lit-html.js";
import { openDialog } from "./dialog.js";
import { label, say } from "./phrases.js";
import { choose, isForgotten, settings } from "./settings.js";

/**
 * Choices of how the page looks and moves.
 *
 * @param {() => void} redraw
 */
export function openPreferences(redraw) {
    const body = () => html`
        ${choice("theme", ["auto", "light", "dark"])}
        ${choice("palette", ["usual", "safe", "strong"])}
        ${choice("motion", ["auto", "off"])}
        ${choice("pad", ["auto", "on", "off"])}
        ${isForgotten ? html`<p class="muted">${say("page-not-kept")}</p>` : ""}
    `;
    const choice = (/** @type {"theme" | "palette" | "motion" | "pad"} */ name, /** @type {string[]} */ values) => html`
        <fieldset class="choice">
            <legend>${say(`page-${name}`)}</legend>
            <div class="segments">${values.map((value) => html`<label><input type="radio" name=${name} value=${value} .checked=${settings[name] === value}
                @change=${() => pick({ [name]: value })} /><span>${label(`page-${name}-${value}`)}</span></label>`)}</div>
        </fieldset>`;
    const pick = (/** @type {object} */ changed) => {
        choose(changed);
        redraw();
        dialog.update(body());
    };
    const dialog = openDialog(say("page-settings"), body());
}
