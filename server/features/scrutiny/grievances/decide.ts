import {
  type GrievanceEntry,
  type GrievanceStep,
  grievanceSteps,
  mayContinue,
  stepNumbersOf,
} from '#server/domain/scrutiny/grievances.ts'
import { type AuditAct, auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { GrievancesDeps } from './deps'
import type { Found } from './grievance'
import { type GrievanceAct, tickedSteps } from './schema'
import type { GrievanceRow } from './store'

/** An officer's act with the text that goes to the candidate. */
type Composed = GrievanceAct & { text: string }

/** The grievance that was acted on. */
type Decided = { number: string; type: string }

/** The pages that approval opens. */
const pagesOf = (steps: readonly GrievanceStep[], language: Language) =>
  steps.map((step) => translate(language, `signedin:menu.${step}`)).join(', ')

/**
 * The officer answers, refuses with a reason, or approves: for the ticked steps, a complaint about the process without any,
 * or, where self-verification raised the grievance, with its effect on the seat. Each is refused with
 * `grievance-agree` (409) until the officer agrees. Source: rules §5.7, §5.10.
 */
export const decide = (
  { db, store, clock, application, verification, record }: GrievancesDeps,
  { numberOf, within, mayBeApproved, tell }: Found,
) => {
  /** Adds an officer's message to the thread with its consequences, in one transaction. */
  function act(
    officer: Officer,
    id: number,
    { entry, text, audited }: { entry: GrievanceEntry; text: string; audited: AuditAct },
    may: (row: GrievanceRow) => Result<undefined>,
    then: (row: GrievanceRow, now: Instant) => Record<string, string>,
  ): Result<Decided> {
    return db.transact((): Result<Decided> => {
      const found = within(officer, id)
      if (!found.ok) return found
      const row = found.value
      const allowed = may(row)
      if (!allowed.ok) return allowed
      const now = clock.portal()
      store.addMessage({ grievanceId: id, staffId: officer.id, entry, text, at: now }, [])
      const detail = then(row, now)
      const about = { candidateId: row.candidateId, of: `grievance:${numberOf(id)}` }
      record(auditActor(officer), audited, about, detail)
      return ok({ number: numberOf(id), type: row.type })
    })
  }

  function answer(officer: Officer, id: number, text: string): Result<Decided> {
    const said = { entry: 'message', text, audited: 'grievances.answered' } as const
    return act(officer, id, said, mayContinue, (row) => {
      tell(row.candidateId, id, row.type === 'process' ? 'complaint-answered' : 'grievance-answered', () => ({
        body: text,
      }))
      return {}
    })
  }

  function refuseOne(officer: Officer, id: number, text: string): Result<Decided> {
    const said = { entry: 'refused', text, audited: 'grievances.refused' } as const
    return act(officer, id, said, mayContinue, (row, now) => {
      store.change(id, { state: 'refused', decidedAt: now, decidedBy: officer.id })
      if (row.type === 'self-verification')
        verification.refused(row.candidateId, { reference: numberOf(id), body: text })
      else if (row.type === 'process') tellDecision(row, 'refused', text)
      else tell(row.candidateId, id, 'grievance-refused', () => ({ body: text }))
      return {}
    })
  }

  function approve(officer: Officer, id: number, { text, ...form }: Composed): Result<Decided> {
    const steps = tickedSteps(form)
    const found = within(officer, id)
    if (!found.ok) return found
    const may = mayBeApproved(found.value)
    if (!may.ok) return may
    if (!steps.length) {
      const fields = [{ field: grievanceSteps[0]!, code: 'grievance-steps' }]
      return refuse('check-answers', 422, { fields })
    }
    if (form.agreed !== 'approve') return refuse('grievance-agree', 409)
    const said = { entry: 'approved', text, audited: 'grievances.approved' } as const
    return act(officer, id, said, mayBeApproved, (row, now) => {
      store.change(id, { state: 'approved', decidedAt: now, decidedBy: officer.id })
      application.revert(row.candidateId, stepNumbersOf(steps), 'open-by-grievance')
      tell(row.candidateId, id, 'grievance-approved', (language) => ({ body: text, steps: pagesOf(steps, language) }))
      return { steps: steps.join(' ') }
    })
  }

  function tellDecision({ candidateId, id }: GrievanceRow, state: 'approved' | 'refused', text: string): void {
    tell(candidateId, id, 'complaint-decided', (language) => ({
      body: `${translate(language, `thread:complaint.${state}`)}\n\n${text}`,
    }))
  }

  /** The complaint is right; nothing of the candidate's form changes by it. */
  function upholdComplaint(officer: Officer, id: number, { text, agreed }: Composed): Result<Decided> {
    if (agreed !== 'approve') return refuse('grievance-agree', 409)
    const said = { entry: 'approved', text, audited: 'grievances.approved' } as const
    return act(officer, id, said, mayContinue, (row, now) => {
      store.change(id, { state: 'approved', decidedAt: now, decidedBy: officer.id })
      tellDecision(row, 'approved', text)
      return {}
    })
  }

  /** The mistake is one: the facts are corrected, and a seat that was won by it is lost. */
  async function uphold(officer: Officer, row: GrievanceRow, { text, agreed }: Composed): Promise<Result<Decided>> {
    const may = mayBeApproved(row)
    if (!may.ok) return may
    if (agreed !== 'approve') return refuse('grievance-agree', 409)
    const apply = await verification.uphold(row.candidateId, row.id)
    const said = { entry: 'approved', text, audited: 'grievances.approved' } as const
    return act(officer, row.id, said, mayBeApproved, ({ id }, now) => {
      store.change(id, { state: 'approved', decidedAt: now, decidedBy: officer.id })
      return apply({ reference: numberOf(id), body: text })
    })
  }

  return async (officer: Officer, id: number, input: Composed): Promise<Result<Decided>> => {
    const found = within(officer, id)
    if (!found.ok) return found
    if (input.intent !== 'approve') {
      const may = mayContinue(found.value)
      if (!may.ok) return may
      if (input.agreed !== input.intent) return refuse('grievance-agree', 409)
    }
    if (input.intent === 'answer') return answer(officer, id, input.text)
    if (input.intent === 'refuse') return refuseOne(officer, id, input.text)
    if (found.value.type === 'process') return upholdComplaint(officer, id, input)
    const isOfSeat = found.value.type === 'self-verification'
    return isOfSeat ? uphold(officer, found.value, input) : approve(officer, id, input)
  }
}
