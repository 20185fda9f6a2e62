// The engine in a worker: one question at a time. It cannot hear while it computes: to stop it, the page ends it.

/** @import {Order, Past, Told} from "./rows.js" */

/** @type {any} */
let engine = null;
/** Memory of the module. @type {WebAssembly.Memory} */
let memory;

/** Orders are obeyed one after another, also while the engine is still being loaded. @type {Promise<void>} */
let last = Promise.resolve();

self.addEventListener("message", (/** @type {MessageEvent<Order>} */ { data }) => {
    last = last.then(() => obey(data)).catch(fail);
});

/** @param {Order} order */
async function obey(order) {
    if (order.kind === "begin") {
        await begin(order);
        tell({ kind: "begun" });
        return;
    }
    if (order.kind === "learn") {
        // Nobody waits for it.
        engine.learn(order.rows);
        return;
    }
    const reply = act(order);
    tell({ kind: "did", reply, writes: engine.take_writes() });
}

/** @param {Extract<Order, {kind: "begin"}>} order */
async function begin({ glue, module, rows, trouble, past }) {
    /** @type {any} */
    const { initSync, Engine } = await import(glue);
    ({ memory } = initSync({ module: module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module) }));
    if (past !== null) {
        Engine.warm_up(() => undefined);
        engine = Engine.of_nothing();
        goOnFrom(past);
        return;
    }
    if (rows === null) {
        engine = Engine.of_nothing();
        return;
    }
    engine = new Engine(randomOrigin());
    engine.set_rows(rows);
    if (trouble !== null) {
        engine.set_trouble(trouble);
    }
}

/**
 * Takes over the memory of another instance, with the engine in it.
 *
 * @param {Past} past
 */
function goOnFrom({ bytes, engine: pointer }) {
    const missing = bytes.byteLength - memory.buffer.byteLength;
    if (missing > 0) {
        memory.grow(missing / 65_536);
    }
    new Uint8Array(memory.buffer).set(new Uint8Array(bytes));
    engine.__wbg_ptr = pointer;
}

/** Gives the memory as it is to the page, which may end this worker. */
function remember() {
    const past = { bytes: memory.buffer.slice(0), engine: engine.__wbg_ptr };
    self.postMessage(/** @type {Told} */ ({ kind: "past", past }), { transfer: [past.bytes] });
}

/**
 * @param {Exclude<Order, {kind: "begin" | "learn"}>} order
 * @returns {string | null}
 */
function act(order) {
    engine.set_surroundings(performance.now(), Date.now(), Math.random());
    switch (order.kind) {
        case "ask":
            if (order.remembers) {
                remember();
            }
            return engine.ask(order.line, notify);
        case "rows":
            engine.set_rows(order.rows);
            engine.keep(notify);
            return null;
        case "trouble":
            engine.set_trouble(order.reason ?? undefined);
            return null;
        case "keep":
            engine.keep(notify);
            return null;
        case "leave":
            engine.leave();
            return null;
    }
}

/** @param {string} line */
function notify(line) {
    tell({ kind: "notice", line });
}

/** A number that no other engine has near it: what is made here is numbered from it. */
function randomOrigin() {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return (high & 0x1fffff) * 0x100000000 + low;
}

/** @param {unknown} reason */
function fail(reason) {
    tell({ kind: "failed", reason: String(reason) });
}

/** @param {Told} told */
function tell(told) {
    self.postMessage(told);
}
