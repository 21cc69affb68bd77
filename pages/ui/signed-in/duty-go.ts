import type { Duty } from '#server/domain/site/next-duties.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** The words of the button that leads to a duty. */
export function dutyGo(duty: Duty, t: Translate): string {
  if (duty.kind === 'seat') return t('shell:seat.go')
  if (duty.kind !== 'application') return t(`shell:duty.${duty.kind}-go`)
  const { act } = duty
  if (act.kind === 'correct') return t(act.corrected < act.of ? 'shell:duty.correct-go' : 'shell:duty.submit-again-go')
  return t(`shell:duty.${act.kind}-go`)
}
