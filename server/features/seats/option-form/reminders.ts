import { roundNumbers, takesPart } from '#server/domain/terms/cap-rounds.ts'
import { isOpen } from '#server/domain/terms/schedule.ts'
import type { ReminderSource } from '#server/features/messages/reminders/source.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OptionFormDeps } from './deps'
import type { Forms } from './forms'

/** Lists that were begun and not confirmed, and the instants at which the option forms close. Source: rules §8.6, §10.9. */
export const createOptionReminders = (
  { store, course, clock, entry }: Pick<OptionFormDeps, 'store' | 'course' | 'clock' | 'entry'>,
  { window, find, words }: Forms,
): ReminderSource<'options'> => ({
  look: 1000,

  instants: (_, now) =>
    roundNumbers(course.rounds).flatMap((round) => {
      const form = window(round)
      const isNow = form !== null && form.closesAt !== null && isOpen(form, now)
      return isNow ? [{ about: String(round), at: form.closesAt as Instant }] : []
    }),

  among: (_, { about }, range) => store.unconfirmed(Number(about), range),

  facts(candidateId, _, { about }) {
    const round = Number(about)
    const form = store.form(candidateId, round)
    const open = window(round)
    if (!form || !open || !isOpen(open, clock.portal())) return null
    return {
      isConfirmed: form.confirmedAt !== null,
      takesPart: !store.isExcluded(candidateId) && takesPart(entry(candidateId, round).kind),
      at: open.closesAt as Instant,
      since: null,
    }
  },

  words: (candidateId, _, { about }) => ({
    page: 'option-form/lisitng-confirm',
    params: words(find(candidateId, Number(about))),
  }),
})
