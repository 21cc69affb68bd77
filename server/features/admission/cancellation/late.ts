import { returnDueAt, returnWithin } from '#server/domain/admission/cancellation.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CancellationDeps } from './deps'

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
export function createLateReturns({ db, store, clock, tellCell }: CancellationDeps) {
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

    /** A job: tells the cell of each case that has become late, once. */
    tellLate(): void {
      const now = clock.portal()
      if (!store.untold(now - returnWithin).length) return
      db.transact(() => {
        for (const { caseNumber, institute, requestedAt } of store.untold(now - returnWithin)) {
          tellCell('return-late', (language) => ({
            institute,
            number: caseNumber,
            at: formatDateTime(requestedAt, language),
            by: formatDateTime(returnDueAt(requestedAt), language),
          }))
          store.toldLate(caseNumber, now)
        }
      })
    },
  }
}
