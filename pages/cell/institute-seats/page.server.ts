import { mayTouch } from '../../../server/domain/portal/staff'
import type { DeskPage } from '../../../server/services'
import { feeInWords } from '../../parts/seat-matrix/fee'

export const texts = ['seats'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.institute-seats')

/** The seats of the officer's institute; `institute` is null if the seat matrix does not include it. */
export function load({ services, actor }: DeskPage) {
  const { seats, certificates, directory } = services
  const code = actor.institute ?? ''
  const found = mayTouch(actor, { centre: null, region: null, institute: code }) ? seats.institute(code) : null
  const rounds = seats.rounds().map((round) => ({ round, vacant: seats.vacantAt(code, round) }))
  return {
    code,
    /** Seats that the institute fills itself since a certificate was missed after the rounds. */
    passed: found ? certificates.passedTo(code) : [],
    institute: found && {
      name: found.institute,
      courses: found.courses.map((course) => ({
        ...course,
        annualFee: feeInWords(directory.annualFee(course.choiceCode)),
        vacant: rounds.map(({ round, vacant }) => ({ round, seats: vacant.get(course.choiceCode) ?? [] })),
      })),
    },
  }
}
