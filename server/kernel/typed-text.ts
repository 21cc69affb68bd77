/**
 * Text as people mean it, whatever their keyboard, contact list or clipboard wrote. Forms, the API, imports and searches
 * all read text through these functions. Source: rules §3.12.
 */

/**
 * Characters that take no room: soft hyphen, zero-width space, marks and overrides of direction, word joiner, byte order
 * mark, variation selectors, tags. Contacts and web pages copy them along.
 */
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is looked for alone
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF\u{E0000}-\u{E0FFF}]/gu
/** The text without characters that take no room; a password is not read further. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '')

/** Marathi needs a joiner within a word, or after a virama at its end; elsewhere it only disguises a word. */
const strayJoiner =
  /(?<![\u0900-\u0963\u0971-\u097F])[\u200C\u200D]+|(?<=[\u200C\u200D])[\u200C\u200D]+|(?<!\u094D)[\u200C\u200D](?![\u0900-\u0963\u0971-\u097F])/g
const otherSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g
/** Full-width letters and signs, and the ligatures that PDFs copy: each has an ordinary form. */
const presentationForms = /[\uFB00-\uFB06\uFF01-\uFF5E\uFFE0-\uFFE6]/g
/** Hyphens and an apostrophe that look ordinary and that few fonts have. */
const otherHyphens = /[\u2010-\u2012\u2015\uFE58\uFE63]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: Word and Excel write them for line breaks
const lineBreaks = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g

/** A text of several lines: `\n` between them, without characters that take no room; outer space is cut off. */
export function typedLines(text: string): string {
  return visible(text).replace(lineBreaks, '\n').replace(/\t/g, ' ').trim()
}

/** A text of one line: as `typedLines`, with single spaces. A line break remains, for the caller to judge. */
export const typedLine = (text: string): string => typedLines(text).replace(/ {2,}/g, ' ')

const isPlain = /^[\x20-\x7e\n]*$/

function visible(text: string): string {
  if (isPlain.test(text)) return text
  return withoutUnseen(text)
    .replace(presentationForms, (sign) => sign.normalize('NFKC'))
    .replace(otherSpaces, ' ')
    .replace(otherHyphens, '-')
    .replace(strayJoiner, '')
    .replace(unprintedDigits, typedDigits)
    .normalize('NFC')
}

/** Every dash as `-`, and everything that a keyboard writes for an apostrophe as `’`. */
export const typedSigns = (text: string): string =>
  text
    .replace(/[\u2013\u2014\u2212]/g, '-')
    .replace(/['`\u00B4\u02B9\u02BB-\u02BD\u02C8\u2018\u201A\u201B\u2032\uA78C]/g, '’')

/** The zeros of the scripts that a keyboard in India may write digits in. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0xff10]
const digitsFrom = (zeros: readonly number[]) =>
  new RegExp(`[${zeros.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`, 'g')
const otherDigits = digitsFrom(zeros)
/** No font here prints these: in every text they are read as 0 to 9, where the Marathi ones stay as written. */
const unprintedDigits = digitsFrom(zeros.filter((zero) => zero !== 0x0966))

/** `१२` → `12`: the digits of every script of India, Arabic and full-width ones as 0 to 9. */
export const typedDigits = (text: string): string =>
  text.replace(otherDigits, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - Math.max(...zeros.filter((zero) => zero <= code)))
  })

/** A code, a number or another text of plain signs: digits as 0 to 9, each dash as `-`, each apostrophe as `'`. */
export const typedCode = (text: string): string => typedSigns(typedDigits(typedLine(text))).replace(/’/g, "'")

/** An Application ID, a choice code or another code of capitals without hyphens: `ml २४-100001` → `ML24100001`. */
export const typedId = (text: string): string => typedCode(text).replace(/[ -]/g, '').toUpperCase()

/** The code of a centre or an institute, in capitals: ` fc 02` → `FC02`. */
export const typedPlaceCode = (text: string): string => typedCode(text).replace(/ /g, '').toUpperCase()

/** The codes of a list, with spaces, commas, semicolons or line breaks between them, in capitals. */
export const typedList = (text: string): string[] =>
  typedCode(typedLines(text).replace(/[\s,;]+/g, ' '))
    .toUpperCase()
    .split(' ')
    .filter(Boolean)

