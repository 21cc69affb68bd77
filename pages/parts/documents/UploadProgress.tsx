import type { UploadStep } from '#pages/ui/browser/carry.ts'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { useT } from '#pages/ui/view.ts'
import styles from './UploadProgress.module.css'

/** The progress of an upload. Screen readers announce every quarter, not every percent. */
export function UploadProgress({ step, name }: { step: UploadStep | null; name: string }) {
  const t = useT()
  const isShown = step !== null && step.kind !== 'failed'
  const sent = step?.kind === 'sending' ? step.percent : step?.kind === 'checking' ? 100 : 0
  const words = (percent: number) =>
    step?.kind === 'preparing'
      ? t('documents:upload.preparing')
      : step?.kind === 'checking'
        ? t('documents:upload.checking')
        : t('documents:upload.sent', { percent })
  return (
    <div className={styles.progress}>
      {isShown && (
        <>
          <progress max={100} value={sent} aria-label={t('documents:upload.progress', { name })} />
          <p aria-hidden="true">{words(sent)}</p>
        </>
      )}
      <VisuallyHidden>
        <span role="status">{isShown ? words(Math.floor(sent / 25) * 25) : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
