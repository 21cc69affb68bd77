import { href } from '#pages/ui/href.ts'
import { mayArrive } from '#server/domain/scrutiny/appointments.ts'
import type { DeskPage } from '#server/features/index.ts'
import { ArrivalForm } from '#server/features/scrutiny/centres/schema.ts'
import { formatDate, formatDateTime, formatTime } from '#server/i18n/format.ts'
import { civilDate, type Instant, ist } from '#server/kernel/time.ts'
import { typedId } from '#server/kernel/typed-text.ts'

export const texts = ['centres'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.appointments')

/** The centre's visits on a day. A search redirects to the form of a candidate with an appointment here. */
export function load(page: DeskPage) {
  const { services, query, language, cellBase } = page
  const actor = page.actor
  const userId = query.userId && typedId(query.userId)
  if (userId && services.centres.findVisit(actor, userId).ok) {
    return page.redirect(href(cellBase, 'centre/:userId', { userId }))
  }
  return show(page, userId ?? '', language)
}

export function show({ services, query, actor }: DeskPage, unknown: string, language: DeskPage['language']) {
  const found = services.centres.visitsOf(actor, query.day)
  const now = services.clock.portal()
  return {
    /** The Application ID of a search, if the candidate has no appointment here. */
    unknown,
    /** Null for an account without a centre. */
    list: found && {
      day: found.day,
      name: formatDate(ist(found.day), language),
      visits: found.visits.map((visit) => visitOf(visit, formatTime(visit.startsAt), now)),
      /** Of days before today, and nothing became of them. */
      earlier: services.centres
        .openVisits(actor)
        .filter(({ startsAt }) => civilDate(startsAt as Instant) < civilDate(now))
        .map((visit) => visitOf(visit, formatDateTime(visit.startsAt, language), now)),
    },
  }
}

type Visit = NonNullable<ReturnType<DeskPage['services']['centres']['visitsOf']>>['visits'][number]

const visitOf = (
  { userId, fullName, endsAt, arrivedAt, missedAt, confirmedAt, refusedAt }: Visit,
  from: string,
  now: Instant,
) => ({
  userId,
  fullName,
  hours: `${from}–${formatTime(endsAt)}`,
  /** After a week the appointment serves nobody who comes. */
  isServed: mayArrive({ endsAt: endsAt as Instant }, now, () => false).ok,
  state:
    confirmedAt !== null
      ? ('confirmed' as const)
      : refusedAt !== null
        ? ('not-confirmed' as const)
        : arrivedAt !== null
          ? ('arrived' as const)
          : missedAt !== null
            ? ('missed' as const)
            : ('booked' as const),
})

/** Marks a candidate as arrived, missed or still expected. */
export function action(page: DeskPage) {
  const form = page.form(ArrivalForm)
  if (!form.ok) return form
  const { userId, intent } = form.value
  const marked = page.services.centres.markArrival(page.actor, userId, intent)
  if (!marked.ok) return marked
  const { day } = page.query
  return page.redirect(href(page.cellBase, 'appointments', undefined, { day }), {
    type: 'success',
    key: `centres:flash.${intent}`,
    values: { userId },
  })
}
