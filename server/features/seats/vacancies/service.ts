import type { Clock } from '#server/adapters/clock.ts'
import { vacantSeats } from '#server/domain/seats/vacancy.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import type { VacanciesStore } from './store'

type VacanciesDeps = Pick<SeatAcceptance, 'keptAt'> & {
  store: VacanciesStore
  clock: Pick<Clock, 'portal'>
  /** Called when public figures change. */
  onChanged(): void
}

/**
 * The seats that an institute has vacant after its day of reporting: those that nobody has accepted and reported for,
 * or keeps for betterment. Source: rules §8.15, §8.18.
 */
export function createVacancies({ store, clock, keptAt, onChanged }: VacanciesDeps) {
  /** Counts an institute's vacancies of a round anew, once it has signed a day; joins the caller's transaction. */
  function count(round: CapRound, instituteCode: string): void {
    const pools = store.pools(round, instituteCode)
    const codes = [...new Set(pools.map(({ choiceCode }) => choiceCode))]
    store.put(round, instituteCode, vacantSeats(pools, keptAt(round, codes)), clock.portal())
    onChanged()
  }

  return {
    count,

    /**
     * Counts again after a seat was given back or restored; before the institute has signed a day there is nothing to
     * correct. Joins the caller's transaction.
     */
    recount(instituteCode: string): void {
      const round = store.newestCounted(instituteCode)
      if (round !== null) count(round, instituteCode)
    },
  }
}

export type Vacancies = ReturnType<typeof createVacancies>
