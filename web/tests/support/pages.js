import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../spec/errors/", import.meta.url);

/** Sections that a shorter example goes without, each with the words that make it unneeded: as the engine's own test of these pages has them. @type {[string[], string][]} */
const LENT = [
    [["game"], "game Example"],
    [["board", "level"], "board 8 x 8"],
    [["pieces"], "pieces\n  ground: wall goal\n  thing:  player box"],
    [["action"], "action wait"],
];

/** Texts that no page can print, or that meet their mistake only as another program asks, by the codes of their pages. @type {Record<string, string>} */
const GENERATED = {
    E0101: "/".repeat((1 << 20) + 1),
    E0108: completed(`action go\n  right: ${"(".repeat(65)}box${")".repeat(65)} -> ...\n`),
    // What is required behind a draw has each draw tried.
    E0506: completed("action scatter\n  random 3 of empty -> box\n  require some box\n"),
    E0113: "oops\n".repeat(101),
    E0209: completed(
        `let a0 = [box or wall]\n${Array.from({ length: 11 }, (_, at) => `let a${at + 1} = [a${at}, no a${at}, a${at}]\n`).join("")}win when some a11\n`,
    ),
};

/**
 * Page of the manual about an error, with what it shows.
 *
 * @typedef {{code: string, kind: string, text: string}} Example
 */

/** The first wrong example of each page: a whole game, or what is not in a game's text with the game it is about. @returns {(Example & {game: string})[]} */
export function wrongExamples() {
    const names = readdirSync(FOLDER).filter((name) => /^E\d{4}\.md$/.test(name)).sort();
    return names.map((name) => {
        const code = name.slice(0, -".md".length);
        const blocks = blocksOf(readFileSync(new URL(name, FOLDER), "utf8"));
        const wrong = blocks.find(({ kind }) => / wrong/.test(kind));
        const game = blocks.find(({ kind }) => kind === "masume game")?.text ?? "";
        if (wrong === undefined) {
            throw new Error(`${name} has no example that is wrong`);
        }
        return { code, kind: wrong.kind, text: textOf(code, wrong), game: completed(game) };
    });
}

/** @param {string} code @param {{kind: string, text: string}} block */
function textOf(code, { kind, text }) {
    const generated = GENERATED[code];
    if (generated !== undefined || kind.includes(" generated: ")) {
        return generated ?? "";
    }
    return kind === "masume wrong" ? completed(text) : text;
}

/** @param {string} page */
function blocksOf(page) {
    return page.split(/^```/m).flatMap((part, at) => {
        const [kind = "", ...lines] = part.split("\n");
        return at % 2 === 1 ? [{ kind, text: lines.join("\n") }] : [];
    });
}

/** A game with what it lacks. @param {string} example */
function completed(example) {
    const firsts = example.split("\n").map((line) => line.split(/[ :]/)[0] ?? "");
    const lent = LENT.filter(([unless]) => !unless.some((word) => firsts.includes(word))).map(([, text]) => `${text}\n`);
    return example + lent.join("");
}
