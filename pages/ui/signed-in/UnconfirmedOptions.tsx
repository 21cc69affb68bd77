import { formatDateTime } from '#server/i18n/format.ts'
import { Countdown } from '../data/Countdown'
import { Button } from '../form/Button'
import { href } from '../href'
import { ThinBar } from '../shell/ThinBar'
import { useT, useView } from '../view'

/**
 * Under the bar of every page while the option form is unconfirmed: the consequence and the deadline. The dashboard says both
 * at its top, if nothing graver is there. Source: rules §8.6.
 */
export function UnconfirmedOptions() {
  const { base, session, layout, language, route } = useView()
  const t = useT()
  const unconfirmed = layout === 'desk' ? null : session?.unconfirmed
  if (!unconfirmed || (route === 'dashboard' && session?.duty?.kind === 'options')) return null
  const { round, count, closesAt } = unconfirmed
  const page = count ? 'option-form/lisitng-confirm' : 'option-form/select-institutes'
  return (
    <ThinBar
      tone="error"
      label={t('signedin:options.label')}
      action={
        route !== page && (
          <Button small href={href(base, page, undefined, { round })}>
            {t(count ? 'signedin:options.confirm' : 'signedin:options.choose')}
          </Button>
        )
      }
    >
      <b>{t(count ? 'signedin:options.not-confirmed' : 'signedin:options.none', { round })}</b>{' '}
      {t('signedin:options.by', { time: formatDateTime(closesAt, language) })}{' '}
      <Countdown until={closesAt} isBare isAfterDate />
    </ThinBar>
  )
}
