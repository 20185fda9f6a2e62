/** @import {Refusal} from "./carrier/protocol.js" */

/** Reason why a part of the page cannot be shown, in the words of the engine. */
export class Refused extends Error {
    /** @param {Refusal} refusal */
    constructor({ message, help }) {
        super(help ? `${message}. ${help}` : message);
    }
}
