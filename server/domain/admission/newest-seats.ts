import type { CapRound } from '#server/domain/terms/cap-rounds.ts'

/** The seats of the published rounds; those of a round come in pieces. */
type SeatsByRound<Seat> = { newestRound(): number | null; seatsOfRound(round: CapRound): Generator<Seat[]> }

/** The newest seat of each candidate, in pieces of one round. `rest`: awaited after each. Source: rules §9.7. */
export async function* newestSeats<Seat extends { offer: { candidateId: number } }>(
  { newestRound, seatsOfRound }: SeatsByRound<Seat>,
  rest: () => Promise<void>,
): AsyncGenerator<{ round: number; seats: Seat[] }> {
  const seen = new Set<number>()
  for (let round = newestRound() ?? 0; round > 0; round--) {
    for (const piece of seatsOfRound(round)) {
      const seats = piece.filter(({ offer }) => !seen.has(offer.candidateId))
      for (const { offer } of seats) seen.add(offer.candidateId)
      yield { round, seats }
      await rest()
    }
  }
}
