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
import { type FieldFault, ok, type Result } from '#server/kernel/result.ts'
import type { ByFact } from './by-fact'
import type { ScrutinyDeps } from './deps'
import { type Forms, notHeld, unknownForm } from './form'
import { verdictForm } from './schema'

/** The verdict of a fact that is accepted. */
export const accepted = { isAccepted: true, reason: null, document: null, expected: '', found: '' } as const

/** A form of verdicts as it was posted. */
export type Given = Readonly<Record<string, unknown>>

type Needs = { forms: Forms; byFact: ByFact } & Pick<ScrutinyDeps, 'db' | 'record'>

/**
 * Saves the verdicts so far on a form that the officer holds, unseen by the candidate. `isRestAccepted`: also accepts
 * every other fact, except the flagged ones, which need a look of their own. Source: rules §5.1.
 */
export const saveVerdicts =
  ({ forms, byFact, db, record }: Needs) =>
  (actor: Officer, userId: string, given: Given, { isRestAccepted = false } = {}): Result<undefined> =>
    db.transact((): Result<undefined> => {
      const form = forms.within(actor, userId)
      if (!form) return unknownForm()
      const holding = forms.holding(actor, form)
      if (!holding.isMine) return notHeld(holding)
      const saved = byFact.put(actor, form, given)
      if (!saved.ok) return saved
      const rest = isRestAccepted ? byFact.acceptRest(actor, form) : 0
      record(auditActor(actor), 'scrutiny.saved', { candidateId: form.id }, { judged: saved.value.length, rest })
      return ok()
    })

/** The verdicts in a posted form; facts without one are omitted. */
export function verdictsIn(facts: readonly ScrutinyFact[], given: Given): Result<Verdict[]> {
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
