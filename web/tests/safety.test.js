import assert from "node:assert/strict";
import { test } from "node:test";
import { linkHash, openGame, openPage } from "./support/browser.js";
import { ask, connect, eat, LOOPS, LOOPS_LATER, RESUME, SOKOBAN } from "./support/engine.js";
import { fixture } from "./support/fixture.js";

const together = fixture();

/** @param {string | Buffer} content */
function link(content) {
    const url = new URL(together.server.address);
    url.hash = linkHash(content);
    return url.href;
}

/** A game whose every word is a script for a page that takes it for one. */
const SCRIPTS = `game <img src=x onerror="window.hurt=1"><script>window.hurt=1</script>
about "<svg onload=window.hurt=1>"
board 3 x 3

pieces
  stone: black white

display
  black "B" "●" black disc named "<img src=x onerror=window.hurt=1>"
  white "W" "○" white disc

action place at a
  _ -> black at a

win when no _
`;

test("script in titles, words and names is text", async () => {
    const { page, close } = await openPage(together.browser);
    await page.goto(link(JSON.stringify({ text: SCRIPTS })));
    await page.locator(".failure, #place[data-busy=false]").first().waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).hurt), undefined);
    assert.equal(await page.locator("img, #place script").count(), 0);
    await close();
});

/** @type {[string, string | Buffer][]} */
const BROKEN = [
    ["inflates to 64 MiB", Buffer.alloc(64 << 20, 32)],
    ["is no JSON", "{"],
    ["carries no game", "[]"],
];
for (const [name, content] of BROKEN) {
    test(`a link that ${name} is refused, and the page goes on`, async () => {
        const { page, close } = await openPage(together.browser);
        await page.goto(link(content));
        await page.locator(".failure").waitFor();
        assert.match((await page.locator(".failure").textContent()) ?? "", /carries no game/);
        await page.locator(".home").click();
        await page.locator("a[data-game]").first().waitFor();
        await close();
    });
}

for (const [hash, word] of /** @type {[string, string][]} */ ([
    ["#/edit/no-such", "no-such"],
    ["#/edit/example/03-patterns/1", "example"],
    ["#/play/no-such", "no-such"],
    ["#/play/sokoban%2F9999", "9999"],
    [linkHash(JSON.stringify({ name: "no-such" })), "no-such"],
    [linkHash(JSON.stringify({ name: "no-such", edit: true })), "no-such"],
])) {
    test(`an address of a game that is not there says so, and leads to the menu: ${word} by ${hash}`, async () => {
        const { page, close } = await openPage(together.browser);
        await page.goto(new URL(hash, together.server.address).href);
        await page.locator(".failure[role=alert]", { hasText: word }).waitFor();
        assert.equal(await page.locator(".code, .table").count(), 0);
        await page.locator('.failure a[href="#/"]').click();
        await page.locator("a[data-game]").first().waitFor();
        await close();
    });
}

test("a play goes on in another browser by its link", async () => {
    const first = await openPage(together.browser, { permissions: ["clipboard-read", "clipboard-write"] });
    const url = new URL(together.server.address);
    url.hash = "#/play/othello";
    await first.page.goto(url.href);
    await first.page.locator(".is-choosable").first().click();
    await first.page.locator('#place[data-position="1"]').waitFor();
    const hash = await first.page.locator("#place").getAttribute("data-hash");
    await first.page.locator("[data-tool=more]").click();
    await first.page.locator("[data-more=link]").click();
    await first.page.locator(".said", { hasText: "clipboard" }).waitFor();
    const copied = new URL(await first.page.evaluate(() => navigator.clipboard.readText()));
    await first.close();

    const second = await openPage(together.browser);
    // The link carries no token: the other browser is at a page of its own.
    url.hash = copied.hash;
    await second.page.goto(url.href);
    await second.page.locator('#place[data-position="1"]').waitFor();
    assert.equal(await second.page.locator("#place").getAttribute("data-hash"), hash);
    await second.close();
});

test("a link opens in every tab of a browser that knows the token", async () => {
    const { page, close } = await openPage(together.browser);
    const { origin, searchParams } = new URL(together.server.address);
    const plain = `${origin}/#/play/tic-tac-toe`;
    // What is printed has the token; the first browser that comes without one is told of it, and asks nobody.
    /** @type {string[]} */
    const asked = [];
    page.on("websocket", (socket) => asked.push(socket.url()));
    await page.goto(plain);
    await page.locator(".failure[role=alert]", { hasText: "the address that the program printed" }).waitFor();
    assert.equal(asked.length, 0);
    // A token of before does no harm.
    await page.evaluate(() => localStorage.setItem("masume-token", "0123"));
    await page.goto(together.server.address);
    await page.locator("a[data-game=tic-tac-toe]").waitFor();
    assert.ok(asked.every((url) => url.includes(`token=${searchParams.get("token")}`)));
    const other = await page.context().newPage();
    await other.goto(plain);
    await other.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
    const [opened] = await Promise.all([page.context().waitForEvent("page"), page.locator("a[data-game=sokoban]").click({ button: "middle" })]);
    await opened.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
    await close();
});

