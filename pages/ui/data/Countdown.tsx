import { formatDateTime, formatTimeLeft } from '#server/i18n/format.ts'
import { hours } from '#server/kernel/time.ts'
import { useNow } from '../browser/now'
import { classNames } from '../class-names'
import { useT, useView } from '../view'

/** How far, in milliseconds, a device's clock may be from the portal's before its owner has to know. */
const closeEnough = 90_000

/**
 * The time by the portal's clock, which decides every deadline, for a reader whose device shows another, and for one whose
 * browser cannot tell because it runs no script. The ribbon of the demo says it already.
 */
export function PortalTime() {
  const { demo, language, now: rendered } = useView()
  const t = useT()
  const now = useNow(15_000)
  const time = (at: number) => (
    <small className="portal-time">{t('shell:portal-time', { time: formatDateTime(at, language) })}</small>
  )
  if (demo) return null
  if (now === null) return <noscript>{time(rendered)}</noscript>
  return Math.abs(now - Date.now()) > closeEnough ? time(now) : null
}

/**
 * The time left until an instant (epoch ms) by the portal's clock, not the device's, and the time of that clock where the
 * device's differs. Without JavaScript it shows the date instead, or nothing where the words before it have said the date
 * (`isAfterDate`). Screen readers do not announce the ticking; urgent deadlines need words beside it. `isBare`: in a line of
 * text, without the time of the clock. Source: rules §12.3.
 */
export function Countdown({ until, isBare, isAfterDate }: { until: number; isBare?: boolean; isAfterDate?: boolean }) {
  const { language } = useView()
  const t = useT()
  const now = useNow(1000)
  const text = () => {
    if (now === null) return t('shell:countdown.until', { time: formatDateTime(until, language) })
    return now < until
      ? t('shell:countdown.left', { time: formatTimeLeft(until - now, language) })
      : t('shell:countdown.over')
  }
  const look = isBare ? 'left' : 'clock'
  /** Only digits that change in place every second need one width; elsewhere a 1 would stand in a gap. */
  const ticks = now !== null && until - now < hours(1) && 'ticks'
  const time = !(now === null && isAfterDate) && (
    <time className={classNames(look, now !== null && 'num', ticks)} dateTime={new Date(until).toISOString()}>
      {text()}
    </time>
  )
  if (isBare) return time
  return (
    <span className="countdown">
      {time} <PortalTime />
    </span>
  )
}
