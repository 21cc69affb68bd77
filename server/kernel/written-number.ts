/** Digits with Indian grouping: `1,00,000`. */
export const grouped = (digits: string): string => digits.replace(/(\d)(?=(\d\d)*\d{3}$)/g, '$1,')

/**
 * The positive whole number that an address or a form writes, as a row's id or a page's number: up to nine digits, no
 * leading zero; null for any other text.
 */
export const writtenNumber = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
