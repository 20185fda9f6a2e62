/** @import {Carrier} from "./protocol.js" */

/**
 * Connection with an engine of its own: by a socket to the program that serves the page, or with a
 * worker beside it, as the page's `masume-carrier` says.
 *
 * @param {"play" | "search"} purpose
 * @returns {Promise<Carrier>}
 */
export async function connect(purpose = "play") {
    const kind = document.querySelector("meta[name=masume-carrier]")?.getAttribute("content");
    // The worker's module is not loaded where there is a socket. Both are named in full, for a page that is one file
    // has no paths.
    const carrier = await (kind === "worker" ? import("./worker.js") : import("./socket.js"));
    return carrier.connect(purpose);
}
