import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { capital, say } from "../phrases.js";
/** @import {Option} from "../carrier/protocol.js" */
/** @import {Table} from "./table.js" */

/**
 * Choices before a game begins anew: a set-up that is offered, or size, options, level, seed and
 * opponent one by one.
 *
 * @param {Table} table
 */
export async function openOptions(table) {
    const reply = await table.match.ask("options");
    const options = reply?.answer?.options ?? [];
    const menu = await table.context.menu();
    const name = baseName(table.match.origin.name);
    const game = menu?.groups.flatMap(({ games }) => games).find((it) => it.name === name);
    const setups = game?.setups ?? [];
    const begin = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
        dialog.close();
        table.begin(loadOf(table, options, data));
    };
    const body = html`
        ${setups.length > 0 ? presets(setups, (id) => (dialog.close(), table.context.go(addressOf(id)))) : nothing}
        <form class="options" @submit=${begin}>
            ${options.map(field)}
            <div class="dialog-foot"><button type="submit" class="main">${say("options-begin")}</button></div>
        </form>
    `;
    const title = say("options-title", { game: table.match.snapshot?.title ?? "" });
    const dialog = openDialog(title, body, { kind: "options" });
}

/** @param {string} id */
export function addressOf(id) {
    return `#/play/${encodeURIComponent(id)}`;
}

/** Name of a game without its set-up; empty for what has none. @param {unknown} name */
export function baseName(name) {
    return typeof name === "string" ? name.replace(/[:/#].*$/, "") : "";
}

/** Game as it was loaded, without the set-up that the name of a shipped one may have. @param {Record<string, unknown>} origin */
export function withoutSetup(origin) {
    return typeof origin.name === "string" && origin.text === undefined ? { ...origin, name: baseName(origin.name) } : origin;
}

/** @param {import("../carrier/protocol.js").Setup[]} setups @param {(id: string) => void} choose */
function presets(setups, choose) {
    return html`<div class="presets" role="group" aria-label=${say("options-preset")}>
        ${setups.map(({ id, title }) => html`<button type="button" data-setup=${id} @click=${() => choose(id)}>${title}</button>`)}
    </div>`;
}

/** @param {Option} option */
function field(option) {
    const id = `option-${option.name}`;
    return html`<div class="field">
        <label for=${id}>${capital(option.label)}</label>
        ${control(option, id)}
        ${option.range ? html`<span class="muted" id="${id}-range">${option.range}</span>` : nothing}
    </div>`;
}

/** @param {Option} option @param {string} id */
function control({ name, kind, value, values, range }, id) {
    if (values !== null && values.length > 0) {
        const choices = values.map((it) => (typeof it === "string" ? { value: it, title: it } : it));
        return html`<select id=${id} name=${name}>
            ${choices.map((it) => html`<option value=${it.value} ?selected=${it.value === value}>${it.title || say("options-no-opponent")}</option>`)}
        </select>`;
    }
    const isNumber = kind === "number" || kind === "level" || kind === "seed";
    return html`<input id=${id} name=${name} type="text" inputmode=${isNumber ? "numeric" : "text"} .value=${value ?? ""} autocomplete="off"
        placeholder=${kind === "seed" ? say("options-any-seed") : ""} aria-describedby=${range ? `${id}-range` : nothing} />`;
}

/** @param {Table} table @param {Option[]} options @param {FormData} data */
function loadOf({ match }, options, data) {
    /** @type {Record<string, any>} */
    const load = { ...withoutSetup(match.origin), seed: undefined, resume: false, options: {}, opponents: {} };
    for (const { name, kind, value: before } of options) {
        const value = String(data.get(name) ?? "").trim();
        if (kind === "opponent") {
            Object.assign(load.opponents, value === "" ? {} : { [name]: value });
        } else if (kind === "size" && value !== "") {
            load.size = value;
        } else if ((kind === "level" || kind === "seed") && /^\d+$/.test(value)) {
            load[kind] = Number(value);
        } else if ((kind === "choice" || kind === "number") && value !== "" && value !== before) {
            load.options[name] = value;
        }
    }
    return load;
}
