// Service worker of the static site: after the first visit the page works without a network.

/**
 * @param {string} version
 * @param {string[]} files
 */
const keep = (version, files) => {
    const name = `masume-${version}`;
    const scope = /** @type {any} */ (self);

    scope.addEventListener("install", (/** @type {any} */ event) => {
        const fresh = files.map((path) => new Request(path, { cache: "reload" }));
        event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
    });

    scope.addEventListener("activate", (/** @type {any} */ event) => {
        event.waitUntil(forgetOthers().then(() => scope.clients.claim()));
    });

    scope.addEventListener("fetch", (/** @type {any} */ event) => {
        const { method, url } = event.request;
        if (method === "GET" && new URL(url).origin === location.origin) {
            event.respondWith(answer(event.request));
        }
    });

    /** The files of earlier versions; other caches of this address are not ours. */
    async function forgetOthers() {
        const names = (await caches.keys()).filter((it) => it.startsWith("masume-") && it !== name);
        await Promise.all(names.map((it) => caches.delete(it)));
    }

    /** All files of a page are of one version: what is kept comes first. @param {Request} request */
    async function answer(request) {
        const cache = await caches.open(name);
        return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
    }
};

// `cargo xtask site` writes the version and the files in place of these.
keep("", []);
