import {
  mobilePattern,
  nameFault,
  namePattern,
  tidyMobile,
  tidyName,
  unwrittenSign,
} from '#server/domain/terms/person.ts'
import type { Answers, Question, StepAnswers, StepForm } from '#server/domain/terms/question.ts'
import { unprintableSign } from '#server/kernel/printable.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { typedCode, typedDay, typedLine, typedNumber } from '#server/kernel/typed-text.ts'
import { askedQuestions, questionsOf } from './asked'
import { listsOf } from './lists'

/** Faults that end an application, whatever else is corrected: nobody should correct the rest first. Source: rules §3.6. */
const decisive: readonly string[] = [
  'not-indian',
  'degree-too-short',
  'percentage-too-low',
  'iti-not-enough',
  'too-young',
]

/**
 * Checks one step's answers and returns them as they are saved: tidied, without empty ones and without those that are
 * not asked. Refuses with `check-answers` and all faults at once, those of single answers and those between answers, in
 * the order of the form after those that end the application; an unknown name is a fault too. Accepted answers are accepted again, unchanged, but
 * for a second number that has become the account's own. `answers`: all steps; those of this step count only where an entry that was chosen is no longer on offer.
 * `ownMobile`: the number of the account, for a save.
 */
export function checkStep(
  form: StepForm,
  given: Readonly<Record<string, string>>,
  answers: Answers,
  today: CivilDate,
  ownMobile = '',
): Result<StepAnswers> {
  const questions = questionsOf(form)
  const faults: FieldFault[] = Object.keys(given)
    .filter((name) => !questions.some((question) => question.name === name))
    .map((name) => ({ field: name.slice(0, 60), code: 'unknown-field' }))
  const typed = new Map(Object.entries(given))
  const tidied: Record<string, string> = {}
  for (const question of questions) {
    const answer = tidyAnswer(question, typed.get(question.name) ?? '')
    if (answer !== '') tidied[question.name] = answer
  }
  const asked = askedQuestions(form, { ...answers, [form.step]: tidied }).flatMap(({ questions }) => questions)
  const accepted: Record<string, string> = {}
  const sound: Record<string, string> = {}
  for (const question of asked) {
    const answer = tidied[question.name] ?? ''
    if (answer !== '') accepted[question.name] = answer
    const fault = checkAnswer(question, answer, accepted, today, answers[form.step]?.[question.name])
    if (fault) faults.push({ field: question.name, ...fault })
    else if (answer !== '') sound[question.name] = answer
  }
  // Rules over several answers see the sound ones only, and add nothing to an answer that is at fault already.
  const crossed =
    form.check?.({ answers: { ...answers, [form.step]: sound }, kept: answers[form.step] ?? {}, today, ownMobile }) ??
    []
  faults.push(...crossed.filter(({ field }) => !faults.some((fault) => fault.field === field)))
  const placeOf = ({ field, code }: FieldFault) =>
    questions.findIndex(({ name }) => name === field) - (decisive.includes(code) ? questions.length : 0)
  const fields = [...faults].sort((one, other) => placeOf(one) - placeOf(other))
  return fields.length ? refuse('check-answers', 422, { fields }) : ok(accepted)
}

/** The typed text as it is meant: every digit as 0 to 9, a day as `2001-05-31`, without `+91` before a mobile number or `%` behind a number of 100. */
export function tidyAnswer({ kind, isName, max }: Question, raw: string): string {
  switch (kind) {
    case 'mobile':
      return tidyMobile(raw)
    case 'decimal':
    case 'integer':
    case 'year':
      return typedNumber(max === 100 ? raw.replace(/[\s%]+$/, '') : raw)
    case 'pin':
      return typedCode(raw).replace(/[ -]/g, '')
    case 'date':
      return typedDay(raw)
    default:
      return isName ? tidyName(raw) : typedLine(raw)
  }
}

type Fault = Omit<FieldFault, 'field'>

/**
 * The fault of one tidied answer, judged alone; null if it is sound. `own`: other answers of the step. `kept`: the answer
 * that counted before, which stays sound when its entry is no longer on offer.
 */
export const checkAnswer = (
  question: Question,
  answer: string,
  own: StepAnswers,
  today: CivilDate,
  kept?: string,
): Fault | null => (answer === '' ? missing(question) : answerFault(question, answer, own, today, kept))

const missing = ({ kind, isOptional }: Question): Fault | null => {
  if (isOptional) return null
  return { code: kind === 'radios' || kind === 'select' ? 'choose-one' : 'answer-missing' }
}

const fault = (code: string, params?: Fault['params']): Fault => ({ code, ...(params && { params }) })

/** The fault of one answer, judged alone; `own` holds the step's answers before it. */
function answerFault(
  question: Question,
  answer: string,
  own: StepAnswers,
  today: CivilDate,
  kept: string | undefined,
): Fault | null {
  const { kind, choices, list, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = question
  const unwritten = unwrittenSign(answer)
  if (unwritten !== null) return fault('bad-characters', { sign: unwritten })
  if (choices) return choices.codes.includes(answer) ? null : fault('not-offered')
  if (list) {
    const group = question.group ?? (question.within && (own[question.within] ?? ''))
    const lists = listsOf(question)
    const entry = lists.find(list, answer)
    if (!entry || (group !== undefined && entry.group !== group)) return fault('not-in-list')
    return answer === kept || lists.entries(list, entry.group).some(({ code }) => code === answer)
      ? null
      : fault('not-in-list')
  }
  if (kind === 'text') {
    const most = question.maxLength ?? 100
    if (answer.length > most) return fault('too-long', { max: most })
    const unprintable = unprintableSign(answer)
    if (unprintable !== null) return fault('unprintable', { sign: unprintable })
    if (!question.isName || new RegExp(namePattern).test(answer)) return null
    return nameFault(answer, namePattern) ?? fault('not-a-name')
  }
  if (kind === 'mobile') return new RegExp(mobilePattern).test(answer) ? null : fault('not-a-mobile')
  if (kind === 'pin') return /^[1-9][0-9]{5}$/.test(answer) ? null : fault('not-a-pin')
  if (kind === 'date') {
    if (!isCivilDate(answer)) return fault('not-a-date')
    return answer > today && !question.mayBeFuture ? fault('in-future') : null
  }
  if (kind === 'year') {
    if (!/^[0-9]{4}$/.test(answer) || Number(answer) < min) return fault('not-a-year')
    return answer > today.slice(0, 4) ? fault('in-future') : null
  }
  if (!(kind === 'integer' ? /^[0-9]{1,9}$/ : /^[0-9]{1,6}(\.[0-9]{1,3})?$/).test(answer))
    return fault(kind === 'integer' ? 'not-a-whole-number' : 'not-a-number')
  // The bounds are far from the answers' precision, so floats are safe here.
  if (Number(answer) < min) return fault('too-small', { min })
  return Number(answer) > max ? fault('too-large', { max }) : null
}

/** A day that exists in the calendar, in the range of years of living people. */
function isCivilDate(text: string): boolean {
  if (!/^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}
