import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";
import { openGame } from "./support/browser.js";
import { fixtureWithPage } from "./support/fixture.js";
import { replay } from "./support/play.js";
import { ofProgram, timeOfBrowser } from "./support/processor.js";
import { records } from "./support/record.js";
import { quantile, report } from "./support/report.js";

/** Share of a record's actions that clicks alone do not say, such as which of two promotions is meant. */
const TYPED = 0.1;

const together = fixtureWithPage();
/** @type {number[]} */
const times = [];
/** Processor time of the browser, of all its processes, and of the program. */
const spent = [0, 0];

after(() => {
    const [browser = 0, program = 0] = spent.map((time) => Number((time / times.length).toFixed(2)));
    report("act-to-dom", {
        actions: times.length,
        browser_processor_ms: browser,
        program_processor_ms: program,
        median_ms: quantile(times, 0.5),
        ninth_decile_ms: quantile(times, 0.9),
        most_ms: quantile(times, 1),
    });
});

for (const record of records()) {
    test(`${record.name} is played as recorded by events of the document`, async () => {
        const { page } = together;
        await openGame(page, together.server.address, record.id);
        const before = [await timeOfBrowser(together.browser), ofProgram(together.server.id)?.time ?? 0];
        const played = await page.evaluate(replay, record.actions);
        const after = [await timeOfBrowser(together.browser), ofProgram(together.server.id)?.time ?? 0];
        after.forEach((time, of) => (spent[of] = (spent[of] ?? 0) + time - (before[of] ?? 0)));
        times.push(...played.times);
        assert.equal(played.failed, null);
        assert.equal(played.hash, createHash("sha256").update(record.state).digest("hex"), "the last state differs");
        assert.ok(played.typed.length <= record.actions.length * TYPED, `typed: ${played.typed.join(", ")}`);
    });
}
