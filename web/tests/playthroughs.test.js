import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { launch, openGame, openPage } from "./support/browser.js";
import { replay } from "./support/play.js";
import { records } from "./support/record.js";
import { report } from "./support/report.js";
import { serve } from "./support/server.js";
/** @import {Browser} from "playwright-core" */

/** Share of a record's actions that clicks alone do not say, such as which of two promotions is meant. */
const TYPED = 0.1;

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let opened;
/** @type {number[]} */
const times = [];

before(async () => {
    server = await serve();
    browser = await launch();
    opened = await openPage(browser);
    await opened.page.addInitScript(() => localStorage.setItem("masume-settings", JSON.stringify({ pad: "on" })));
});

after(async () => {
    report("act-to-dom", { actions: times.length, median_ms: quantile(0.5), ninth_decile_ms: quantile(0.9), most_ms: quantile(1) });
    await opened.close();
    await browser.close();
    await server.end();
});

/** @param {number} share */
function quantile(share) {
    const sorted = [...times].sort((a, b) => a - b);
    return Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2));
}

for (const record of records()) {
    test(`${record.name} is played as recorded by events of the document`, async () => {
        const { page } = opened;
        await openGame(page, server.address, record.id);
        const played = await page.evaluate(replay, record.actions);
        times.push(...played.times);
        assert.equal(played.failed, null);
        assert.equal(played.hash, createHash("sha256").update(record.state).digest("hex"), "the last state differs");
        assert.ok(played.typed.length <= record.actions.length * TYPED, `typed: ${played.typed.join(", ")}`);
    });
}
