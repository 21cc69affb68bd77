import Type, { type TSchema } from 'typebox'
import {
  type MessagePart,
  type MessageTemplate,
  partsOf,
  providerIdPattern,
  smsTemplates,
} from '#server/domain/messages/message-templates.ts'
import { contract, field } from '#server/http/shape.ts'
import { type Language, languages } from '#server/kernel/languages.ts'

/** Characters, before the placeholders are filled in. */
const lengths: Readonly<Record<MessagePart, number>> = { sms: 400, whatsapp: 1000, subject: 160, email: 4000 }

/** `('sms', 'en')` → `smsEn`: the field of a form. */
export const fieldOf = (part: MessagePart | 'id', language: Language): string =>
  `${part}${language === 'en' ? 'En' : 'Mr'}`

const lines = { tidy: 'lines', multiline: true } as const

/** The wording of a template in both languages, with the provider's ids. */
export const wordingForm = (template: MessageTemplate) =>
  contract(
    Object.fromEntries<TSchema>([
      ...partsOf(template).flatMap((part) =>
        languages.map((language): [string, TSchema] => [
          fieldOf(part, language),
          field({
            fault: 'templateWords',
            minLength: 3,
            maxLength: lengths[part],
            // An SMS with an OTP ends with a line of its own.
            ...(part === 'subject' ? {} : lines),
          }),
        ]),
      ),
      ...languages.map((language): [string, TSchema] => [
        fieldOf('id', language),
        Type.Optional(field({ fault: 'templateId', maxLength: 60, pattern: providerIdPattern })),
      ]),
      ['version', field({ fault: 'templateVersion', maxLength: 9, pattern: '^[0-9]+$' })],
      ['confirmed', Type.Optional(field({ fault: 'templateConfirmed', maxLength: 3 }))],
    ]),
  )

export const longest = (part: MessagePart): number => lengths[part]

/** Restores the template's original wording. */
export const OwnWords = contract({
  intent: Type.Literal('own-words'),
  version: field({ fault: 'templateVersion', maxLength: 9, pattern: '^[0-9]+$' }),
})

/** The field of an id on the page of all ids. */
export const idField = ({ template, language }: { template: MessageTemplate; language: Language }): string =>
  `id-${template}-${language}`

/** The provider's ids of every SMS, as one page takes them. */
export const IdsForm = contract(
  Object.fromEntries<TSchema>([
    ['seen', field({ fault: 'templateVersion', maxLength: 9, pattern: '^[0-9]+$' })],
    ...smsTemplates.flatMap((template) =>
      languages.map((language): [string, TSchema] => [
        idField({ template, language }),
        Type.Optional(field({ fault: 'templateId', maxLength: 60, pattern: providerIdPattern })),
      ]),
    ),
  ]),
)
