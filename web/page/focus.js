/**
 * True if a key is meant for a part of the page: it has the focus, or nothing has it and no dialog is open.
 *
 * @param {Node} part
 * @param {KeyboardEvent} event
 */
export function isMeantFor(part, { target }) {
    const isFree = target === document.body && document.querySelector("dialog[open]") === null;
    return isFree || (target instanceof Node && part.contains(target));
}
