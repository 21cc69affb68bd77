import type { DocumentSummary } from '../../../server/features/documents/service'
import { formatDateTime } from '../../../server/i18n/format'
import { useT, useView } from '../../ui/view'
import styles from './DocumentFacts.module.css'

const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** The type, size and time of a document, and its file name on the candidate's device. */
export function DocumentFacts({ document }: { document: Omit<DocumentSummary, 'name'> }) {
  const { language } = useView()
  const t = useT()
  const { mediaType, bytes, pages, uploadedAt, originalName } = document
  const type =
    mediaType === 'application/pdf'
      ? `PDF, ${t('documents:file.pages', { count: pages })}`
      : t('documents:file.picture')
  return (
    <p className="hint">
      {t('documents:file.facts', { type, size: size(bytes), time: formatDateTime(uploadedAt, language) })}
      {originalName && <span className={styles.original}>{t('documents:file.original', { name: originalName })}</span>}
    </p>
  )
}
