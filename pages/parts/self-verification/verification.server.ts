import { readGrievance } from '#pages/parts/grievances/read.server.ts'
import { href } from '#pages/ui/href.ts'
import { byPaper, factsSaid } from '#server/domain/admission/papers.ts'
import type { Said } from '#server/domain/admission/self-verification.ts'
import { saidInForm } from '#server/features/admission/self-verification/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'
import { ok, type Refusal, type Result } from '#server/kernel/result.ts'
import { paperName } from './paper-name'

/** The facts to verify by paper, with links to the papers. `isProving`: the OTP was sent before this request. */
export function verificationOfPage(
  { services, actor, language, arrivedAt, base, posted }: CandidatePage,
  round: number,
) {
  const view = services.selfVerification.view(actor.candidateId, round, language, arrivedAt)
  if (!view.ok) return null
  const uploads = services.documents.held(actor.candidateId)
  return {
    papers: byPaper(view.value.facts).map(({ paper, facts }) => ({
      paper,
      facts,
      /** The paper itself, and others that say the same. */
      documents: [...new Set(facts.flatMap(({ documents }) => documents))].map((kind) => ({
        kind,
        address: href(base, 'documents/view/:name', { name: kind }),
        uploadedAt: uploads.find(({ name }) => name === kind)?.uploadedAt,
      })),
    })),
    /** An OTP was sent and still works: whoever left the page need not ask for another. */
    hasOtp: services.accounts.isOtpOpen(actor, { purpose: 'self-verify' }),
    isProving: posted.again !== undefined || posted.intent === 'verify',
  }
}

/** What the form says about each fact. */
export function saidOnPage(page: CandidatePage, round: number, form: Readonly<Record<string, unknown>>): Result<Said> {
  const { services, actor, language, arrivedAt } = page
  const view = services.selfVerification.view(actor.candidateId, round, language, arrivedAt)
  if (!view.ok) return view
  const { right, ...beside } = saidInForm(form)
  const answers = factsSaid(byPaper(view.value.facts), beside)
  return answers.ok ? ok({ answers: answers.value, right }) : answers
}

/** The form again, with the words of each fact beside what is wrong with it, for the summary of errors. */
export function invalidFacts(page: CandidatePage, round: number, refusal: Refusal): FormOutcome {
  const outcome = page.invalid(refusal)
  const view = page.services.selfVerification.view(page.actor.candidateId, round, page.language, page.arrivedAt)
  if (!view.ok) return outcome
  const words = new Map<string, string>(
    byPaper(view.value.facts).flatMap(({ paper, facts }) => [
      [`paper-${paper}`, page.t(paperName(paper))] as const,
      ...facts.flatMap(({ questions }) => questions.map(({ name, label }) => [`right-${name}`, label] as const)),
    ]),
  )
  const errors = outcome.form.errors.map((error) => ({ ...error, question: words.get(error.field) }))
  return { ...outcome, form: { ...outcome.form, errors } }
}

/** The grievances that verifying this round's facts raised, with the facts in words and the officer's answers. */
export function grievancesOfPage(page: CandidatePage, round: number) {
  const { services, actor, language } = page
  const { selfVerification, grievances } = services
  const own = grievances.own(actor.candidateId).grievances
  return selfVerification.verifications(actor.candidateId).flatMap(({ round: of, grievanceId, wrong }) => {
    const grievance = own.find(({ id }) => id === grievanceId)
    return of === round && grievance
      ? [{ ...readGrievance(page, grievance), wrong: wrong.map((one) => selfVerification.inWords(one, language)) }]
      : []
  })
}
