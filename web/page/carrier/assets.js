/**
 * What a worker is made of: the addresses of its script and of the glue, and the module.
 *
 * @typedef {{worker: string, glue: string, module: WebAssembly.Module | ArrayBuffer}} Assets
 */

/** Assets that the page carries within itself. @type {{masumeAssets?: () => Promise<Assets>}} */
const within = /** @type {any} */ (globalThis);

/** Milliseconds after which the site is kept for visits without a network. */
const LATER = 3000;

/** @type {Promise<Assets> | null} */
let loaded = null;

/**
 * The assets, loaded at the first question: the module is compiled once for all workers.
 *
 * @returns {Promise<Assets>}
 */
export function assets() {
    loaded ??= within.masumeAssets ? within.masumeAssets() : load();
    return loaded;
}

/** @returns {Promise<Assets>} */
async function load() {
    const address = (/** @type {string} */ path) => new URL(path, import.meta.url).href;
    // From the next visit on, the files of the site are there without a network. A browser may refuse. All of them are fetched
    // for that, which waits until the game is there.
    setTimeout(() => navigator.serviceWorker?.register(address("../offline.js")).catch(() => undefined), LATER);
    const response = await fetch(address("module/masume_wasm_bg.wasm"));
    if (!response.ok) {
        throw new Error(`${response.status} ${response.url}`);
    }
    return {
        worker: address("engine-worker.js"),
        glue: address("module/masume_wasm.js"),
        module: await WebAssembly.compile(await response.arrayBuffer()),
    };
}
