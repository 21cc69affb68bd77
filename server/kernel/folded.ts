import { typedDigits, typedLine, typedSigns } from './typed-text'

/** Sequences of Devanagari that look like one letter, with that letter; keyboards and old fonts write them. */
const lookAlikes: Readonly<Record<string, string>> = {
  '\u0905\u0945': '\u0972',
  '\u0905\u093E': '\u0906',
  '\u0905\u0949': '\u0911',
  '\u0905\u094B': '\u0913',
  '\u0905\u094C': '\u0914',
  '\u0906\u0945': '\u0911',
  '\u0906\u0947': '\u0913',
  '\u0906\u0948': '\u0914',
  '\u090F\u0945': '\u090D',
  '\u090F\u0947': '\u0910',
  '\u0909\u0941': '\u090A',
  '\u093E\u0945': '\u0949',
  '\u093E\u0947': '\u094B',
  '\u093E\u0948': '\u094C',
  '\u0945\u0902': '\u0901',
  // Eyelash ra: ra, virama, joiner, or rra and virama.
  '\u0931\u094D': '\u0930\u094D',
  '\u0970': '.',
}
const lookAlike = new RegExp(Object.keys(lookAlikes).join('|'), 'g')

/**
 * One spelling of texts that look alike, for comparison: joiners, the two ways to write eyelash ra, vowels of two signs,
 * the kinds of dashes and apostrophes, and digits of another script make no difference; letters and their case do.
 */
export function oneSpelling(text: string): string {
  if (isPlain.test(text)) return typedSigns(typedLine(text))
  return typedDigits(typedSigns(typedLine(text)))
    .normalize('NFKC')
    .replace(/[\u200C\u200D]/g, '')
    .replace(lookAlike, (signs) => lookAlikes[signs]!)
    .replace(/(?<=[\u0900-\u097F]):/g, '\u0903')
}

const isPlain = /^[\x20-\x7e]*$/
/** Single words of letters, digits and signs that have one spelling. */
const isBare = /^(?:[\x21-\x26\x28-\x5f\x61-\x7e]+(?: [\x21-\x26\x28-\x5f\x61-\x7e]+)*)?$/
/** Latin letters that no accent explains. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
}

/**
 * The key by which names and other texts are found and compared: `oneSpelling`, without case, Latin accents and the dot of
 * Devanagari, with single spaces. The full-text tables hold names made of it (`indexedName`), so both sides of a search are folded alike.
 */
export function folded(text: string): string {
  if (isBare.test(text)) return text.toLowerCase()
  const spelled = oneSpelling(text.replace(/\s+/g, ' ')).toLowerCase()
  if (isPlain.test(spelled)) return spelled
  const bare = spelled
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u093C]/g, '')
    .replace(/[æœøðđþłıß]/g, (letter) => plainLetters[letter]!)
  return oneSpelling(bare).toLowerCase()
}

/** The words of a text, folded. */
export const foldedWords = (text: string): string[] => folded(text).split(' ').filter(Boolean)

/** The pieces of a text of which the full-text tables make words: letters, marks and digits, folded. */
export const foldedPieces = (text: string): string[] => folded(text).match(/[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu) ?? []
