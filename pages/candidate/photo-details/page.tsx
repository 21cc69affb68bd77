import type { ReactNode } from 'react'
import { Dock } from '#pages/parts/application/Dock.tsx'
import { Onward } from '#pages/parts/application/Onward.tsx'
import { StepHead } from '#pages/parts/application/StepHead.tsx'
import { SubmitBy } from '#pages/parts/application/SubmitBy.tsx'
import { DocumentFacts } from '#pages/parts/documents/DocumentFacts.tsx'
import { JustUploaded } from '#pages/parts/documents/JustUploaded.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { useUpload } from '#pages/parts/documents/upload.ts'
import { FieldFinding } from '#pages/parts/scrutiny/Findings.tsx'
import { ToCorrect } from '#pages/parts/scrutiny/ToCorrect.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type PictureKind, pictureRules } from '#server/domain/application/document-rules.ts'
import type { DocumentSummary } from '#server/features/application/documents/service.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** Step 5: photograph and signature. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.photo-details')
  /** The page's own act comes first: a picture to replace. */
  const kind = data.closed === null && data.found.length > 0 ? 'quiet' : 'primary'
  const missing = data.pictures.filter(({ document }) => document === null)
  return (
    <>
      <StepHead step={5} title={title} />
      <p className="lead">{t('documents:photo.lead')}</p>
      <SubmitBy until={data.submitBy} isClosed={data.closed !== null} />
      {data.closed && (
        <Banner tone="info" title={t('documents:photo.closed')}>
          {data.closed}
        </Banner>
      )}
      {data.found.length > 0 && (
        <ToCorrect
          found={data.found}
          isClosed={data.closed !== null}
          placeOf={(field) => (data.pictures.some((one) => one.kind === field) ? filePlace(field) : null)}
        />
      )}
      {data.pictures.map(({ kind, document }) => (
        <Picture
          key={kind}
          kind={kind}
          document={document}
          isClosed={data.closed !== null}
          isLater={document === null && kind !== missing[0]?.kind}
        />
      ))}
      <Dock
        step={5}
        state={
          missing.length > 0 &&
          data.closed === null &&
          t('documents:photo.missing', { missing: missing.map(({ kind }) => t(`documents:kind.${kind}`)).join(', ') })
        }
      >
        {(missing.length === 0 || data.closed !== null) && <Onward kind={kind} isOpen={data.closed === null} />}
      </Dock>
    </>
  )
}

function Picture({
  kind,
  document,
  isClosed,
  isLater,
}: {
  kind: PictureKind
  document: DocumentSummary | null
  isClosed: boolean
  isLater: boolean
}) {
  const { base, data, form } = useView<typeof load>()
  const t = useT()
  const { width, height } = pictureRules[kind]
  const name = t(`documents:kind.${kind}`)
  const upload = useUpload(kind, document?.uploadedAt ?? null, true)
  const isAsked = data.found.some(({ field }) => field === kind)
  const isRefused = form?.errors.some(({ field }) => field === kind)
  const choice = (
    <>
      <p>{t(`documents:${kind}.about`)}</p>
      <p className="hint">{t(`documents:${kind}.size`)}</p>
      <UploadForm upload={upload} name={name} isAsked={isAsked} isLater={isLater} />
    </>
  )
  return (
    <Card title={t(`documents:${kind}.title`)} place={filePlace(kind)}>
      <div className={styles.picture}>
        {document && (
          <figure>
            <img
              src={href(base, 'documents/view/:name/file', { name: kind }, { at: document.uploadedAt })}
              alt={t(`documents:${kind}.alt`)}
              width={Math.round(width / 2)}
              height={Math.round(height / 2)}
            />
            <figcaption>
              <DocumentFacts document={document} />
            </figcaption>
          </figure>
        )}
        <div className="grow">
          <FieldFinding found={data.found} field={kind} />
          {isClosed && !document && <p>{t('documents:photo.none')}</p>}
          {document && !isClosed && data.just === kind && (
            <JustUploaded upload={upload} uploadedAt={document.uploadedAt} name={name} />
          )}
          {!isClosed &&
            (document && !isAsked ? (
              <Folded of={kind} isOpen={isRefused}>
                {choice}
              </Folded>
            ) : (
              choice
            ))}
        </div>
      </div>
    </Card>
  )
}

/** The way to another picture, once there is one: nothing is left to do here. */
function Folded({
  of,
  isOpen,
  children,
}: {
  of: 'photo' | 'signature'
  isOpen: boolean | undefined
  children: ReactNode
}) {
  const t = useT()
  return (
    <Disclosure summary={t(`documents:${of}.other`)} isOpen={isOpen} kind="inline">
      {children}
    </Disclosure>
  )
}
