import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'
import type { Refusal } from '#server/kernel/result.ts'

/** The facts to verify, each with links to its documents. `isProving`: the OTP was sent before this request. */
export function verificationOfPage(
  { services, actor, language, arrivedAt, base, posted }: CandidatePage,
  round: number,
) {
  const view = services.selfVerification.view(actor.candidateId, round, language, arrivedAt)
  if (!view.ok) return null
  return {
    facts: view.value.facts.map(({ documents, ...fact }) => ({
      ...fact,
      documents: documents.map((kind) => ({ kind, address: href(base, 'documents/view/:name', { name: kind }) })),
    })),
    isProving: posted.again !== undefined || posted.intent === 'verify',
  }
}

/** The form again, with the words of each fact beside what is wrong with it, for the summary of errors. */
export function invalidFacts(page: CandidatePage, round: number, refusal: Refusal): FormOutcome {
  const outcome = page.invalid(refusal)
  const view = page.services.selfVerification.view(page.actor.candidateId, round, page.language, page.arrivedAt)
  if (!view.ok) return outcome
  const words = new Map<string, string>(
    view.value.facts.flatMap(({ fact, label, questions }) => [
      [`fact-${fact}`, label] as const,
      ...questions.map((question) => [`right-${question.name}`, question.label] as const),
    ]),
  )
  const errors = outcome.form.errors.map((error) => ({ ...error, question: words.get(error.field) }))
  return { ...outcome, form: { ...outcome.form, errors } }
}

/** The grievances that verifying this round's facts raised, with the facts in words and the officer's answers. */
export function grievancesOfPage({ services, actor, language }: CandidatePage, round: number) {
  const { selfVerification, grievances } = services
  const own = grievances.own(actor.candidateId).grievances
  return selfVerification.verifications(actor.candidateId).flatMap(({ round: of, grievanceId, wrong }) => {
    const grievance = own.find(({ id }) => id === grievanceId)
    return of === round && grievance
      ? [{ ...grievance, wrong: wrong.map((one) => selfVerification.inWords(one, language)) }]
      : []
  })
}
