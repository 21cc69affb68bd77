/** A fault of the configuration, an option or a folder, one line each: a command ends with it instead of a stack. */
export class Misconfigured extends Error {}
