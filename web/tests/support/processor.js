import { readFileSync } from "node:fs";
/** @import {Browser, Page} from "playwright-core" */

/** Milliseconds of one tick of Linux' clock of processes. */
const TICK = 10;

/**
 * Processor time that all processes of a browser have taken, in milliseconds.
 *
 * @param {Browser} browser
 */
export async function timeOfBrowser(browser) {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

/**
 * Processor time that the thread of a page has taken from here on, in milliseconds: its scripts, styles and layout, without
 * what other threads paint.
 *
 * @param {Page} page
 * @returns {Promise<() => Promise<number>>}
 */
export async function timeOfPage(page) {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const taken = async () => {
        const { metrics } = await session.send("Performance.getMetrics");
        return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
    };
    const before = await taken();
    return async () => (await taken()) - before;
}

/**
 * Processor time and resident memory of a program, in milliseconds and bytes.
 *
 * @param {number | undefined} id of its process
 * @returns {{time: number, resident: number} | null} `null` where the system does not tell as Linux does
 */
export function ofProgram(id) {
    try {
        // The name stands in parentheses, and may hold anything.
        const fields = readFileSync(`/proc/${id}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
        const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"));
        return { time: (Number(fields[11]) + Number(fields[12])) * TICK, resident: Number(resident?.[1] ?? 0) * 1024 };
    } catch {
        return null;
    }
}
