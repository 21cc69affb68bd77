import { labelOf } from '#server/domain/application/form/answer-words.ts'
import { questionsOf } from '#server/domain/application/form/asked.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { claimFacts, factsToCheck } from '#server/domain/scrutiny/scrutiny.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'

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
