import type { FormShape } from '#server/domain/application/form/form-rules.ts'
import type { RehearsalRules, SeatMove } from '#server/domain/rehearsal/play.ts'
import { settingForm } from '#server/domain/season/setting-forms.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { TypedRehearsal } from './schema'

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
