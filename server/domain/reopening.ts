import type { CivilDate } from '../kernel/time'
import { askedNames } from './application-form/asked'
import { checkStep } from './application-form/check'
import { claimsOf } from './application-form/claims'
import type { StepForms } from './application-form/forms'
import { type Answers, type QuestionStep, questionSteps, type StepAnswers } from './application-form/question'
import { type StepSlug, steps } from './journey'
import { requiredDocuments } from './required-documents'

/**
 * The later steps that a change of one step re-opens, in order, whether or not they have been filled in yet. A step of
 * questions re-opens when what was saved in it no longer stands as it is: an answer falls, a new question is asked, or
 * a rule now objects (a degree of 47 % once the category is Open). Another type always re-opens its details. Documents
 * re-open with the claims and with what must be uploaded, payment with what the fee goes by. Source: decisions §3.
 */
export function reopenedBy(
  forms: StepForms,
  step: QuestionStep,
  before: Answers,
  after: Answers,
  today: CivilDate,
): StepSlug[] {
  const reopened = new Set<StepSlug>(
    questionSteps.filter((later) => isLater(later, step) && !stands(forms, later, before, after, today)),
  )
  const [claimed, claims] = [claimsOf(before), claimsOf(after)]
  if (claimed && claims) {
    if (claimed.type !== claims.type && before['type-details']) reopened.add('type-details')
    const { gender: _, ...now } = claims
    const { gender: __, ...then } = claimed
    if (!isSame(then, now) || !isSame(requiredDocuments(before), requiredDocuments(after)))
      reopened.add('documents-details')
    if (!isSame(feeFacts(then), feeFacts(now))) reopened.add('payment')
  }
  return steps.filter((slug) => reopened.has(slug))
}

const isLater = (step: StepSlug, than: StepSlug) => steps.indexOf(step) > steps.indexOf(than)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const feeFacts = ({
  type,
  category,
  isEws,
  isDisabled,
  isOrphan,
}: Omit<NonNullable<ReturnType<typeof claimsOf>>, 'gender'>) => [type, category, isEws, isDisabled, isOrphan]

/** What did not stand before cannot fall: a rule that changed since must not re-open anything. */
function stands(forms: StepForms, step: QuestionStep, before: Answers, after: Answers, today: CivilDate): boolean {
  const saved = before[step]
  if (!saved) return true
  const then = checkStep(forms[step], saved, before, today)
  if (!then.ok) return true
  const now = checkStep(forms[step], saved, after, today)
  return now.ok && isSame(then.value, now.value)
}

/** The answers that still apply: in each saved step those to questions that are asked. */
export function stillAsked(forms: StepForms, answers: Answers): Answers {
  // In the order of the steps, so that an answer that falls takes with it what hung on it in later steps.
  let kept: Answers = answers
  for (const step of questionSteps) {
    const given = kept[step]
    if (!given) continue
    const names = askedNames(forms[step], kept)
    const applying = Object.entries(given).filter(([name]) => names.has(name))
    if (applying.length === Object.keys(given).length) continue
    const applies: StepAnswers = Object.fromEntries(applying)
    kept = { ...kept, [step]: applies }
  }
  return kept
}

/** The earlier answers that a change makes void: they applied before, and `stillAsked` drops them afterwards. */
export function answersThatFall(
  forms: StepForms,
  before: Answers,
  after: Answers,
): { step: QuestionStep; question: string }[] {
  const [then, now] = [stillAsked(forms, before), stillAsked(forms, after)]
  return questionSteps.flatMap((step) =>
    Object.keys(then[step] ?? {})
      .filter((question) => now[step]?.[question] === undefined && after[step]?.[question] !== undefined)
      .map((question) => ({ step, question })),
  )
}
