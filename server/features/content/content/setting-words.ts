import type { FormRules } from '#server/domain/application/form/form-rules.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import type { CellSetting, CellSettings } from '#server/domain/season/cell-settings.ts'
import type { ChangeVerdict } from '#server/domain/season/setting-changes.ts'
import { type SettingField, settingForm } from '#server/domain/season/setting-forms.ts'
import { roundsWithFewerStages, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { formatCount, formatDate } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ist } from '#server/kernel/time.ts'

type Shape = Pick<FormRules, 'qualification' | 'lists'>

/** The words of a field. */
export const labelOf = (t: Translate, { label, values }: SettingField): string => t(label as TextKey, values)

/** Who reads the words of a setting. */
type Reader = { t: Translate; language: Language }

/** A typed answer as people read it: a choice in words, a sum in rupees, a date, districts by their names. */
export function answerOf({ t, language }: Reader, field: SettingField, typed: string, shape: Shape): string {
  if (typed === '') return t('season:field.none')
  if (field.kind === 'date') return formatDate(ist(typed), language)
  if (field.kind === 'districts')
    return typed
      .split(', ')
      .map((code) => districtName(code, language, shape))
      .join(', ')
  if (field.kind === 'choice') return t(`${field.words}${typed}` as TextKey)
  if (field.kind === 'picture') return t('season:picture.named', { mark: typed })
  return field.kind === 'sum' ? `₹${formatCount(Number(typed))}` : typed
}

/** A value of a setting as labelled words; empty fields are left out. */
export function wordsOf<K extends CellSetting>(reader: Reader, setting: K, value: CellSettings[K], shape: Shape) {
  const form = settingForm(setting, shape)
  const typed = form.typedOf(value)
  return form.fields.flatMap((field) => {
    const text = typed[field.name] ?? ''
    return text === ''
      ? []
      : [{ name: field.name, label: labelOf(reader.t, field), value: answerOf(reader, field, text, shape) }]
  })
}

/** What differs between two values, one line a field. */
export function differences<K extends CellSetting>(
  reader: Reader,
  setting: K,
  { before, after }: { before: CellSettings[K]; after: CellSettings[K] },
  shape: Shape,
): string[] {
  const form = settingForm(setting, shape)
  const [old, now] = [form.typedOf(before), form.typedOf(after)]
  return form.fields.flatMap((field) => {
    const [from, to] = [old[field.name] ?? '', now[field.name] ?? '']
    if (from === to) return []
    const words = { before: answerOf(reader, field, from, shape), after: answerOf(reader, field, to, shape) }
    return [reader.t('season:confirm.line', { label: labelOf(reader.t, field), ...words })]
  })
}

/** What is allowed and yet hardly meant in a value, one line each: a round that converts seats less far than the one before it. */
export function remarksOn<K extends CellSetting>(t: Translate, setting: K, value: CellSettings[K]): string[] {
  if (setting !== 'rounds') return []
  const { plan } = value as CellSettings['rounds']
  return roundsWithFewerStages(plan).map((round) =>
    t('season:remark.fewer-stages', {
      round,
      stage: rulesOf(plan, round).stages.at(-1)!,
      before: rulesOf(plan, round - 1).stages.at(-1)!,
    }),
  )
}

/** Whom a change touches, and why it needs an order, one line each. */
export function verdictLines(t: Translate, { why, round, touches }: ChangeVerdict): string[] {
  const lines = touches.map(({ who, count, effect }) => {
    const people = t(`season:touch.${who}` as TextKey, { count })
    return effect === 'kept' ? t('season:touch.kept', { who: people }) : people
  })
  return [
    ...(why === null ? [] : [t(`season:why.${why}`, { round: round ?? '' })]),
    ...(lines.length ? lines : [t('season:confirm.nobody')]),
  ]
}
