import Type, { type Static, type TSchema } from 'typebox'
import { pictureMarkPattern } from '#server/domain/season/cell-pictures.ts'
import type { CellSetting } from '#server/domain/season/cell-settings.ts'
import { keptItems } from '#server/domain/season/set-up.ts'
import type { SettingField } from '#server/domain/season/setting-forms.ts'
import { emailPattern } from '#server/domain/terms/person.ts'
import { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import { contract, day, field } from '#server/http/shape.ts'

const words = (fault: string, maxLength: number) => field({ fault, minLength: 3, maxLength })

/** The contract of one field of a setting. */
function typeOf(one: SettingField): TSchema {
  const { fault } = one
  if (one.kind === 'number' || one.kind === 'sum')
    return Type.Integer({ fault, minimum: one.least, maximum: one.most, params: { least: one.least, most: one.most } })
  if (one.kind === 'choice') return Type.Enum([...one.options], { fault })
  if (one.kind === 'picture') return field({ fault, maxLength: 16, pattern: pictureMarkPattern })
  if (one.kind === 'date') return day(fault)
  const { kind, maxLength, pattern } = one as Extract<SettingField, { maxLength: number }>
  return field({
    fault,
    maxLength,
    ...(pattern === undefined ? { minLength: 3 } : { pattern }),
    ...(kind === 'email' && { tidy: 'email' as const }),
  })
}

const rowId = (fault: string) => field({ fault, maxLength: 9, pattern: '^(0|[1-9][0-9]*)$' })

/** Besides its fields: the version that the writer saw, when it takes effect, and the order of the authority. */
export const SettingMeta = contract({
  intent: Type.Literal('propose'),
  base: rowId('settingBase'),
  /** From midnight of this day on, by the portal's clock; without it, once it is approved. */
  date: Type.Optional(day('settingDate')),
  orderNumber: Type.Optional(
    field({ fault: 'orderNumber', maxLength: 40, pattern: '^[A-Za-z0-9][A-Za-z0-9 ./()-]{1,39}$' }),
  ),
  /** The change that the writer saw and agreed to. */
  confirmed: Type.Optional(field({ fault: 'agreedTo', maxLength: 80 })),
})
export type SettingMeta = Static<typeof SettingMeta>

/** The order by which several values are proposed at once, where one is needed. */
export const SettingOrder = contract({ orderNumber: SettingMeta.properties.orderNumber })

/** A proposed version of a setting as typed: its fields, and what every proposal has. */
export const settingContract = (fields: readonly SettingField[]) =>
  contract({ ...SettingMeta.properties, ...settingProperties(fields) })

/** The schema of each field of a setting, by its name. */
export const settingProperties = (fields: readonly SettingField[]) =>
  Object.fromEntries(fields.map((one) => [one.name, one.isOptional ? Type.Optional(typeOf(one)) : typeOf(one)]))

/** The values of several settings on one page: each with its fields, named after it, and the version that the writer saw. */
export const valuesContract = (settings: readonly { setting: CellSetting; fields: readonly SettingField[] }[]) =>
  contract(
    Object.fromEntries(
      settings.flatMap(({ setting, fields }) => [
        [inSetting(setting, 'base'), rowId('settingBase')],
        ...Object.entries(settingProperties(fields)).map(([name, type]) => [inSetting(setting, name), type] as const),
      ]),
    ),
  )

/** The name of a setting's field among those of other settings. */
export const inSetting = (setting: CellSetting, name: string): string => `${setting}-${name}`

/** What another person does with a proposal. */
export const SettingDecision = contract({
  intent: Type.Enum(['approve', 'discard'] as const),
  id: rowId('settingId'),
})

/** What is done on the page of the set-up. */
export const SetUpAct = contract({
  intent: Type.Enum(['payment', 'backup', 'propose'] as const),
  /** Why the portal may open although it lacks something. */
  reason: Type.Optional(field({ fault: 'openingReason', minLength: 10, maxLength: 300 })),
})
export const SetUpKeep = contract({
  intent: Type.Literal('keep'),
  item: Type.Enum(keptItems, { fault: 'setUpItem' }),
})
export const TestMessage = contract({
  intent: Type.Literal('message'),
  mobile: field({ fault: 'testMobile', maxLength: 20, pattern: '^[6-9][0-9]{9}$', tidy: 'mobile' }),
  email: field({ fault: 'cellEmail', maxLength: 254, pattern: emailPattern, tidy: 'email' }),
})
export type TestMessage = Static<typeof TestMessage>
export const OpeningDecision = contract({
  intent: Type.Enum(['open', 'discard'] as const),
  id: rowId('settingId'),
})

/** The text fields of a public file, sent with its bytes. `address`: the fixed name of a document in the menu. */
export const PublicFileDraft = contract({
  address: Type.Optional(Type.Enum(uploadedPdfs, { fault: 'fileAddress' })),
  titleEn: words('fileTitle', 160),
  titleMr: words('fileTitle', 160),
})
export type PublicFileDraft = Static<typeof PublicFileDraft>

export const PublicFileAct = contract({
  intent: Type.Enum(['withdraw'] as const),
  id: field({ fault: 'fileId', maxLength: 9, pattern: '^[1-9][0-9]*$' }),
})
