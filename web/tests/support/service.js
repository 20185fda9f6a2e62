import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { program } from "./server.js";

/**
 * The service of the program that is tested, asked line by line without a page.
 *
 * @returns {{ask: (question: unknown, options?: Record<string, unknown>) => Promise<any>, end: () => void}}
 */
export function service() {
    const served = spawn(program(), ["serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    /** @type {((reply: any) => void)[]} */
    const waiting = [];
    createInterface({ input: served.stdout }).on("line", (line) => {
        const told = JSON.parse(line);
        if (!("event" in told)) {
            waiting.shift()?.(told);
        }
    });
    const ask = (/** @type {unknown} */ question, options = {}) =>
        new Promise((/** @type {(reply: any) => void} */ done) => {
            waiting.push(done);
            served.stdin.write(`${JSON.stringify({ ...options, ask: question })}\n`);
        });
    return { ask, end: () => served.stdin.end() };
}
