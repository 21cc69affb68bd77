import type { FileKind } from '#server/domain/application/document-rules.ts'
import {
  type DiscrepancyReason,
  isAboutDocument,
  reasonsFor,
  type ScrutinyFact,
  type Verdict,
} from '#server/domain/scrutiny/scrutiny.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ScrutinyDeps } from './deps'
import { type Form, type Forms, unknownForm } from './form'
import { verdictForm } from './schema'

/** The verdict of a fact that is accepted. */
const accepted = { isAccepted: true, reason: null, document: null, expected: '', found: '' } as const

/** A form of verdicts as it was posted. */
export type Given = Readonly<Record<string, unknown>>

type Needs = { forms: Forms } & Pick<ScrutinyDeps, 'db' | 'store' | 'clock' | 'documents' | 'record'>

/** Writes the posted verdicts of a form that the officer holds; joins the caller's transaction. */
export const putVerdicts =
  ({ forms, store, clock }: Pick<Needs, 'forms' | 'store' | 'clock'>) =>
  (actor: Officer, form: Form, given: Given): Result<Verdict[]> => {
    if (!forms.holding(actor, form).isMine) return refuse('scrutiny-not-held', 409)
    const verdicts = verdictsIn(forms.factsOf(form.id), given)
    if (!verdicts.ok) return verdicts
    const by = { officerId: actor.id, at: clock.portal() }
    for (const verdict of verdicts.value) store.putVerdict(form.id, form.version, verdict, by)
    return verdicts
  }

/**
 * Saves the verdicts so far, unseen by the candidate. `isRestAccepted`: also accepts every other fact, except the
 * flagged ones, which need a look of their own. Source: rules §5.1.
 */
export const saveVerdicts = ({ forms, db, store, clock, documents, record }: Needs) => {
  const put = putVerdicts({ forms, store, clock })

  /** Accepts the facts without a verdict that are not flagged; returns their number. */
  function acceptRest(actor: Officer, form: Form): number {
    const held = documents.held(form.id).map(({ name }) => name)
    const rest = forms
      .verdictsOf(form, forms.factsOf(form.id))
      .filter(
        ({ fact, verdict, isChanged }) => !verdict && !isChanged && fact.documents.every((kind) => held.includes(kind)),
      )
    const by = { officerId: actor.id, at: clock.portal() }
    for (const { fact } of rest) store.putVerdict(form.id, form.version, { ...accepted, fact: fact.name }, by)
    return rest.length
  }

  return (actor: Officer, userId: string, given: Given, { isRestAccepted = false } = {}): Result<undefined> =>
    db.transact((): Result<undefined> => {
      const form = forms.within(actor, userId)
      if (!form) return unknownForm()
      const saved = put(actor, form, given)
      if (!saved.ok) return saved
      const rest = isRestAccepted ? acceptRest(actor, form) : 0
      record(auditActor(actor), 'scrutiny.saved', { candidateId: form.id }, { judged: saved.value.length, rest })
      return ok()
    })
}

/** The verdicts in a posted form; facts without one are omitted. */
function verdictsIn(facts: readonly ScrutinyFact[], given: Given): Result<Verdict[]> {
  const parsed = parseForm(verdictForm(facts), given)
  if (!parsed.ok) return parsed
  const sent = parsed.value as Record<string, string | undefined>
  return ok(
    facts.flatMap(({ name: fact, documents }): Verdict[] => {
      const verdict = sent[`verdict-${fact}`]
      if (!verdict) return []
      if (verdict === 'accepted') return [{ ...accepted, fact }]
      const reason = (sent[`reason-${fact}`] as DiscrepancyReason | undefined) ?? null
      const document = (sent[`document-${fact}`] as FileKind | undefined) ?? documents[0] ?? null
      return [
        {
          fact,
          isAccepted: false,
          reason,
          document: reason && isAboutDocument(reason) ? document : null,
          expected: sent[`expected-${fact}`] ?? '',
          found: sent[`found-${fact}`] ?? '',
        },
      ]
    }),
  )
}

/** What is missing before the form can be finished. */
export function faultsOf(facts: readonly ScrutinyFact[], verdicts: readonly Verdict[]): FieldFault[] {
  return facts.flatMap(({ name }): FieldFault[] => {
    const verdict = verdicts.find(({ fact }) => fact === name)
    if (!verdict) return [{ field: `verdict-${name}`, code: 'scrutiny-verdict-missing' }]
    if (verdict.isAccepted) return []
    if (!verdict.reason || !reasonsFor(name).includes(verdict.reason))
      return [{ field: `reason-${name}`, code: 'scrutiny-reason-missing' }]
    return verdict.reason === 'differs' && !verdict.expected
      ? [{ field: `expected-${name}`, code: 'scrutiny-expected-missing' }]
      : []
  })
}
