import Type, { type Static } from 'typebox'
import type { FormShape } from '#server/domain/application/form/form-rules.ts'
import type { RehearsalRules, SeatMove } from '#server/domain/rehearsal/play.ts'
import { type SettingField, settingForm, type TypedSetting } from '#server/domain/season/setting-forms.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import { matrixSeatTypes, type SeatType } from '#server/domain/terms/seat-types.ts'
import { settingProperties } from '#server/features/content/content/schema.ts'
import { contract, field } from '#server/http/shape.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'

/** The settings that a rehearsal may play with. */
export const rehearsedSettings = ['rounds', 'merit'] as const
export type RehearsedSetting = (typeof rehearsedSettings)[number]

/** A tuition fee waiver seat has choice codes of its own, so its seats move nowhere. */
export const movableTypes = matrixSeatTypes.filter((type) => type !== 'TFWS')

/** The fields of a rehearsal by setting. When the mock allotment runs changes no seat, so it is not asked. */
export const fieldsOf = (setting: RehearsedSetting, shape: FormShape): readonly SettingField[] =>
  settingForm(setting, shape).fields.filter(({ name }) => name !== 'mock')

const SeatMoveFields = Type.Object({
  from: Type.Optional(Type.Enum(movableTypes as [string, ...string[]], { fault: 'settingChoice' })),
  to: Type.Optional(Type.Enum(movableTypes as [string, ...string[]], { fault: 'settingChoice' })),
  percent: Type.Optional(field({ fault: 'rehearsalPercent', maxLength: 3, pattern: '^(?:[1-9][0-9]?|100)$' })),
})
export type TypedRehearsal = TypedSetting & Static<typeof SeatMoveFields>

/** What the desk sends: the season, the fields of both settings, and one move of seats. */
export const rehearsalContract = (shape: FormShape) =>
  contract({
    season: field({ fault: 'rehearsalSeason', maxLength: 9, pattern: '^20[0-9]{2}-20[0-9]{2}$' }),
    ...settingProperties(rehearsedSettings.flatMap((setting) => [...fieldsOf(setting, shape)])),
    ...SeatMoveFields.properties,
  })

/** The rules as typed, or the fields at fault. `known`: the criteria of the season that is played. */
export function rulesTyped(
  typed: TypedRehearsal,
  shape: FormShape,
  known: readonly MeritCriterion[],
): Result<RehearsalRules> {
  const rounds = settingForm('rounds', shape).valueOf({ ...typed, mock: 'never' })
  const merit = settingForm('merit', shape).valueOf(typed)
  const faults: FieldFault[] = [
    ...('faults' in rounds ? rounds.faults : []),
    ...('faults' in merit ? merit.faults : []),
  ]
  if (!('faults' in merit)) {
    const place = merit.value.findIndex((criterion) => !known.includes(criterion))
    if (place >= 0) faults.push({ field: `criterion${place + 1}`, code: 'rehearsal-criterion' })
  }
  const { from, to, percent } = typed
  const isMove = Boolean(from || to || percent)
  if (isMove) {
    for (const name of ['from', 'to', 'percent'] as const)
      if (!typed[name]) faults.push({ field: name, code: 'rehearsal-move' })
    if (from && from === to) faults.push({ field: 'to', code: 'rehearsal-same-type' })
  }
  if (faults.length || 'faults' in rounds || 'faults' in merit) return refuse('check-answers', 422, { fields: faults })
  const moves: SeatMove[] = isMove ? [{ from: from as SeatType, to: to as SeatType, percent: Number(percent) }] : []
  return ok({ plan: rounds.value.plan, criteria: merit.value, moves })
}
