import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../tests/playthroughs/", import.meta.url);

/**
 * A play that was recorded: the id that begins it, its actions, and the last state as text.
 *
 * @typedef {{name: string, game: string, id: string, actions: string[], state: string}} Recorded
 */

/** @returns {Recorded[]} */
export function records() {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith(".txt")).sort();
    return names.map((name) => read(name.replace(/\.txt$/, ""), readFileSync(new URL(name, FOLDER), "utf8")));
}

/** @param {string} name @param {string} text @returns {Recorded} */
function read(name, text) {
    const [play = "", end = ""] = text.split("= end\n");
    const lines = play.split("\n");
    const value = (/** @type {string} */ key) => lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
    const options = lines.filter((line) => line.startsWith("option ")).map((line) => line.slice("option ".length));
    const game = value("game") ?? "";
    const shape = [value("board"), ...options].filter((part) => part !== undefined);
    const level = value("level");
    const id = `${game}${shape.length > 0 ? `:${shape.join(",")}` : ""}${level ? `/${level}` : ""}#${value("seed") ?? "0"}`;
    const actions = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
    // The record has one line break more than the state.
    return { name, game, id, actions, state: end.replace(/\n$/, "") };
}
