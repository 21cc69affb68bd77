import { formatDateTime } from '../../../server/i18n/format'
import { Countdown } from '../../ui/data/Countdown'
import { useT, useView } from '../../ui/view'

/** The deadline for submitting the form, with a countdown; nothing if there is no deadline or it has passed. */
export function SubmitBy({ until, isClosed }: { until: number | null; isClosed: boolean }) {
  const { language } = useView()
  const t = useT()
  if (until === null || isClosed) return null
  return (
    <p className="submit-by">
      <b>{t('shell:submit-by')}</b> {formatDateTime(until, language)} <Countdown until={until} isAfterDate />
    </p>
  )
}
