import type { Duty } from '#server/domain/site/next-duties.ts'
import { printStep, type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** The words of the button that leads to a duty. */
export function dutyGo(duty: Duty, t: Translate): string {
  if (duty.kind === 'seat') return t('signedin:seat.go')
  if (duty.kind !== 'application') return t(`signedin:duty.${duty.kind}-go`)
  const { act } = duty
  if (act.kind === 'correct')
    return t(act.corrected < act.of ? 'signedin:duty.correct-go' : 'signedin:duty.submit-again-go')
  return t(`signedin:duty.${act.kind}-go`)
}

/** A step as something to do: the last one by its act, because its name in the menu is only the paper that comes of it. */
export const stepToDo = (step: StepNumber, t: Translate): string =>
  t(step === printStep ? 'signedin:duty.submit-go' : `signedin:menu.${steps[step]}`)
