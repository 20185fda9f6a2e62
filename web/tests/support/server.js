import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

const BUILT = fileURLToPath(new URL("../../../target/debug/masume", import.meta.url));

/** Path of the program that is tested. */
export function program() {
    return process.env.MASUME ?? BUILT;
}

/**
 * The program that serves the page, with a data folder of its own.
 *
 * @param {string[]} options
 * @returns {Promise<{address: string, id?: number | undefined, end: () => Promise<void>}>} `id` is that of the process
 */
export async function serve(options = []) {
    const given = process.env.MASUME_ADDRESS;
    if (given !== undefined) {
        return { address: given, end: async () => undefined };
    }
    const folder = await mkdtemp(join(tmpdir(), "masume-page-"));
    const served = spawn(program(), ["web", "--no-open", ...options], {
        env: { ...process.env, MASUME_DATA: folder, LANG: "en_US.UTF-8" },
        stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((done) => served.once("exit", done));
    const address = await new Promise((done, fail) => {
        createInterface({ input: served.stdout }).once("line", done);
        served.once("error", fail);
        served.once("exit", () => fail(new Error("the server ended")));
    });
    const end = async () => {
        served.kill("SIGTERM");
        await ended;
        await rm(folder, { recursive: true, force: true });
    };
    return { address, id: served.pid, end };
}
