import type { Bilingual, Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

export const messageChannels = ['sms', 'whatsapp', 'email', 'push'] as const
export type MessageChannel = (typeof messageChannels)[number]

/**
 * The ways in which a template reaches a candidate. `whatsapp`: for candidates who opted in. `proved-email`: the e-mail
 * address, once the candidate has verified it. `box`: the message box, with the text of the e-mail. `push`: the browsers
 * to which the candidate lets notifications come; they show the subject of the e-mail alone. `receiver`: the second receiver, with
 * the words of the SMS, also where they come by e-mail.
 */
const messageWays = ['sms', 'whatsapp', 'email', 'proved-email', 'box', 'push', 'receiver'] as const
export type MessageWay = (typeof messageWays)[number]

const everywhere = ['sms', 'email', 'box', 'push'] as const satisfies readonly MessageWay[]
/** Deadlines, results and news of a seat: these also go to the second receiver. Source: rules §10.11. */
const andReceiver = [...everywhere, 'receiver'] as const satisfies readonly MessageWay[]

/**
 * Every message that the portal sends, with its ways. Registration, login and change-of-mobile OTPs go by SMS alone,
 * because they prove the number; recovery and step-up OTPs may also go to a verified address. Nothing with an OTP or a
 * link goes to the message box, to a notification or to the second receiver. Source: rules §2.3, §10.1. Texts: `messages:<template>.<channel>` and, for e-mail,
 * `messages:<template>.subject`.
 */
export const messageTemplates = {
  'registration-otp': ['sms'],
  'registration-welcome': everywhere,
  'registration-collision': everywhere,
  'login-otp': ['sms'],
  'recovery-otp': ['sms', 'proved-email'],
  'recovery-link': ['email'],
  'recovery-alarm': ['email'],
  'login-alarm': ['email'],
  'look-up-alarm': ['email'],
  'staff-login-alarm': ['email'],
  'staff-invitation': ['email'],
  'new-device': ['email', 'box', 'push'],
  'step-up-otp': ['sms', 'proved-email'],
  'change-mobile-otp': ['sms'],
  'password-changed': ['sms', 'proved-email', 'box', 'push'],
  'mobile-change-requested': ['sms', 'email'],
  'mobile-changed': ['sms'],
  'lost-mobile': everywhere,
  'mobile-change-stopped': ['sms'],
  'email-verification': ['email'],
  'whatsapp-summary': ['whatsapp'],
  'code-for-receiver': ['sms'],
  'receiver-welcome': ['sms', 'email'],
  'receiver-confirmed': everywhere,
  'receiver-ended': everywhere,
  'receiver-stopped': ['sms'],
  'payment-captured': everywhere,
  'payment-failed': everywhere,
  'refund-made': everywhere,
  'refund-by-hand': everywhere,
  'form-reminder': andReceiver,
  'paid-reminder': andReceiver,
  'application-submitted': everywhere,
  'application-unlocked': everywhere,
  'mode-changed': everywhere,
  'special-order': everywhere,
  'seat-order': everywhere,
  'candidature-order': everywhere,
  'seat-ended': andReceiver,
  'seat-as-open': everywhere,
  'late-admission': ['sms'],
  'application-reverted': andReceiver,
  'correct-reminder': andReceiver,
  'unconfirmed-notice': andReceiver,
  'claims-removed': everywhere,
  'claims-unfulfilled': everywhere,
  'application-confirmed': andReceiver,
  'code-at-centre': ['sms', 'proved-email'],
  'appointment-booked': everywhere,
  'appointment-cancelled': everywhere,
  'appointment-new-end': everywhere,
  'appointment-reminder': andReceiver,
  'appointment-missed': andReceiver,
  'centre-reminder': andReceiver,
  'changed-at-centre': everywhere,
  'confirmed-at-centre': andReceiver,
  'not-confirmed-at-centre': andReceiver,
  'confirmation-withdrawn': andReceiver,
  'certificate-verified': everywhere,
  'certificate-rejected': everywhere,
  'certificate-reminder': andReceiver,
  'grievances-open': andReceiver,
  'grievance-received': everywhere,
  'grievance-answered': everywhere,
  'grievance-refused': everywhere,
  'grievance-approved': everywhere,
  'complaint-received': everywhere,
  'complaint-answered': everywhere,
  'complaint-decided': everywhere,
  'merit-provisional': andReceiver,
  'merit-final': andReceiver,
  'seat-allotted': andReceiver,
  'seat-kept': andReceiver,
  'seat-not-allotted': andReceiver,
  'seat-reminder': ['sms', 'whatsapp', 'email', 'box', 'push', 'receiver'],
  'verification-recorded': everywhere,
  'verification-grievance': everywhere,
  'verification-upheld': everywhere,
  'verification-refused': everywhere,
  'seat-decided': everywhere,
  'seat-accepted': andReceiver,
  'seat-fee-failed': everywhere,
  'options-confirmed': everywhere,
  'options-unlocked': everywhere,
  'options-reminder': andReceiver,
  'roll-call': ['sms', 'whatsapp', 'email'],
  'jk-choices': everywhere,
  'jk-choices-changed': everywhere,
  'jk-seat': andReceiver,
  'jk-seat-moved': andReceiver,
  'jk-seat-lost': andReceiver,
  'jk-admitted': andReceiver,
  'jk-admission-undone': andReceiver,
  'seat-admitted': andReceiver,
  'seat-reset': everywhere,
  'admission-undone': andReceiver,
  'admission-withdrawn': andReceiver,
  'institute-admission-withdrawn': ['email'],
  'institute-seat-restored': ['email'],
  'admission-cancelled': andReceiver,
  'return-recorded': everywhere,
  'return-late': ['email'],
  'return-overdue': everywhere,
  'seats-to-sign': ['email'],
  'data-request-received': everywhere,
  'data-request-answered': everywhere,
  'checks-failed': ['email'],
  'publication-alarm': ['email'],
  'complaint-due': ['email'],
  'complaint-overdue': ['email'],
  'from-the-cell': ['sms', 'whatsapp', 'email', 'box', 'push'],
} as const satisfies Record<string, readonly MessageWay[]>
export type MessageTemplate = keyof typeof messageTemplates

/** The ways of a template. */
export const waysOf = (template: MessageTemplate): readonly MessageWay[] => messageTemplates[template]

const channelOf = (way: MessageWay): MessageChannel | null =>
  way === 'box' || way === 'receiver' ? null : way === 'proved-email' ? 'email' : way

/** Does the second receiver get this message too? */
export const isForReceiver = (template: MessageTemplate): boolean => waysOf(template).includes('receiver')

/** The channels by which a provider delivers a template. */
export const channelsOf = (template: MessageTemplate): MessageChannel[] =>
  waysOf(template).flatMap((way) => channelOf(way) ?? [])

/**
 * Values for a message's placeholders that are not secret. `purpose` (step-up-otp) is a step-up purpose's name, `host` (the
 * last line of an SMS with an OTP) that of the portal's public address.
 */
export type MessageParams = Readonly<Record<string, string | number>>

/** The secret values of a message, which are never stored in the database. */
export type MessageSecrets = { otp?: string; link?: string }

/** The data about a candidate that sending a message needs. */
export type Addressee = {
  userId: string
  mobile: string
  email: string
  language: Language
  isEmailVerified: boolean
  isOnWhatsapp: boolean
  /** The numbers of the browsers that take notifications. */
  pushDevices: readonly number[]
  /** The second receiver who has agreed; null if there is none. */
  receiver: { id: number; mobile: string; email: string | null } | null
}

/** An address of a message. `receiverId`: set if it is the second receiver's. */
type MessageAddress = { channel: MessageChannel; to: string; receiverId?: number }

/** The channels and addresses by which these ways reach a candidate today; nobody gets a message twice at one address. */
export const addressesOf = (
  ways: readonly MessageWay[],
  { mobile, email, isEmailVerified, isOnWhatsapp, pushDevices, receiver }: Addressee,
): MessageAddress[] =>
  ways.flatMap((way): MessageAddress[] => {
    if (way === 'receiver') {
      if (!receiver) return []
      const { id: receiverId } = receiver
      return [
        ...(receiver.mobile === mobile ? [] : [{ channel: 'sms' as const, to: receiver.mobile, receiverId }]),
        ...(receiver.email === null || receiver.email === email
          ? []
          : [{ channel: 'email' as const, to: receiver.email, receiverId }]),
      ]
    }
    if (way === 'sms') return [{ channel: 'sms', to: mobile }]
    if (way === 'whatsapp') return isOnWhatsapp ? [{ channel: 'whatsapp', to: mobile }] : []
    if (way === 'push') return pushDevices.map((id) => ({ channel: 'push', to: String(id) }))
    if (way === 'email' || (way === 'proved-email' && isEmailVerified)) return [{ channel: 'email', to: email }]
    return []
  })

/** Options for one message. */
type MessageHow = {
  /** If it is not the candidate's: that of the page beside which it is read. */
  language?: Language
  /** The bulk message or announcement that it belongs to, for its delivery report. */
  batch?: string
  /** Use only these of the template's ways. */
  by?: readonly MessageWay[]
  secrets?: MessageSecrets
  /** Real time after which the message is useless; `{{minutes}}` is computed from it unless params give a value. */
  expiresAt?: Instant
  /** Send it only while this still holds, asked again when it is delivered: `reminder:12`. */
  onlyWhile?: string
  /** A message to a phone waits until this instant of the portal's clock; an e-mail does not. */
  quietUntil?: Instant | null
}

/**
 * Sends a candidate a message, in the caller's open transaction: the template's ways, the candidate's language and
 * contacts. Delivery begins after the transaction. Every message may use `{{userId}}`. Pass `params` as a function if
 * they depend on the language. Throws if the candidate does not exist or a placeholder has no value: both are bugs.
 */
export type Tell = (
  candidateId: number,
  template: MessageTemplate,
  params?: MessageParams | ((language: Language) => MessageParams),
  how?: MessageHow,
) => void

/** What the cell is told once. `alarm`: what tells it from others. */
export type CellReminder = {
  alarm: string
  template: MessageTemplate
  words: (language: Language) => MessageParams
}

/** Sends the cell an e-mail in both languages, in the caller's open transaction. */
export type TellCell = (template: MessageTemplate, params: (language: Language) => MessageParams) => void

/** Sends an office, such as an institute, an e-mail in both languages, in the caller's open transaction. */
export type TellOffice = (
  address: string,
  template: MessageTemplate,
  params: (language: Language) => MessageParams,
) => void

/** A message to one person over one channel, to an explicit address. */
export type NewMessage = {
  candidateId: number | null
  channel: MessageChannel
  /** Ten digits for SMS and WhatsApp, an address for e-mail, the number of a device for a notification. */
  to: string
  template: MessageTemplate
  language: Language
  params?: MessageParams
  /** The second receiver whom it is for: it is not sent once they are one no longer. */
  receiverId?: number
} & Pick<MessageHow, 'secrets' | 'expiresAt' | 'batch' | 'onlyWhile' | 'quietUntil'>

/**
 * Sends a message to an address that is not a candidate's current contact: a number to be proved, one just replaced,
 * one without an account. In the caller's open transaction; delivery begins after it. Throws if the template does not
 * use the channel or a placeholder of its texts has no value: both are bugs.
 */
export type Send = (message: NewMessage) => void

/** May a message of this template use this channel? */
export const mayGoBy = (template: MessageTemplate, channel: MessageChannel): boolean =>
  (waysOf(template) as readonly MessageWay[] | undefined)?.some((way) => channelOf(way) === channel) ?? false

/** The parts of a message: the text for each channel, and an e-mail's subject, which is also what a notification says. */
export type MessagePart = Exclude<MessageChannel, 'push'> | 'subject'

/** The part that a channel carries as its text. */
export const textPart = (channel: MessageChannel): MessagePart => (channel === 'push' ? 'subject' : channel)

/** The parts of a template, in display order. */
export const partsOf = (template: MessageTemplate): MessagePart[] =>
  channelsOf(template).flatMap((channel): MessagePart[] => {
    if (channel === 'push') return []
    return channel === 'email' ? ['subject', channel] : [channel]
  })

/** The part that names a message in a list: the subject of its e-mail, or its only text. */
export const titlePart = (template: MessageTemplate): MessagePart =>
  partsOf(template).find((part) => part === 'subject') ?? partsOf(template)[0]!

/** A wording without the names of its placeholders. */
export const plainWords = (words: string): string => words.replace(/\{\{\w+\}\}/g, '…')

/** A message's title for people, the first sentence of a longer text; null if the cell writes all of it each time. */
export function titleOf(words: string): string | null {
  const [first] = plainWords(words).split(/[.!?]\s|\n/)
  return first === '…' ? null : first!
}

/** The ids under which the provider knows a message. */
export type ProviderIds = Partial<Record<Language, string>>

/**
 * The cell's replacement for a template's text, and the ids under which the provider knows it. `texts` without a part:
 * its own text. `idWords`: the SMS as it was when each id was given.
 */
export type Wording = {
  texts: Partial<Record<MessagePart, Bilingual>>
  ids: ProviderIds
  idWords?: ProviderIds
}

/** The operators' id of a message: 19 digits. They deliver nothing under any other text. */
export const providerIdPattern = '^[0-9]{19}$'

/** A provider's id as it was typed or pasted; null for a text that is none. */
export const readProviderId = (text: string): string | null => (new RegExp(providerIdPattern).test(text) ? text : null)

/** The ids of a message: those of the cell's wording, or without one those of the course. */
export const idsOf = (
  ofCourse: Readonly<Record<string, ProviderIds | undefined>>,
  template: MessageTemplate,
  wording: Wording | null,
): ProviderIds => wording?.ids ?? ofCourse[template] ?? {}

/** The messages that go out as an SMS, which the operators deliver only under an id. */
export const smsTemplates = (Object.keys(messageTemplates) as MessageTemplate[]).filter((template) =>
  channelsOf(template).includes('sms'),
)

/** Values of the course that every message may use; the portal fills them in. */
export const courseValues = ['course', 'cell', 'helpPhone', 'helpEmail', 'helpHours'] as const

/** A message without these would be pointless. */
const essential: readonly string[] = ['otp', 'link', 'sms', 'title', 'body']

/** `Rs {{amount}} for {{userId}}` → `['amount', 'userId']`, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)),
]

/** Fills in the placeholders; placeholders inside a value are not expanded. */
export const filledIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value: unknown = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })

