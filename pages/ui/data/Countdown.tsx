import { formatDateTime } from '#server/i18n/format.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import { useNow } from '../browser/now'
import { useT, useView } from '../view'

const pad = (n: number) => String(n).padStart(2, '0')

/** The remaining time, `milliseconds` > 0: `1 d 04:12:33`. */
function remaining(milliseconds: number, t: Translate): string {
  const seconds = Math.floor(milliseconds / 1000)
  const days = Math.floor(seconds / 86_400)
  const time = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(':')
  return days ? t('shell:countdown.days', { days, time }) : time
}

/** The time by the portal's clock, which decides every deadline. */
export function PortalTime() {
  const { language, now: rendered } = useView()
  const t = useT()
  const now = useNow(15_000) ?? rendered
  return <small className="portal-time">{t('shell:portal-time', { time: formatDateTime(now, language) })}</small>
}

/**
 * The time left until an instant (epoch ms) by the portal's clock, not the device's, and the time of that clock. Without
 * JavaScript it shows the date instead, or nothing where the words before it have said the date (`isAfterDate`). Screen
 * readers do not announce the ticking; urgent deadlines need words beside it. `isBare`: in a line of text, without the
 * time of the clock. Source: rules §12.3.
 */
export function Countdown({ until, isBare, isAfterDate }: { until: number; isBare?: boolean; isAfterDate?: boolean }) {
  const { language } = useView()
  const t = useT()
  const now = useNow(1000)
  const text = () => {
    if (now === null) return t('shell:countdown.until', { time: formatDateTime(until, language) })
    return now < until ? t('shell:countdown.left', { time: remaining(until - now, t) }) : t('shell:countdown.over')
  }
  const look = isBare ? 'left' : 'clock'
  const time = !(now === null && isAfterDate) && (
    <time className={now === null ? look : `${look} num`} dateTime={new Date(until).toISOString()}>
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
