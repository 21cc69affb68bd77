import { type CapRound, roundActivity } from '../../../server/domain/seats/cap-rounds'
import type { CandidatePage } from '../../../server/services'
import { whenOf } from '../notices/moments'

/** The option form of a round, if the schedule has it: its title, its time, and if it is open now. */
export function optionsOf({ services, language, t }: CandidatePage, round: CapRound) {
  const options = services.notices.schedule().find(({ key }) => key === roundActivity(round, 'options'))
  return options && { title: options.title[language], when: whenOf(options, { t, language }), state: options.state }
}
