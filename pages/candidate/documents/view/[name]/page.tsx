import { DocumentFacts } from '#pages/parts/documents/DocumentFacts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { isPictureKind } from '#server/domain/application/document-rules.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** One uploaded document, for its owner to view and print. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { document } = data
  const name = t(`documents:kind.${document.name}`)
  const file = href(base, 'documents/view/:name/file', { name: document.name }, { at: document.uploadedAt })
  const back = isPictureKind(document.name)
    ? { title: t('documents:file.back-photo'), href: href(base, 'photo-details') }
    : { title: t('documents:file.back-documents'), href: href(base, 'documents-details') }
  const isPdf = document.mediaType === 'application/pdf'
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, back, { title: name }]}
      />
      <h1>{name}</h1>
      <DocumentFacts document={document} />
      <div className="actions">
        <Button href={file} kind="quiet" data-full>
          {t('documents:file.download')}
        </Button>
      </div>
      <div className={styles.shown}>{isPdf ? <iframe src={file} title={name} /> : <img src={file} alt={name} />}</div>
    </>
  )
}
