import { type AwaitedKind, awaitedCertificates } from '#server/domain/scrutiny/certificates.ts'
import { type Conclusion, conclusionOf } from '#server/domain/scrutiny/scrutiny.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import type { ByFact } from './by-fact'
import type { ScrutinyDeps } from './deps'
import { type Form, type Forms, notHeld, unknownForm } from './form'
import { unopenedBy } from './opened'
import type { Given } from './verdicts'

/**
 * Why a form is not finished; with its outcome, if the officer has to agree first. `closedAt`: since when a form that
 * goes back can no longer be corrected; null if it can.
 */
type FinishRefusal = Refusal & {
  conclusion?: Conclusion
  key?: string
  /** The certificates of which the form has a receipt only. */
  awaited?: readonly AwaitedKind[]
  closedAt?: number | null
  /** The number of documents that the officer has not opened. */
  unopened?: number
}

type Needs = { forms: Forms; byFact: ByFact } & Pick<
  ScrutinyDeps,
  'db' | 'store' | 'clock' | 'course' | 'feesOf' | 'application' | 'documents' | 'failedClaims' | 'record' | 'draw'
>

/**
 * Ends the scrutiny of a form: it goes back, or is confirmed with or without its claims. Refuses with the outcome
 * until `agreed` names exactly that outcome. Refusals: those of `notHeld`, `scrutiny-agree` (409), and
 * `check-answers` with a fault for each unjudged fact. Source: rules §5.2.
 */
export const finish = (needs: Needs) => {
  const { forms, byFact, db, store, clock, application, documents, failedClaims, record, draw } = needs

  function carryOut(actor: Officer, { id: candidateId, userId, version }: Form, conclusion: Conclusion): void {
    const by = auditActor(actor)
    byFact.tell({ id: candidateId, version })
    const { heldSince } = store.standing(candidateId)
    const finishedAt = clock.portal()
    const isReturned = conclusion.kind === 'revert'
    const begunAt = heldSince ?? finishedAt
    const unopened = unopenedBy({ store, documents }, actor, candidateId, forms.factsOf(candidateId)).length
    store.putJudgement({ candidateId, version, officerId: actor.id, begunAt, finishedAt, isReturned, unopened })
    store.put(candidateId, { heldBy: null, heldSince: null })
    if (conclusion.kind === 'revert') {
      const { steps } = conclusion
      application.revert(candidateId, steps)
      record(by, 'scrutiny.reverted', { candidateId }, { version, steps: steps.join() })
      return
    }
    const { removed, fee } = conclusion
    if (removed.length) {
      application.removeClaims(candidateId, removed)
      // A form that was opened after an allotment may have won its seat on the claim.
      failedClaims.convertToOpen(candidateId, 'cancel')
    }
    application.confirm(candidateId)
    draw(actor, {
      candidateId,
      userId,
      version: application.versionsOf(candidateId)[0]!.number,
      centre: null,
      isUnopened: unopened > 0,
    })
    record(by, 'scrutiny.confirmed', { candidateId }, { version, removed: removed.join(), fee })
  }

  return (actor: Officer, userId: string, given: Given, agreed?: string): Result<Conclusion, FinishRefusal> =>
    db.transact((): Result<Conclusion, FinishRefusal> => {
      const form = forms.within(actor, userId)
      if (!form) return unknownForm()
      const holding = forms.holding(actor, form)
      if (!holding.isMine) return notHeld(holding)
      const saved = byFact.put(actor, form, given)
      if (!saved.ok) return saved
      const fields = byFact.faultsOf(form.id, saved.value)
      if (fields.length) return refuse('check-answers', 422, { fields })
      const conclusion = conclusionOf(saved.value, application.answers(form.id), rulesOf(needs, form.id))
      const key = keyOf(conclusion)
      if (agreed !== key) {
        const closedAt = conclusion.kind === 'revert' ? forms.correctionClosedAt(form.id) : null
        const unopened = unopenedBy(needs, actor, form.id, forms.factsOf(form.id)).length
        const awaited = awaitedCertificates(application.answers(form.id))
        const { refusal } = refuse('scrutiny-agree', 409)
        return { ok: false, refusal: { ...refusal, conclusion, key, awaited, closedAt, unopened } }
      }
      carryOut(actor, form, conclusion)
      return ok(conclusion)
    })
}

/** The rules by which failed claims decide about a form. */
export const rulesOf = (
  { application, course, feesOf }: Pick<Needs, 'application' | 'course' | 'feesOf'>,
  candidateId: number,
) => ({
  forms: application.forms,
  fees: feesOf(candidateId),
  eligibility: course.form.eligibility,
  paid: application.paid(candidateId),
})

const keyOf = (conclusion: Conclusion) =>
  conclusion.kind === 'revert'
    ? `revert ${conclusion.steps.join(' ')}`
    : `confirm ${conclusion.removed.join(' ')} ${conclusion.fee}`
