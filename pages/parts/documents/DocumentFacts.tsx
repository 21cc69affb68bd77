import { useT, useView } from '#pages/ui/view.ts'
import type { DocumentSummary } from '#server/features/application/documents/service.ts'
import { formatBytes, formatDateTime } from '#server/i18n/format.ts'
import styles from './DocumentFacts.module.css'

/** The type, size and time of a document, and its file name on the candidate's device. */
export function DocumentFacts({ document }: { document: Omit<DocumentSummary, 'name' | 'sameAs'> }) {
  const { language } = useView()
  const t = useT()
  const { mediaType, bytes, pages, uploadedAt, originalName } = document
  const type =
    mediaType === 'application/pdf'
      ? `PDF, ${t('documents:file.pages', { count: pages })}`
      : t('documents:file.picture')
  return (
    <p className="hint">
      {t('documents:file.facts', { type, size: formatBytes(bytes), time: formatDateTime(uploadedAt, language) })}
      {originalName && <span className={styles.original}>{t('documents:file.original', { name: originalName })}</span>}
    </p>
  )
}
