import { Deadline } from '#pages/ui/data/Deadline.tsx'
import { useT } from '#pages/ui/view.ts'

/** The deadline for submitting the form; nothing if there is no deadline or it has passed. */
export function SubmitBy({ until, isClosed }: { until: number | null; isClosed: boolean }) {
  const t = useT()
  return until === null || isClosed ? null : <Deadline name={t('signedin:submit-by')} until={until} />
}
