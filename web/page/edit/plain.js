/** @import {Span} from "./assistance.js" */

/** The text of a game in a plain field, for who prefers the browser's own. */
export class PlainEditor {
    /**
     * @param {HTMLElement} place
     * @param {{text: string, label: string, changed: () => void}} options
     */
    constructor(place, { text, label, changed }) {
        this.field = document.createElement("textarea");
        this.field.className = "plain-code";
        this.field.setAttribute("aria-label", label);
        this.field.spellcheck = false;
        this.field.autocapitalize = "off";
        this.field.wrap = "off";
        this.field.value = text;
        this.field.addEventListener("input", changed);
        place.replaceChildren(this.field);
    }

    get text() {
        return this.field.value.toWellFormed();
    }

    set text(text) {
        if (text !== this.field.value) {
            const { selectionStart } = this.field;
            this.field.value = text;
            this.field.setSelectionRange(selectionStart, selectionStart);
            this.field.dispatchEvent(new Event("input"));
        }
    }

    focus() {
        this.field.focus();
    }

    get hasFocus() {
        return document.activeElement === this.field;
    }

    /** @param {Span} span */
    goTo({ start, end }) {
        this.field.focus();
        this.field.setSelectionRange(start, end);
        const line = this.field.value.slice(0, start).split("\n").length - 1;
        const height = parseFloat(getComputedStyle(this.field).lineHeight);
        this.field.scrollTop = Math.max(0, line * height - this.field.clientHeight / 2);
    }

    /** @param {number} line */
    goToLine(line) {
        const start = this.field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
        this.goTo({ start, end: start });
    }

    /** A plain field has no marks: lines are gone to, mistakes are listed below. */
    light() {}

    colour() {}

    complain() {}

    end() {}
}