/** A fault of the cell's wording compared with the template's own; `names` lists the placeholders concerned. */
type WordingFault = { code: 'unknown-placeholder' | 'missing-placeholder' | 'stray-braces'; names: string }

/**
 * The cell's wording may use the placeholders of the template's own text and those of every message; any other would
 * stay empty. It must include the OTP, the link, and text that the cell writes for each message. `own`: the template's
 * text for the same part.
 */
export function faultOfWords(words: string, own: string): WordingFault | null {
  const [named, known] = [placeholdersIn(words), placeholdersIn(own)]
  const unknown = named.filter((name) => !known.includes(name) && !(courseValues as readonly string[]).includes(name))
  if (unknown.length) return { code: 'unknown-placeholder', names: unknown.join(', ') }
  if (/\{\{|\}\}/.test(words.replace(/\{\{\w+\}\}/g, ''))) return { code: 'stray-braces', names: '' }
  const missing = known.filter((name) => essential.includes(name) && !named.includes(name))
  return missing.length ? { code: 'missing-placeholder', names: missing.join(', ') } : null
}

/** The characters of the basic SMS alphabet (GSM 03.38) that count once; any other character halves the capacity. */
const basicAlphabet = /^[A-Za-z0-9 \n\r@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/

/**
 * The number of SMS parts: one of 160 characters, or several of 153; with other letters one of 70, or several of 67.
 */
export function smsParts(text: string): number {
  const [alone, together] = basicAlphabet.test(text) ? [160, 153] : [70, 67]
  return text.length <= alone ? 1 : Math.ceil(text.length / together)
}

/** The most parts of one SMS. */
export const mostSmsParts = 4
