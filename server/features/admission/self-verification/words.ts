import {
  benefitOf,
  type FactToVerify,
  isNameFact,
  questionsOfFact,
  stepOfFact,
  type VerifiedFact,
  type WrongFact,
} from '#server/domain/admission/self-verification.ts'
import type { FileKind } from '#server/domain/application/document-rules.ts'
import { labelOf } from '#server/domain/application/form/answer-words.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { choiceKey, type Question } from '#server/domain/terms/question.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A question about the right value. `value`: the present answer. */
type RightQuestion = {
  name: string
  kind: Question['kind']
  label: string
  value: string
  isRequired: boolean
  options: readonly { value: string; label: string }[]
  maxLength: number | null
}

/** A fact as the page and the API show it. */
export type FactView = {
  fact: VerifiedFact
  label: string
  /** The present value in words; empty if there is none. */
  value: string
  /** False: the fact does not apply and is preset to correct. */
  applies: boolean
  /** A mistake in it raises a grievance. */
  hasBenefit: boolean
  /** It is a name: a mistake beyond its spelling raises a grievance, too. */
  isName: boolean
  /** The kinds of documents that prove it and have been uploaded. */
  documents: readonly FileKind[]
  questions: readonly RightQuestion[]
}

/** A wrong fact in words. An empty value is a dash. */
export type WrongInWords = { fact: VerifiedFact; label: string; stated: string; right: string }

const text = (language: Language) => (key: string) => translate(language, key as TextKey)

const factLabel = (fact: VerifiedFact, language: Language): string =>
  text(language)(fact === 'birth-date' ? 'verification:fact.birth-date' : `scrutiny:fact.${fact}`)

const questionLabel = (fact: VerifiedFact, { name }: Question, language: Language): string =>
  text(language)(name === 'fullName' ? 'scrutiny:fact.name' : `form:${stepOfFact(fact)}.${name}`)

/** The question of the marks that this one is the total of: `sscOutOf` → `sscMarks`, `physicsOutOf` → `physics`. */
const isTotalOf = (total: Question, marks: Question): boolean =>
  [`${marks.name}OutOf`, marks.name.replace(/Marks$/, 'OutOf')].includes(total.name) && total !== marks

/**
 * The values of a fact in words: one value alone, several with their questions, marks with their total (`432.5 / 500`).
 * The marks that the fact is named after need no question.
 * Empty if there are none.
 */
function valueInWords(
  fact: VerifiedFact,
  questions: readonly Question[],
  values: Readonly<Record<string, string>>,
  language: Language,
): string {
  const given = questions.filter(({ name }) => values[name] !== undefined)
  const alone = given.filter((question) => !given.some((marks) => isTotalOf(question, marks)))
  return alone
    .map((question) => {
      const total = given.find((one) => isTotalOf(one, question))
      const value = labelOf(question, values[question.name]!, language, text(language))
      const whole = total ? `${value} / ${values[total.name]}` : value
      return alone.length === 1 || question.name === `${fact}Marks`
        ? whole
        : `${questionLabel(fact, question, language)}: ${whole}`
    })
    .join(', ')
}

export const wrongInWords = (
  { fact, stated, right }: WrongFact,
  forms: StepForms,
  language: Language,
): WrongInWords => {
  const questions = questionsOfFact(fact, forms)
  return {
    fact,
    label: factLabel(fact, language),
    stated: valueInWords(fact, questions, stated, language) || '–',
    right: valueInWords(fact, questions, right, language) || '–',
  }
}

/** `held`: the documents that the candidate has uploaded. */
export const factInWords = (
  { fact, applies, questions, present, documents }: FactToVerify,
  held: readonly string[],
  language: Language,
): FactView => ({
  fact,
  label: factLabel(fact, language),
  value: valueInWords(fact, questions, present, language),
  applies,
  hasBenefit: benefitOf(fact) !== null,
  isName: isNameFact(fact),
  documents: documents.filter((kind) => held.includes(kind)),
  questions: questions.map((question) => ({
    name: question.name,
    kind: question.kind,
    label: questionLabel(fact, question, language),
    value: present[question.name] ?? '',
    isRequired: !question.isOptional,
    options: optionsOf(question, language),
    maxLength: question.maxLength ?? null,
  })),
})

function optionsOf(question: Question, language: Language): { value: string; label: string }[] {
  const { choices, list, group } = question
  if (choices) return choices.codes.map((value) => ({ value, label: text(language)(choiceKey(choices, value)) }))
  return list
    ? listsOf(question)
        .entries(list, group)
        .map((entry) => ({ value: entry.code, label: entry[language] }))
    : []
}

/** The next act of a candidate who may go on. `by`: its deadline; null if there is none. */
export const nextWords = (by: Instant | null, language: Language): string =>
  by === null
    ? translate(language, 'verification:next')
    : translate(language, 'verification:next-by', { by: formatDateTime(by, language) })

/** The steps of the application to which facts belong. */
export const stepsOf = (wrong: readonly WrongFact[]): StepNumber[] => [
  ...new Set(wrong.map(({ fact }) => steps.indexOf(stepOfFact(fact)) as StepNumber)),
]
