import { formatDateTime } from '../../server/i18n/format'
import { Countdown } from '../ui/Countdown'
import { useHydrated } from '../ui/hydrated'
import { useT, useView } from '../ui/view'

/** By when the form has to be submitted, and how long that still is; nothing where it is too late, or no day is set. */
export function SubmitBy({ until, isClosed }: { until: number | null; isClosed: boolean }) {
  const { language } = useView()
  const t = useT()
  // Without a script, and before it, the countdown is the date itself.
  const isHydrated = useHydrated()
  if (until === null || isClosed) return null
  return (
    <p className="submit-by">
      <b>{t('shell:submit-by')}</b> {isHydrated && <span className="num">{formatDateTime(until, language)}</span>}{' '}
      <Countdown until={until} />
    </p>
  )
}
