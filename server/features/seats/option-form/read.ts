import { imported, mayChangeOptions } from '#server/domain/seats/option-form.ts'
import { type CapRound, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Choosing } from './choosing'
import type { OptionFormDeps } from './deps'
import type { Forms, OptionForm } from './forms'
import type { OptionAct } from './store'

/** A version of a candidate's list: saved, confirmed or unlocked. */
type HistoryEntry = { version: number; act: OptionAct; choices: readonly string[]; at: Instant; device: string }

/** What a candidate reads of the option forms. */
export function createReading(
  { store, clock, course }: OptionFormDeps,
  { window, roundOpenAt, find, factsOf }: Forms,
  { offer }: Choosing,
) {
  return {
    /** A round's window; null if it is not in the schedule. */
    window,

    /** The round whose window is open at `at`; null between the rounds. */
    openRound: (at: Instant = clock.portal()): CapRound | null => roundOpenAt(at),

    form: (candidateId: number, round: CapRound): OptionForm => find(candidateId, round),

    /** How far the form of a round is, without its choices. `by`: epoch milliseconds; null without a deadline. */
    progress(candidateId: number, round: CapRound): { count: number; isConfirmed: boolean; by: Instant | null } {
      const row = store.form(candidateId, round)
      const by = (window(round)?.closesAt ?? null) as Instant | null
      return { count: row ? store.count(candidateId, round) : 0, isConfirmed: row?.confirmedAt != null, by }
    },

    mayChange(candidateId: number, round: CapRound, at: Instant = clock.portal()): Result<undefined> {
      return mayChangeOptions(factsOf(candidateId, find(candidateId, round)), window(round), at)
    },
    /**
     * The choices that a list of the last earlier round would add to this one; `gone`: codes no longer offered. Null if
     * there is no such list.
     */
    earlier(candidateId: number, round: CapRound): { round: CapRound; choices: string[]; gone: string[] } | null {
      const from = roundNumbers(course.rounds)
        .reverse()
        .find((one) => one < round && store.choices(candidateId, one).length > 0)
      if (from === undefined) return null
      const list = store.choices(candidateId, from)
      const own = store.choices(candidateId, round)
      return { round: from, ...imported(own, list, offer(candidateId)) }
    },

    /** Every version saved, confirmed or unlocked, newest first. */
    history(candidateId: number, round: CapRound): HistoryEntry[] {
      return store
        .history(candidateId, round)
        .map(({ choices, ...row }) => ({ ...row, choices: choices === '' ? [] : choices.split(',') }))
    },

    /** The facts for the banner about an unconfirmed list while its window is open. */
    unconfirmed(candidateId: number, at: Instant): { round: CapRound; count: number; closesAt: number } | null {
      const round = roundOpenAt(at)
      const closesAt = round && window(round)?.closesAt
      if (!round || !closesAt) return null
      const row = store.form(candidateId, round)
      if (!row || row.confirmedAt !== null) return null
      return { round, count: store.count(candidateId, round), closesAt }
    },

    /** A confirmed list for printing; null if it is not confirmed. */
    printed(candidateId: number, round: CapRound): (OptionForm & { confirmedAt: Instant; fingerprint: string }) | null {
      const { confirmedAt, fingerprint, ...form } = find(candidateId, round)
      return confirmedAt !== null && fingerprint !== null ? { ...form, confirmedAt, fingerprint } : null
    },
  }
}
