/** @import {AskOptions, Carrier, Notification, Question, Reply} from "./protocol.js" */

const KEPT = "masume-token";
/** Milliseconds before each try to connect again; after the last one the engine counts as gone. */
const PAUSES = [0, 200, 500, 1000, 2000, 4000];

/**
 * The token that the address carried, kept so that it survives a reload, and for links that are opened in other tabs. The
 * port belongs to what it is kept under, and a program that is started later on the same port brings a newer one.
 *
 * @returns {string}
 */
function token() {
    const address = new URL(location.href);
    const given = address.searchParams.get("token");
    if (given === null) {
        return keptToken();
    }
    try {
        localStorage.setItem(KEPT, given);
    } catch {
        // Storage is refused: the token stays in the address, where a reload finds it.
        return given;
    }
    address.searchParams.delete("token");
    history.replaceState(history.state, "", address);
    return given;
}

function keptToken() {
    try {
        return localStorage.getItem(KEPT) ?? "";
    } catch {
        return "";
    }
}

/**
 * @param {"play" | "search"} purpose
 * @returns {Promise<Carrier>} fails with the cause `no-token` where the program would refuse whoever asks
 */
export async function connect(purpose) {
    const held = token();
    if (held === "") {
        throw new Error("the address has no token, and none is kept", { cause: "no-token" });
    }
    const address = new URL("socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    address.search = `?token=${encodeURIComponent(held)}&purpose=${purpose}`;
    const socket = await open(address);
    return new SocketCarrier(socket);
}

/** @param {URL} address @returns {Promise<WebSocket>} */
async function open(address) {
    for (const pause of PAUSES) {
        await new Promise((done) => setTimeout(done, pause));
        const socket = await attempt(address);
        if (socket !== null) {
            return socket;
        }
    }
    throw new Error("the engine does not answer");
}

/** @param {URL} address @returns {Promise<WebSocket | null>} */
function attempt(address) {
    return new Promise((settle) => {
        const socket = new WebSocket(address);
        socket.addEventListener("open", () => settle(socket), { once: true });
        socket.addEventListener("error", () => settle(null), { once: true });
    });
}

/** Questions and answers over a socket: a JSON text each. @implements {Carrier} */
class SocketCarrier {
    /** @type {Map<number, {settle: (reply: Reply) => void, fail: (reason: Error) => void}>} */
    #waiting = new Map();
    /** @type {((notice: Notification) => void)[]} */
    #hearers = [];
    #last = 0;

    /** @param {WebSocket} socket */
    constructor(socket) {
        this.socket = socket;
        socket.addEventListener("message", ({ data }) => this.#hear(String(data)));
        socket.addEventListener("close", () => this.#lose());
    }

    /** @param {Question} question @param {AskOptions} options @returns {Promise<Reply>} */
    ask(question, options = {}) {
        return new Promise((settle, fail) => {
            if (this.socket.readyState !== WebSocket.OPEN) {
                fail(new Error("the engine is gone"));
                return;
            }
            this.#last += 1;
            this.#waiting.set(this.#last, { settle, fail });
            this.socket.send(JSON.stringify({ id: this.#last, ...options, ask: question }));
        });
    }

    /** @param {(notice: Notification) => void} hear */
    listen(hear) {
        this.#hearers.push(hear);
    }

    stop() {
        if (this.#waiting.size > 0) {
            this.ask("stop").catch(() => undefined);
        }
    }

    end() {
        this.socket.close();
    }

    /** @param {string} text */
    #hear(text) {
        const message = JSON.parse(text);
        if ("event" in message) {
            this.#hearers.forEach((hear) => hear(message));
            return;
        }
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        waiting?.settle(message);
    }

    #lose() {
        const lost = [...this.#waiting.values()];
        this.#waiting.clear();
        lost.forEach(({ fail }) => fail(new Error("the engine is gone")));
    }
}
