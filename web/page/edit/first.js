/** A small game to begin with. */
export async function firstText() {
    return (await fetch(new URL("first.masu", import.meta.url))).text();
}
