import { useT } from '#pages/ui/view.ts'
import type { DocumentSummary } from '#server/features/application/documents/service.ts'
import { DocumentFacts } from './DocumentFacts'
import styles from './ShownFile.module.css'

/** A file that an officer checks: its details, a preview, and a link to the whole file. */
export function ShownFile({
  file,
  name,
  address,
}: {
  file: Omit<DocumentSummary, 'name'>
  name: string
  /** The address of the file's bytes. */
  address: string
}) {
  const t = useT()
  return (
    <figure className={styles.shown}>
      <figcaption>
        <b>{name}</b>
        <DocumentFacts document={file} />
        <a href={address} data-full>
          {t('documents:file.whole')}
        </a>
      </figcaption>
      {file.mediaType === 'application/pdf' ? <iframe src={address} title={name} /> : <img src={address} alt={name} />}
    </figure>
  )
}
