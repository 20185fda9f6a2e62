// Plays any game of Masume: goes through the words of the 2048 article, one question at a time.
//
//     masume drive 2048 -- node examples/bots/bot.js
"use strict";
const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function hear() {
  const { value, done } = await lines.next();
  return done ? { over: null } : JSON.parse(value);
}

async function ask(question) {
  console.log(JSON.stringify(question));
  const told = await hear();
  if ("error" in told) throw new Error(told.error);
  return told.answer;
}

async function main() {
  for (let told = await hear(); !("over" in told); told = await hear()) {
    if (!("go" in told)) continue;
    // The first that can be done is done; `do` says whether it was.
    for (const action of told.go.legal_actions) {
      if ((await ask({ ask: "can", of: action })) && (await ask({ do: action, ply: told.go.ply }))) break;
    }
  }
  process.exit(0);
}

main();
