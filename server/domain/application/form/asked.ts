import type { Answers, Condition, Question, Section, StepAnswers, StepForm } from '#server/domain/terms/question.ts'

/** Dates of this shape compare as text. */
const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const isAnsweredSo = (condition: Condition, answers: Answers, own: StepAnswers): boolean => {
  const given = condition.step ? answers[condition.step] : own
  const answer = given?.[condition.question] ?? ''
  return condition.after === undefined ? condition.is.includes(answer) : isDate(answer) && answer > condition.after
}

/** Do all of these hold? They are answers of other steps. False without any. */
const hold = (conditions: readonly Condition[] | undefined, answers: Answers): boolean =>
  conditions?.every((condition) => isAnsweredSo(condition, answers, {})) ?? false

/** Has a section or a question other words for somebody with these answers, who lacks what it is about? */
export const hasLackWords = ({ lackWhen }: Pick<Question | Section, 'lackWhen'>, answers: Answers): boolean =>
  hold(lackWhen, answers)

/** The key of a section's heading for somebody with these answers. */
export const titleKeyOf = (step: StepForm['step'], section: Section, answers: Answers): string =>
  `form:${step}.${section.name}.${hasLackWords(section, answers) ? 'lack-title' : 'title'}`

/** A question as these answers have it: optional, and without some of its choices, where they make it so. */
export function asOptional(question: Question, answers: Answers): Question {
  const { choices, without } = question
  const isOptional = hold(question.optionalWhen, answers)
  const isWithout = choices && without && hold(without.when, answers)
  return {
    ...question,
    ...(isOptional && { isOptional }),
    ...(isWithout && { choices: { ...choices, codes: choices.codes.filter((code) => !without.codes.includes(code)) } }),
  }
}

/**
 * Visits, in order, each question that the answers so far call for. `answers` may hold entries that no longer apply;
 * the answer to a question that is not asked is ignored.
 */
function meetAsked(
  { step, sections }: Pick<StepForm, 'step' | 'sections'>,
  answers: Answers,
  meet: (question: Question, section: Section) => void,
): void {
  const given = answers[step] ?? {}
  const own: Record<string, string> = {}
  const isAsked = ({ when }: Section | Question) =>
    !when || when.every((condition) => isAnsweredSo(condition, answers, own))
  for (const section of sections) {
    if (!isAsked(section)) continue
    for (const question of section.questions) {
      if (!isAsked(question)) continue
      meet(asOptional(question, answers), section)
      const answer = given[question.name]
      if (answer !== undefined) own[question.name] = answer
    }
  }
}

/** The names of the questions asked. */
export function askedNames(form: Pick<StepForm, 'step' | 'sections'>, answers: Answers): Set<string> {
  const names = new Set<string>()
  meetAsked(form, answers, ({ name }) => names.add(name))
  return names
}

/**
 * The questions asked, in their sections; empty sections are dropped. Shared with the browser, which shows and hides
 * questions as answers are chosen.
 */
export function askedQuestions(form: Pick<StepForm, 'step' | 'sections'>, answers: Answers): Section[] {
  const asked: (Section & { questions: Question[] })[] = []
  let last: Section | null = null
  meetAsked(form, answers, (question, section) => {
    if (section !== last) asked.push({ ...section, questions: [] })
    last = section
    asked[asked.length - 1]!.questions.push(question)
  })
  return asked
}

/**
 * True once a step's answers rule a question or section out: a question that decides is answered otherwise, or is ruled out
 * itself. While it is unanswered nothing is ruled out, so that a page without a script shows what may apply.
 */
export function isRuledOut(
  { when = [] }: Pick<Question, 'when'>,
  { step, sections }: Pick<StepForm, 'step' | 'sections'>,
  own: StepAnswers,
): boolean {
  return when.some((condition) => {
    if (condition.step && condition.step !== step) return false
    if (own[condition.question] !== undefined) return !isAnsweredSo({ ...condition, step: undefined }, {}, own)
    const section = sections.find(({ questions }) => questions.some(({ name }) => name === condition.question))
    const question = section?.questions.find(({ name }) => name === condition.question)
    return [section, question].some((one) => one !== undefined && isRuledOut(one, { step, sections }, own))
  })
}

/** Every question of a form, asked or not. */
export const questionsOf = (form: Pick<StepForm, 'sections'>): readonly Question[] =>
  form.sections.flatMap(({ questions }) => questions)
