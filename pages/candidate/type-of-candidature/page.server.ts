import { intentOf } from '#pages/parts/accounts/intent.ts'
import { loadStep, saveStep } from '#pages/parts/application/step.ts'
import { finderField, finderQuestions, proposedTypes } from '#server/domain/application/type-finder.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'

export const texts = ['steps', 'scrutiny', 'days'] as const

export const load = (page: CandidatePage) => ({
  ...loadStep(page, 'type-of-candidature'),
  registered: registeredNow(page),
})

/** For a newcomer who comes straight from the OTP: the new Application ID, and what to do with it. */
function registeredNow({ query, actor, services, t }: CandidatePage) {
  if (query.registered === undefined) return null
  const { userId } = services.accounts.account(actor.candidateId)
  return {
    userId,
    title: t('shell:title.registration-success'),
    note: t('registered:note-here'),
    print: t('registered:large'),
  }
}

export const action = (page: CandidatePage) =>
  intentOf(page) === 'find'
    ? find(page)
    : saveStep(page, 'type-of-candidature', withProposedType(page), saidOfDomicile(page))

/** What the finder was told of the domicile; null if it was not asked or not answered. */
function saidOfDomicile({ posted, services }: CandidatePage): string | null {
  const asked = finderQuestions(services.course.form).find(({ name }) => name === 'domicile')
  const said = posted[finderField('domicile')]
  return asked?.options.find((option) => option === said) ?? null
}

/** Whoever answers the questions and goes on claims the type that they propose, unless another one is claimed below. */
function withProposedType({ posted, services }: CandidatePage): Readonly<Record<string, string>> {
  const { form } = services.course
  const given = Object.fromEntries(finderQuestions(form).map(({ name }) => [name, posted[finderField(name)]]))
  const [only, ...others] = proposedTypes(form, given as Record<string, string | undefined>) ?? []
  return only && others.length === 0 ? { type: only } : {}
}

/** Without JavaScript: shows the form again with the type that the three answers propose. */
function find(page: CandidatePage): FormOutcome {
  const values = Object.fromEntries(
    Object.entries(page.posted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { status: 200, form: { values: { ...values, ...withProposedType(page) }, errors: [], message: null } }
}
