import type { Verdict } from '#server/domain/scrutiny/scrutiny.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Result } from '#server/kernel/result.ts'
import type { ScrutinyDeps } from './deps'
import { type FactView, factView } from './fact-view'
import type { Form, Forms } from './form'
import type { ShownFacts } from './shown-facts'
import { accepted, faultsOf, type Given, verdictsIn } from './verdicts'

type Needs = { forms: Forms; shownFacts: ShownFacts } & Pick<ScrutinyDeps, 'store' | 'clock' | 'documents'>

/** A form by its version, for those who judge it fact by fact. */
type Judged = Pick<Form, 'id' | 'version'>

/**
 * Judging a form fact by fact, for whoever checks it: an officer of e-scrutiny or of a centre. The callers authorise;
 * everything joins their transaction. Source: rules §5.1, §5.4.
 */
export function createByFact({ forms, shownFacts, store, clock, documents }: Needs) {
  return {
    /** The facts of a form in words, with the verdicts so far. */
    factsOf(form: Judged & Pick<Form, 'fullName'>, language: Language): FactView[] {
      const judged = forms.verdictsOf(form, forms.factsOf(form.id))
      return shownFacts(form, language).map((fact, place) => factView(fact, judged[place]!))
    },

    /** The same without any verdict, for somebody who is not to see those of others. */
    blank: (form: Pick<Form, 'id' | 'fullName'>, language: Language): FactView[] => {
      const facts = forms.factsOf(form.id)
      return shownFacts(form, language).map((shown, place) =>
        factView(shown, { fact: facts[place]!, verdict: null, isChanged: false }),
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
    acceptRest(officer: StaffMember, form: Judged): number {
      const held = documents.held(form.id).map(({ name }) => name)
      const rest = forms
        .verdictsOf(form, forms.factsOf(form.id))
        .filter(
          ({ fact, verdict, isChanged }) =>
            !verdict && !isChanged && fact.documents.every((kind) => held.includes(kind)),
        )
      const by = { officerId: officer.id, at: clock.portal() }
      for (const { fact } of rest) store.putVerdict(form.id, form.version, { ...accepted, fact: fact.name }, by)
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
