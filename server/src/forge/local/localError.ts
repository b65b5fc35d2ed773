/** A mistake of the one who types a command; the message says what is wrong. */
export class LocalError extends Error {}
