/** @typedef {import("./assistance.js").LevelView} LevelView */

/** Cells of a level that is drawn, with what can be taken back. */
export class Drawing {
    /** @type {string[][][]} */
    #past = [];
    /** @type {string[][][]} */
    #future = [];
    /** The drawing as it was when what is being drawn began. @type {string[][] | null} */
    #before = null;

    /**
     * @param {string[][]} rows glyphs, row by row
     * @param {{blank: string, isSpaced: boolean}} options `blank` fills what is added; spaced cells have blanks between
     */
    constructor(rows, { blank, isSpaced }) {
        this.blank = blank;
        this.isSpaced = isSpaced;
        this.rows = squared(rows, blank);
    }

    /** @param {LevelView} level @param {{blank: string, isSpaced: boolean}} options */
    static of(level, options) {
        const cells = (/** @type {string} */ text) => (options.isSpaced ? text.split(/\s+/).filter((it) => it !== "") : Array.from(text));
        return new Drawing(level.rows.map(({ text }) => cells(text)), options);
    }

    get width() {
        return this.rows[0]?.length ?? 0;
    }

    get height() {
        return this.rows.length;
    }

    /** Rows as the text has them. */
    get lines() {
        return this.rows.map((row) => row.join(this.isSpaced ? " " : ""));
    }

    /** @param {number} column @param {number} row */
    at(column, row) {
        return this.rows[row]?.[column];
    }

    /** Begins what is taken back as one: a stroke of many cells is one step. */
    begin() {
        this.end();
        this.#before = this.rows.map((row) => [...row]);
    }

    /** Ends what is taken back as one; what changed nothing is no step. */
    end() {
        const before = this.#before;
        this.#before = null;
        if (before !== null && JSON.stringify(before) !== JSON.stringify(this.rows)) {
            this.#past.push(before);
            this.#future = [];
        }
    }

    /** Forgets what was done since the last beginning, as if it had never been. */
    abandon() {
        this.rows = this.#before ?? this.rows;
        this.#before = null;
    }

    /** @param {number} column @param {number} row @param {string} glyph */
    put(column, row, glyph) {
        const cells = this.rows[row];
        if (cells?.[column] !== undefined) {
            cells[column] = glyph;
        }
    }

    /**
     * Puts a glyph into a cell and all that hang together with it and have the same.
     *
     * @param {number} column
     * @param {number} row
     * @param {string} glyph
     */
    flood(column, row, glyph) {
        const before = this.at(column, row);
        if (before === undefined || before === glyph) {
            return;
        }
        const open = [[column, row]];
        for (let next = open.pop(); next !== undefined; next = open.pop()) {
            const [x = 0, y = 0] = next;
            if (this.at(x, y) === before) {
                this.put(x, y, glyph);
                open.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
            }
        }
    }

    /** @param {number} columns @param {number} rows by how many the drawing grows to the right and below */
    grow(columns, rows) {
        const width = Math.max(1, this.width + columns);
        const height = Math.max(1, this.height + rows);
        const kept = this.rows.slice(0, height).map((row) => row.slice(0, width));
        while (kept.length < height) {
            kept.push([]);
        }
        this.rows = kept.map((row) => [...row, ...Array(width - row.length).fill(this.blank)]);
    }

    /** @returns {boolean} false if there was nothing to take back */
    undo() {
        return this.#move(this.#past, this.#future);
    }

    redo() {
        return this.#move(this.#future, this.#past);
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    get canRedo() {
        return this.#future.length > 0;
    }

    /** @param {string[][][]} from @param {string[][][]} to */
    #move(from, to) {
        const rows = from.pop();
        if (rows === undefined) {
            return false;
        }
        to.push(this.rows);
        this.rows = rows;
        return true;
    }
}

/** Rows of one length; what is missing is blank. @param {string[][]} rows @param {string} blank */
function squared(rows, blank) {
    const width = Math.max(0, ...rows.map((row) => row.length));
    return rows.map((row) => [...row, ...Array(width - row.length).fill(blank)]);
}
