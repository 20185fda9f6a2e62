/**
 * Numbers that look like chance and are the same for the same seed (xorshift32).
 *
 * @param {number} seed
 */
export function random(seed) {
    // A state of nothing would stay nothing.
    let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
    /** @param {number} bound a whole number from 0 to below this */
    const below = (bound) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % bound;
    };
    /** @template T @param {readonly T[]} all @returns {T} */
    const oneOf = (all) => /** @type {T} */ (all[below(all.length)]);
    return { below, oneOf };
}
