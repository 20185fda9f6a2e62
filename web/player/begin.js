// Beginning of the page that is one file, run from anywhere, even from a folder: its parts are texts within it, which
// become addresses of this page alone. `cargo xtask site` writes the rest of the file around it.

(async () => {
    // The policy allows the scripts with this word, and what they add with it.
    const nonce = document.currentScript?.nonce ?? "";

    // The file as it is, before anything is drawn: a file made of it is this one with another game.
    const file = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));

    /** @param {string} id */
    const inflated = (id) => {
        const packed = atob(document.getElementById(id)?.textContent ?? "");
        const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    };

    /** @type {{styles: string[], files: Record<string, string>, imports: Record<string, string>, main: string}} */
    const parts = await inflated("masume-files").json();
    /** @type {Record<string, string>} */
    const types = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    /** @type {Record<string, string>} */
    const addresses = {};
    for (const [path, text] of Object.entries(parts.files)) {
        const type = types[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";
        addresses[path] = URL.createObjectURL(new Blob([text], { type }));
    }
    const address = (/** @type {string} */ path) => /** @type {string} */ (addresses[path]);

    const game = JSON.parse(document.getElementById("masume-game")?.textContent ?? "null");
    Object.assign(globalThis, {
        masumeGame: game,
        masumeFile: () => `<!doctype html>\n${file.outerHTML}`,
        masumeAssets: async () => ({
            worker: address("carrier/engine-worker.js"),
            // A worker of a file may import no address of the page: the text itself is its address.
            glue: `data:text/javascript,${encodeURIComponent(parts.files["carrier/module/masume_wasm.js"] ?? "")}`,
            module: await inflated("masume-module").arrayBuffer(),
        }),
    });

    for (const path of parts.styles) {
        const style = document.createElement("link");
        style.rel = "stylesheet";
        style.href = address(path);
        document.head.append(style);
    }
    const map = document.createElement("script");
    map.type = "importmap";
    map.nonce = nonce;
    const imports = Object.entries(parts.imports).map(([name, path]) => [name, address(path)]);
    map.textContent = JSON.stringify({ imports: Object.fromEntries(imports) });
    document.head.append(map);

    if (game !== null && location.hash === "") {
        history.replaceState(null, "", "#/file");
    }
    await import(parts.main);
})().catch((reason) => {
    console.warn(reason);
    const words = document.querySelector("#not-begun");
    document.querySelector("#place")?.replaceChildren(words instanceof HTMLTemplateElement ? words.content.cloneNode(true) : String(reason));
});
