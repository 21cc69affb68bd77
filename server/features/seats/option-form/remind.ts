import { optionReminderAt } from '#server/domain/seats/option-form.ts'
import { takesPart } from '#server/domain/terms/cap-rounds.ts'
import type { OptionFormDeps } from './deps'
import type { Forms } from './forms'

/** Candidates reminded at a time. */
const perTick = 200

/**
 * A job: reminds the next candidates with an unconfirmed list, 24, 6 and 1 hours before the end, once the previous
 * ones have been told.
 */
export const remind =
  ({ db, store, clock, entry, isWaiting }: OptionFormDeps, { window, roundOpenAt, find, tell }: Forms) =>
  (): void => {
    const now = clock.portal()
    const round = roundOpenAt(now)
    const closesAt = round && window(round)?.closesAt
    const hours = closesAt ? optionReminderAt(closesAt, now) : null
    if (!round || !closesAt || hours === null || isWaiting('options-reminder')) return
    db.transact(() => {
      for (const id of store.toRemind(round, closesAt, hours, perTick)) {
        store.noteReminder(round, closesAt, hours, id, now)
        if (takesPart(entry(id, round).kind)) tell(id, 'options-reminder', find(id, round))
      }
    })
  }
