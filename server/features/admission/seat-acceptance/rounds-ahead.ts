import { restingState, seatStateOf } from '#server/domain/admission/offer.ts'
import {
  type RoundsAhead as Ahead,
  type Entry,
  entryAfter,
  roundsAheadOf,
} from '#server/domain/admission/participation.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import { type CapRound, roundActivity, roundBit, roundNumbers, takesPart } from '#server/domain/terms/cap-rounds.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { Seats } from './seats'
import type { StoredOffer } from './store'

/** How candidates enter the rounds after their seats, and what those rounds still hold. Only reads. Source: rules §8.13. */
export function createRoundsAhead(
  { store, clock, course, activity }: SeatAcceptanceDeps,
  { ruleOf, deadlinesOf, mayStillAct, offerOf, seatOf }: Seats,
) {
  /** A candidate's entry into `round`, by the offers of the rounds before it. */
  const entryOf = (offers: readonly StoredOffer[], round: CapRound, now: Instant): Entry =>
    entryAfter(
      Array.from({ length: round - 1 }, (_, place) => ({
        rule: ruleOf(place + 1),
        deadlines: deadlinesOf(place + 1),
        offer: offers.find((one) => one.round === place + 1) ?? null,
      })),
      now,
    )

  /** The round that follows this one and every published one; null after the last. */
  function following(round: CapRound): CapRound | null {
    const latest = Math.max(round, store.newestRound() ?? round)
    return ruleOf(latest).isLast ? null : latest + 1
  }

  /** What the rounds after this one still hold for a candidate who has no seat. */
  function ahead(candidateId: number, round: CapRound, now: Instant = clock.portal()): Ahead {
    const next = following(round)
    return roundsAheadOf(entryOf(store.offers(candidateId), next ?? round + 1, now).kind, next === null)
  }

  /** The round after this one, for a message to a candidate who takes part in it: when its option form opens. */
  function nextRoundInWords(round: CapRound, language: Language): string {
    const next = following(round)
    if (next === null) return translate(language, 'admission:ahead.over')
    const options = activity(roundActivity(next, 'options'))
    const now = clock.portal()
    if (options && options.opensAt > now) {
      const opens = formatDateTime(options.opensAt, language)
      return translate(language, 'admission:ahead.next-round', { round: next, opens })
    }
    const isOpen = options !== undefined && (options.closesAt === null || options.closesAt > now)
    return translate(language, isOpen ? 'admission:ahead.next-round-open' : 'admission:ahead.later', { round: next })
  }

  /** What the rounds after this one still hold for a candidate who has no seat, in a sentence. */
  function aheadInWords(candidateId: number, round: CapRound, language: Language): string {
    const found = ahead(candidateId, round)
    return found === 'next-round' ? nextRoundInWords(round, language) : translate(language, `admission:ahead.${found}`)
  }

  return {
    entryOf,
    following,
    verbs: {
      following,
      ahead,
      nextRoundInWords,
      aheadInWords,

      /** How a candidate enters a round, by the seats of the rounds before it. */
      entry: (candidateId: number, round: CapRound, now: Instant = clock.portal()): Entry =>
        entryOf(store.offers(candidateId), round, now),

      /**
       * How the candidate's newest seat stands once it asks nothing more of them, in words; null without such a seat.
       * `hasLeft`: no later round is theirs.
       */
      standingInWords(candidateId: number, language: Language, now: Instant = clock.portal()) {
        const offer = offerOf(candidateId)
        const seat = offer && seatOf(offer, now)
        const state = seat && !seat.act && restingState(seat)
        if (!seat || !state) return null
        const { round } = seat.offer
        const { institute, course: branch } = placeIn(store.place(seat.offer), language, course.form)
        const next = following(round)
        // A seat kept for betterment stays one after the institute has admitted its candidate.
        const isIn = next !== null && takesPart(entryOf(store.offers(candidateId), next, now).kind)
        const isOver = state === 'admitted' || state === 'cancelled' || state === 'reported'
        const about = isOver
          ? translate(language, `admission:standing.${state}`, { institute, branch })
          : `${translate(language, 'application:seat.lost-about')} ${aheadInWords(candidateId, round, language)}`
        return {
          title: translate(language, `application:seat.${state}`, { round }),
          text: isOver && !isIn ? `${about} ${translate(language, 'admission:standing.no-round')}` : about,
          hasLeft: !isIn,
        }
      },

      /**
       * The progress of the candidate's seat, if they can still act on it or read its record, and the rounds among these
       * in which they may not begin: already seated, or gone. Sets of rounds: bit n-1 is round n.
       */
      standing(
        candidateId: number,
        rounds: number,
        now: Instant = clock.portal(),
      ): Pick<CandidateFacts, 'seat' | 'holdsSeat' | 'roundsBarred'> {
        const offers = store.offers(candidateId)
        const newest = offers.at(-1)
        const seat = newest ? seatStateOf(newest, ruleOf(newest.round), deadlinesOf(newest.round), now) : null
        return {
          seat,
          holdsSeat: newest !== undefined && mayStillAct(newest) && seat !== null && seat !== 'cancelled',
          roundsBarred: roundNumbers(course.rounds)
            .filter((round) => rounds & roundBit(round))
            .filter((round) => ['seated', 'left'].includes(entryOf(offers, round, now).kind))
            .reduce((barred, round) => barred | roundBit(round), 0),
        }
      },
    },
  }
}

export type RoundsAhead = ReturnType<typeof createRoundsAhead>
