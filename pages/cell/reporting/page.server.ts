import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskGroup } from '#server/domain/admission/reporting.ts'
import { SignForm } from '#server/features/admission/reporting/schema.ts'
import type { WithdrawnAdmission } from '#server/features/admission/reporting/store.ts'
import type { DeskPage } from '#server/features/index.ts'
import { JkAdmit } from '#server/features/seats/jk-seats/schema.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { ist } from '#server/kernel/time.ts'

export const texts = ['reporting', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.reporting')

/** An institute's candidates in a round, the days to sign, and what waits for a second person. */
export function load(page: DeskPage) {
  const { services, actor, query, language } = page
  const found = services.reporting.day(actor, { round: query.round })
  const day = found.ok ? found.value : null
  const withdrawnRow = ({ userId, fullName, orderNumber, at }: WithdrawnAdmission) => ({
    userId,
    fullName,
    orderNumber,
    at: formatDateTime(at, language),
  })
  return {
    refused: found.ok ? null : found.refusal.code,
    openReturns: services.cancellation.openAt(actor),
    objections: services.admissionReports
      .objectionsAt(actor)
      .map(({ userId, fullName, reason, answer }) => ({ userId, fullName, reason, isAnswered: answer !== null })),
    toNote: services.reporting.withdrawalsToNote(actor).map(withdrawnRow),
    /** J&K migrants with a seat at the institute, beside the rounds. */
    jk: services.jkSeat.at(actor).map(({ userId, fullName, choiceCode, course, admittedAt }) => ({
      userId,
      fullName,
      choiceCode,
      course: page.named(course),
      admittedAt: admittedAt === null ? null : formatDateTime(admittedAt, language),
    })),
    list: listView(page, services.deskLists.lists.reporting),
    day: day && {
      ...day,
      name: page.named(day.name),
      courses: day.courses.map((one) => ({ ...one, course: page.named(one.course) })),
      missing: notRecorded(day.counts),
      days: day.days.map(({ day: date, closesAt, isOver, signed }) => ({
        date,
        words: formatDate(ist(date), language),
        closes: formatDateTime(closesAt, language),
        isOver,
        signed: signed && { ...signed, at: formatDateTime(signed.signedAt, language) },
      })),
      withdrawn: day.withdrawn.filter(({ seenAt }) => seenAt !== null).map(withdrawnRow),
      waiting: day.waiting.map(({ id, userId, fullName, kind, preparedByName }) => ({
        id,
        userId,
        fullName,
        kind,
        preparedByName,
      })),
    },
  }
}

/** Those who lose the seat unless they are recorded. */
const notRecorded = (counts: Record<DeskGroup, number>) => counts['to-report'] + counts['not-recorded']

/** Records that a J&K migrant is admitted. */
function admitJk(page: DeskPage) {
  const form = page.form(JkAdmit)
  if (!form.ok) return form
  const admitted = page.services.jkSeats.admit(page.actor, form.value)
  if (!admitted.ok) return admitted
  return page.redirect(href(page.cellBase, 'reporting'), { type: 'success', key: 'reporting:jk.flash' })
}

/** Signs a day, or records the admission of a J&K migrant. */
export function action(page: DeskPage) {
  if (page.posted.intent === 'admit-jk') return admitJk(page)
  const form = page.form(SignForm)
  if (!form.ok) return form
  const { round, day, checked } = form.value
  const desk = page.services.reporting.day(page.actor, { round })
  if (!checked && desk.ok && desk.value && notRecorded(desk.value.counts) > 0)
    return page.invalid({
      code: 'check-answers',
      status: 422,
      fields: [{ field: 'checked', code: 'reportingChecked.required' }],
    })
  const signed = page.services.reporting.sign(page.actor, Number(round), day)
  if (!signed.ok) return signed
  return page.redirect(href(page.cellBase, 'reporting', undefined, { round }), {
    type: 'success',
    key: 'reporting:flash.signed',
    values: { day: formatDate(ist(day), page.language) },
  })
}
