import { formatDateTime } from '../../../server/i18n/format'
import { useHydrated } from '../../ui/browser/hydrated'
import { Countdown } from '../../ui/data/Countdown'
import { useT, useView } from '../../ui/view'

/** By when the form has to be submitted, and how long that still is; nothing where it is too late, or no day is set. */
export function SubmitBy({ until, isClosed }: { until: number | null; isClosed: boolean }) {
  const { language } = useView()
  const t = useT()
  // Without a script, and before it, the countdown is the date itself.
  const isHydrated = useHydrated()
  if (until === null || isClosed) return null
  return (
    <p className="submit-by">
      <b>{t('shell:submit-by')}</b> {isHydrated && formatDateTime(until, language)} <Countdown until={until} />
    </p>
  )
}
