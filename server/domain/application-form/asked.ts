import type { Answers, Condition, Question, Section, StepAnswers, StepForm } from './question'

const isAnsweredSo = (condition: Condition, answers: Answers, own: StepAnswers): boolean => {
  const given = condition.step ? answers[condition.step] : own
  return condition.is.includes(given?.[condition.question] ?? '')
}

/**
 * The sections and questions that the answers given so far ask for, in order; sections without a question fall away.
 * An answer to a question that is not asked itself counts for nothing: `answers` may hold what no longer applies.
 * Shared with the browser, which shows and hides questions while answers are chosen.
 */
export function askedQuestions(form: Pick<StepForm, 'step' | 'sections'>, answers: Answers): Section[] {
  const given = answers[form.step] ?? {}
  const own: Record<string, string> = {}
  const isAsked = ({ when = [] }: Section | Question) =>
    when.every((condition) => isAnsweredSo(condition, answers, own))
  const asked: Section[] = []
  for (const section of form.sections) {
    if (!isAsked(section)) continue
    const questions = section.questions.filter((question) => {
      if (!isAsked(question)) return false
      const answer = given[question.name]
      if (answer !== undefined) own[question.name] = answer
      return true
    })
    if (questions.length) asked.push({ ...section, questions })
  }
  return asked
}

/** Every question of a form, asked or not. */
export const questionsOf = (form: Pick<StepForm, 'sections'>): readonly Question[] =>
  form.sections.flatMap(({ questions }) => questions)
