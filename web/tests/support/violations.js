import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
/** @import {Page} from "playwright-core" */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations that axe finds on a page, each with its first places. @param {Page} page @returns {Promise<string[]>} */
export async function violations(page) {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
        return violations.map((/** @type {any} */ it) => `${it.id}: ${it.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).slice(0, 3)}`);
    });
}
