import { downloadZip } from "../vendor/client-zip/index.js";
import { fileOf } from "./file.js";
/** @import {Game} from "./file.js" */

/**
 * The page with this game as sites for games take it: an archive with `index.html` in it.
 *
 * @param {Game} game
 * @returns {Promise<Blob>}
 */
export async function zipOf(game) {
    return downloadZip([{ name: "index.html", input: await fileOf(game) }]).blob();
}
