import { returnDueAt, returnWithin } from '#server/domain/admission/cancellation.ts'
import { reminderRow } from '#server/domain/messages/reminders.ts'
import type { ReminderSource } from '#server/features/messages/reminders/source.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CancellationDeps } from './deps'
import type { CancellationRow } from './store'

/** An institute with late cases, for everybody to read; nothing about a candidate. */
type LateInstitute = {
  code: string
  institute: string
  /** The numbers of cases that are still not recorded. */
  open: number[]
  /** How many were recorded after their time. */
  recordedLate: number
}

/** The returns that institutes owe past their time. Source: rules §9.4. */
export function createLateReturns({ store, clock, tellCell }: CancellationDeps) {
  const words =
    ({ institute, caseNumber, requestedAt }: CancellationRow) =>
    (language: Language) => ({
      institute,
      number: caseNumber,
      at: formatDateTime(requestedAt, language),
      by: formatDateTime(returnDueAt(requestedAt), language),
    })

  return {
    /** How many late cases have no record of the return. */
    openLate: (): number => store.openLate(clock.portal() - returnWithin),

    /** The institutes with late cases, by code; public. */
    late(now: Instant = clock.portal()): LateInstitute[] {
      const found = new Map<string, LateInstitute>()
      for (const { caseNumber, instituteCode, institute, returnedAt } of store.late(now - returnWithin, returnWithin)) {
        const known = found.get(instituteCode) ?? { code: instituteCode, institute, open: [], recordedLate: 0 }
        if (returnedAt === null) known.open.push(caseNumber)
        else known.recordedLate++
        found.set(instituteCode, known)
      }
      return [...found.values()]
    },

    /** Cases whose time runs out without a record. With the candidate, the cell is told. */
    reminders: {
      look: 1000,

      instants: (name, now) =>
        store
          .unrecorded(now - returnWithin - (reminderRow(name).within ?? 0), now - returnWithin)
          .map(({ candidateId, caseNumber, requestedAt }) => ({
            about: String(caseNumber),
            at: returnDueAt(requestedAt),
            only: [candidateId],
          })),

      among: () => [],

      facts(candidateId) {
        const found = store.of(candidateId)
        return found && { isRecorded: found.returnedAt !== null, at: returnDueAt(found.requestedAt), since: null }
      },

      words: (candidateId) => ({
        page: 'cancel-admission-application-form-print',
        params: words(store.of(candidateId)!),
      }),

      onTold: (candidateId) => tellCell('return-late', words(store.of(candidateId)!)),
    } satisfies ReminderSource<'return'> as ReminderSource<'return'>,
  }
}
