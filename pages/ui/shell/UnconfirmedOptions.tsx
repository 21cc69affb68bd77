import { formatDateTime } from '../../../server/i18n/format'
import { useHydrated } from '../browser/hydrated'
import { Countdown } from '../data/Countdown'
import { href } from '../href'
import { useT, useView } from '../view'
import { Banner } from './Banner'

/** Above every page while the option form is unconfirmed: the consequence and the deadline. Source: rules §8.6. */
export function UnconfirmedOptions() {
  const { base, session, layout, language } = useView()
  const t = useT()
  const isHydrated = useHydrated()
  const unconfirmed = layout === 'desk' ? null : session?.unconfirmed
  if (!unconfirmed) return null
  const { round, count, closesAt } = unconfirmed
  return (
    <Banner
      tone="error"
      title={t('shell:options.not-confirmed', { round })}
      action={
        <a href={href(base, 'option-form/lisitng-confirm', undefined, { round })}>{t('shell:options.confirm')}</a>
      }
    >
      {t('shell:options.not-considered', { count })}{' '}
      {isHydrated && <b>{t('shell:countdown.until', { time: formatDateTime(closesAt, language) })}</b>}{' '}
      <Countdown until={closesAt} />
    </Banner>
  )
}
