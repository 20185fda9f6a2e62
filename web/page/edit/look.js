import { EditorView } from "@codemirror/view";

/** Colours are those of the page, which a shadow root inherits. */
export const look = EditorView.theme({
    "&": { height: "100%", fontSize: "14px", color: "var(--ink)", backgroundColor: "var(--sheet)" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overscrollBehavior: "contain" },
    ".cm-content": { padding: "12px 0", caretColor: "var(--accent)" },
    ".cm-line": { padding: "0 16px 0 8px" },
    ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-soft)", border: "none", paddingLeft: "6px" },
    ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 6%, transparent)" },
    ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        backgroundColor: "color-mix(in srgb, var(--accent) 26%, transparent)",
    },
    ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 12%, transparent)" },
    ".is-lit": { backgroundColor: "color-mix(in srgb, var(--hue-yellow) 30%, transparent)" },
    ".is-word": { color: "var(--accent)", fontWeight: "600" },
    ".is-comment": { color: "var(--ink-soft)", fontStyle: "italic" },
    ".is-number, .is-string": { color: "var(--code-value)" },
    ".is-sign": { color: "var(--code-sign)" },
    ".is-raw": { color: "var(--ink)" },
    ".cm-tooltip": {
        color: "var(--ink)", backgroundColor: "var(--sheet)", border: "1px solid var(--rule)", borderRadius: "9px", boxShadow: "var(--shadow)",
        maxWidth: "min(34rem, 90vw)", overflow: "hidden", font: "14px/1.5 var(--font)",
    },
    ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "13px" },
    ".cm-tooltip-autocomplete > ul > li": { padding: "3px 12px" },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
    ".cm-completionLabel": { fontFamily: "inherit" },
    ".explained": { padding: "10px 14px", maxHeight: "18rem", overflowY: "auto" },
    ".explained p": { margin: "6px 0 0", whiteSpace: "pre-wrap" },
    ".cm-diagnostic": { padding: "8px 12px", borderLeftWidth: "4px" },
    ".cm-diagnosticAction": {
        backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "6px", padding: "3px 9px", marginLeft: "10px", font: "inherit",
    },
    ".cm-diagnosticSource": { color: "var(--ink-soft)", opacity: "1", fontSize: "12px" },
    ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--rule)" },
    ".cm-panel.cm-search input, .cm-panel.cm-search button": { fontSize: "13px" },
    ".cm-textfield": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--rule-strong)" },
    ".cm-button": { backgroundImage: "none", backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--rule-strong)" },
    "@media (pointer: coarse)": { "&": { fontSize: "16px" } },
});
