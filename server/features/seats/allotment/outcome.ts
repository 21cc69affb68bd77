import { allottedMeans, roundRule } from '#server/domain/admission/offer.ts'
import { type ClosedPool, whyNotAt } from '#server/domain/allotment/explained.ts'
import { type MeritNumbers, seatClaimsOf } from '#server/domain/seats/seat-claims.ts'
import { type CapRound, isLastRound, roundActivity, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ResultsDeps } from './published-deps'
import type { PublishedRuns } from './published-runs'
import type { CourseRow, PublishedRun, SeatRow } from './published-store'
import { outcomeInWords } from './words'

/** A seat that a run gave a candidate, at an institute as named in the run's seat matrix. */
export type AllottedSeat = CourseRow & {
  seatType: SeatType
  /** The type of the seat in the matrix, if it was converted. */
  originalType: SeatType | null
  /** Null for a seat kept from an earlier round that the list does not name. */
  preference: number | null
  isRetained: boolean
  /** The seat freezes automatically, the round is the last one, or the candidate decides. */
  consequence: ReturnType<typeof allottedMeans>
}

/** A more preferred choice that was not given, and why. */
type HigherChoice = {
  preference: number
  choiceCode: string
  /** Null if the round's seat matrix does not have the choice code. */
  institute: string | null
  course: string | null
  /** Empty if there is no seat of a type that the candidate could use. */
  pools: ClosedPool[]
}

/** The result of a published round for one candidate. */
export type Outcome = MeritNumbers & {
  round: CapRound
  publishedAt: Instant
  /** `not-considered`: no confirmed option form, or `outside`. */
  state: 'allotted' | 'not-allotted' | 'not-considered'
  /** Why no round considers the candidate: J&K migrants are seated from a separate list, and others are in no list. */
  outside: 'jk' | 'no-merit-number' | 'released' | null
  seat: AllottedSeat | null
  /** The number of choices on the confirmed option form. */
  choices: number
  /** Every choice preferred to the seat, most preferred first; without a seat, every choice. */
  higher: HigherChoice[]
  /** Nothing follows this round. */
  isLastRound: boolean
  /** When the seat must be accepted; null if the schedule does not say. */
  acceptance: { opensAt: number; closesAt: number | null } | null
}

/** What published rounds gave a candidate, and why not more. Source: rules §8.10. */
export function createOutcomes(
  { store, course, activity, answersAt, isReleased }: ResultsDeps,
  { runOf, unpublished }: PublishedRuns,
) {
  function seatOf(run: PublishedRun, row: SeatRow): AllottedSeat {
    const { choiceCode, seatType, originalType, preference, retained } = row
    const at = store.course(run, choiceCode)
    if (!at) throw new Error(`the seat matrix of run ${run.id} lacks ${choiceCode}`)
    return {
      ...at,
      seatType: seatType as SeatType,
      originalType: originalType as SeatType | null,
      preference,
      isRetained: retained === 1,
      consequence: allottedMeans({ preference }, roundRule(course.rounds, run.round)),
    }
  }

  /**
   * The reason each of these choices was not given. A candidate without an application any more has nothing to compare.
   */
  function explained(
    run: PublishedRun,
    candidateId: number,
    numbers: MeritNumbers,
    choices: readonly { position: number; choiceCode: string }[],
  ): HigherChoice[] {
    const claims = choices.length ? claimsOf(answersAt(candidateId, run.preparedAt) ?? {}) : null
    const candidate = claims && { ...seatClaimsOf(claims), ...numbers }
    const reasons = store.reasonsAt(
      run,
      choices.map(({ choiceCode }) => choiceCode),
    )
    return choices.map(({ position, choiceCode }) => {
      const at = reasons.get(choiceCode)
      return {
        preference: position,
        choiceCode,
        institute: at?.institute ?? null,
        course: at?.course ?? null,
        pools: candidate && at ? whyNotAt(candidate, at) : [],
      }
    })
  }

  function outcomeIn(run: PublishedRun, candidateId: number): Outcome {
    const row = store.seat(run, candidateId)
    const seat = row ? seatOf(run, row) : null
    const choices = store.confirmedChoices(candidateId, run.round)
    const { jkMerit, ...numbers } = store.merit(run, candidateId)
    const isOut = !seat && isReleased(candidateId, run.round)
    const outside =
      jkMerit !== null ? 'jk' : numbers.allIndiaMerit === null ? 'no-merit-number' : isOut ? 'released' : null
    const reached = seat ? (seat.preference ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
    const better = choices.filter(({ position }) => position < reached)
    const window = activity(roundActivity(run.round, 'acceptance'))
    return {
      ...numbers,
      round: run.round,
      isLastRound: isLastRound(course.rounds, run.round),
      publishedAt: run.publishedAt,
      state: seat ? 'allotted' : choices.length && !outside ? 'not-allotted' : 'not-considered',
      outside,
      seat,
      choices: choices.length,
      higher: explained(run, candidateId, numbers, better),
      acceptance: window ? { opensAt: window.opensAt, closesAt: window.closesAt } : null,
    }
  }

  /** A round's result for a candidate; refuses a round that is not published. */
  function outcome(candidateId: number, round: CapRound): Result<Outcome> {
    const run = runOf(round)
    return run ? ok(outcomeIn(run, candidateId)) : unpublished(round)
  }

  return {
    /** A candidate's name, for the letter. */
    nameOf: (candidateId: number): string => store.person(candidateId)?.fullName ?? '',

    outcome,

    /**
     * The seat that a published round gave a candidate, with their numbers and the count of their choices, without the
     * reasons of the others; null if it gave none.
     */
    seatIn(candidateId: number, round: CapRound) {
      const run = runOf(round)
      const row = run && store.seat(run, candidateId)
      if (!run || !row) return null
      const { stateMerit, allIndiaMerit } = store.merit(run, candidateId)
      return {
        seat: seatOf(run, row),
        choices: store.confirmedChoices(candidateId, round).length,
        stateMerit,
        allIndiaMerit,
      }
    },

    /** The same for a round as an address writes it. */
    outcomeWritten(candidateId: number, written: string): Result<Outcome> {
      const round = roundWritten(course.rounds, written)
      return round === null ? unpublished(null) : outcome(candidateId, round)
    },

    /** An outcome as pages show it. */
    inWords: (outcome: Outcome, language: Language) => outcomeInWords(outcome, language, course.form),

    /** The results of every published round for a candidate, newest first. */
    outcomes: (candidateId: number): Outcome[] =>
      store
        .runs()
        .reverse()
        .map((run) => outcomeIn(run, candidateId)),

    /** The result of the newest published round for a candidate, for the dashboard; null if there is none. */
    newest(
      candidateId: number,
    ): (Pick<Outcome, 'round' | 'isLastRound' | 'seat'> & { state: Outcome['state'] | 'released' }) | null {
      const run = store.runs().at(-1)
      if (!run) return null
      const row = store.seat(run, candidateId)
      const hasTakenPart = row || store.confirmedChoices(candidateId, run.round).length > 0
      return {
        round: run.round,
        isLastRound: isLastRound(course.rounds, run.round),
        state: row
          ? 'allotted'
          : isReleased(candidateId, run.round)
            ? 'released'
            : hasTakenPart
              ? 'not-allotted'
              : 'not-considered',
        seat: row ? seatOf(run, row) : null,
      }
    },
  }
}
