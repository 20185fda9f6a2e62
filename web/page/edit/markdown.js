import { html, nothing } from "../vendor/lit-html/lit-html.js";

/**
 * Part of a text in Markdown: a heading, a paragraph, a list, a table, or a block between fences with the line at which
 * its text begins, from 1.
 *
 * @typedef {{kind: "heading", depth: number, text: string} | {kind: "paragraph", text: string} | {kind: "list", isCounted: boolean, items: string[]}
 *     | {kind: "table", rows: string[][]} | {kind: "fence", word: string, line: number, text: string}} Part
 */

/**
 * Parts of a text in as much Markdown as the specification is written in.
 *
 * @param {string} text
 * @returns {Part[]}
 */
export function parts(text) {
    const lines = text.split("\n");
    /** @type {Part[]} */
    const found = [];
    for (let at = 0; at < lines.length; ) {
        const line = lines[at] ?? "";
        const begun = at;
        at += 1;
        if (line.startsWith("```")) {
            const end = lines.findIndex((it, index) => index >= at && it.startsWith("```"));
            const inside = lines.slice(at, end < 0 ? lines.length : end);
            found.push({ kind: "fence", word: line.slice(3).trim(), line: at + 1, text: inside.join("\n") });
            at += inside.length + 1;
        } else if (line.startsWith("#")) {
            found.push({ kind: "heading", depth: line.search(/[^#]/), text: line.replace(/^#+\s*/, "") });
        } else if (line.trim() !== "") {
            while (at < lines.length && goesOn(lines[at] ?? "")) {
                at += 1;
            }
            found.push(block(lines.slice(begun, at)));
        }
    }
    return found;
}

/** True if a line is one more of the block before it. @param {string} line */
function goesOn(line) {
    return line.trim() !== "" && !line.startsWith("```") && !line.startsWith("#");
}

/** @param {string[]} lines @returns {Part} */
function block(lines) {
    const [first = ""] = lines;
    if (first.startsWith("|")) {
        const rows = lines.filter((line) => !/^\|[-| :]+$/.test(line));
        return { kind: "table", rows: rows.map(cells) };
    }
    const mark = /^(?:[-*]|\d+\.) /;
    if (mark.test(first)) {
        /** @type {string[]} */
        const items = [];
        lines.forEach((line) => items.push(mark.test(line) ? line.replace(mark, "") : `${items.pop() ?? ""} ${line.trim()}`));
        return { kind: "list", isCounted: /^\d/.test(first), items };
    }
    return { kind: "paragraph", text: lines.map((line) => line.trim()).join(" ") };
}

/** Cells of a row; a bar behind a backslash or within code parts none. @param {string} row */
function cells(row) {
    const inside = row.replace(/^\|/, "").replace(/\|\s*$/, "");
    const found = inside.match(/(?:\\\||`[^`]*`|[^|])+/g) ?? [];
    return found.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/**
 * A line of text with code, emphasis and links in it.
 *
 * @param {string} text
 * @param {(target: string) => string | null} address of what a link leads to; `null` for none
 * @returns {unknown[]}
 */
export function inline(text, address) {
    const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
    /** @type {unknown[]} */
    const out = [];
    let last = 0;
    for (const found of text.matchAll(pattern)) {
        const [whole, code, strong, emphasis, label, target = ""] = found;
        out.push(text.slice(last, found.index));
        last = found.index + whole.length;
        if (code !== undefined) {
            out.push(html`<code>${code}</code>`);
        } else if (strong !== undefined) {
            out.push(html`<strong>${inline(strong, address)}</strong>`);
        } else if (emphasis !== undefined) {
            out.push(html`<em>${emphasis}</em>`);
        } else {
            const href = address(target);
            out.push(href === null ? inline(label ?? "", address) : html`<a href=${href}>${inline(label ?? "", address)}</a>`);
        }
    }
    out.push(text.slice(last));
    return out.filter((it) => it !== "");
}

/**
 * A part as elements.
 *
 * @param {Part} part
 * @param {{address: (target: string) => string | null, fence: (part: Extract<Part, {kind: "fence"}>) => unknown}} options
 * @returns {unknown}
 */
export function shown(part, { address, fence }) {
    const text = (/** @type {string} */ it) => inline(it, address);
    switch (part.kind) {
        case "heading":
            return part.depth <= 1 ? html`<h2>${text(part.text)}</h2>` : part.depth === 2 ? html`<h3>${text(part.text)}</h3>` : html`<h4>${text(part.text)}</h4>`;
        case "paragraph":
            return html`<p>${text(part.text)}</p>`;
        case "list": {
            const items = part.items.map((item) => html`<li>${text(item)}</li>`);
            return part.isCounted ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
        }
        case "table": {
            const [head, ...rows] = part.rows;
            return html`<table>
                <thead><tr>${head?.map((cell) => html`<th scope="col">${text(cell)}</th>`) ?? nothing}</tr></thead>
                <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${text(cell)}</td>`)}</tr>`)}</tbody>
            </table>`;
        }
        case "fence":
            return fence(part);
    }
}

/** The words of a part, in which something is looked for. @param {Part} part */
export function wordsOf(part) {
    switch (part.kind) {
        case "heading":
        case "paragraph":
        case "fence":
            return part.text;
        case "list":
            return part.items.join(" ");
        case "table":
            return part.rows.flat().join(" ");
    }
}
