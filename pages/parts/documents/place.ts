/** The id of the part of a page where a file stands: without script an upload comes back to it, not to the top. */
export const filePlace = (kind: string): string => `file-${kind}`
