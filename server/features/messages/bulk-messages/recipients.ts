import { type Audience, bulkRules } from '#server/domain/messages/audience.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { breath } from '#server/kernel/background.ts'
import type { Piece } from '#server/kernel/in-pieces.ts'
import type { BulkMessagesStore, Recipient } from './store'

/** What seats and payments know about candidates, for the segments that depend on it. */
export type SegmentFacts = {
  /** Is the application or the conversion fee due from this candidate? */
  owesFee(candidateId: number): boolean
  /** The candidates among these who still have to verify, decide or pay for their seat, or to report. */
  owing(candidateIds: readonly number[]): { candidateId: number; kind: 'verify' | 'decide' | 'pay' | 'report' }[]
  /** The round whose option form is open now; null between rounds. */
  roundOfOptions(): CapRound | null
  takesPart(candidateId: number, round: CapRound): boolean
  /** Does the candidate take part in the next round? */
  isInPlay(candidateId: number): boolean
}

/**
 * Finds the candidates of an audience, in pieces and as they are at that moment: whoever has done what a message asks
 * for is passed over. Source: rules §10.8.
 */
export function createRecipients(store: BulkMessagesStore, facts: () => SegmentFacts) {
  /** Narrows a piece to the segments that the database alone cannot tell. */
  function inSegment({ segment }: Audience, round: CapRound | null, found: readonly Recipient[]): readonly Recipient[] {
    if (segment === 'fee-due') return found.filter(({ id }) => facts().owesFee(id))
    if (segment === 'options-open') return round === null ? [] : found.filter(({ id }) => facts().takesPart(id, round))
    if (segment === 'in-play') return found.filter(({ id }) => facts().isInPlay(id))
    if (segment !== 'not-accepted' && segment !== 'not-reported') return found
    const owing = facts()
      .owing(found.map(({ id }) => id))
      .filter(({ kind }) => (kind === 'report') === (segment === 'not-reported'))
    const ids = new Set(owing.map(({ candidateId }) => candidateId))
    return found.filter(({ id }) => ids.has(id))
  }

  /** The next recipients after the candidate `after`: at most `bulkRules.perTick` of those looked at. */
  function next(audience: Audience, after: number): Piece<Recipient> {
    const round = audience.segment === 'options-open' ? facts().roundOfOptions() : null
    if (audience.segment === 'options-open' && round === null) return { people: [], upTo: null, isDone: true }
    // A seat that is owed something is in the newest round; an order may have given back an older one.
    const narrow = audience.segment === 'not-accepted' || audience.segment === 'not-reported'
    const most = narrow ? bulkRules.perLook : bulkRules.perTick
    const found = store.matching({ ...audience, round }, after, most)
    const people = inSegment(audience, round, found).slice(0, bulkRules.perTick)
    const isCut = people.length === bulkRules.perTick && found.length > people.length
    return {
      people,
      upTo: (isCut ? people.at(-1) : found.at(-1))?.id ?? null,
      isDone: !isCut && found.length < most,
    }
  }

  return {
    next,

    /** The number of recipients now, and the first of them; pages get their turn meanwhile. */
    async count(audience: Audience): Promise<number> {
      let counted = 0
      for (let after = 0; ; ) {
        const { people, upTo, isDone } = next(audience, after)
        counted += people.length
        if (isDone || upTo === null) return counted
        after = upTo
        await breath()
      }
    },

    /** The first recipients now, found in the first pieces. */
    first(audience: Audience): Recipient[] {
      const found: Recipient[] = []
      for (let after = 0, looks = 0; looks < 5; looks++) {
        const { people, upTo, isDone } = next(audience, after)
        found.push(...people)
        if (isDone || upTo === null || found.length >= bulkRules.sample) break
        after = upTo
      }
      return found.slice(0, bulkRules.sample)
    },
  }
}
