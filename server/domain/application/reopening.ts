import { claimsOf } from '#server/domain/terms/claims.ts'
import { type StepSlug, steps } from '#server/domain/terms/journey.ts'
import { type Answers, type QuestionStep, questionSteps, type StepAnswers } from '#server/domain/terms/question.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { askedNames } from './form/asked'
import { checkStep } from './form/check'
import type { StepForms } from './form/forms'
import { requiredDocuments } from './required-documents'

/**
 * The later steps that a change of one step reopens, in order, filled in or not. A step of questions reopens when its
 * saved answers are no longer valid as they are: an answer is dropped, a new question is asked, or a rule now objects
 * (a degree of 47 % once the category is Open). Another type always reopens its details. Documents reopen when the
 * claims or the required uploads change, payment when the facts behind the fee change. Source: rules §3.2.
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

/** A step that was not valid before cannot be invalidated: a rule that changed meanwhile must not reopen anything. */
function stands(forms: StepForms, step: QuestionStep, before: Answers, after: Answers, today: CivilDate): boolean {
  const saved = before[step]
  if (!saved) return true
  const then = checkStep(forms[step], saved, before, today)
  if (!then.ok) return true
  const now = checkStep(forms[step], saved, after, today)
  return now.ok && isSame(then.value, now.value)
}

/** The answers that still apply: in each saved step, those to questions that are asked. */
export function stillAsked(forms: StepForms, answers: Answers): Answers {
  // In the order of the steps, so that a dropped answer also drops the later ones that depend on it.
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
