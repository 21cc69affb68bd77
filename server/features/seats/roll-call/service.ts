import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import {
  isInPlay,
  isRollCallOpen,
  mayAnswer,
  type RollCallAnswer,
  rollCallHours,
} from '#server/domain/seats/roll-call.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import { type CapRound, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { href } from '#server/domain/terms/href.ts'
import { isOpen } from '#server/domain/terms/schedule.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { ReminderSource } from '#server/features/messages/reminders/source.ts'
import type { LinkTokens } from '#server/http/link-tokens.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { noCounts, sumOfCounts } from '#server/kernel/counts.ts'
import { type KeptCount, keptCount } from '#server/kernel/kept-count.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'
import { type RollCallCounts, type RollCallStore, rollCallCounted } from './store'

type RollCallDeps = Pick<SeatAcceptance, 'entry'> &
  Pick<Notices, 'activity'> & {
    db: Database
    store: RollCallStore
    clock: Pick<Clock, 'portal'>
    course: Pick<Course, 'rounds' | 'rollCall'>
    tokens: LinkTokens
    linkBase(): string
    record: RecordAct
  }

/** A roll-call as its candidate reads it. `answer`: null while they have not answered. */
type OwnRollCall = {
  round: CapRound
  answer: RollCallAnswer | null
  closesAt: Instant | null
  isOpen: boolean
  /** They keep a seat for betterment, so that the link cannot release them. */
  holds: boolean
  /** False for somebody who is no longer in play for this round. */
  isInPlay: boolean
}

/** Candidates counted at a time, some milliseconds; a count that took longer than `quick`, in ms, is kept for a while. */
const countedAtOnce = 2000
const quick = 20

/**
 * The roll-call before a round: who is still in, and who releases themselves. A rule of the season, off by default.
 * Source: rules §8.26.
 */
