// What runs in the page: plays by events of the document alone.

/**
 * Does actions one after another with synthetic events: clicks on cells, taps on the pad, keys, and,
 * for what no click says alone, the box where actions are typed.
 *
 * @param {string[]} actions
 * @returns {Promise<{hash: string, times: number[], typed: string[], failed: string | null}>}
 */
export async function replay(actions) {
    const place = /** @type {HTMLElement} */ (document.querySelector("#place"));
    const one = (/** @type {string} */ what) => place.querySelector(what);
    const settled = () =>
        new Promise((/** @type {(nothing: void) => void} */ done) => {
            const look = () => {
                if (place.dataset.busy === "false") {
                    observer.disconnect();
                    done();
                }
            };
            const observer = new MutationObserver(look);
            observer.observe(place, { attributes: true, attributeFilter: ["data-busy"] });
            look();
        });
    const point = (/** @type {Element} */ element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, isPrimary: true, button: 0, pointerType: "mouse" };
        element.dispatchEvent(new PointerEvent("pointerdown", at));
        element.dispatchEvent(new PointerEvent("pointerup", at));
    };
    const type = (/** @type {string} */ text) => {
        const input = /** @type {HTMLInputElement} */ (one("#say"));
        input.value = text;
        input.form?.requestSubmit();
    };
    const cell = (/** @type {string} */ name) => one(`[data-cell="${CSS.escape(name)}"]`);
    const button = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (one(what));
    const inColumn = (/** @type {string} */ name) => one(`[data-cell^="${CSS.escape(name)}"].is-choosable`);
    const events = (/** @type {string} */ action) => {
        const [word = "", ...rest] = action.split(" ");
        const cells = rest.map((name) => cell(name) ?? inColumn(name)).filter((it) => it !== null);
        const plain = [...place.querySelectorAll(".plain-actions button")].find((it) => it.textContent?.trim().startsWith(word));
        const arrow = rest.length === 1 ? button(`[data-direction="${CSS.escape(rest[0] ?? "")}"]`) : null;
        const found = button(`[data-act="${CSS.escape(action)}"]`) ?? arrow ?? (rest.length === 0 ? plain : null);
        if (found instanceof HTMLElement) {
            return [() => found.click()];
        }
        return cells.length === rest.length && rest.length > 0 ? cells.map((it) => () => point(it)) : [];
    };
    const position = () => Number(place.dataset.position);
    const times = [];
    const typed = [];
    for (const action of actions) {
        const before = position();
        const hasPassed = action === "pass" && events(action).length === 0;
        if (hasPassed) {
            // What nothing else is possible for is done by itself.
            continue;
        }
        const begun = performance.now();
        for (const event of events(action)) {
            event();
            await settled();
            if (position() !== before) {
                break;
            }
        }
        times.push(performance.now() - begun);
        if (position() === before) {
            typed.push(action);
            type(action);
            await settled();
        }
        if (position() === before) {
            const said = one(".said")?.textContent ?? "";
            return { hash: place.dataset.hash ?? "", times, typed, failed: `${action} at ${before}: ${said}` };
        }
    }
    return { hash: place.dataset.hash ?? "", times, typed, failed: null };
}
