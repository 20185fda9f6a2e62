// Plays a recorded game through `masume serve --stdio` and compares every state on the way.
// Usage: node replay.mjs RECORD MASUME, for a record such as tests/playthroughs/2048.txt.

import assert from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [path, masume] = process.argv.slice(2);
const record = readFileSync(path, "utf8").split("\n");
const first = record.findIndex((line) => line.startsWith("> "));
const head = Object.fromEntries(record.slice(0, first).map((line) => line.split(" ")));
const service = spawn(masume, ["serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: service.stdout })[Symbol.asyncIterator]();

async function ask(question) {
  service.stdin.write(JSON.stringify({ ask: question }) + "\n");
  let reply;
  do reply = JSON.parse((await lines.next()).value);
  while ("event" in reply);
  return reply.answer.snapshot;
}

const part = (key, sign) => (key in head ? sign + head[key] : "");
const id = part("game", "") + part("board", ":") + part("level", "/") + part("seed", "#");
let seen = await ask({ load: { name: id } });
let [told, compared] = [[], 0];
for (const line of [...record.slice(first), "> "]) {
  if (line.startsWith("= ")) continue;
  if (!line.startsWith("> ")) { told.push(line); continue; }
  if (told.join("\n").trim()) { assert.equal(seen.state.trim(), told.join("\n").trim()); compared += 1; }
  told = [];
  // A pass that the rules force is done with the action before it.
  if (line !== "> " && (line !== "> pass" || seen.legal.includes("pass"))) seen = await ask({ act: line.slice(2) });
}
console.log(`${head.game}: ${compared} states are the same`);
service.stdin.end();
