import type { Answers, Condition, Question, Section, StepAnswers, StepForm } from './question'

const isAnsweredSo = (condition: Condition, answers: Answers, own: StepAnswers): boolean => {
  const given = condition.step ? answers[condition.step] : own
  return condition.is.includes(given?.[condition.question] ?? '')
}

/**
 * The questions that the answers given so far ask for, in order. An answer to a question that is not asked itself counts
 * for nothing: `answers` may hold what no longer applies.
 */
export function asked({ step, sections }: Pick<StepForm, 'step' | 'sections'>, answers: Answers): Question[] {
  const given = answers[step] ?? {}
  const own: Record<string, string> = {}
  const isAsked = ({ when }: Section | Question) =>
    !when || when.every((condition) => isAnsweredSo(condition, answers, own))
  const questions: Question[] = []
  for (const section of sections) {
    if (!isAsked(section)) continue
    for (const question of section.questions) {
      if (!isAsked(question)) continue
      questions.push(question)
      const answer = given[question.name]
      if (answer !== undefined) own[question.name] = answer
    }
  }
  return questions
}

/**
 * The same in their sections; sections without a question fall away. Shared with the browser, which shows and hides
 * questions while answers are chosen.
 */
export function askedQuestions(form: Pick<StepForm, 'step' | 'sections'>, answers: Answers): Section[] {
  const found = new Set(asked(form, answers))
  return form.sections
    .map((section) => ({ ...section, questions: section.questions.filter((question) => found.has(question)) }))
    .filter(({ questions }) => questions.length)
}

/** Every question of a form, asked or not. */
export const questionsOf = (form: Pick<StepForm, 'sections'>): readonly Question[] =>
  form.sections.flatMap(({ questions }) => questions)
