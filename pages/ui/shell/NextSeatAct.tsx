import { formatDateTime } from '../../../server/i18n/format'
import { useHydrated } from '../browser/hydrated'
import { Countdown } from '../data/Countdown'
import { href } from '../href'
import { useT, useView } from '../view'
import { Banner } from './Banner'

/** Where the act is done. */
const pageOf = (kind: string) => (kind === 'await-payment' ? 'transactions-logs' : 'self-arc-home')

/**
 * Above every page until the next act for the seat is recorded: the act, its deadline, and what a missed deadline
 * costs. A seat that is held for the next round needs no act. Source: rules §8.14.
 */
export function NextSeatAct() {
  const { base, session, layout, language, route } = useView()
  const t = useT()
  const isHydrated = useHydrated()
  const act = layout === 'desk' ? null : session?.seatAct
  if (!act || act.kind === 'await-round') return null
  const { kind, round, by, from, loss } = act
  const page = pageOf(kind)
  const isWaiting = kind === 'await-grievance' || kind === 'await-payment'
  return (
    <Banner
      tone={isWaiting ? 'info' : 'error'}
      title={t(`shell:seat.${kind}`, { round })}
      action={
        route !== page && (
          <a href={href(base, page)}>{t(kind === 'await-payment' ? 'shell:seat.go-payment' : 'shell:seat.go')}</a>
        )
      }
    >
      {isWaiting ? t(`shell:seat.about.${kind}`) : t(`shell:seat.loss.${loss}`)}{' '}
      {from !== null && t('shell:seat.from', { from: formatDateTime(from, language) })}{' '}
      {by !== null && (
        <>
          {isHydrated && <b>{t('shell:countdown.until', { time: formatDateTime(by, language) })}</b>}{' '}
          <Countdown until={by} />
        </>
      )}
    </Banner>
  )
}
