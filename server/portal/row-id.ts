/** The id of a row, as an address names it; 0, which no row has, for anything else. */
export const rowId = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0)
