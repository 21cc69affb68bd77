import type { RollCallAnswer } from '#server/domain/seats/roll-call.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'

/**
 * How somebody fills the option form of a round. `favourites`: every course, best liked first. `hardest-first`: the same
 * behind the two courses with the highest closing merit. `hardest`: those two alone. `vacant-first`: courses with
 * vacant seats first. `none`: no list.
 */
export type ListPlan = 'favourites' | 'hardest-first' | 'hardest' | 'vacant-first' | 'none'

/**
 * What somebody does about the seat of a round. `mistake`: finds a wrong fact that gave merit. A seat that freezes
 * automatically can only be frozen.
 */
export type SeatPlan = 'freeze' | 'betterment' | 'nothing' | 'mistake'

/** What a persona does in the rounds; everything else is drawn by lot, as for the cohort. */
export type SeasonPlan = {
  lists: Readonly<Partial<Record<CapRound, ListPlan>>>
  seats: Readonly<Partial<Record<CapRound, SeatPlan>>>
  /** What they answer to the roll-call before a round; nothing where it names none. */
  answers?: Readonly<Partial<Record<CapRound, RollCallAnswer>>>
  /** Does not go to the institute. */
  staysAway?: true
  /** Gives the admission up; the institute then returns money and originals, or is late. */
  cancels?: 'returned' | 'late'
}
