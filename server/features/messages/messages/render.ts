import type { Course } from '#server/courses/course.ts'
import { nameIn } from '#server/domain/application/form/seat-names.ts'
import {
  filledIn,
  type MessageChannel,
  type MessagePart,
  type MessageTemplate,
  placeholdersIn,
  textPart,
  type Wording,
} from '#server/domain/messages/message-templates.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { TextValues } from '#server/i18n/page-text.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'

export type MessageContent = {
  template: MessageTemplate
  channel: MessageChannel
  language: Language
  /** Everything but the course's own values: params, secrets, minutes. */
  values: TextValues
  /** The cell's wording in place of the template's own; null if there is none. */
  wording: Wording | null
  /** For the second receiver, who gets the words of the SMS in an e-mail too, with the link that ends these messages. */
  isCopy?: boolean
}

/** The text of a message; e-mail has a subject and ends with the cell's name and where to get help. */
export function renderMessage(course: Course, content: MessageContent): { text: string; subject?: string } {
  const { channel, language } = content
  const values = completeValues(course, content)
  if (channel !== 'email') return { text: wordsOf(content, textPart(channel), values) }
  const { subject, text } = renderBody(course, content)
  return { subject, text: `${text}\n\n${translate(language, keyOf('signature'), values)}\n` }
}

/** An e-mail's subject and text, without its signature. */
export function renderBody(course: Course, content: MessageContent): { subject: string; text: string } {
  const values = completeValues(course, content)
  const words = content.isCopy
    ? translate(content.language, keyOf('copy'), { ...values, text: wordsOf(content, 'sms', values) })
    : wordsOf(content, 'email', values)
  // A line whose only value is empty leaves no gap.
  const text = words.replace(/\n{3,}/g, '\n\n')
  return { subject: wordsOf(content, 'subject', values), text }
}

const wordsOf = ({ template, language, wording }: MessageContent, part: MessagePart, values: TextValues): string => {
  const own = wording?.texts[part]?.[language]
  return own === undefined ? translate(language, keyOf(`${template}.${part}`), values) : filledIn(own, values)
}

/** The placeholders in a message's texts that have no value; such a message must not be written. */
export function unfilledPlaceholders(course: Course, content: MessageContent): string[] {
  const { template, channel, language, wording, isCopy } = content
  const values = completeValues(course, content)
  const parts: MessagePart[] = channel === 'email' ? [isCopy ? 'sms' : 'email', 'subject'] : [textPart(channel)]
  if (isCopy && channel === 'email' && values.link === undefined) return ['link']
  const wanted = parts.flatMap((part) =>
    placeholdersIn(wording?.texts[part]?.[language] ?? pageTexts[language](keyOf(`${template}.${part}`))),
  )
  return [...new Set(wanted)].filter((placeholder) => values[placeholder] === undefined)
}

const keyOf = (name: string) => `messages:${name}` as TextKey

/** Values stay on one line, so that a name cannot forge extra lines in a message. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
/** The cell wrote `body` itself, so it keeps its lines. */
const manyLines = (text: string) => text.split('\n').map(oneLine).join('\n')

/** The values that name an institute and a course of the seat matrix. */
const placeNames = ['institute', 'branch'] as const

function completeValues(course: Course, { template, language, values }: MessageContent): TextValues {
  const own: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values)) {
    own[name] = typeof value === 'string' ? (name === 'body' ? manyLines : oneLine)(value) : value
  }
  for (const name of placeNames) if (typeof own[name] === 'string') own[name] = nameIn(own[name], language, course.form)
  if ((template === 'step-up-otp' || template === 'code-at-centre') && values.purpose !== undefined) {
    own.purpose = translate(language, keyOf(`purpose.${values.purpose}`))
  }
  return {
    ...own,
    course: course.courseShortTitle[language],
    cell: course.cellName[language],
    helpPhone: course.contact.phone,
    helpEmail: course.contact.email,
    helpHours: course.contact.hours[language],
  }
}
