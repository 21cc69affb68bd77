import Type, { type Static, type TSchema } from 'typebox'
import type { FormShape } from '#server/domain/application/form/form-rules.ts'
import { type SettingField, settingForm, type TypedSetting } from '#server/domain/season/setting-forms.ts'
import { matrixSeatTypes } from '#server/domain/terms/seat-types.ts'
import { contract, field } from '#server/http/shape.ts'

/** The settings that a rehearsal may play with. */
export const rehearsedSettings = ['rounds', 'merit'] as const
export type RehearsedSetting = (typeof rehearsedSettings)[number]

/** A tuition fee waiver seat has choice codes of its own, so its seats move nowhere. */
export const movableTypes = matrixSeatTypes.filter((type) => type !== 'TFWS')

/**
 * Fields that no rehearsal asks for: when the mock allotment runs changes no seat, and what people would have answered to a
 * roll-call nobody knows.
 */
const unplayed: readonly string[] = ['mock', 'rollCall']
export const isPlayed = (name: string): boolean => !unplayed.includes(name)

/** The fields of a rehearsal by setting. */
export const fieldsOf = (setting: RehearsedSetting, shape: FormShape): readonly SettingField[] =>
  settingForm(setting, shape).fields.filter(({ name }) => isPlayed(name))

/** The season, and one move of seats. */
const RehearsalFields = Type.Object({
  season: field({ fault: 'rehearsalSeason', maxLength: 9, pattern: '^20[0-9]{2}-20[0-9]{2}$' }),
  from: Type.Optional(Type.Enum(movableTypes as [string, ...string[]], { fault: 'settingChoice' })),
  to: Type.Optional(Type.Enum(movableTypes as [string, ...string[]], { fault: 'settingChoice' })),
  percent: Type.Optional(field({ fault: 'rehearsalPercent', maxLength: 3, pattern: '^(?:[1-9][0-9]?|100)$' })),
})
/** What was typed, but for the season. */
export type TypedRehearsal = TypedSetting & Omit<Static<typeof RehearsalFields>, 'season'>

/** What the desk sends; `settings`: the schema of the fields of both settings. */
export const rehearsalContract = (settings: Readonly<Record<string, TSchema>>) =>
  contract({ ...settings, ...RehearsalFields.properties })
