import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { openPage } from "./support/browser.js";
import { fixture } from "./support/fixture.js";

const together = fixture();

/** @param {string | Buffer} content */
function link(content) {
    const url = new URL(together.server.address);
    url.hash = `#/link/${deflateRawSync(content).toString("base64url")}`;
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