/** A number: as a code, without spaces, commas between thousands (`1,20,000`), and the signs of rupees around it. */
export function typedNumber(text: string): string {
  const typed = typedCode(text)
    .replace(/ /g, '')
    .normalize('NFC')
    .replace(/^(?:₹|rs\.?|inr)(?=\d)/i, '')
    .replace(/(?<=\d)\/-$/, '')
  return /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/.test(typed) ? typed.replace(/,/g, '') : typed
}

/** The names of the months as people write them, in English and Marathi; a beginning that fits only one is enough. */
const monthNames = [
  ['january', 'जानेवारी'],
  ['february', 'फेब्रुवारी'],
  ['march', 'मार्च'],
  ['april', 'एप्रिल'],
  ['may', 'मे'],
  ['june', 'जून'],
  ['july', 'जुलै'],
  ['august', 'ऑगस्ट'],
  ['september', 'सप्टेंबर'],
  ['october', 'ऑक्टोबर'],
  ['november', 'नोव्हेंबर'],
  ['december', 'डिसेंबर'],
] as const

/** The number of a month by its name; undefined if none or several are meant. */
function monthNamed(word: string): string | undefined {
  const written = word.normalize('NFC').toLowerCase()
  const least = /^[a-z]/.test(written) ? 3 : 2
  const meant = monthNames.flatMap((names, place) =>
    written.length >= least && names.some((name) => name.startsWith(written)) ? [String(place + 1)] : [],
  )
  return meant.length === 1 ? meant[0] : undefined
}

/**
 * A day as `2024-08-05`, if it was typed so or as `05/08/2024`, `5-8-2024`, `5.8.2024`, `5 Aug 2024`, `5th August, 2024`, `August 5
 * 2024` or `५ ऑगस्ट २०२४`, with or without its weekday; any other text as it is. Whether it exists is not asked here: `dayExists`.
 */
export function typedDay(text: string): string {
  const typed = typedCode(text).replace(/ ?([./-]) ?/g, '$1')
  const [, year, month, date] =
    /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(typed) ??
    (/^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(typed) ?? dayInWords(typed)).map(
      (_, place, all) => all[place && 4 - place],
    )
  return year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : typed
}

/** The day, the month and the year of a day with its month in words, after the whole text; empty if it is none. */
function dayInWords(typed: string): string[] {
  const words = typed
    .replace(/(\d)(?:st|nd|rd|th)\b/gi, '$1')
    .split(/[\s,./-]+/)
    .filter(Boolean)
  const named = words.flatMap((word) => monthNamed(word) ?? [])
  const numbers = words.filter((word) => /^\d+$/.test(word))
  const [date = '', year = ''] = numbers
  const isMeant = named.length === 1 && numbers.length === 2 && /^\d{1,2}$/.test(date) && /^\d{4}$/.test(year)
  if (!isMeant || words.length - numbers.length > 2) return []
  return [typed, date, named[0]!, year]
}

/** Does a day of this form exist? 31 February does not. */
export function dayExists(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day
}

/**
 * A day and a time as `2024-08-05 17:00`, if they were typed so, as `2024-08-05T17:00`, or in any way in which `typedDay` and
 * `typedTime` read the parts; any other text as it is.
 */
export function typedInstant(text: string): string {
  const typed = typedCode(text)
  const [, day, time] = /^(.*\d{4}|\d{4}\D\d{1,2}\D\d{1,2})(?:T|[, ]+(?:at )?)(\d.*)$/.exec(typed) ?? []
  if (!day || !time) return typed
  const [date, clock] = [typedDay(day), typedTime(time)]
  return /^\d{4}-\d\d-\d\d$/.test(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? `${date} ${clock}` : typed
}

/** A time of day as `09:05`, if it was typed so or as `9:05`, `9.05`, `09:05:00` or `9:05 am`; any other text as it is. */
export function typedTime(text: string): string {
  const typed = typedCode(text)
  const [, hour, minute, half] = /^(\d{1,2}) ?[:.] ?(\d{2})(?::00)?(?: ?([ap])\.?m\.?)?$/i.exec(typed) ?? []
  if (!hour) return typed
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return typed
  const counted = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${String(counted).padStart(2, '0')}:${minute}`
}
