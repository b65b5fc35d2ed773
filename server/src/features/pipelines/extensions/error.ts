/** An extension that did not answer, or not as it should. The message is for whoever looks at the pipeline. */
export class ExtensionError extends Error {}
