import { type Duty, dutyPage } from '#server/domain/site/next-duties.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import { Countdown } from '../data/Countdown'
import { Button } from '../form/Button'
import { href } from '../href'
import { ThinBar } from '../shell/ThinBar'
import { useT, useView } from '../view'
import { dutyGo } from './duty-go'

/** The pages from which a form that is being filled in leads on by its own buttons. */
const isStep = (route: string) => (steps as readonly string[]).some((step) => within(route, step))

const within = (route: string, page: string) => route === page || route.startsWith(`${page}/`)

/** Does this page lead on by itself? */
function leadsOn(route: string, duty: Duty): boolean {
  if (within(route, dutyPage(duty).route)) return true
  if (duty.kind === 'options') return within(route, 'option-form')
  return duty.kind === 'application' && duty.act.kind !== 'correct' && duty.act.kind !== 'visit-centre' && isStep(route)
}

/** The duty in one sentence. */
function wordsOf(duty: Exclude<Duty, { kind: 'seat' }>, t: Translate): string {
  if (duty.kind === 'options') return t('signedin:duty.options', { round: duty.options.round })
  if (duty.kind !== 'application') return t(`signedin:duty.${duty.kind}`)
  const { act } = duty
  if (act.kind === 'submit' || act.kind === 'visit-centre') return t(`signedin:duty.${act.kind}`)
  const step = t(`signedin:menu.${steps[act.step]}`)
  if (act.kind === 'fill') return t('signedin:duty.fill', { step })
  const { corrected, of } = act
  if (corrected < of) return t('signedin:duty.correct', { corrected, of, step })
  return `${of ? t('signedin:duty.corrected', { of }) : ''} ${t('signedin:duty.submit-again')}`.trim()
}

/**
 * Under the bar of every page that does not lead there by itself: the first thing that the candidate has to do, and its
 * page. A seat and an unconfirmed option form have bars of their own, and the dashboard its card. Source: rules §12.7.
 */
export function NextDuty() {
  const { base, session, layout, language, route, closed } = useView()
  const t = useT()
  const duty = layout === 'desk' ? null : session?.duty
  if (!duty || duty.kind === 'seat' || route === 'dashboard') return null
  if (duty.kind === 'options' && session?.unconfirmed) return null
  if (!closed && leadsOn(route, duty)) return null
  const { route: page, round } = dutyPage(duty)
  return (
    <ThinBar
      tone={duty.kind === 'application' && 'step' in duty.act && duty.act.kind !== 'fill' ? 'error' : 'info'}
      label={t('signedin:duty.label')}
      action={
        <Button small href={href(base, page, undefined, { round })}>
          {dutyGo(duty, t)}
        </Button>
      }
    >
      <b>{wordsOf(duty, t)}</b>{' '}
      {duty.by !== null && (
        <>
          {t('signedin:seat.by', { time: formatDateTime(duty.by, language) })}{' '}
          <Countdown until={duty.by} isBare isAfterDate />
        </>
      )}
    </ThinBar>
  )
}
