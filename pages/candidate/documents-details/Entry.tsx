import type { ReactNode } from 'react'
import { DocumentFacts } from '#pages/parts/documents/DocumentFacts.tsx'
import { JustUploaded } from '#pages/parts/documents/JustUploaded.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { stepWords } from '#pages/parts/documents/UploadProgress.tsx'
import { type Upload, useUpload } from '#pages/parts/documents/upload.ts'
import { FieldFinding } from '#pages/parts/scrutiny/Findings.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { saysSameFile } from '#server/domain/application/document-rules.ts'
import { proformaOf } from '#server/domain/application/proformas.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import type { DocumentEntry, DocumentSummary } from '#server/features/application/documents/service.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Props = {
  entry: DocumentEntry
  isClosed: boolean
  isOpen: boolean
  /** The first document that is still missing. */
  isNext: boolean
  /** Scrutiny wants another file. */
  isAsked: boolean
  /** Another file is there than the one that scrutiny judged; its finding waits for the next look. */
  isCorrected: boolean
  /** Its upload can still be undone. */
  isJust: boolean
  onToggle(): void
}

/** One required document as a row: its state, and when it is open the reason for it and the possible acts. */
export function Entry({ entry, isClosed, isOpen, isNext, isAsked, isCorrected, isJust, onToggle }: Props) {
  const { form, data } = useView<typeof load>()
  const t = useT()
  const { kind, because, document } = entry
  const name = t(`documents:kind.${kind}`)
  const upload = useUpload(kind, document?.uploadedAt ?? null, true)
  const refused = form?.errors.find(({ field }) => field === kind)?.message ?? null
  const isLater = !isNext && !isAsked && refused === null
  return (
    <li id={filePlace(kind)} tabIndex={-1}>
      <Row
        icon={<Thumbnail document={document} />}
        title={name}
        state={<State entry={entry} upload={upload} {...{ isNext, isAsked, isCorrected, refused, isClosed }} />}
        isOpen={isOpen}
        onToggle={onToggle}
      >
        <p>
          {t(`documents:kind.${kind}.about`)}{' '}
          {kind === 'non-creamy-layer' && t('documents:list.valid-on', { date: data.validOn })}
        </p>
        <BlankProforma kind={kind} />
        <FieldFinding found={data.found} field={kind} />
        {document && <There document={document} name={name} isClosed={isClosed} />}
        {!isClosed && <UploadForm upload={upload} name={name} isAsked={isAsked} isLater={isLater} />}
        <Disclosure summary={<Why />} kind="inline">
          <p className="hint">
            {t(`documents:because.${because}`)} {t(`documents:list.${entry.basis}-about`)}
          </p>
        </Disclosure>
      </Row>
      {!isClosed && document && <SameFile document={document} />}
      {isJust && !isClosed && document && <JustUploaded upload={upload} uploadedAt={document.uploadedAt} name={name} />}
    </li>
  )
}

function Why() {
  const t = useT()
  return (
    <span className={styles.why}>
      <Icon name="info" /> {t('documents:list.why')}
    </span>
  )
}

/** A line that opens, with the icon and the state of what it is about. */
function Row({
  icon,
  title,
  state,
  isOpen,
  onToggle,
  children,
}: {
  icon: ReactNode
  title: string
  state: ReactNode
  isOpen: boolean
  onToggle(): void
  children: ReactNode
}) {
  return (
    <details className={`fold ${styles.row}`} open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={(event) => {
          event.preventDefault()
          onToggle()
        }}
      >
        {icon}
        <span className={styles.words}>
          <h3>{title}</h3>
          {state}
        </span>
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}

/** How it stands with a document. A new file that was refused has taken nothing away: the one that is there is named first. */
function State({
  entry: { basis, document },
  upload: { step },
  isNext,
  isAsked,
  isCorrected,
  refused,
  isClosed,
}: Pick<Props, 'entry' | 'isNext' | 'isAsked' | 'isCorrected' | 'isClosed'> & {
  upload: Upload
  refused: string | null
}) {
  const t = useT()
  if (step !== null) return <small>{stepWords(step, t)}</small>
  if (refused !== null) {
    if (!document) return <small className={styles.fault}>{t('documents:list.refused')}</small>
    return (
      <>
        <small className={styles.done}>{t('documents:list.kept', { count: document.pages })}</small>
        <small className={styles.fault}>{t('documents:list.refused-new', { why: refused })}</small>
      </>
    )
  }
  if (isAsked) return <small className={styles.fault}>{t('documents:list.asked')}</small>
  // The row may be closed, so its line says that the finding is not settled.
  if (isCorrected && !isClosed) return <small>{t('documents:list.corrected')}</small>
  if (document) return <small className={styles.done}>{t('documents:list.uploaded')}</small>
  return (
    <small>
      {isNext && !isClosed && <b>{t('documents:list.next')} · </b>}
      {t(`documents:list.${basis}`)}
    </small>
  )
}

/** A small picture of an uploaded document; a plus for one that is missing. */
function Thumbnail({ document }: { document: DocumentSummary | null }) {
  const { base } = useView()
  if (!document) {
    return (
      <span className={styles.thumbnail}>
        <Icon name="plus" />
      </span>
    )
  }
  const { name, uploadedAt } = document
  return (
    <span className={styles.thumbnail} data-done>
      <img
        src={href(base, 'documents/view/:name/thumbnail', { name }, { at: uploadedAt })}
        alt=""
        width="36"
        height="48"
        loading="lazy"
      />
      <Icon name="step" />
    </span>
  )
}

/**
 * Below the row, so that it is read at once: the same file is there for another document. It may hold both, so it only
 * asks. It names all of them, and so is said once: at the one whose upload came last.
 */
function SameFile({ document }: { document: DocumentSummary }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const shown = data.entries.flatMap((entry) => entry.document ?? [])
  if (!saysSameFile(document, shown)) return null
  const names = document.sameAs.map((kind) => t(`documents:kind.${kind as DocumentKind}`)).join(', ')
  return (
    <Banner tone="warn" role="status" title={t('documents:same-file', { names })}>
      {t('documents:same-file-about')}
    </Banner>
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

function There({ document, name, isClosed }: { document: DocumentSummary; name: string; isClosed: boolean }) {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <DocumentFacts document={document} />
      <div className="acts" data-stays>
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
