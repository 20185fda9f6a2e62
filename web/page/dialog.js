import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { icon } from "./icon.js";
import { say } from "./phrases.js";

/** The first thing of a dialog that is not its cross. */
const FOCUSABLE = ".dialog-body :is(button, input, select, textarea, [tabindex='0']):not(:disabled)";

/**
 * Modal dialog with a title; Escape, the cross and a click beside it close it. The focus goes back to
 * where it was.
 *
 * @param {string} title
 * @param {unknown} body
 * @param {{kind?: string}} options
 * @returns {{close: () => void, element: HTMLDialogElement, closed: Promise<void>, update: (body: unknown) => void}}
 */
export function openDialog(title, body, { kind = "plain" } = {}) {
    const element = document.createElement("dialog");
    element.className = `dialog dialog-${kind}`;
    element.setAttribute("aria-labelledby", "dialog-title");
    const close = () => element.close();
    const update = (/** @type {unknown} */ inner) => render(frame(title, inner, close), element);
    update(body);
    closeDialogs();
    document.body.append(element);
    element.addEventListener("pointerdown", (event) => {
        if (event.target === element) {
            close();
        }
    });
    const closed = new Promise((/** @type {(nothing: void) => void} */ done) =>
        element.addEventListener("close", () => {
            element.remove();
            done();
        }),
    );
    element.showModal();
    // What the dialog is about comes before what closes it.
    const first = element.querySelector("[autofocus]") ?? element.querySelector(`.dialog-body [aria-current="true"]`) ?? element.querySelector(FOCUSABLE);
    if (first instanceof HTMLElement) {
        first.focus();
    }
    return { close, element, closed, update };
}

/** Closes what is open: it belongs to the part of the page over which it was opened. */
export function closeDialogs() {
    document.querySelectorAll("dialog.dialog").forEach((other) => other instanceof HTMLDialogElement && other.close());
}

/** @param {string} title @param {unknown} body @param {() => void} close */
function frame(title, body, close) {
    return html`
        <div class="dialog-sheet">
            <header class="dialog-head">
                <h2 id="dialog-title">${title}</h2>
                <button type="button" class="quiet" aria-label=${say("page-close")} @click=${close}>${icon("close")}</button>
            </header>
            <div class="dialog-body">${body ?? nothing}</div>
        </div>
    `;
}

/**
 * Dialog with the lines of a text as the terminal shows them.
 *
 * @param {string} title
 * @param {string[]} lines
 */
export function openText(title, lines) {
    return openDialog(title, html`<pre class="text" tabindex="0">${lines.join("\n")}</pre>`, { kind: "text" });
}
