import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { DecideForm, SignForInstitute } from '#server/features/admission/reporting/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'
import { ist } from '#server/kernel/time.ts'

export const texts = ['reporting', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.reporting-days')

/** The days of a round, the list of its institutes as the address asks for it, and the corrections that wait. */
export function load(page: DeskPage) {
  const { services, actor, query, language } = page
  const found = services.reporting.roundDays(actor, { round: query.round })
  const days = found.ok ? found.value : null
  const list = listView(page, services.deskLists.lists['reporting-days'])
  const district = (code: string) => districtName(code, language, services.course.form)
  return {
    list: { ...list, rows: list.rows.map((row) => ({ ...row, district: district(row.district) })) },
    days: days && {
      ...days,
      days: days.days.map(({ day, isOver, isToCome, signed }) => ({
        date: day,
        words: formatDate(ist(day), language),
        isOver,
        isToCome,
        signed,
      })),
      waiting: days.waiting.map(
        ({ id, kind, userId, fullName, instituteCode, reason, preparedByName, mayRelease }) => ({
          id,
          kind,
          userId,
          fullName,
          instituteCode,
          reason,
          preparedByName,
          mayRelease,
        }),
      ),
    },
  }
}

/** The cell signs for an institute, or decides on a correction as the second person. */
export function action(page: DeskPage) {
  const { reporting } = page.services
  if (page.posted.intent === 'sign-for') {
    const form = page.form(SignForInstitute)
    if (!form.ok) return form
    const { institute, round, day } = form.value
    const signed = reporting.signFor(page.actor, institute, Number(round), day)
    if (!signed.ok) return signed
    return page.redirect(href(page.cellBase, 'reporting-days', undefined, { round }), {
      type: 'success',
      key: 'reporting:flash.signed-for',
      values: { institute },
    })
  }
  const form = page.form(DecideForm)
  if (!form.ok) return form
  const { intent, correction } = form.value
  const decided = reporting.decideCorrection(page.actor, Number(correction), intent)
  if (!decided.ok) return decided
  return page.redirect(href(page.cellBase, 'reporting-days'), {
    type: 'success',
    key: intent === 'release' ? 'reporting:flash.released' : 'reporting:flash.discarded',
    values: { userId: decided.value.userId },
  })
}
