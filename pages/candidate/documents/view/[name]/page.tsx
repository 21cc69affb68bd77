import { isPictureKind } from '../../../../../server/domain/document-rules'
import { DocumentFacts } from '../../../../documents-parts/DocumentFacts'
import { documentFileAddress } from '../../../../ui/addresses'
import { Breadcrumb } from '../../../../ui/Breadcrumb'
import { Button } from '../../../../ui/Button'
import { href } from '../../../../ui/href'
import { useT, useView } from '../../../../ui/view'
import type { load } from './page.server'
import './page.css'

/** One uploaded document, for its owner to look at and to print. */
export default function Page() {
  const { base, data } = useView<(...page: Parameters<typeof load>) => NonNullable<ReturnType<typeof load>>>()
  const t = useT()
  const { document } = data
  const name = t(`documents:kind.${document.name}`)
  const file = documentFileAddress(base, document.name, document.uploadedAt)
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
      <div className="document-shown">{isPdf ? <iframe src={file} title={name} /> : <img src={file} alt={name} />}</div>
    </>
  )
}
