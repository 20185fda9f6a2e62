import { html, noChange, nothing } from "../vendor/lit-html/lit-html.js";
import { openDialog } from "../dialog.js";
import { label, say } from "../phrases.js";
import { Drawing } from "./drawing.js";
import { Verdicts } from "./verdicts.js";
/** @import {GlyphView, LevelsView, LevelView} from "./assistance.js" */
/** @import {Desk} from "./desk.js" */

/** Cells of a level that is begun where there is no board yet. */
const FIRST = { columns: 7, rows: 5 };

/** Levels of the text as pictures that are drawn with mouse, touch and keys; each change is written into the text. */
class LevelEditor {
    /** @type {LevelsView} */
    #levels = { levels: [], glyphs: [], numbers: false };
    #index = 0;
    /** @type {Drawing | null} */
    #drawing = null;
    #glyph = "";
    #isFlooding = false;
    #cursor = { column: 0, row: 0 };
    /** What each row of the drawing shows in the document. @type {string[]} */
    #shown = [];
    /** Pointer that draws. @type {number | null} */
    #pointer = null;
    /** Width and height of the drawing that was measured last. */
    #measured = "";

    /** @param {Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.verdicts = new Verdicts({ connect: () => desk.context.connect("search"), changed: () => this.#draw() });
        this.dialog = openDialog(say("page-levels"), nothing, { kind: "levels" });
        this.dialog.closed.then(() => this.verdicts.end());
    }

    async begin() {
        await this.#read();
        this.#open(0);
    }

    async #read() {
        this.#levels = (await this.desk.assistance.levels(this.desk.text)) ?? this.#levels;
        this.#glyph ||= this.#levels.glyphs[0]?.glyph ?? "";
        this.#shown = [];
    }

    /** @param {number} index */
    #open(index) {
        const level = this.#levels.levels[index];
        this.#index = index;
        this.#cursor = { column: 0, row: 0 };
        this.#drawing = level === undefined ? null : Drawing.of(level, { blank: this.#blank(), isSpaced: this.#levels.numbers });
        this.#draw();
    }

    /** Glyph of a cell without pieces, which fills what is added: the language's own where the legend has none. */
    #blank() {
        return this.#levels.glyphs.find(({ is_empty }) => is_empty)?.glyph ?? ".";
    }

    /** Writes the drawing in the place of the level in the text. */
    async #write() {
        const level = this.#levels.levels[this.#index];
        if (level === undefined || this.#drawing === null) {
            return;
        }
        const { text } = this.desk;
        const rows = this.#drawing.lines.join(`\n${indentOf(text, level)}`);
        this.desk.put(text.slice(0, level.span.start) + rows + text.slice(level.span.end));
        await this.#read();
        this.#draw();
    }

    /** Writes a level like this one behind it, and opens it. */
    #copy() {
        const level = this.#levels.levels[this.#index];
        if (level === undefined) {
            return this.#first();
        }
        const { text } = this.desk;
        const { start, end } = level.span;
        return this.#insert(end, `${indentOf(text, level)}${text.slice(start, end)}`, this.#index + 1);
    }

    /** Writes an empty level of the size of the board at the end of a text that has none, and opens it. */
    #first() {
        const { columns, rows } = this.desk.table.match.snapshot?.view ?? FIRST;
        const row = `  ${Array(columns).fill(this.#blank()).join(this.#levels.numbers ? " " : "")}`;
        return this.#insert(this.desk.text.trimEnd().length, Array(rows).fill(row).join("\n"), 0);
    }

    /** @param {number} at @param {string} rows @param {number} index the number of the level that comes of it, from 0 */
    async #insert(at, rows, index) {
        const { text } = this.desk;
        this.desk.put(`${text.slice(0, at)}\n\nlevel\n${rows}${text.slice(at) || "\n"}`);
        await this.#read();
        this.#open(index);
    }

    /** @param {number} column @param {number} row @param {string} glyph */
    #paint(column, row, glyph) {
        if (this.#isFlooding) {
            this.#drawing?.flood(column, row, glyph);
        } else {
            this.#drawing?.put(column, row, glyph);
        }
        this.#draw();
    }

    /** @param {(drawing: Drawing) => void} change */
    #change(change) {
        if (this.#drawing !== null) {
            this.#drawing.begin();
            change(this.#drawing);
            this.#drawing.end();
            this.#keepCursor(this.#cursor.column, this.#cursor.row);
            this.#write();
        }
    }

    /** @param {"undo" | "redo"} way */
    #takeBack(way) {
        if (this.#drawing?.[way]()) {
            this.#write();
        }
    }

    /** @param {PointerEvent} event */
    #placeOf(event) {
        const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-column]");
        return under instanceof HTMLElement ? { column: Number(under.dataset.column), row: Number(under.dataset.row) } : null;
    }

    /** @param {FocusEvent} event */
    #follow({ target }) {
        if (target instanceof HTMLElement && target.dataset.column !== undefined) {
            this.#cursor = { column: Number(target.dataset.column), row: Number(target.dataset.row) };
        }
    }

    /** @param {PointerEvent} event */
    #press(event) {
        const place = this.#placeOf(event);
        if (place !== null && event.isPrimary && event.button === 0) {
            event.preventDefault();
            this.#pointer = event.pointerId;
            this.#drawing?.begin();
            this.#cursor = place;
            this.#paint(place.column, place.row, this.#glyph);
            this.#focusCursor();
        }
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const place = event.pointerId === this.#pointer ? this.#placeOf(event) : null;
        if (place !== null && !this.#isFlooding && this.#drawing?.at(place.column, place.row) !== this.#glyph) {
            this.#paint(place.column, place.row, this.#glyph);
        }
    }

    /** @param {PointerEvent} event */
    #release(event) {
        if (event.pointerId === this.#pointer) {
            this.#pointer = null;
            this.#drawing?.end();
            this.#write();
        }
    }

    /** The browser takes the finger to scroll: what it drew was not meant. @param {PointerEvent} event */
    #abandon(event) {
        if (event.pointerId === this.#pointer) {
            this.#pointer = null;
            this.#drawing?.abandon();
            this.#draw();
        }
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { column, row } = this.#cursor;
        const steps = /** @type {Record<string, [number, number]>} */ ({
            ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
            Home: [0, row], End: [Infinity, row], PageUp: [column, 0], PageDown: [column, Infinity],
        });
        const step = steps[event.key];
        const isCommand = event.ctrlKey || event.metaKey;
        const typed = this.#levels.glyphs.find(({ glyph }) => glyph === event.key);
        if (step !== undefined) {
            this.#keepCursor(...step);
            this.#draw();
            this.#focusCursor();
        } else if (isCommand && event.key.toLowerCase() === "z") {
            this.#takeBack(event.shiftKey ? "redo" : "undo");
        } else if (isCommand || event.altKey) {
            return;
        } else if (event.key === "Enter" || event.key === " ") {
            this.#change(() => this.#paint(column, row, this.#glyph));
        } else if (event.key === "Delete" || event.key === "Backspace") {
            this.#change(() => this.#paint(column, row, this.#blank()));
        } else if (typed !== undefined) {
            this.#glyph = typed.glyph;
            this.#change(() => this.#paint(column, row, typed.glyph));
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {number} column @param {number} row */
    #keepCursor(column, row) {
        const { width = 1, height = 1 } = this.#drawing ?? {};
        this.#cursor = { column: Math.max(0, Math.min(column, width - 1)), row: Math.max(0, Math.min(row, height - 1)) };
    }

    #focusCursor() {
        const { column, row } = this.#cursor;
        const cell = this.dialog.element.querySelector(`[data-column="${column}"][data-row="${row}"]`);
        if (cell instanceof HTMLElement) {
            cell.focus();
        }
    }

    #solve() {
        const { levels } = this.#levels;
        const order = levels.map((_, index) => index);
        // The level that is drawn comes first.
        order.sort((a, b) => Number(b === this.#index) - Number(a === this.#index) || a - b);
        this.verdicts.run(this.desk.text, levels.map(rowsOf), order);
    }

    #draw() {
        this.dialog.update(html`<div class="level-editor">${this.#list()}<div class="level-desk">${this.#tools()}${this.#palette()}${this.#grid()}</div></div>`);
        const { width = 0, height = 0 } = this.#drawing ?? {};
        if (this.#measured !== `${width} x ${height}`) {
            this.#measured = `${width} x ${height}`;
            this.#measure(width);
        }
    }

    /** Where the drawing is larger than its place, a finger draws cell by cell, and scrolls. @param {number} width */
    #measure(width) {
        const space = this.dialog.element.querySelector(".level-space");
        if (space instanceof HTMLElement) {
            space.style.setProperty("--columns", String(width));
            space.classList.toggle("is-scrolled", space.scrollWidth > space.clientWidth || space.scrollHeight > space.clientHeight);
        }
    }

    #list() {
        const { isRunning } = this.verdicts;
        const row = (/** @type {LevelView} */ level, /** @type {number} */ index) => html`<li>
            <button type="button" data-level=${index} aria-current=${index === this.#index ? "true" : nothing} @click=${() => this.#open(index)}>
                <span>${index + 1}. ${level.title}</span><span class="muted" data-verdict>${this.verdicts.of(rowsOf(level))}</span></button>
        </li>`;
        return html`<div class="level-list">
            <button type="button" class=${isRunning ? "" : "main"} data-solve ?disabled=${this.#levels.levels.length === 0} @click=${() => (isRunning ? this.verdicts.stop() : this.#solve())}>
                ${say(isRunning ? "page-stop-solving" : "page-solve-levels")}</button>
            <ol>${this.#levels.levels.map(row)}</ol>
        </div>`;
    }

    #tools() {
        const tool = (/** @type {string} */ name, /** @type {string} */ phrase, /** @type {() => unknown} */ act, /** @type {boolean} */ isOff = false) =>
            html`<button type="button" data-level-tool=${name} ?disabled=${isOff} @click=${act}>${label(phrase)}</button>`;
        const isNone = this.#drawing === null;
        const grow = (/** @type {number} */ columns, /** @type {number} */ rows) => () => this.#change((drawing) => drawing.grow(columns, rows));
        const flood = () => {
            this.#isFlooding = !this.#isFlooding;
            this.#draw();
        };
        return html`<div class="level-tools" role="toolbar" aria-label=${say("page-tools")}>
            ${tool("undo", "command-undo", () => this.#takeBack("undo"), !this.#drawing?.canUndo)}
            ${tool("redo", "command-redo", () => this.#takeBack("redo"), !this.#drawing?.canRedo)}
            <button type="button" data-level-tool="flood" ?disabled=${isNone} aria-pressed=${String(this.#isFlooding)} @click=${flood}>${say("page-flood")}</button>
            ${tool("wider", "page-wider", grow(1, 0), isNone)}${tool("narrower", "page-narrower", grow(-1, 0), isNone)}
            ${tool("higher", "page-higher", grow(0, 1), isNone)}${tool("lower", "page-lower", grow(0, -1), isNone)}
            ${tool("copy", isNone ? "page-first-level" : "page-copy-level", () => this.#copy(), this.#levels.glyphs.length === 0)}
        </div>`;
    }

    #palette() {
        const choose = (/** @type {string} */ glyph) => {
            this.#glyph = glyph;
            this.#draw();
        };
        const swatch = (/** @type {GlyphView} */ { glyph, label }) => html`<button type="button" data-glyph=${glyph} aria-pressed=${String(glyph === this.#glyph)}
            @click=${() => choose(glyph)}><kbd>${glyph}</kbd><span>${label}</span></button>`;
        return html`<div class="level-palette" role="toolbar" aria-label=${say("page-palette-of-pieces")}>${this.#levels.glyphs.map(swatch)}</div>`;
    }

    #grid() {
        const drawing = this.#drawing;
        if (drawing === null) {
            this.#shown = [];
            return html`<p class="muted">${say("page-no-levels")}</p>`;
        }
        const labels = new Map(this.#levels.glyphs.map(({ glyph, label }) => [glyph, label]));
        const cell = (/** @type {string} */ glyph, /** @type {number} */ column, /** @type {number} */ row) => {
            const isHere = column === this.#cursor.column && row === this.#cursor.row;
            const label = `${column + 1}, ${row + 1}: ${labels.get(glyph) ?? glyph}`;
            return html`<span role="gridcell" class="level-cell" data-column=${column} data-row=${row} data-glyph-class=${glyphClass(glyph, this.#levels.glyphs)}
                tabindex=${isHere ? 0 : -1} aria-label=${label}>${glyph}</span>`;
        };
        // Of a large drawing a stroke changes a row or two.
        const before = this.#shown;
        this.#shown = drawing.rows.map((row, y) => JSON.stringify([row, y === this.#cursor.row ? this.#cursor.column : null]));
        const line = (/** @type {string[]} */ row, /** @type {number} */ y) =>
            this.#shown[y] === before[y] ? noChange : html`<div role="row" class="level-row">${row.map((glyph, x) => cell(glyph, x, y))}</div>`;
        return html`<div class="level-space"><div class="level-grid" role="grid" aria-label=${say("page-levels")} tabindex="-1"
            @focusin=${(/** @type {FocusEvent} */ event) => this.#follow(event)}
            @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)} @pointerdown=${(/** @type {PointerEvent} */ event) => this.#press(event)}
            @pointermove=${(/** @type {PointerEvent} */ event) => this.#move(event)} @pointerup=${(/** @type {PointerEvent} */ event) => this.#release(event)}
            @pointercancel=${(/** @type {PointerEvent} */ event) => this.#abandon(event)}>
            ${drawing.rows.map(line)}
        </div></div>`;
    }
}

/** @param {LevelView} level */
function rowsOf({ rows }) {
    return rows.map(({ text }) => text).join("\n");
}

/** What the first row of a level stands behind in its line. @param {string} text @param {LevelView} level */
function indentOf(text, { span }) {
    const line = text.slice(text.lastIndexOf("\n", span.start - 1) + 1, span.start);
    return /^\s*/.exec(line)?.[0] ?? "";
}

/** Shade of a glyph's cell: the place of the glyph in the legend. @param {string} glyph @param {GlyphView[]} glyphs */
function glyphClass(glyph, glyphs) {
    const place = glyphs.findIndex((it) => it.glyph === glyph);
    return glyph === "." || place < 0 ? "none" : String(place % 6);
}

/** @param {Desk} desk */
export async function openLevelEditor(desk) {
    await new LevelEditor(desk).begin();
}
