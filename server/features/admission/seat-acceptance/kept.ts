import type { KeptSeat, KeptSeats } from '#server/domain/allotment/input.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { breath } from '#server/kernel/background.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { RoundsAhead } from './rounds-ahead'
import { byCandidate } from './seats'
import type { StoredOffer } from './store'

/** Candidates checked before pages get their turn. */
const keptAtOnce = 50

/** The seats that candidates keep after a round, which nobody else can have. Only reads. */
export function createKept({ store, clock }: SeatAcceptanceDeps, { entryOf }: Pick<RoundsAhead, 'entryOf'>) {
  /**
   * The seats of the matrix at these choice codes that candidates keep after a round, whether final or held for
   * betterment.
   */
  function keptAt(round: CapRound, choiceCodes: readonly string[], now: Instant = clock.portal()): StoredOffer[] {
    const offers = byCandidate(store.offersOf(store.allottedAt(round, choiceCodes)))
    return [...offers.values()].flatMap((own): StoredOffer[] => {
      const entry = entryOf(own, round + 1, now)
      if (entry.kind !== 'holds' && entry.kind !== 'seated') return []
      const offer = entry.offer as StoredOffer
      return choiceCodes.includes(offer.choiceCode) && !offer.isSupernumerary ? [offer] : []
    })
  }

  return {
    keptAt,

    /** True if a seat of this offer's type is free at its choice code: others keep fewer than the matrix has. */
    isFree({ candidateId, choiceCode, seatType, originalType }: StoredOffer, now: Instant = clock.portal()): boolean {
      const wanted = originalType ?? seatType
      const kept = keptAt(store.newestRound() ?? 0, [choiceCode], now)
      const others = kept.filter(
        (one) => one.candidateId !== candidateId && (one.originalType ?? one.seatType) === wanted,
      )
      return others.length < store.seatsInMatrix(choiceCode, wanted)
    },

    /**
     * The seats that candidates keep when `round` is prepared, and the candidates who take no part in it: already
     * seated, or gone. Reads every offer of earlier rounds in pieces, in the background.
     */
    async keptFor(round: CapRound, now: Instant = clock.portal()): Promise<KeptSeats> {
      const kept: KeptSeat[] = []
      const absent = new Set<number>()
      for (let after = 0; ; ) {
        const ids = store.allottedBefore(round, after, keptAtOnce)
        if (!ids.length) return { kept, absent }
        after = ids.at(-1)!
        for (const [candidateId, offers] of byCandidate(store.offersOf(ids))) {
          const entry = entryOf(offers, round, now)
          if (entry.kind === 'takes-part') continue
          if (entry.kind !== 'holds') absent.add(candidateId)
          if (entry.kind === 'left') continue
          const { choiceCode, seatType, originalType, isSupernumerary } = entry.offer as StoredOffer
          // It takes no seat of the matrix.
          if (isSupernumerary) continue
          kept.push({ candidateId, choiceCode, seatType, originalType, isFinal: entry.kind === 'seated' })
        }
        await breath()
      }
    },
  }
}
