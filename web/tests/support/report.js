import { mkdirSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../report/", import.meta.url);

/**
 * Writes figures of a run, which no test depends on.
 *
 * @param {string} name
 * @param {Record<string, unknown>} figures
 */
export function report(name, figures) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(figures, null, 4)}\n`);
}
