/** How many letters of a text take width: the marks of Devanagari stand on the letter before them. */
export const lettersIn = (text: string): number => text.replace(/\p{M}/gu, '').length
