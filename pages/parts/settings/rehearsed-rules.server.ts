import type { CellSettings } from '#server/domain/season/cell-settings.ts'
import { settingForm } from '#server/domain/season/setting-forms.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { DeskPage } from '#server/features/index.ts'
import {
  isPlayed,
  type RehearsedSetting,
  rehearsedSettings,
  type TypedRehearsal,
} from '#server/features/seats/rehearsal/schema.ts'
import type { PastSeason, RehearsalView } from '#server/features/seats/rehearsal/service.ts'

type Reader = Pick<DeskPage, 'services' | 't' | 'language'>

/** The value of a setting in a rehearsal; what is not played stays as it is. */
export function valueIn<K extends RehearsedSetting>(
  { services: { course, settings } }: Reader,
  setting: K,
  typed: TypedRehearsal,
): CellSettings[K] {
  const form = settingForm(setting, course.form)
  const now = Object.entries(form.typedOf(settings.valueNow(setting) as CellSettings[K]))
  const read = form.valueOf({ ...typed, ...Object.fromEntries(now.filter(([name]) => !isPlayed(name))) })
  if ('faults' in read) throw new Error(`a rehearsal of ${setting} that cannot be read`)
  return read.value
}

/** How the rules that were played differ from that season's; null if its record is gone. */
export function changedRules(reader: Reader, { typed }: RehearsalView, own: PastSeason | undefined): string[] | null {
  if (!own) return null
  const { services, t, language } = reader
  const { form } = services.course
  const { differences } = services.settings.words
  const rounds = valueIn(reader, 'rounds', typed)
  const { from, to, percent } = typed
  return [
    ...differences(reader, 'rounds', { before: { ...rounds, plan: own.plan }, after: rounds }, form),
    ...differences(reader, 'merit', { before: own.criteria, after: valueIn(reader, 'merit', typed) }, form),
    ...(from && to && percent
      ? [
          t('rehearsal:move', {
            percent,
            from: seatTypeName(from as SeatType)[language],
            to: seatTypeName(to as SeatType)[language],
          }),
        ]
      : []),
  ]
}

/** All rounds and criteria that were played, changed or not, as labelled words; without what is not played. */
export const allRules = (reader: Reader, { typed }: RehearsalView) =>
  rehearsedSettings.flatMap((setting) =>
    reader.services.settings.words
      .wordsOf(reader, setting, valueIn(reader, setting, typed) as never, reader.services.course.form)
      .filter(({ name }) => isPlayed(name)),
  )
