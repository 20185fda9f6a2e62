/** @import {Row, Write} from "./rows.js" */

const DATABASE = "masume";
const VERSION = 1;
const TABLE = "rows";

/**
 * What came of writing: written, refused because another tab wrote one of the rows first, or the
 * trouble that there is: `refused`, `full`, or the browser's words.
 *
 * @typedef {{written: true} | {conflict: true} | {trouble: string}} Outcome
 */

/**
 * Rows that outlast the page, or those of this page alone where the browser keeps nothing.
 *
 * @typedef {{
 *   trouble: string | null,
 *   rows: () => Promise<Row[]>,
 *   write: (writes: Write[]) => Promise<Outcome>,
 * }} Storage
 */

/** @type {Promise<Storage> | null} */
let opened = null;

/**
 * The storage of this page, opened at the first question.
 *
 * @returns {Promise<Storage>}
 */
export function storage() {
    opened ??= open();
    return opened;
}

/** @returns {Promise<Storage>} */
async function open() {
    try {
        return new Kept(await database());
    } catch {
        // A private window, a frame without an origin, or a getter that throws.
        return new Unkept();
    }
}

/** @returns {Promise<IDBDatabase>} */
function database() {
    return new Promise((settle, fail) => {
        const request = indexedDB.open(DATABASE, VERSION);
        request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
        request.onsuccess = () => settle(request.result);
        request.onerror = () => fail(request.error);
    });
}

/** Rows in the browser's database. @implements {Storage} */
class Kept {
    trouble = null;

    /** @param {IDBDatabase} database */
    constructor(database) {
        this.database = database;
        // A later version of the page, in another tab, needs the database for itself.
        database.onversionchange = () => database.close();
    }

    /** @returns {Promise<Row[]>} */
    async rows() {
        try {
            const table = this.database.transaction(TABLE).objectStore(TABLE);
            // Both are of one transaction, and in the order of the keys.
            const [keys, values] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
            return keys.map((key, index) => ({ key: String(key), value: values[index] }));
        } catch {
            return [];
        }
    }

    /**
     * Writes all of it or nothing.
     *
     * @param {Write[]} writes
     * @returns {Promise<Outcome>}
     */
    async write(writes) {
        try {
            // What is written survives the tab; only where the machine itself fails, moments may be lost.
            const transaction = this.database.transaction(TABLE, "readwrite", { durability: "relaxed" });
            const ended = end(transaction);
            const table = transaction.objectStore(TABLE);
            const shared = writes.filter((write) => write.before !== undefined);
            const present = await Promise.all(shared.map((write) => done(table.get(write.key))));
            if (shared.some((write, index) => (present[index] ?? null) !== write.before)) {
                transaction.abort();
                await ended.catch(() => undefined);
                return { conflict: true };
            }
            for (const { key, value } of writes) {
                // What fails here ends the transaction, which says why.
                const request = /** @type {IDBRequest<unknown>} */ (value === null ? table.delete(key) : table.put(value, key));
                done(request).catch(() => undefined);
            }
            await ended;
            return { written: true };
        } catch (reason) {
            return { trouble: wordsOf(reason) };
        }
    }
}

/** Rows that go with the page. @implements {Storage} */
class Unkept {
    trouble = "refused";
    /** @type {Map<string, string>} */
    #rows = new Map();

    /** @returns {Promise<Row[]>} */
    async rows() {
        return [...this.#rows].map(([key, value]) => ({ key, value }));
    }

    /** @param {Write[]} writes @returns {Promise<Outcome>} */
    async write(writes) {
        /** @param {Write} write */
        const isAsBefore = ({ key, before }) => before === undefined || (this.#rows.get(key) ?? null) === before;
        if (!writes.every(isAsBefore)) {
            return { conflict: true };
        }
        for (const { key, value } of writes) {
            if (value === null) {
                this.#rows.delete(key);
            } else {
                this.#rows.set(key, value);
            }
        }
        return { written: true };
    }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
    return new Promise((settle, fail) => {
        request.onsuccess = () => settle(request.result);
        request.onerror = () => fail(request.error);
    });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function end(transaction) {
    const ended = new Promise((settle, fail) => {
        transaction.oncomplete = () => settle(undefined);
        transaction.onerror = () => fail(transaction.error);
        transaction.onabort = () => fail(transaction.error);
    });
    // It may fail before it is waited for.
    ended.catch(() => undefined);
    return ended;
}

/** @param {unknown} reason */
function wordsOf(reason) {
    const name = reason instanceof DOMException ? reason.name : "";
    return name === "QuotaExceededError" ? "full" : String(reason);
}
