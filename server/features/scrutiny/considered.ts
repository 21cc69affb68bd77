import { labelOf } from '../../domain/application/form/answer-words'
import { questionsOf } from '../../domain/application/form/asked'
import type { StepForms } from '../../domain/application/form/forms'
import type { Answers } from '../../domain/application/form/question'
import { claimFacts, factsToCheck } from '../../domain/scrutiny/scrutiny'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'

/** The claims a candidate is considered for, in words: the type, the category, and every other valid claim. */
export function consideredFor(
  answers: Answers,
  forms: StepForms,
  language: Language,
): { label: string; value: string }[] {
  const text = (key: string) => translate(language, key as TextKey)
  const wordsOf = (step: 'type-of-candidature' | 'category-details', name: string): string => {
    const question = questionsOf(forms[step]).find((one) => one.name === name)
    const value = answers[step]?.[name]
    return question && value !== undefined ? labelOf(question, value, language, text) : ''
  }
  const facts = factsToCheck(answers).map(({ name }) => name)
  const claimed = claimFacts.filter((name) => name !== 'type' && name !== 'category' && facts.includes(name))
  return [
    { label: text('scrutiny:fact.type'), value: wordsOf('type-of-candidature', 'type') },
    {
      label: text('scrutiny:fact.category'),
      value: facts.includes('category') ? wordsOf('category-details', 'category') : text('form:category.OPEN'),
    },
    ...claimed.map((name) => ({ label: text(`scrutiny:fact.${name}`), value: text('form:yes-no.yes') })),
  ]
}
