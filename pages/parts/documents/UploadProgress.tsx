import type { UploadStep } from '#pages/ui/browser/carry.ts'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { useT } from '#pages/ui/view.ts'
import styles from './UploadProgress.module.css'

/** How far an upload is. `by`: the percents are told in steps of so many. */
export function stepWords(step: UploadStep, t: ReturnType<typeof useT>, by = 1): string {
  if (step.kind === 'failed') return t('documents:list.not-sent')
  if (step.kind === 'busy') return t('documents:upload.busy', { seconds: step.seconds })
  if (step.kind !== 'sending') return t(`documents:upload.${step.kind}`)
  return t('documents:upload.sent', { percent: Math.floor(step.percent / by) * by })
}

/** The progress of an upload. Screen readers announce every quarter, not every percent. */
export function UploadProgress({ step, name }: { step: UploadStep | null; name: string }) {
  const t = useT()
  const isShown = step !== null && step.kind !== 'failed'
  const sent = step?.kind === 'sending' ? step.percent : step?.kind === 'checking' ? 100 : 0
  return (
    <div className={styles.progress}>
      {isShown && (
        <>
          <progress max={100} value={sent} aria-label={t('documents:upload.progress', { name })} />
          <p aria-hidden="true">{stepWords(step, t)}</p>
        </>
      )}
      <VisuallyHidden>
        <span role="status">{isShown ? stepWords(step, t, 25) : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