export function createRollCall(deps: RollCallDeps) {
  const { db, store, clock, course, tokens, activity, entry } = deps

  const window = (round: CapRound) => activity(roundActivity(round, 'options'))
  const closesAt = (round: CapRound) => (window(round)?.closesAt ?? null) as Instant | null

  function factsOf(candidateId: number, round: CapRound, now: Instant) {
    const form = window(round)
    const isNow = course.rollCall && form !== undefined && isOpen(form, now) && isRollCallOpen(closesAt(round), now)
    return {
      isOpen: isNow,
      entry: round === 1 ? ('takes-part' as const) : entry(candidateId, round).kind,
      hasMeritNumber: store.hasMeritNumber(candidateId),
      isExcluded: store.isExcluded(candidateId),
    }
  }

  /** The answer that holds for a round: its own, or a release of an earlier one; null for silence. */
  function standing(candidateId: number, round: CapRound): RollCallAnswer | null {
    const newest = store.newest(candidateId, round)
    return newest && (newest.round === round || newest.answer === 'out') ? newest.answer : null
  }

  function ownOf(candidateId: number, round: CapRound, now: Instant): OwnRollCall {
    const facts = factsOf(candidateId, round, now)
    return {
      round,
      answer: standing(candidateId, round),
      closesAt: closesAt(round),
      isOpen: facts.isOpen,
      holds: facts.entry === 'holds',
      isInPlay: isInPlay(facts),
    }
  }

  /** The round whose roll-call is under way; null if none is. */
  const roundNow = (now: Instant = clock.portal()): CapRound | null =>
    course.rollCall
      ? (roundNumbers(course.rounds).find((round) => {
          const form = window(round)
          return form !== undefined && isOpen(form, now) && isRollCallOpen(closesAt(round), now)
        }) ?? null)
      : null

  const reminders: ReminderSource<'roll-call'> = {
    look: 1000,
    instants: (_, now) => {
      const round = roundNow(now)
      return round === null ? [] : [{ about: String(round), at: closesAt(round)! }]
    },
    among: (_, { about }, range) => store.among(Number(about), range),
    facts(candidateId, _, { about }) {
      const own = ownOf(candidateId, Number(about), clock.portal())
      return own.isOpen ? { answer: own.answer, isInPlay: own.isInPlay, at: own.closesAt, since: null } : null
    },
    words: (candidateId, _, { about }) => {
      const round = Number(about)
      const link = href(deps.linkBase(), 'roll-call', undefined, {
        token: tokens.issue({ id: candidateId, part: round }),
      })
      return {
        page: 'dashboard',
        params: (language) => ({
          round: String(round),
          by: formatDateTime(closesAt(round)!, language),
        }),
        secrets: { link },
      }
    },
  }

  const counts = new Map<CapRound, KeptCount<RollCallCounts>>()
  /** The count of a round's roll-call, in pieces so that no page waits for it. */
  function countOf(round: CapRound): KeptCount<RollCallCounts> {
    const known = counts.get(round)
    if (known) return known
    const made = keptCount(
      async (rest) => {
        const pieces: RollCallCounts[] = []
        for (let after = 0; after < store.newestCandidate(); after += countedAtOnce, await rest())
          pieces.push(store.counts(round, { after, upTo: after + countedAtOnce }))
        return sumOfCounts(rollCallCounted, pieces)
      },
      { quick },
    )
    counts.set(round, made)
    return made
  }

  return {
    reminders,
    roundNow,

    /** When the roll-call of a round begins, by the schedule; null without a date. */
    beginsAt: (round: CapRound): Instant | null => {
      const closes = closesAt(round)
      return closes === null ? null : plus(closes, -hours(rollCallHours[0]))
    },

    /** The roll-call of a link; refuses a link that this portal did not make. */
    read(token: string, now: Instant = clock.portal()): Result<OwnRollCall> {
      const of = tokens.read(token)
      return of ? ok(ownOf(of.id, of.part, now)) : refuse('roll-call-link', 404)
    },

    /** The roll-call that is under way, for its candidate's own pages, with its link; null if none asks them. */
    own(candidateId: number, now: Instant = clock.portal()): (OwnRollCall & { token: string }) | null {
      const round = roundNow(now)
      const own = round === null ? null : ownOf(candidateId, round, now)
      return own?.isInPlay ? { ...own, token: tokens.issue({ id: candidateId, part: own.round }) } : null
    },

    /** Has the candidate released themselves from a round? Their last answer counts, however they gave it. */
    isReleased: (candidateId: number, round: CapRound): boolean => standing(candidateId, round) === 'out',

    /** Everybody who takes no part in a round because they released themselves and did not come back. */
    releasedFor: (round: CapRound): ReadonlySet<number> => new Set(store.released(round)),

    /**
     * Answers by a link, for one round, as often as wanted until the option form closes: the last answer counts.
     */
    answer(token: string, answer: RollCallAnswer, at: Instant = clock.portal()): Result<undefined> {
      const of = tokens.read(token)
      if (!of) return refuse('roll-call-link', 404)
      const { id: candidateId, part: round } = of
      return db.transact((): Result<undefined> => {
        const may = mayAnswer(answer, factsOf(candidateId, round, at))
        if (!may.ok) return may
        if (standing(candidateId, round) === answer) return ok()
        store.save(candidateId, round, answer, at)
        deps.record(
          { kind: 'system', name: 'roll-call-link' },
          'roll-call.answered',
          { candidateId },
          { round, answer },
        )
        return ok()
      })
    },

    /** Somebody who was released takes part again, because they have confirmed a list; joins the caller's transaction. */
    comeBack(candidateId: number, round: CapRound): void {
      if (standing(candidateId, round) !== 'out') return
      store.save(candidateId, round, 'in', clock.portal())
    },

    /** Whom the roll-call of a round asked, and what they answered. */
    counts: (round: CapRound): RollCallCounts | Promise<RollCallCounts> =>
      store.hasAsked(round) ? countOf(round).current() : noCounts(rollCallCounted),

    /** A job: renews the counts of a large season. */
    async countDue(): Promise<void> {
      for (const { renewDue } of counts.values()) await renewDue()
    },
  }
}

export type RollCall = ReturnType<typeof createRollCall>
