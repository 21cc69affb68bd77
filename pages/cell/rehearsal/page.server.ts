import { shownFields } from '#pages/parts/settings/fields.server.ts'
import { changedRules } from '#pages/parts/settings/rehearsed-rules.server.ts'
import { href } from '#pages/ui/href.ts'
import { settingForm } from '#server/domain/season/setting-forms.ts'
import { seatTypeName } from '#server/domain/terms/seat-types.ts'
import { settingProperties } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import {
  fieldsOf,
  movableTypes,
  type RehearsedSetting,
  rehearsalContract,
  rehearsedSettings,
  type TypedRehearsal,
} from '#server/features/seats/rehearsal/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['rehearsal', 'season', 'merit'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.rehearsal')

/** The seasons that can be played again, the form of the rules, and the newest rehearsals. */
export function load(page: DeskPage) {
  const { services, cellBase, language } = page
  const { rehearsal, course } = services
  const seasons = rehearsal.seasons()
  const own = seasons[0]
  const typed: Record<string, string> = own
    ? {
        ...settingForm('rounds', course.form).typedOf({ plan: own.plan, mockAllotmentAfter: null }),
        ...settingForm('merit', course.form).typedOf(own.criteria),
      }
    : {}
  const fields = (setting: RehearsedSetting) => shownFields(page, fieldsOf(setting, course.form), typed)
  const newest = rehearsal.newest()
  // Reload without JavaScript too.
  if (newest.some(({ state }) => state === 'running')) page.reply.header('refresh', '6')
  return {
    seasons: seasons.map(({ academicYear, people, differing }) => ({ academicYear, people, differing })),
    fields: Object.fromEntries(rehearsedSettings.map((setting) => [setting, fields(setting)])) as Record<
      RehearsedSetting,
      ReturnType<typeof fields>
    >,
    seatTypes: movableTypes.map((value) => ({ value, label: `${value}: ${seatTypeName(value)[language]}` })),
    rehearsals: newest.map((one) => ({
      id: one.id,
      academicYear: one.academicYear,
      by: one.by,
      state: one.state,
      time: formatDateTime(one.madeAt, language),
      rules: changedRules(
        page,
        one,
        seasons.find(({ academicYear }) => academicYear === one.academicYear),
      ),
      changed: one.comparison?.changed ?? null,
      href: href(cellBase, 'rehearsal/:id', { id: one.id }),
    })),
  }
}

export function action(page: DeskPage) {
  const { rehearsal, course } = page.services
  const fields = rehearsedSettings.flatMap((setting) => [...fieldsOf(setting, course.form)])
  const form = page.form(rehearsalContract(settingProperties(fields)))
  if (!form.ok) return form
  const { season, ...typed } = form.value as Record<string, string>
  const begun = rehearsal.begin(page.actor, season!, typed as TypedRehearsal)
  return begun.ok ? page.redirect(href(page.cellBase, 'rehearsal/:id', { id: begun.value })) : begun
}
