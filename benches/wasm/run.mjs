// How large the module is that a page loads, and how fast it plays beside the machine itself.
//
//   node benches/wasm/run.mjs [--module FILE] [--native FILE] [--no-search] [--seconds N] [--rounds N]
//
// It builds both sides and prints bytes, then random plies a second of one board, in processor time: module and
// machine in turn, the median of each. A module or a program that is given is not built.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const games = join(here, "../../games");
const { values: options } = parseArgs({
    options: {
        module: { type: "string" },
        native: { type: "string" },
        "no-search": { type: "boolean", default: false },
        seconds: { type: "string", default: "1" },
        rounds: { type: "string", default: "3" },
    },
});
const seconds = Number(options.seconds);

/** By game: random games of one call, which a page would not notice. */
const rows = [["othello", 20n], ["2048", 5n], ["chess", 1n], ["connect-four", 100n]];
/** The longest of the random games, in plies; the same on the machine. */
const mostPlies = 1000n;

function cargo(args, last = []) {
    const features = options["no-search"] ? ["--no-default-features"] : [];
    const run = { cwd: here, stdio: ["ignore", "ignore", "inherit"] };
    execFileSync("cargo", ["rustc", "--quiet", ...args, ...features, "--", ...last], run);
    const metadata = execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd: here });
    return JSON.parse(metadata).target_directory;
}

function builtModule() {
    // As `cargo xtask wasm` builds it.
    const features = "-Ctarget-feature=-bulk-memory,-bulk-memory-opt";
    const folder = cargo(["--lib", "--profile", "page", "--target", "wasm32-unknown-unknown"], [features]);
    return join(folder, "wasm32-unknown-unknown/page/masume_page.wasm");
}

function builtNative() {
    return join(cargo(["--bin", "native", "--release"]), "release/native");
}

/** The module with its calls for text. */
async function page(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const calls = instance.exports;
    const put = (text) => {
        const bytes = new TextEncoder().encode(text);
        const at = calls.reserve(bytes.length);
        new Uint8Array(calls.memory.buffer, at, bytes.length).set(bytes);
    };
    const answer = () =>
        new TextDecoder().decode(new Uint8Array(calls.memory.buffer, calls.answer(), calls.answer_length()));
    const asked = (name, ...args) => {
        const found = calls[name](...args);
        if (!found) throw new Error(`${name}: ${answer()}`);
        return found;
    };
    return { calls, put, answer, asked };
}

async function begun(bytes, game) {
    const opened = await page(bytes);
    opened.put(readFileSync(join(games, `${game}.masu`), "utf8"));
    opened.asked("load");
    opened.asked("begin", 0, 0, 1n);
    return opened;
}

/** Copies and fills by the functions of the module beside those of the engine that runs it. */
function checkMemory({ calls }) {
    const [room, middle] = [2048, 700];
    const at = calls.reserve(room);
    const start = Uint8Array.from({ length: room }, (_, place) => (place * 31 + (place >> 3)) % 251);
    const check = (name, args, wanted) => {
        new Uint8Array(calls.memory.buffer, at, room).set(start);
        calls[name](...args);
        const got = new Uint8Array(calls.memory.buffer, at, room);
        if (got.some((byte, place) => byte !== wanted[place])) throw new Error(`${name} ${args}`);
    };
    const counts = [...Array(50).keys(), 510, 511, 512, 513, 600];
    for (const count of counts) {
        for (const by of [-600, -40, -17, -16, -9, -8, -1, 0, 1, 7, 8, 15, 16, 17, 33, 600]) {
            const wanted = start.slice().copyWithin(middle + by, middle, middle + count);
            check("memmove", [at + middle + by, at + middle, count], wanted);
            if (Math.abs(by) >= count) check("memcpy", [at + middle + by, at + middle, count], wanted);
        }
        check("memset", [at + middle, 7, count], start.slice().fill(7, middle, middle + count));
    }
}

/** One of each question that a page asks, so that what cannot run in a browser is noticed. */
async function questions(bytes) {
    checkMemory(await page(bytes));
    const chess = await begun(bytes, "chess");
    const count = chess.asked("legal_actions");
    const [first] = chess.answer().split("\n");
    chess.put(first);
    chess.asked("act");
    chess.asked("save");
    chess.asked("undo");
    if (chess.asked("legal_actions") !== count) throw new Error("what was taken back is not as it was");
    if (options["no-search"]) return `${count} actions`;
    chess.asked("choose", 200n);
    const chosen = chess.answer();
    const ice = await begun(bytes, "ice");
    ice.asked("solve", 100_000n);
    return `${count} actions, ${chosen} chosen, ${ice.answer().length} bytes of solution`;
}

/** Plies a second of calls that take at least so many seconds of processor time. */
function pliesASecond(game, call, each) {
    let [plies, taken] = [0, 0];
    const before = process.cpuUsage();
    while (taken < seconds) {
        plies += Number(game.asked(call, game.from, each, mostPlies));
        game.from += each;
        const { user, system } = process.cpuUsage(before);
        taken = (user + system) / 1e6;
    }
    return plies / taken;
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

const bytes = readFileSync(options.module ?? builtModule());
const native = options.native ?? builtNative();
const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
console.log(`bytes ${sizes[0]}, gzip ${sizes[1]}, brotli ${sizes[2]}`);
console.log(await questions(bytes));
console.log("random plies a second of one board: module, machine, module / machine, machine without machine code");
console.log("and with a state for each ply: module, machine, module / machine");
for (const [name, each] of rows) {
    const game = await begun(bytes, name);
    game.from = 0n;
    const calls = ["play_at_random", "play_states_at_random"];
    // The first calls are run by a compiler that is quick to start, and change to a better one.
    for (const call of calls) pliesASecond(game, call, each);
    const rounds = [];
    for (let round = 0; round < Number(options.rounds); round += 1) {
        const args = [join(games, `${name}.masu`), `${each}`, `${seconds}`];
        const machine = execFileSync(native, args, { encoding: "utf8" }).trim().split("\n").map(Number);
        rounds.push([...calls.map((call) => pliesASecond(game, call, each)), ...machine]);
    }
    const [board, states, machine, interpreted, machineStates] = rounds[0].map((_, at) => median(rounds.map((it) => it[at])));
    const thousands = (it) => `${(it / 1000).toFixed(1)} k`.padStart(11);
    const ratio = (it) => it.toFixed(3).padStart(7);
    console.log(
        name.padEnd(13) + thousands(board) + thousands(machine) + ratio(board / machine) + thousands(interpreted) + "  |" +
            thousands(states) + thousands(machineStates) + ratio(states / machineStates),
    );
}
