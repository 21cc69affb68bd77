import type { Verdict } from '#server/domain/scrutiny/scrutiny.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Result } from '#server/kernel/result.ts'
import type { ScrutinyDeps } from './deps'
import { type FactView, factView } from './fact-view'
import type { Form, Forms, JudgedFact } from './form'
import { createFactRows, type ShownFacts } from './shown-facts'
import { accepted, faultsOf, type Given, verdictsIn } from './verdicts'

type Needs = { forms: Forms; shownFacts: ShownFacts } & Pick<ScrutinyDeps, 'store' | 'clock' | 'application'>

/** A form by its version, for those who judge it fact by fact. */
type Judged = Pick<Form, 'id' | 'version'>

/**
 * Judging a form fact by fact, for whoever checks it: an officer of e-scrutiny or of a centre. The callers authorise;
 * everything joins their transaction. Source: rules §5.1, §5.4.
 */
export function createByFact({ forms, shownFacts, store, clock, application }: Needs) {
  const rowsOf = createFactRows(application)

  function views(
    { id, fullName }: Pick<Form, 'id' | 'fullName'>,
    judged: readonly JudgedFact[],
    language: Language,
  ): FactView[] {
    const motherName = application.answers(id)['personal-details']?.motherName
    return shownFacts({ id, fullName }, language).map((fact, place) =>
      factView(fact, judged[place]!, { rowsOf, fullName, motherName, language }),
    )
  }

  return {
    /** The facts of a form in words, with the verdicts so far. */
    factsOf(form: Judged & Pick<Form, 'fullName'>, language: Language): FactView[] {
      return views(form, forms.verdictsOf(form, forms.factsOf(form.id)), language)
    },

    /** The same without any verdict, for somebody who is not to see those of others. */
    blank: (form: Pick<Form, 'id' | 'fullName'>, language: Language): FactView[] => {
      const facts = forms.factsOf(form.id)
      return views(
        form,
        facts.map((fact) => ({ fact, verdict: null, isChanged: false, before: null })),
        language,
      )
    },

    /** The posted verdicts, written nowhere. */
    parse: (candidateId: number, given: Given): Result<Verdict[]> => verdictsIn(forms.factsOf(candidateId), given),

    /** Writes the posted verdicts; facts without one are left alone. */
    put(officer: StaffMember, { id, version }: Judged, given: Given): Result<Verdict[]> {
      const verdicts = verdictsIn(forms.factsOf(id), given)
      if (!verdicts.ok) return verdicts
      const by = { officerId: officer.id, at: clock.portal() }
      for (const verdict of verdicts.value) store.putVerdict(id, version, verdict, by)
      return ok(verdicts.value)
    },

    /** Accepts the facts without a verdict that are not flagged; returns their number. */
    acceptRest(officer: StaffMember, form: Judged & Pick<Form, 'fullName'>): number {
      const judged = forms.verdictsOf(form, forms.factsOf(form.id))
      const rest = views(form, judged, 'en').filter(({ verdict, isFlagged }) => !verdict && !isFlagged)
      const by = { officerId: officer.id, at: clock.portal() }
      for (const { name } of rest) store.putVerdict(form.id, form.version, { ...accepted, fact: name }, by)
      return rest.length
    },

    /** What is missing before the form can be finished. */
    faultsOf: (candidateId: number, verdicts: readonly Verdict[]): FieldFault[] =>
      faultsOf(forms.factsOf(candidateId), verdicts),

    /** Lets the candidate read the findings about a version. */
    tell: ({ id, version }: Judged): void => store.tell(id, version, clock.portal()),
  }
}

export type ByFact = ReturnType<typeof createByFact>
