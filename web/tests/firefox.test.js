import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { test } from "node:test";
import puppeteer from "puppeteer-core";
import { replay } from "./support/play.js";
import { records } from "./support/record.js";
import { serve } from "./support/server.js";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const skip = existsSync(FIREFOX) ? false : `${FIREFOX} is not installed`;
/** The records that are played: all of them with MASUME_LONG. */
const PLAYED = process.env.MASUME_LONG ? records() : records().filter(({ name }) => ["2048", "othello", "robots", "shisen-sho", "sokoban-level-7"].includes(name));

test("recorded plays are played as recorded in Firefox", { skip }, async (context) => {
    const server = await serve();
    const browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX });
    try {
        const page = await browser.newPage();
        await page.goto(server.address);
        await page.waitForSelector("a[data-game]");
        await page.evaluate(() => localStorage.setItem("masume-settings", JSON.stringify({ pad: "on", motion: "off" })));
        await page.reload();
        for (const record of PLAYED) {
            await context.test(record.name, async () => {
                await page.evaluate((id) => {
                    location.hash = `#/play/${encodeURIComponent(id)}`;
                }, record.id);
                await page.waitForSelector(`#place[data-busy=false][data-game=${JSON.stringify(record.id)}] [data-cell]`);
                const played = await page.evaluate(replay, record.actions);
                assert.equal(played.failed, null);
                assert.equal(played.hash, createHash("sha256").update(record.state).digest("hex"));
            });
        }
    } finally {
        await browser.close();
        await server.end();
    }
});
