/** Shapes of personal data. The patterns have no flags, because schemas and OpenAPI use them. */

/** Letters of one script, Latin or Devanagari, so that look-alikes cannot mix; spaces, dots, apostrophes, hyphens. */
export const namePattern =
  "^(?:[A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u024F][A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u024F .'\\u2019-]*|[\\u0904-\\u0939\\u0950\\u0958-\\u0961\\u0972-\\u097F][\\u0900-\\u0963\\u0971-\\u097F\\u200C\\u200D .'\\u2019-]*)$"

export const emailPattern =
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,24}$"

/** The ways to identify an account at login: Application ID, mobile number (`+91 98765 43210`) or e-mail address. */
export const identifierPattern = "^[A-Za-z0-9@.!#$%&'*+/=?^_`{|}~ -]+$"

/** An Indian mobile number: ten digits that start with 6, 7, 8 or 9. */
export const mobilePattern = '^[6-9][0-9]{9}$'

/** The characters of a password. Source: rules §18.14. */
export const passwordLengths = { shortest: 7, longest: 15 } as const

/** 7 to 15 characters with an upper-case letter, a lower-case letter and a digit. Source: rules §18.14. */
export const passwordPattern = `^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[\\s\\S]{${passwordLengths.shortest},${passwordLengths.longest}}$`

/**
 * Control, zero-width and direction-changing characters; ZWJ and ZWNJ are checked separately, because Marathi needs
 * them.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF0-\uFFFF]|[\uFE00-\uFE0F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const joinerOutsideDevanagari = /(?<![\u0900-\u097F])[\u200C\u200D]|[\u200C\u200D](?![\u0900-\u097F\s.,]|$)/

/** Has the text characters that nobody types on purpose? A line break is one unless the text is `multiline`. */
export const hasInvisibleCharacters = (text: string, multiline = false): boolean =>
  invisible.test(text) || joinerOutsideDevanagari.test(text) || (!multiline && /[\t\n\r]/.test(text))

/** `१२` → `12`, for numbers typed in Devanagari digits. */
export const inLatinDigits = (text: string): string =>
  text.replace(/[\u0966-\u096F]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))

export const hasDevanagariDigits = (text: string): boolean => /[\u0966-\u096F]/.test(text)

/** `+91 98765-43210` → `9876543210`; any other text only loses its spaces and hyphens. */
export const tidyMobile = (text: string): string => text.replace(/[\s-]/g, '').replace(/^(?:\+91|0)(?=\d{10}$)/, '')

type Identifier = { kind: 'email' | 'mobile' | 'user-id'; value: string }

const isMobile = new RegExp(mobilePattern)

/** An account's identifier in the one spelling used for look-ups and limits: `+91 98765 43210`, `ml 24100001`. */
export function tidyIdentifier(typed: string): Identifier {
  const text = typed.trim()
  if (text.includes('@')) return { kind: 'email', value: text.toLowerCase() }
  const mobile = tidyMobile(text)
  if (isMobile.test(mobile)) return { kind: 'mobile', value: mobile }
  return { kind: 'user-id', value: mobile.toUpperCase() }
}
