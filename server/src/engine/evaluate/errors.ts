/** An expression that is malformed, of the wrong type, or fails; the message says where and why. */
export class ExpressionError extends Error {}
