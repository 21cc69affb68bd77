import { choiceKey, type StepForm, type Vocabulary } from '#server/domain/terms/question.ts'
import { type FormRules, takesIti } from './form-rules'

/** The types on offer, in words that name the examinations that the season takes. Source: rules §3.3, §18.16. */
export const typeChoices = (rules: Pick<FormRules, 'qualification' | 'eligibility' | 'types'>): Vocabulary => ({
  vocabulary: rules.qualification === 'degree' ? 'type-after-degree' : 'type-after-hsc',
  codes: rules.types,
  isExplained: true,
  ...(takesIti(rules) && { wordsAs: { A: 'A-or-iti' } }),
})

/** The key of the name of a type. */
export const typeKey = (rules: Parameters<typeof typeChoices>[0], type: string): string =>
  choiceKey(typeChoices(rules), type)

/** Step 0: the mode of scrutiny, and the claimed type with its eligibility in words. Source: rules §3.3. */
export const typeOfCandidatureForm = (rules: FormRules): StepForm => ({
  step: 'type-of-candidature',
  sections: [
    {
      name: 'scrutiny',
      questions: [
        {
          name: 'mode',
          kind: 'radios',
          choices: { vocabulary: 'scrutiny-mode', codes: rules.modes.map(String), isExplained: true },
          hasHint: true,
        },
      ],
    },
    {
      name: 'candidature',
      hasAbout: true,
      questions: [
        {
          name: 'type',
          kind: 'radios',
          choices: typeChoices(rules),
        },
      ],
    },
  ],
})
