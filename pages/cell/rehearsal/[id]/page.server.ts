import { allRules, changedRules, valueIn } from '#pages/parts/settings/rehearsed-rules.server.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import { type Comparison, type Ended, groupings } from '#server/domain/rehearsal/compare.ts'
import { settingForm } from '#server/domain/season/setting-forms.ts'
import { reservedCategoryName, type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import { SettingOrder } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { type RehearsedSetting, rehearsedSettings } from '#server/features/seats/rehearsal/schema.ts'
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
  const courses = new Map(services.seats.inForce()?.courses.map((one) => [one.choiceCode, one]))
  const seat = (end: Ended | null) => {
    if (!end) return { words: t('rehearsal:no-seat'), place: null }
    const { choiceCode, preference } = end
    const course = courses.get(choiceCode)
    const values = { choiceCode, seatType: seatTypeName(end.seatType as SeatType)[language] }
    return {
      words: preference === null ? t('rehearsal:end.unlisted', values) : t('rehearsal:end', { ...values, preference }),
      place: course ? `${page.named(course.institute)}, ${page.named(course.course)}` : null,
    }
  }
  const nameOf = (grouping: (typeof groupings)[number], group: string): string => {
    if (group === '') return t('rehearsal:nowhere')
    if (grouping === 'district') return districtName(group, language, form)
    if (grouping === 'type') return t(typeKey(form, group) as TextKey)
    if (grouping === 'category')
      return reservedCategoryName(group)?.[language] ?? t(`rehearsal:category.${group}` as TextKey)
    return t(`rehearsal:gender.${group}` as TextKey)
  }
  const own = services.rehearsal.seasons().find((season) => season.academicYear === academicYear)
  if (state === 'running') page.reply.header('refresh', '4') // without JavaScript too
  const draft = comparison ? draftOf(page, found) : []
  const rounds = valueIn(page, 'rounds', found.typed)
  return {
    state,
    academicYear,
    back: href(cellBase, 'rehearsal'),
    time: formatDateTime(found.madeAt, language),
    by: found.by,
    fault: fault && { code: fault.fault, round: fault.round, details: fault.details.slice(0, 3).join(', ') },
    rules: changedRules(page, found, own),
    remarks: services.settings.words.remarksOn(t, 'rounds', rounds),
    all: allRules(page, found),
    draft,
    mayDraft: draft.length > 0 && draft.every(({ isRefused, waits }) => !isRefused && waits === null),
    isOpened: services.settings.isOpened(),
    comparison: comparison && {
      ...comparison,
      seated: seatedIn(comparison),
      groups: groupings.map((grouping) => {
        // Most districts have few candidates, in whom nothing changes.
        const shown = comparison.groups[grouping].filter((line) => grouping !== 'district' || isChanged(line))
        return {
          grouping,
          leftOut: comparison.groups[grouping].length - shown.length,
          lines: shown.map((line) => ({ ...line, label: nameOf(grouping, line.group) })),
        }
      }),
      largest: comparison.largest.map(({ number, was, would }) => ({ number, was: seat(was), would: seat(would) })),
    },
  }
}

const isChanged = ({ gained, lost, better, worse }: Record<'gained' | 'lost' | 'better' | 'worse', number>) =>
  gained + lost + better + worse > 0

/** How many people have a seat at the end, then and in the rehearsal. Everybody has one gender. */
const seatedIn = ({ groups }: Comparison) => ({
  was: groups.gender.reduce((sum, { seatedWas }) => sum + seatedWas, 0),
  would: groups.gender.reduce((sum, { seatedWould }) => sum + seatedWould, 0),
})

/** How a setting of this season would take the rules: who is concerned, and whether it must wait or cannot change. */
type DraftPart = {
  setting: RehearsedSetting
  isRefused: boolean
  needsOrder: boolean
  waits: string | null
  lines: string[]
}

/** The settings in which a rehearsal differs from this season, each with how it would be taken now. */
function draftOf(page: RehearsalPage, { typed }: RehearsalView): DraftPart[] {
  const { services, t, cellBase } = page
  const { settings, course } = services
  const { differences, verdictLines } = settings.words
  return rehearsedSettings.flatMap((setting) => {
    const after = valueIn(page, setting, typed)
    const change = { before: settings.valueNow(setting) as never, after: after as never }
    const lines = differences(page, setting, change, course.form)
    if (!lines.length) return []
    const { verdict, isWaiting } = settings.forecast(setting, after)
    return [
      {
        setting,
        isRefused: verdict.verdict === 'refused',
        needsOrder: verdict.verdict === 'order',
        waits: isWaiting ? href(cellBase, 'settings/:setting', { setting }) : null,
        lines: [...lines, ...verdictLines(t, verdict)],
      },
    ]
  })
}

const here = ({ cellBase, params }: RehearsalPage) => href(cellBase, 'rehearsal/:id', { id: params.id })

/** Proposes the rules as this season's settings, all of them or none. */
export function action(page: RehearsalPage) {
  const { services, actor, t } = page
  const { settings, course } = services
  const found = rehearsalOf(page)
  if (!found?.comparison) return page.redirect(href(page.cellBase, 'rehearsal'))
  const form = page.form(SettingOrder)
  if (!form.ok) return form
  const draft = draftOf(page, found)
  if (!draft.length) return page.redirect(here(page))
  const changes = draft.map(({ setting }) => {
    const typed = settingForm(setting, course.form).typedOf(valueIn(page, setting, found.typed) as never)
    const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
    return { setting, typed: given, base: String(settings.newest(setting)) }
  })
  const done = settings.proposeTogether(actor, changes, form.value)
  if (!done.ok) return done
  const names = draft.map(({ setting }) => t(`rehearsal:setting.${setting}`)).join(', ')
  const key = done.value.isWaiting ? 'rehearsal:flash.draft' : 'rehearsal:flash.set'
  return page.redirect(here(page), { type: 'success', key, values: { settings: names } })
}
