import type { Bilingual, Language } from '../kernel/languages'

export const messageChannels = ['sms', 'whatsapp', 'email'] as const
export type MessageChannel = (typeof messageChannels)[number]

/**
 * Every message that the portal sends, with the channels it may take. Registration, login and change-of-mobile OTPs go
 * by SMS alone, because they prove the number; recovery and step-up OTPs may go to a verified address too.
 * Source: decisions §2, §10. Texts: `messages:<template>.<channel>` and, for e-mail, `messages:<template>.subject`.
 */
export const messageTemplates = {
  'registration-otp': ['sms'],
  'registration-welcome': ['sms', 'email'],
  'registration-collision': ['sms', 'email'],
  'login-otp': ['sms'],
  'recovery-otp': ['sms', 'email'],
  'step-up-otp': ['sms', 'email'],
  'change-mobile-otp': ['sms'],
  'password-changed': ['sms', 'email'],
  'mobile-change-requested': ['sms', 'email'],
  'mobile-changed': ['sms'],
  'lost-mobile': ['sms', 'email'],
  'mobile-change-stopped': ['sms'],
  'email-verification': ['email'],
  'whatsapp-summary': ['whatsapp'],
  'payment-captured': ['sms', 'email'],
  'payment-failed': ['sms', 'email'],
  'refund-made': ['sms', 'email'],
  'application-submitted': ['sms', 'email'],
  'application-unlocked': ['sms', 'email'],
  'mode-changed': ['sms', 'email'],
  'special-order': ['sms', 'email'],
  'late-admission': ['sms'],
  'application-reverted': ['sms', 'email'],
  'claims-removed': ['sms', 'email'],
  'claims-unfulfilled': ['sms', 'email'],
  'application-confirmed': ['sms', 'email'],
  'code-at-centre': ['sms', 'email'],
  'appointment-booked': ['sms', 'email'],
  'appointment-cancelled': ['sms', 'email'],
  'changed-at-centre': ['sms', 'email'],
  'confirmed-at-centre': ['sms', 'email'],
  'confirmation-withdrawn': ['sms', 'email'],
  'certificate-verified': ['sms', 'email'],
  'certificate-rejected': ['sms', 'email'],
  'certificate-reminder': ['sms', 'email'],
  'grievance-received': ['sms', 'email'],
  'grievance-answered': ['sms', 'email'],
  'grievance-refused': ['sms', 'email'],
  'grievance-approved': ['sms', 'email'],
  'merit-provisional': ['sms', 'email'],
  'merit-final': ['sms', 'email'],
  'seat-allotted': ['sms', 'email'],
  'seat-not-allotted': ['sms', 'email'],
  'options-confirmed': ['sms', 'email'],
  'options-unlocked': ['sms', 'email'],
  'options-reminder': ['sms', 'email'],
  'jk-seat': ['sms', 'email'],
  'jk-seat-lost': ['sms', 'email'],
  'checks-failed': ['email'],
  'from-the-cell': ['sms', 'whatsapp', 'email'],
} as const satisfies Record<string, readonly MessageChannel[]>
export type MessageTemplate = keyof typeof messageTemplates

/** May a message of this template go over this channel? */
export const mayGoBy = (template: MessageTemplate, channel: MessageChannel): boolean =>
  (messageTemplates[template] as readonly MessageChannel[] | undefined)?.includes(channel) ?? false

/** What a message consists of: the words of each channel, and an e-mail's subject. */
export type MessagePart = MessageChannel | 'subject'

/** The parts of a template, in the order in which they are shown. */
export const partsOf = (template: MessageTemplate): MessagePart[] =>
  messageTemplates[template].flatMap((channel): MessagePart[] =>
    channel === 'email' ? ['subject', channel] : [channel],
  )

/** Words that the cell has put in place of a template's own, and the ids under which the provider knows them. */
export type Wording = {
  texts: Partial<Record<MessagePart, Bilingual>>
  ids: Partial<Record<Language, string>>
}

/** Values of the course that every message may name; the portal fills them in by itself. */
export const courseValues = ['course', 'cell', 'helpPhone', 'helpEmail', 'helpHours'] as const

/** Without these a message would say nothing of what it is sent for. */
const essential: readonly string[] = ['otp', 'link', 'sms', 'title', 'body']

/** `Rs {{amount}} for {{userId}}` → `['amount', 'userId']`, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)),
]

/** Puts values in the place of placeholders; what a value holds is never taken for one. */
export const filledIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value: unknown = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })

/** What is wrong with words of the cell's own beside the template's: `names` says which placeholders are meant. */
export type WordingFault = { code: 'unknown-placeholder' | 'missing-placeholder' | 'stray-braces'; names: string }

/**
 * Words may name what the template's own words name and what every message may; whatever else they named would stay a
 * gap. An OTP, a link and what the cell writes itself have to be in them. `own`: the template's words for the same part.
 */
export function faultOfWords(words: string, own: string): WordingFault | null {
  const [named, known] = [placeholdersIn(words), placeholdersIn(own)]
  const unknown = named.filter((name) => !known.includes(name) && !(courseValues as readonly string[]).includes(name))
  if (unknown.length) return { code: 'unknown-placeholder', names: unknown.join(', ') }
  if (/\{\{|\}\}/.test(words.replace(/\{\{\w+\}\}/g, ''))) return { code: 'stray-braces', names: '' }
  const missing = known.filter((name) => essential.includes(name) && !named.includes(name))
  return missing.length ? { code: 'missing-placeholder', names: missing.join(', ') } : null
}

/** The characters of the basic SMS alphabet (GSM 03.38) that count once; any other halves what fits. */
const basicAlphabet = /^[A-Za-z0-9 \n\r@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/

/** In how many parts a text is sent: one of 160 characters, or several of 153; with other letters of 70, or 67. */
export function smsParts(text: string): number {
  const [alone, together] = basicAlphabet.test(text) ? [160, 153] : [70, 67]
  return text.length <= alone ? 1 : Math.ceil(text.length / together)
}

/** More parts than this are not sent as one SMS. */
export const mostSmsParts = 4