test("a page that cannot begin says why", async () => {
    const still = await openPage(together.browser, { javaScriptEnabled: false });
    await still.page.goto(together.server.address);
    await still.page.locator(".failure", { hasText: "JavaScript" }).first().waitFor();
    await still.close();
    const context = await together.browser.newContext();
    const page = await context.newPage();
    await page.route("**/carrier/*.js", (route) => (/(socket|worker)\.js$/.test(route.request().url()) ? route.abort() : route.continue()));
    await page.goto(together.server.address);
    await page.locator(".failure[role=alert]", { hasText: "did not start" }).waitFor();
    await context.close();
});

test("a browser that keeps nothing plays", async () => {
    const { page, close } = await openPage(together.browser);
    await page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
            Object.defineProperty(window, name, { get: () => { throw new DOMException("refused", "SecurityError"); } });
        }
    });
    const url = new URL(together.server.address);
    url.hash = "#/play/tic-tac-toe";
    await page.goto(url.href);
    await page.locator(".is-choosable").first().click();
    await page.locator('#place[data-position="1"]').waitFor();
    await page.locator("[data-tool=settings]").click();
    await page.locator("input[name=theme][value=dark]").check();
    await page.locator("dialog", { hasText: "keeps nothing" }).waitFor();
    await close();
});

/** A page of the program in which an engine is asked without the page's own parts. @param {import("playwright-core").BrowserContext} context */
async function engineOf(context) {
    const page = await context.newPage();
    await page.goto(together.server.address);
    return { page, engine: await connect(page) };
}

test("a game goes on where it was when the tab was killed, but for one action at most", async () => {
    const context = await together.browser.newContext();
    const { page, engine } = await engineOf(context);
    const replies = await ask(engine, SOKOBAN, { act: "push right" }, "undo", { act: "push right" }, { act: "push right" });
    const last = replies.at(-1).answer.snapshot;
    await page.close();
    const next = await engineOf(context);
    const [reply] = await ask(next.engine, RESUME);
    const { position } = reply.answer.snapshot;
    assert.ok(position === last.position || position === last.position - 1, `${position} of ${last.position}`);
    await context.close();
});

test("two tabs that play the same game keep both", async () => {
    const context = await together.browser.newContext();
    const [{ engine: first }, { engine: second }] = [await engineOf(context), await engineOf(context)];
    await ask(first, SOKOBAN, { act: "push right" }, "state");
    await ask(second, RESUME, { act: "push right" }, "state");
    await ask(first, { act: "push left" }, "undo", { act: "push left" }, "state");
    const { engine: third } = await engineOf(context);
    const [one] = await ask(third, RESUME);
    const [other] = await ask(third, { key: "o" });
    const texts = [one, other].map((reply) => reply.answer.snapshot.state);
    const [[ours], [theirs]] = [await ask(first, "state"), await ask(second, "state")];
    assert.deepEqual(texts.sort(), [ours, theirs].map((reply) => reply.answer.snapshot.state).sort());
    await context.close();
});

test("rules that loop are stopped, and the page goes on", { timeout: 300_000 }, async () => {
    const { page, close } = await openPage(together.browser);
    await openGame(page, together.server.address, "gomoku");
    await page.locator(".is-choosable").first().click();
    await page.locator('#place[data-position="1"]').waitFor();
    const hash = await page.locator("#place").getAttribute("data-hash");
    await page.evaluate((to) => location.assign(to), linkHash(JSON.stringify({ text: LOOPS_LATER })));
    await page.locator("#place[data-part=link] [data-cell]").first().waitFor({ state: "attached" });
    await page.locator(".plain-actions button", { hasText: "begin" }).first().click();
    await page.locator(".said", { hasText: "stopped" }).waitFor({ timeout: 120_000 });
    await page.locator(".home").click();
    await page.locator("a[data-game=gomoku]").click();
    await page.locator("[data-answer=enter]").click();
    await page.locator(`#place[data-hash="${hash}"]`).waitFor();
    await close();
});

test("a game that takes too long to begin is stopped, and the page goes on", { timeout: 300_000 }, async () => {
    const { page, close } = await openPage(together.browser);
    await page.goto(link(JSON.stringify({ text: LOOPS })));
    await page.locator(".said", { hasText: "stopped" }).waitFor({ timeout: 120_000 });
    await page.locator("#place[data-busy=false]").waitFor({ state: "attached", timeout: 120_000 });
    await page.locator(".home").click();
    await page.locator("a[data-game=tic-tac-toe]").click();
    await page.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
    await close();
});

test("a board of a million cells leaves page and program alive", { timeout: 300_000 }, async () => {
    const context = await together.browser.newContext();
    const { page, engine } = await engineOf(context);
    const outcomes = await eat(engine);
    assert.ok(outcomes.every((it) => it !== undefined), outcomes.join(" "));
    const [after] = await ask(engine, SOKOBAN);
    assert.ok(after.answer);
    await page.locator("a[data-game]").first().click();
    await page.locator("#place[data-busy=false] [data-cell]").first().waitFor({ state: "attached" });
    await context.close();
});
