import { closedWords } from '#pages/parts/application/closed.ts'
import { href } from '#pages/ui/href.ts'
import { toldBy } from '#pages/ui/told.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { appointmentState } from '#server/domain/scrutiny/appointments.ts'
import { mapAddress } from '#server/domain/seats/map.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { Booking } from '#server/features/scrutiny/centres/schema.ts'
import { formatDate, formatTime } from '#server/i18n/format.ts'
import type { Refusal } from '#server/kernel/result.ts'
import { ist } from '#server/kernel/time.ts'
import { weekdayOf } from '#server/kernel/weekday.ts'

export const texts = ['centres', 'scrutiny'] as const

/** The current appointment, and the choices for a new one: district, centre, day, slot. */
export function load(page: CandidatePage) {
  const { services, query, language, arrivedAt } = page
  const { centres, directory } = services
  const actor = page.actor
  const may = centres.mayChangeAppointment(actor.candidateId, arrivedAt)
  const current = centres.appointment(actor.candidateId)
  const districts = [...new Set(directory.centres().map(({ district }) => district))].map((code) => ({
    code,
    name: districtName(code, language, services.course.form),
  }))
  const home = centres.homeDistrict(actor.candidateId)
  const hasCentre = (code: string | undefined) => districts.some((district) => district.code === code)
  const asked = query.district === undefined ? home : query.district
  const district = hasCentre(asked) ? asked : null
  const nearby = centres.choices(actor.candidateId, { district, centre: null, day: null }).centres
  const centre = query.centre ?? (nearby.length === 1 ? nearby[0]!.code : null)
  const day = query.day ?? null
  const found = centres.choices(actor.candidateId, { district, centre, day })
  const holidays = services.notices.holidays()
  const hours = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) =>
    `${formatTime(startsAt)}–${formatTime(endsAt)}`
  return {
    current: current && {
      centre: current.centre.name[language],
      address: current.centre.address[language],
      phone: current.centre.phone,
      directions: current.centre.directions?.[language] ?? null,
      map: mapAddress(current.centre.place, current.centre.address[language]),
      day: formatDate(current.startsAt, language),
      hours: hours(current),
      state: appointmentState(current, services.clock.portal()),
    },
    /** Why the centre has not confirmed the form. */
    found: services.scrutiny.unconfirmedBecause(actor.candidateId, language),
    closed: may.ok ? null : whyNot(page, may.refusal),
    isElsewhere: services.application.standingOf(actor).details.mode !== 2,
    deadline: centres.appointmentsUntil(actor.candidateId),
    districts,
    district,
    /** True if the candidate's own district has no centre; the page then shows the centres of all districts. */
    isHomeWithout: query.district === undefined && district === null,
    centres: found.centres.map(({ code, name, address, district, free }) => ({
      code,
      name: name[language],
      address: address[language],
      district: districtName(district, language, services.course.form),
      free,
    })),
    /** The address asks for another time: it names a district, a centre or a day. */
    isChoosing: query.district !== undefined || query.centre !== undefined || query.day !== undefined,
    isAnyLeft: centres.isAnyTimeLeft(actor.candidateId),
    centre: found.centres.find(({ code }) => code === centre)?.code ?? null,
    days: found.days.map(({ day, free }) => ({
      day,
      name: `${weekdayOf(ist(day), language)}, ${formatDate(ist(day), language)}`,
      /** Without its year, for the list of all days. */
      short: `${weekdayOf(ist(day), language)}, ${formatDate(ist(day), language).replace(/ \d{4}$/, '')}`,
      free,
      /** Its name, if the cell lists the day as a holiday: the centre has set its times all the same. */
      holiday: holidays.find(({ date }) => date === day)?.name ?? null,
    })),
    day: found.days.find((one) => one.day === day)?.day ?? null,
    slots: found.slots.map((slot) => ({
      id: slot.id,
      hours: hours(slot),
      free: Math.max(0, slot.capacity - slot.booked),
    })),
  }
}

/** Why no appointment can be made now. Nothing was to be saved here, so the end of scrutiny is told without the refusal. */
function whyNot(page: CandidatePage, refusal: Refusal) {
  const since = page.services.centres.appointmentsUntil(page.actor.candidateId)
  const isOver = refusal.code === 'scrutiny-closed' && since !== null && since <= page.arrivedAt
  return isOver ? closedWords(page, { ...refusal, params: { since } }) : page.invalid(refusal).form.message
}

export function action(page: CandidatePage) {
  const { centres } = page.services
  const actor = page.actor
  const here = href(page.base, 'appointment')
  const { intent } = page.posted
  if (intent === 'cancel') {
    const cancelled = centres.cancel(actor.candidateId, page.arrivedAt)
    const isDone = cancelled.ok || cancelled.refusal.code === 'no-appointment'
    if (!isDone) return cancelled
    return page.redirect(here, { type: 'success', key: 'centres:flash.cancelled' })
  }
  const form = page.form(Booking)
  if (!form.ok) return form
  const booked = centres.book(actor.candidateId, Number(form.value.slot), page.arrivedAt)
  if (!booked.ok) return booked
  return page.redirect(here, {
    type: 'success',
    key: 'centres:flash.booked',
    values: toldBy(page.t, page.session),
  })
}
