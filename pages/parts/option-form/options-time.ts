import { type CapRound, roundActivity } from '../../../server/domain/seats/cap-rounds'
import type { CandidatePage } from '../../../server/services'
import { whenOf } from '../notices/moments'

/**
 * The option form of the round after this one, for a candidate who takes part in it: its title, its time, and if it is open
 * now. Undefined for any other candidate, and if the schedule does not have it.
 */
export function nextOptionsOf(
  { services, actor, language, t }: CandidatePage,
  { round: last, isLastRound }: { round: CapRound; isLastRound: boolean },
) {
  const round = last + 1
  if (isLastRound || services.seatAcceptance.entry(actor.candidateId, round).kind !== 'takes-part') return undefined
  const options = services.notices.schedule().find(({ key }) => key === roundActivity(round, 'options'))
  return (
    options && { round, title: options.title[language], when: whenOf(options, { t, language }), state: options.state }
  )
}
