import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

const FOLDER = new URL("../report/", import.meta.url);

/**
 * Prints figures of a run, which no test depends on, and writes them where MASUME_REPORT is set: those of a
 * debug build are worth nothing to others. Beside them stands how busy the machine was: times by the clock mean nothing
 * where others work, processor times do.
 *
 * @param {string} name
 * @param {Record<string, unknown>} figures
 */
export function report(name, figures) {
    const all = { ...figures, load: Number((loadavg()[0] ?? 0).toFixed(1)), processors: availableParallelism() };
    console.log(`${name}: ${JSON.stringify(all)}`);
    if (process.env.MASUME_REPORT) {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(all, null, 4)}\n`);
    }
}

/**
 * The value below which such a share of the numbers lies.
 *
 * @param {number[]} numbers
 * @param {number} share
 */
export function quantile(numbers, share) {
    const sorted = [...numbers].sort((a, b) => a - b);
    return Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2));
}
