/** The id of the place on the page that shows a file; without JavaScript an upload returns there, not to the top. */
export const filePlace = (kind: string): string => `file-${kind}`
