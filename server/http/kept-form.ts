/** The path of a page and the values typed there, sent after the session had ended. */
export type KeptForm = { path: string; values: Record<string, string> }
