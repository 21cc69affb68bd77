import { appointmentState } from '#server/domain/scrutiny/appointments.ts'
import { roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatCount, formatDateTime, formatRupees } from '#server/i18n/format.ts'

type Line = { label: string; value: string }

/**
 * What waits for a candidate and what is settled, beside the next act at the head of the page: findings of scrutiny, appointment, certificates,
 * conversion fee, grievances, merit numbers, option forms, allotment.
 */
export function standingLines({ services, language, t, named }: DeskPage, candidateId: number): Line[] {
  const owner = { candidateId }
  const time = (at: number) => formatDateTime(at, language)
  const { centres, certificates, grievances, meritPages, optionForm, payments, results, scrutiny, seatAcceptance } =
    services
  const appointment = centres.appointment(owner.candidateId)
  const conversion = payments.conversion(owner.candidateId).due
  const merit = (['final', 'provisional'] as const).flatMap((stage) => {
    const standing = meritPages.standing(stage, candidateId)
    return standing ? [{ stage, standing }] : []
  })[0]
  const newest = results.newest(candidateId)
  const act = seatAcceptance.nextInWords(owner.candidateId, language)
  return [
    ...scrutiny.openDiscrepancies(owner.candidateId, language).map(({ message }) => ({
      label: t('helpdesk:now.discrepancy'),
      value: message,
    })),
    ...(appointment
      ? [
          {
            label: t('helpdesk:now.appointment'),
            value: t(`helpdesk:now.appointment-${appointmentState(appointment, services.clock.portal())}`, {
              centre: appointment.centre.name[language],
              at: time(appointment.startsAt),
            }),
          },
        ]
      : []),
    ...certificates.entries(owner.candidateId).map(({ kind, status }) => ({
      label: t(`documents:kind.${kind}`),
      value: t(`certificates:status.${status}`),
    })),
    ...(conversion ? [{ label: t('payments:due.conversion-fee'), value: formatRupees(conversion.amount) }] : []),
    ...grievances.own(owner.candidateId).grievances.map(({ number, state }) => ({
      label: t('helpdesk:now.grievance', { number }),
      value: t(`thread:state.${state}`),
    })),
    ...(merit
      ? merit.standing.places.map(({ list, meritNumber, of }) => ({
          label: t(`helpdesk:now.merit.${merit.stage}`),
          value: t('helpdesk:now.merit-place', {
            list: t(`merit:list.${list}`),
            number: formatCount(meritNumber),
            of: formatCount(of),
          }),
        }))
      : []),
    ...roundNumbers(services.course.rounds).flatMap((round) => {
      const { choices, confirmedAt } = optionForm.form(owner.candidateId, round)
      if (!choices.length) return []
      const count = choices.length
      const value =
        confirmedAt === null
          ? t('helpdesk:now.options-open', { count })
          : t('helpdesk:now.options-confirmed', { count, at: time(confirmedAt) })
      return [{ label: t('helpdesk:now.options', { round }), value }]
    }),
    ...(newest && newest.state !== 'not-considered'
      ? [
          {
            label: t('helpdesk:now.allotment', { round: newest.round }),
            value: newest.seat
              ? `${named(newest.seat.institute)}, ${named(newest.seat.course)}`
              : t('helpdesk:now.no-seat'),
          },
        ]
      : []),
    ...(act ? [{ label: t('helpdesk:now.seat-act'), value: act }] : []),
  ]
}
