import type { ReactNode } from 'react'
import { DocumentFacts } from '#pages/parts/documents/DocumentFacts.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { FieldFinding } from '#pages/parts/scrutiny/Findings.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { proformaOf } from '#server/domain/application/proformas.ts'
import type { DocumentEntry, DocumentSummary } from '#server/features/application/documents/service.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** One required document: the reason for it, its state and the possible acts. */
export function Entry({ entry, isClosed }: { entry: DocumentEntry; isClosed: boolean }) {
  const { form, data } = useView<typeof load>()
  const t = useT()
  const { kind, because, basis, document } = entry
  const name = t(`documents:kind.${kind}`)
  const isAsked = data.found.some(({ field }) => field === kind)
  const hasFault = form?.errors.some(({ field }) => field === kind)
  return (
    <li id={filePlace(kind)}>
      <div className={styles.about}>
        <div className="grow">
          <h3>{name}</h3>
          <p className="hint">{t(`documents:kind.${kind}.about`)}</p>
          <p className="hint">{t('documents:list.why', { reason: t(`documents:because.${because}`) })}</p>
        </div>
        <span className="tags">
          <Tag tone={basis === 'mandatory' ? 'todo' : 'wait'}>{t(`documents:list.${basis}`)}</Tag>
          <Tag tone={document ? 'done' : 'warn'}>
            {document ? t('documents:list.uploaded') : t('documents:list.missing')}
          </Tag>
        </span>
      </div>
      <BlankProforma kind={kind} />
      <FieldFinding found={data.found} field={kind} />
      {document && <There document={document} name={name} isClosed={isClosed} />}
      {!isClosed && (
        <Disclosure
          summary={document ? t('documents:upload.replace', { name }) : t('documents:upload.submit', { name })}
          isOpen={hasFault || isAsked}
          kind="inline"
        >
          <UploadForm kind={kind} name={name} isReplacing={document !== null} isAsked={isAsked} />
        </Disclosure>
      )}
    </li>
  )
}

/** The link to the prescribed form, for a document that has one. */
function BlankProforma({ kind }: Pick<DocumentEntry, 'kind'>) {
  const { base } = useView()
  const t = useT()
  const proforma = proformaOf(kind)
  if (!proforma) return null
  const { name } = proforma
  return (
    <p>
      <a href={href(base, 'download/proforma-:name.pdf', { name })} target="_blank" rel="noopener">
        {t('proformas:print', { title: t(`proformas:${name}.title`) })}
        <VisuallyHidden> {t('shell:opens-in-new-tab')}</VisuallyHidden>
      </a>
    </p>
  )
}

/** A short visible label, with the full name for screen readers. */
function Remove({ name }: { name: string }) {
  const t = useT()
  return (
    <>
      <span aria-hidden="true">{t('documents:file.remove')}</span>
      <VisuallyHidden>{t('documents:file.remove-named', { name })}</VisuallyHidden>
    </>
  )
}

/** A document that an earlier answer required and the current answers do not. */
export function NotAskedFor({ document, isClosed }: { document: DocumentSummary; isClosed: boolean }) {
  const t = useT()
  const name = t(`documents:kind.${document.name}`)
  return (
    <li>
      <h3>{name}</h3>
      <There document={document} name={name} isClosed={isClosed} />
    </li>
  )
}

function There({
  document,
  name,
  isClosed,
}: {
  document: DocumentSummary
  name: string
  isClosed: boolean
}): ReactNode {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <DocumentFacts document={document} />
      <div className="acts">
        <Button
          kind="quiet"
          small
          href={href(base, 'documents/view/:name', { name: document.name })}
          aria-label={t('documents:file.view-named', { name })}
        >
          {t('documents:file.view')}
        </Button>
        {!isClosed && (
          <Form submit={<Remove name={name} />} kind="quiet" name={`remove-${document.name}`}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="kind" value={document.name} />
          </Form>
        )}
      </div>
    </>
  )
}
