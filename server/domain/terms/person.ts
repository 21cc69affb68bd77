import { shownSign } from '#server/kernel/printable.ts'
import { typedCode, typedDigits, typedLine, typedSigns } from '#server/kernel/typed-text.ts'

/** Shapes of personal data. The patterns have no flags, because schemas and OpenAPI use them. */

const latin = 'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u024F\\u1E00-\\u1EFF'
const firstMarathi = '\\u0904-\\u0939\\u0950\\u0958-\\u0961\\u0972-\\u097F'
const marathi = '\\u0900-\\u0963\\u0971-\\u097F\\u200C\\u200D'
/** What marksheets and certificates print in a name: initials, `D’Souza`, `Rajan, L.R`, `s/o`, `Sunita (Kamal)`. */
const inNames = " .,'\\u2019()/-"
/** ` @ ` stands before an alias: `Rahul @ Raju`. */
const names = (more: string): string =>
  [
    [latin, latin],
    [firstMarathi, marathi],
  ]
    .map(([first, letters]) => `[${first}](?:[${letters}${more}${inNames}]| @ (?=[${first}]))*`)
    .join('|')

/** Letters of one script, Latin or Devanagari, so that look-alikes cannot mix, with the signs that names have. */
export const namePattern = `^(?:${names('')})$`

/** A name or a post: as a name, also with digits and `&`, such as `Clerk 2` or `A/c Section`. */
export const postPattern = `^(?:${names('0-9&')})$`

/**
 * A name in one spelling of its signs: every apostrophe `’`, every dash `-`, the Devanagari sign of an abbreviation `.`, and
 * room on both sides of an `@` that has it on one.
 */
export const tidyName = (text: string): string =>
  typedSigns(typedLine(text))
    .replace(/\u0970/g, '.')
    .replace(/(?<=\S)(?: @ ?|@ )(?=\S)/g, ' @ ')

/** A name or a post, with its digits as 0 to 9. */
export const tidyPost = (text: string): string => typedDigits(tidyName(text))

const isLetterOfName = { latin: new RegExp(`[${latin}]`), marathi: new RegExp(`[${marathi}]`) }

/**
 * The first sign that a name may not have: one that names never have, one before its first letter, or a letter of another script
 * than that. Null if the fault is not one sign. `pattern`: `namePattern` or `postPattern`.
 */
export function foreignSign(name: string, pattern: string): string | null {
  const script = isLetterOfName.latin.test(name.match(/\p{L}/u)?.[0] ?? 'a') ? 'latin' : 'marathi'
  const isPost = pattern === postPattern
  const fits = (sign: string, place: number) =>
    isLetterOfName[script].test(sign) ||
    (place > 0 && /[ .,'’()/-]/.test(sign)) ||
    (place > 0 && isPost && /[0-9&]/.test(sign)) ||
    (sign === '@' && name[place - 1] === ' ' && name[place + 1] === ' ')
  let place = 0
  for (const sign of name) {
    if (!fits(sign, place)) return shownSign(sign)
    place += sign.length
  }
  return null
}

/**
 * What is wrong with a sign of a name: it is of another script than the first letter, or stands before it, or names never have
 * it. Null if no one sign is at fault. `pattern`: as for `foreignSign`.
 */
export function nameFault(
  name: string,
  pattern: string,
): { code: 'two-scripts' | 'begins-name' | 'not-in-names'; params: { sign: string } } | null {
  const sign = foreignSign(name, pattern)
  if (sign === null) return null
  const isLetter = /^[\p{L}\p{M}]/u.test(sign)
  const isFirst = shownSign(String.fromCodePoint(name.codePointAt(0)!)) === sign
  return { code: isLetter ? 'two-scripts' : isFirst ? 'begins-name' : 'not-in-names', params: { sign } }
}

export const emailPattern =
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,24}$"

/** The ways to identify an account at login: Application ID, mobile number (`+91 98765 43210`) or e-mail address. */
export const identifierPattern = "^[A-Za-z0-9@.:!#$%&'*+/=?^_`{|}~ ()-]+$"

/** An Indian mobile number: ten digits that start with 6, 7, 8 or 9. */
export const mobilePattern = '^[6-9][0-9]{9}$'

/** The characters of a password. Source: rules §18.14. */
export const passwordLengths = { shortest: 7, longest: 15 } as const

/** 7 to 15 characters with an upper-case letter, a lower-case letter and a digit. Source: rules §18.14. */
export const passwordPattern = `^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[\\s\\S]{${passwordLengths.shortest},${passwordLengths.longest}}$`

/** The same rules one by one, in the order in which `proof:password.rules` lists them. Source: rules §18.14. */
export const passwordRules = {
  length: new RegExp(`^[\\s\\S]{${passwordLengths.shortest},${passwordLengths.longest}}$`, 'u'),
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /[0-9]/,
} as const

/** Control characters and half a surrogate pair, which no keyboard writes; read text has no others that take no room. */
const unwritten =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFF0-\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** The first character of a read text that nobody types on purpose; a line break is one unless it is `multiline`. */
export const unwrittenSign = (text: string, multiline = false): string | null => {
  const [found] = unwritten.exec(text) ?? (multiline ? null : /[\t\n\r]/.exec(text)) ?? []
  return found === undefined ? null : `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** An Indian mobile number with everything that phones, contacts and people write before and between its digits. */
const writtenMobile = /^(?:tel:)?\+?0{0,2}(?:91)?0?([6-9]\d{9})$/i

/** `+91 (98765) 43210` → `9876543210`; any other text only loses its spaces and hyphens. */
export function tidyMobile(text: string): string {
  const typed = typedCode(text)
  const [, mobile] = writtenMobile.exec(typed.replace(/[\s().,/-]/g, '')) ?? []
  return mobile ?? typed.replace(/[\s-]/g, '')
}

/** One or more telephone numbers of an office, with their prefixes and extensions. */
export const telephonePattern =
  '^(?=(?:[^0-9]*[0-9]){6})[+(]?[0-9][0-9 /,().+-]{3,58}[0-9](?: ?(?:ext|extn|x)\\.? ?[0-9]{1,6})?$'

/** An e-mail address as it is kept: in small letters, without what a contact list puts around it. */
export const tidyEmail = (text: string): string =>
  typedCode(text)
    .replace(/^mailto:/i, '')
    .toLowerCase()

type Identifier = { kind: 'email' | 'mobile' | 'user-id'; value: string }

const isMobile = new RegExp(mobilePattern)

/** An account's identifier in the one spelling used for look-ups and limits: `+91 98765 43210`, `ml 24100001`. */
export function tidyIdentifier(typed: string): Identifier {
  const text = typedCode(typed)
  if (text.includes('@')) return { kind: 'email', value: tidyEmail(text) }
  const mobile = tidyMobile(text)
  if (isMobile.test(mobile)) return { kind: 'mobile', value: mobile }
  return { kind: 'user-id', value: mobile.toUpperCase() }
}
