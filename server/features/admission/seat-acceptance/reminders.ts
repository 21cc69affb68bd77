import { nextReminderAt, reminderDue } from '#server/domain/admission/offer.ts'
import type { Messages } from '#server/features/messages/messages/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { breath } from '#server/kernel/background.ts'
import { earliest, type Instant, minutes, plus } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { LapsedSeat, OwedAct } from './owed'
import type { SeatAcceptance } from './service'

type SeatRemindersDeps = Pick<SeatAcceptanceDeps, 'db' | 'store' | 'clock' | 'tell'> &
  Pick<SeatAcceptance, 'owed' | 'aheadInWords' | 'deadlinesOf'> &
  Pick<Messages, 'isWaiting'>

/** The candidates reminded at one tick. */
const perTick = 500
/** Lost seats, and new deadlines of single candidates (a reset, a decision on a grievance), are noticed in this time. */
const rest = minutes(5)

/**
 * Reminds candidates of the next act for their seat, 48, 24, 6 and 1 hours before its deadline, until it is recorded,
 * and tells those who missed it that the seat is gone. After an interruption only the latest message goes out.
 * Source: rules §8.14.
 */
export function createSeatReminders(deps: SeatRemindersDeps) {
  const { db, store, clock, owed, deadlinesOf, tell, isWaiting } = deps
  const beginning = { upTo: 0, nextAt: null as number | null, restsFrom: 0, restsUntil: 0 }
  /**
   * The pass through a round: the candidate up to whom it has come, the next reminder that it has met, and the rest after
   * it.
   */
  let pass = { of: '', ...beginning }

  /** Reminds the candidates of a piece whose reminder is due and not sent yet; returns their number. */
  function remindPiece(acts: readonly OwedAct[], now: Instant): number {
    const due = acts.flatMap((act) => {
      const hours = act.from === null ? reminderDue(act.by, now) : null
      if (hours === null || act.by === null) return []
      const reminder = { candidateId: act.candidateId, round: act.round, by: act.by, hours }
      return store.isReminded(reminder) ? [] : [{ act, reminder }]
    })
    if (!due.length) return 0
    return db.transact(() => {
      const sent = due.filter(({ act, reminder }) => store.remind({ ...reminder, act: act.kind, at: now }))
      for (const { act } of sent) write(act)
      return sent.length
    })
  }

  /** Tells the candidates of a piece who lost their seat, once each; returns their number. */
  function tellLapsed(lapsed: readonly LapsedSeat[], now: Instant): number {
    const untold = lapsed.filter((seat) => !store.isReminded({ ...seat, hours: 0 }))
    if (!untold.length) return 0
    return db.transact(() => {
      const told = untold.filter(({ candidateId, round, by, state }) =>
        store.remind({ candidateId, round, by, hours: 0, act: state, at: now }),
      )
      for (const { candidateId, round, choiceCode, state, by } of told) {
        // The record was in time; two people withdrew it later, and the candidate was told so.
        if (state === 'not-reported' && store.wasWithdrawn(candidateId, choiceCode, by)) continue
        tell(candidateId, 'seat-ended', (language) => ({
          choiceCode,
          reason: translate(language, `admission:lapsed.${state}`, { by: formatDateTime(by, language) }),
          next: deps.aheadInWords(candidateId, round, language),
        }))
      }
      return told.length
    })
  }

  function write({ candidateId, runId, choiceCode, kind, round, by, loss }: OwedAct): void {
    const { institute, course } = store.place({ choiceCode, runId })
    tell(candidateId, 'seat-reminder', (language) => ({
      act: translate(language, `signedin:seat.${kind}`, { round }),
      loss: translate(language, `signedin:seat.loss.${loss}`),
      by: formatDateTime(by!, language),
      choiceCode,
      institute,
      branch: course,
    }))
  }

  /** The first instant after `now` at which one of these acts has a reminder due, or seat acceptance opens. */
  const nextOf = (acts: readonly OwedAct[], now: Instant): number | null =>
    earliest(...acts.map(({ by, from }) => from ?? nextReminderAt(by, now)))

  return {
    /**
     * A job: writes to the next candidates, once the previous ones have been written to. A pass looks at every act that
     * is still owed and every seat that was lost; then the job rests until the next reminder can be due.
     */
    async remind(): Promise<void> {
      const now = clock.portal()
      const round = store.newestRound()
      if (round === null || isWaiting('seat-reminder') || isWaiting('seat-ended')) return
      const { acceptBy, reportBy } = deadlinesOf(round)
      const of = `${round} ${acceptBy} ${reportBy}`
      if (pass.of !== of || now < pass.restsFrom) pass = { of, ...beginning }
      if (now < pass.restsUntil) return
      let reminded = 0
      for (const { upTo, acts, lapsed } of owed(now, pass.upTo)) {
        reminded += remindPiece(acts, now) + tellLapsed(lapsed, now)
        pass = { ...pass, upTo, nextAt: earliest(pass.nextAt, nextOf(acts, now)) }
        if (reminded >= perTick) return
        await breath()
      }
      pass = { of, ...beginning, restsFrom: now, restsUntil: earliest(plus(now, rest), pass.nextAt)! }
    },
  }
}
