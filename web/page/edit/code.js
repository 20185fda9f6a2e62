import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { forEachDiagnostic, linter, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
    Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";
import { look } from "./look.js";
/** @import {Assistance, Explained, Fix, Span} from "./assistance.js" */
/** @import {Diagnostic} from "../carrier/protocol.js" */
/** @import {CompletionContext, CompletionResult} from "@codemirror/autocomplete" */
/** @import {DecorationSet} from "@codemirror/view" */

/** @type {import("@codemirror/state").StateEffectType<DecorationSet>} */
const setTokens = StateEffect.define();
/** @type {import("@codemirror/state").StateEffectType<number[]>} */
const setLit = StateEffect.define();

/** Marks that move along with the text until newer ones come. */
const tokens = marksOf(setTokens, (marks) => marks);
const lit = marksOf(setLit, (lines, { doc }) => {
    const known = lines.filter((line) => line >= 1 && line <= doc.lines);
    return Decoration.set(known.map((line) => Decoration.line({ class: "is-lit" }).range(doc.line(line).from)), true);
});

/**
 * @template T
 * @param {import("@codemirror/state").StateEffectType<T>} effect
 * @param {(value: T, state: EditorState) => DecorationSet} marks
 */
function marksOf(effect, marks) {
    return StateField.define({
        create: () => Decoration.none,
        update: (before, transaction) => {
            const set = transaction.effects.find((it) => it.is(effect));
            return set === undefined ? before.map(transaction.changes) : marks(set.value, transaction.state);
        },
        provide: (field) => EditorView.decorations.from(field),
    });
}

/** Files are the page's, which takes them in: the editor would put their text where they are dropped. */
const leaveFiles = EditorView.domEventHandlers({ drop: ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false });

/** A mistake that is pointed at is explained once, by what is told of every place. */
const explainedOnce = linter(null, { tooltipFilter: () => /** @type {any} */ (null) });

/** Begins at the margin below an empty line: a blank line ends what is indented. @param {EditorView} view */
function leaveBlock({ state, dispatch }) {
    const { main } = state.selection;
    const line = state.doc.lineAt(main.head);
    const isBlank = line.length > 0 && line.text.trim() === "";
    if (!isBlank || !main.empty || state.selection.ranges.length > 1 || state.readOnly) {
        return false;
    }
    const changes = { from: line.from, to: line.to, insert: state.lineBreak };
    dispatch(state.update({ changes, selection: { anchor: line.from + 1 }, scrollIntoView: true, userEvent: "input" }));
    return true;
}

/**
 * Text of a game with its colours, mistakes, completions and explanations. It lives in a shadow root,
 * whose style sheets are objects: so the page needs no inline style.
 */
export class CodeEditor {
    /**
     * @param {HTMLElement} place
     * @param {{text: string, label: string, changed: () => void, assistance: Assistance}} options
     */
    constructor(place, { text, label, changed, assistance }) {
        this.assistance = assistance;
        this.host = document.createElement("div");
        this.host.className = "code";
        place.replaceChildren(this.host);
        const root = this.host.attachShadow({ mode: "open" });
        const listener = EditorView.updateListener.of((update) => update.docChanged && changed());
        const attributes = EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off", tabindex: "0" });
        const extensions = [...this.#extensions(), listener, attributes];
        this.view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
    }

    #extensions() {
        return [
            lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(),
            EditorState.allowMultipleSelections.of(true), indentUnit.of("  "), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
            autocompletion({ override: [(context) => this.#complete(context)], icons: false }),
            hoverTooltip(async (_, at) => this.#explain(at)), lintGutter(), explainedOnce, leaveFiles, tokens, lit, look,
            keymap.of([{ key: "Enter", run: leaveBlock }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        ];
    }

    /** The text as the engine can be told it: half a pair of units, which is no letter, is a letter that stands for none. */
    get text() {
        return this.view.state.doc.toString().toWellFormed();
    }

    set text(text) {
        const { state } = this.view;
        const present = state.doc.toString();
        if (text === present) {
            return;
        }
        // What is the same at both ends stays, and so does a cursor in it.
        let from = 0;
        while (from < text.length && from < present.length && text[from] === present[from]) {
            from += 1;
        }
        let end = 0;
        const most = Math.min(text.length, present.length) - from;
        while (end < most && text[text.length - 1 - end] === present[present.length - 1 - end]) {
            end += 1;
        }
        this.view.dispatch({ changes: { from, to: present.length - end, insert: text.slice(from, text.length - end) } });
    }

    focus() {
        this.view.focus();
    }

    get hasFocus() {
        return this.view.hasFocus;
    }

    /**
     * Goes to a place of the text.
     *
     * @param {Span} span
     */
    goTo({ start, end }) {
        const { length } = this.view.state.doc;
        const anchor = Math.min(start, length);
        this.view.dispatch({ selection: { anchor, head: Math.min(end, length) }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
        this.view.focus();
    }

    /** @param {number} line */
    goToLine(line) {
        const { doc } = this.view.state;
        const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
        this.goTo({ start: from, end: from });
    }

    /** @param {number[]} lines */
    light(lines) {
        const { doc } = this.view.state;
        const [first] = lines.filter((line) => line >= 1 && line <= doc.lines);
        const scroll = first === undefined ? [] : [EditorView.scrollIntoView(doc.line(first).from, { y: "nearest", yMargin: 40 })];
        this.view.dispatch({ effects: [setLit.of(lines), ...scroll] });
    }

    /** @param {{span: Span, kind: string}[]} found */
    colour(found) {
        const { length } = this.view.state.doc;
        const inside = found.filter(({ span }) => span.start < span.end && span.end <= length);
        const marks = inside.map(({ span, kind }) => Decoration.mark({ class: `is-${kind}` }).range(span.start, span.end));
        this.view.dispatch({ effects: setTokens.of(Decoration.set(marks, true)) });
    }

    /**
     * Shows mistakes at their places.
     *
     * @param {Diagnostic[]} diagnostics
     * @param {Fix[]} fixes
     */
    complain(diagnostics, fixes) {
        const { length } = this.view.state.doc;
        const shown = diagnostics.map((diagnostic, index) => ({
            from: Math.min(diagnostic.span.start, length),
            to: Math.min(diagnostic.span.end, length),
            severity: /** @type {"error" | "warning"} */ (diagnostic.is_error ? "error" : "warning"),
            source: diagnostic.code,
            told: diagnostic,
            message: diagnostic.label === "" ? diagnostic.message : `${diagnostic.message}: ${diagnostic.label}`,
            actions: fixes.filter((fix) => fix.diagnostic === index).map((fix) => this.#action(fix)),
        }));
        this.view.dispatch(setDiagnostics(this.view.state, shown));
    }

    end() {
        this.view.destroy();
    }

    /** @param {Fix} fix */
    #action({ title, replacement }) {
        const apply = (/** @type {EditorView} */ view, /** @type {number} */ from, /** @type {number} */ to) =>
            view.dispatch({ changes: { from, to, insert: replacement }, userEvent: "input.fix" });
        return { name: title, apply };
    }

    /** @param {CompletionContext} context @returns {Promise<CompletionResult | null>} */
    async #complete(context) {
        const word = context.matchBefore(/[\p{Letter}\p{Number}-]*/u);
        if (word === null || (word.from === word.to && !context.explicit)) {
            return null;
        }
        const found = await this.assistance.complete(this.text, context.pos);
        // A word that is complete is not offered: who ends its line means the line.
        const others = found.filter(({ text }) => text !== word.text);
        const options = others.map(({ text, is_word }) => ({ label: text, type: is_word ? "keyword" : "variable" }));
        const validFor = (/** @type {string} */ typed) => /^[\p{Letter}\p{Number}-]*$/u.test(typed) && !found.some(({ text }) => text === typed);
        return context.aborted || options.length === 0 ? null : { from: word.from, options, validFor };
    }

    /** The mistake that is told at a place, with what the manual says of it. @param {number} at @returns {Promise<Explained | null>} */
    async #explainTold(at) {
        /** @type {{told: Diagnostic, span: Span, actions: readonly import("@codemirror/lint").Action[]}[]} */
        const found = [];
        // Places move along with what is typed.
        forEachDiagnostic(this.view.state, (shown, start, end) => {
            if (start <= at && at <= end) {
                found.push({ told: /** @type {{told: Diagnostic}} */ (/** @type {unknown} */ (shown)).told, span: { start, end }, actions: shown.actions ?? [] });
            }
        });
        const [first] = found;
        if (first === undefined) {
            return null;
        }
        const { code, message, label, help } = first.told;
        // A fix says the same as the help.
        const words = [label, first.actions.length > 0 ? "" : help ?? "", ...(await this.assistance.manual(code))];
        return { span: first.span, title: `${code}: ${message}`, lines: words.filter((line) => line !== ""), actions: first.actions };
    }

    /** @param {number} at @returns {Promise<import("@codemirror/view").Tooltip | null>} */
    async #explain(at) {
        const explained = (await this.#explainTold(at)) ?? (await this.assistance.explain(this.text, at));
        if (explained === null) {
            return null;
        }
        const { span: { start, end }, title, lines, actions = [] } = explained;
        const create = (/** @type {EditorView} */ view) => {
            const dom = Object.assign(document.createElement("div"), { className: "explained" });
            const fixes = actions.map(({ name, apply }) =>
                Object.assign(document.createElement("button"), { className: "cm-diagnosticAction", textContent: name, onclick: () => apply(view, start, end) }));
            dom.append(Object.assign(document.createElement("strong"), { textContent: title }), ...fixes);
            dom.append(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
            return { dom };
        };
        return { pos: start, end, above: true, create };
    }
}
