import { settings } from "../settings.js";
import { Assistance } from "./assistance.js";
import { Desk } from "./desk.js";
import { Draft } from "./draft.js";
import { firstText } from "./first.js";
import { Versions } from "./versions.js";
/** @import {Context} from "../play/table.js" */
/** @import {Linked} from "../play/link.js" */
/** @import {Sheet} from "./desk.js" */

/** Name of a game that has none yet. */
const UNNAMED = "game";

/**
 * The page on which a game is written: a shipped one by its name, an example by its chapter and line, the file that
 * the program was started with, or a new one.
 *
 * @param {HTMLElement} place
 * @param {Context} context
 * @param {string} name
 */
export async function open(place, context, name) {
    return begin(place, context, async (assistance) =>
        name === "" ? fileOrNew(assistance) : ((await example(assistance, name)) ?? (await shipped(assistance, name))));
}

/**
 * The page on which the game of a link is written.
 *
 * @param {HTMLElement} place
 * @param {Context} context
 * @param {Linked} linked
 */
export async function openLinked(place, context, { name = UNNAMED, text, save }) {
    return begin(place, context, async (assistance) => ({ name, text: text ?? (await assistance.source(name)), file: null, save }));
}

/** @param {Assistance} assistance @param {string} name @returns {Promise<Sheet>} */
async function shipped(assistance, name) {
    return { name, text: await assistance.source(name), file: null };
}

/** The example that an address names: `example/CHAPTER/LINE`. @param {Assistance} assistance @param {string} name @returns {Promise<Sheet | null>} */
async function example(assistance, name) {
    const [, chapter, line] = /^example\/([\w-]+)\/(\d+)$/.exec(name) ?? [];
    const found = chapter === undefined ? undefined : (await assistance.examples(chapter)).find((it) => it.line === Number(line));
    return found === undefined ? null : { name: `${chapter}-${line}`, text: found.text, file: null };
}

/** @param {HTMLElement} place @param {Context} context @param {(assistance: Assistance) => Promise<Sheet>} find */
async function begin(place, context, find) {
    const carrier = await context.connect("search");
    await carrier.ask({ language: settings.language || document.documentElement.lang });
    const assistance = new Assistance(carrier);
    const sheet = await find(assistance).catch((reason) => {
        carrier.end();
        throw reason;
    });
    const name = sheet.file ?? sheet.name;
    const play = await context.connect("play");
    // A game that is new here has no text that it was written from.
    const draft = sheet.isNew ? new Draft("", "") : new Draft(name, sheet.text);
    const desk = new Desk(place, context, { sheet, play, assistance, versions: new Versions(name), draft });
    await desk.begin();
    return desk;
}

/** @param {Assistance} assistance @returns {Promise<Sheet>} */
async function fileOrNew({ carrier }) {
    const opened = /** @type {any} */ ((await carrier.ask("opened")).answer?.opened);
    if (typeof opened?.file === "object") {
        const { name, text } = opened.file;
        return { name: name.replace(/\.masu$/, ""), text, file: name };
    }
    const [last] = new Versions(UNNAMED).all();
    if (last !== undefined) {
        return { name: UNNAMED, text: last.text, file: null, isNew: true };
    }
    return { name: UNNAMED, text: await firstText(), file: null, isNew: true };
}
