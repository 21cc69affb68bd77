import {
  isBeforeCutOff,
  isReturnLate,
  returnDueAt,
  returnFaults,
  returnWithin,
} from '#server/domain/admission/cancellation.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { formatRupees } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { lessAmount, type Paise } from '#server/kernel/money.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Case, Cases } from './cases'
import type { CancellationDeps } from './deps'
import { type ReturnForm, returnOf } from './schema'
import type { CancellationRow } from './store'

/** The columns of both lists: an institute knows where the seat is, the cell does not. */
const shapeOf = (list: 'returns' | 'cancellations'): ListShape => ({
  list,
  columns: [
    { key: 'caseNumber', kind: 'text', isSortable: true },
    { key: 'fullName', kind: 'written' },
    { key: 'userId', kind: 'text' },
    ...(list === 'cancellations' ? ([{ key: 'institute', kind: 'written' }] as const) : []),
    { key: 'choiceCode', kind: 'text', ...(list === 'cancellations' && { isExtra: true }) },
    { key: 'round', kind: 'count', isExtra: true },
    // The return is due two days later.
    { key: 'requestedAt', kind: 'time', isExtra: true },
    { key: 'dueAt', kind: 'time' },
    { key: 'returnedAt', kind: 'time' },
  ],
  filters: ['state', 'applicationId', ...(list === 'cancellations' ? ['instituteCode'] : [])],
  order: '-caseNumber',
})

/** A sum for a message, without the sign, which would double the price of an SMS. */
const inFigures = (amount: Paise): string => formatRupees(amount).slice(1)

/** What an institute returns to whoever gave up a seat there. Source: rules §9.3, §9.4. */
export function createReturns({ db, store, clock, tell, record }: CancellationDeps, { cutOff, caseOf }: Cases) {
  /** A case of the officer's institute; another institute's case looks like an unknown one. */
  function own(officer: Officer, caseNumber: number): Result<CancellationRow> {
    const institute = ownInstitute(officer)
    if (!institute.ok) return institute
    const found = store.byCase(caseNumber)
    return found && found.instituteCode === institute.value ? ok(found) : refuse('unknown-case', 404)
  }

  /** A list of cases. `institute`: the officer's, or null for the whole state. */
  const listOf = (list: 'returns' | 'cancellations', institute: (officer: Officer) => string | null) =>
    listOfStore({
      shape: shapeOf(list),
      reader: store.list,
      reach: (officer: Officer) => ({ institute: institute(officer), lateBefore: clock.portal() - returnWithin }),
      shown: (row) => ({
        ...row,
        dueAt: returnDueAt(row.requestedAt),
        isLate: isReturnLate(row, clock.portal()) ? 1 : 0,
      }),
    })

  const logged = (list: ReturnType<typeof listOf>): typeof list => ({
    ...list,
    piece(officer, asked) {
      const found = list.piece(officer, asked)
      const { institute } = officer
      record(auditActor(officer), 'cancellation.list-read', {}, { institute, cases: found.rows.length })
      return found
    },
  })

  return {
    /** The cases of the officer's institute, the newest first; logs each page that is read. */
    returns: logged(listOf('returns', ({ institute }) => institute ?? '')),

    /** Every case, for the cell; logs each page that is read. */
    cancellations: logged(listOf('cancellations', ({ institute }) => institute)),

    /** How many cases of the officer's institute wait for its record; 0 for everybody else. */
    openAt(officer: Officer): number {
      const institute = ownInstitute(officer)
      return institute.ok ? store.open(institute.value) : 0
    },

    /** A case of the officer's institute. */
    open(officer: Officer, caseNumber: number): Result<Case> {
      const found = own(officer, caseNumber)
      return found.ok ? ok(caseOf(found.value)) : found
    },

    /** Was it cancelled before the cut-off, so that its institute keeps at most ₹1,000? */
    isLimited: ({ requestedAt }: Pick<Case, 'requestedAt'>): boolean => isBeforeCutOff(requestedAt, cutOff()),

    /**
     * The candidate says that the money has reached them. Refusals: `return-nothing-paid`, `return-received` (409).
     */
    received: (candidateId: number): Result<Case> =>
      db.transact((): Result<Case> => {
        const found = store.of(candidateId)
        if (!found || found.returnedAt === null || found.mode === 'nothing-paid')
          return refuse('return-nothing-paid', 409)
        if (found.receivedAt !== null) return refuse('return-received', 409)
        store.received(candidateId, clock.portal())
        const by = { kind: 'candidate', id: candidateId, name: found.userId } as const
        record(by, 'cancellation.received', { candidateId }, { case: found.caseNumber })
        return ok(caseOf(store.of(candidateId)!))
      }),

    /**
     * Records what the institute returned. Refusals: `unknown-case` (404), `return-recorded` (409), and a fault for each
     * field that breaks a rule.
     */
    recordReturn: (officer: Officer, caseNumber: number, form: ReturnForm): Result<Case> =>
      db.transact((): Result<Case> => {
        const found = own(officer, caseNumber)
        if (!found.ok) return found
        if (found.value.returnedAt !== null) return refuse('return-recorded', 409)
        const { candidateId, requestedAt, institute } = found.value
        const given = returnOf(form)
        const fields = returnFaults(given, requestedAt, cutOff())
        if (fields.length) return refuse('check-answers', 422, { fields })
        const { originalsReturned: _, ...row } = given
        const returnedAt = clock.portal()
        store.recordReturn(caseNumber, { ...row, returnedAt, recordedBy: officer.id })
        const { paid, charge, mode } = given
        tell(candidateId, 'return-recorded', (language) => ({
          institute,
          number: caseNumber,
          amount: inFigures(lessAmount(paid, charge)),
          charge: inFigures(charge),
          mode: translate(language, `cancellation:mode.${mode}`),
        }))
        record(
          auditActor(officer),
          'cancellation.return-recorded',
          { candidateId },
          { case: caseNumber, paid, charge, mode },
        )
        return ok(caseOf(store.byCase(caseNumber)!))
      }),
  }
}
