import { differences } from '#pages/parts/settings/words.server.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import { type Ended, groupings } from '#server/domain/rehearsal/compare.ts'
import type { CellSettings } from '#server/domain/season/cell-settings.ts'
import { settingForm } from '#server/domain/season/setting-forms.ts'
import { reservedCategoryName, type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { DeskPage } from '#server/features/index.ts'
import {
  type RehearsedSetting,
  rehearsedSettings,
  type TypedRehearsal,
} from '#server/features/seats/rehearsal/schema.ts'
import type { RehearsalView } from '#server/features/seats/rehearsal/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'

type RehearsalPage = DeskPage<'rehearsal/:id'>

export const texts = ['rehearsal', 'season', 'merit', 'form'] as const

const rehearsalOf = ({ services, params }: RehearsalPage): RehearsalView | null =>
  services.rehearsal.rehearsal(params.id)

export function title(page: RehearsalPage) {
  const found = rehearsalOf(page)
  if (!found) return page.t('staff:menu.rehearsal')
  return page.t('rehearsal:title', { time: formatDateTime(found.madeAt, page.language) })
}

/** One rehearsal: its rules, what it would have changed, and the way to make it this season's draft. */
export function load(page: RehearsalPage) {
  const found = rehearsalOf(page)
  if (!found) return null
  const { services, cellBase, language, t } = page
  const { state, fault, comparison, academicYear } = found
  const form = services.course.form
  const seat = (end: Ended | null) => {
    if (!end) return t('rehearsal:no-seat')
    const { choiceCode, preference } = end
    const seatType = seatTypeName(end.seatType as SeatType)[language]
    if (preference === null) return t('rehearsal:end.unlisted', { choiceCode, seatType })
    return t('rehearsal:end', { preference, choiceCode, seatType })
  }
  const nameOf = (grouping: (typeof groupings)[number], group: string): string => {
    if (group === '') return t('rehearsal:nowhere')
    if (grouping === 'district') return districtName(group, language, form)
    if (grouping === 'type') return t(typeKey(form, group) as TextKey)
    if (grouping === 'category')
      return reservedCategoryName(group)?.[language] ?? t(`rehearsal:category.${group}` as TextKey)
    return t(`rehearsal:gender.${group}` as TextKey)
  }
  return {
    state,
    academicYear,
    back: href(cellBase, 'rehearsal'),
    time: formatDateTime(found.madeAt, language),
    by: found.by,
    fault: fault && { code: fault.fault, round: fault.round, details: fault.details.slice(0, 3).join(', ') },
    rules: rulesInWords(page, found),
    draft: comparison ? changedSettings(page, found) : [],
    comparison: comparison && {
      ...comparison,
      groups: groupings.map((grouping) => ({
        grouping,
        lines: comparison.groups[grouping].map((line) => ({ ...line, label: nameOf(grouping, line.group) })),
      })),
      largest: comparison.largest.map(({ number, was, would }) => ({ number, was: seat(was), would: seat(would) })),
    },
  }
}

/** The value of a setting in a rehearsal; the mock allotment stays as it is. */
function valueIn<K extends RehearsedSetting>(page: RehearsalPage, setting: K, typed: TypedRehearsal): CellSettings[K] {
  const { course, settings } = page.services
  const form = settingForm(setting, course.form)
  const { mock } = form.typedOf(settings.valueNow(setting) as CellSettings[K])
  const read = form.valueOf(mock === undefined ? typed : { ...typed, mock })
  if ('faults' in read) throw new Error(`a rehearsal of ${setting} that cannot be read`)
  return read.value
}

/** How the rules that were played differ from that season's. */
function rulesInWords(page: RehearsalPage, { academicYear, typed }: RehearsalView): string[] {
  const { services, t, language } = page
  const form = services.course.form
  const own = services.rehearsal.seasons().find((season) => season.academicYear === academicYear)
  if (!own) return []
  const { mockAllotmentAfter } = valueIn(page, 'rounds', typed)
  const { from, to, percent } = typed
  return [
    ...differences(
      page,
      'rounds',
      { before: { plan: own.plan, mockAllotmentAfter }, after: valueIn(page, 'rounds', typed) },
      form,
    ),
    ...differences(page, 'merit', { before: own.criteria, after: valueIn(page, 'merit', typed) }, form),
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

/** The settings in which a rehearsal differs from this season. */
function changedSettings(page: RehearsalPage, { typed }: RehearsalView): RehearsedSetting[] {
  const { settings, course } = page.services
  return rehearsedSettings.filter((setting) => {
    const change = { before: settings.valueNow(setting) as never, after: valueIn(page, setting, typed) as never }
    return differences(page, setting, change, course.form).length > 0
  })
}

/** Proposes the rules as this season's settings; the first refusal stops it, and says which setting it is about. */
export function action(page: RehearsalPage) {
  const { services, actor, t, cellBase } = page
  const { settings, course } = services
  const found = rehearsalOf(page)
  if (!found?.comparison) return page.redirect(href(cellBase, 'rehearsal'))
  const changed = changedSettings(page, found)
  const here = href(cellBase, 'rehearsal/:id', { id: found.id })
  for (const setting of changed) {
    const form = settingForm(setting, course.form)
    const typed = form.typedOf(valueIn(page, setting, found.typed) as never)
    const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
    const base = String(settings.newest(setting))
    const done = settings.propose(actor, setting, given, { intent: 'propose', base })
    if (!done.ok) return done
  }
  const names = changed.map((setting) => t(`rehearsal:setting.${setting}`)).join(', ')
  const key = settings.isOpened() ? 'rehearsal:flash.draft' : 'rehearsal:flash.set'
  return page.redirect(here, { type: 'success', key, values: { settings: names } })
}
