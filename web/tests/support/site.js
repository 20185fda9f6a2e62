import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** Everything that `cargo xtask site` makes. */
export const BUILT = fileURLToPath(new URL("../../built/", import.meta.url));

/** False where nobody made the site, for want of the wasm target: what needs it is skipped. */
export const hasSite = existsSync(join(BUILT, "site/index.html")) || process.env.MASUME_SITE !== undefined;
/** Reason for which what needs the site is skipped; `false` where it is there. */
export const lacksSite = hasSite ? false : "web/built/site is missing: `cargo xtask site` needs the target wasm32-unknown-unknown";

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
};

/**
 * The static site, served as any host of files would do it, with nothing of its own.
 *
 * @returns {Promise<{address: string, asked: string[], end: () => Promise<void>}>}
 */
export async function serveSite() {
    const folder = process.env.MASUME_SITE ?? join(BUILT, "site");
    /** @type {string[]} */
    const asked = [];
    const server = createServer(async (request, response) => {
        const path = normalize(new URL(request.url ?? "/", "http://site").pathname);
        asked.push(path);
        const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
        try {
            if (!(await stat(file)).isFile()) {
                throw new Error("no file");
            }
            const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? "application/octet-stream";
            response.writeHead(200, { "content-type": type }).end(await readFile(file));
        } catch {
            response.writeHead(404).end();
        }
    });
    const port = await new Promise((done) => {
        server.listen(0, "127.0.0.1", () => {
            const at = server.address();
            done(typeof at === "object" && at !== null ? at.port : 0);
        });
    });
    const end = () =>
        new Promise((/** @type {(nothing: void) => void} */ done) => {
            server.closeAllConnections();
            server.close(() => done());
        });
    return { address: `http://127.0.0.1:${port}/`, asked, end };
}
