import type { ReactNode } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import { isPictureKind, pictureRules } from '#server/domain/application/document-rules.ts'
import { ChosenPages } from './ChosenPages'
import { Cropper } from './Cropper'
import { UploadProgress } from './UploadProgress'
import type { Upload } from './upload'

const pictureTypes = 'image/jpeg,image/png,image/webp,image/*'

type UploadFormProps = {
  upload: Upload
  name: string
  /** True if the file that is there was found fault with, so that another is wanted. */
  isAsked?: boolean
  /** True if another file is to be uploaded first: one filled button on a page is enough. */
  isLater?: boolean
  /** Further fields to send with the file. */
  children?: ReactNode
}

/**
 * Sends one document, chosen as a file or photographed. Without JavaScript the server does all the work, after a press of
 * the button. With JavaScript the files are sent when they are chosen, if the upload is at once; the browser crops and
 * reduces pictures before, and the form shows the progress. The button is left for what has not gone through. The field is
 * named after the kind, so that faults appear beside it.
 */
export function UploadForm({ upload, name, isAsked, isLater, children }: UploadFormProps) {
  const t = useT()
  const isHydrated = useHydrated()
  const { kind, files, sent, step, isAtOnce } = upload
  const isPicture = isPictureKind(kind)
  const isReplacing = upload.uploadedAt !== null
  const isUnderWay = step !== null && step.kind !== 'failed'
  const hasButton = !isHydrated || !isAtOnce || (files.length > 0 && !isUnderWay)
  const pages = files.length ? files : sent
  return (
    <div data-stays={isAtOnce || undefined}>
      <Form
        submit={t(isReplacing ? 'documents:upload.replace' : 'documents:upload.submit', { name })}
        name={kind}
        kind={(isReplacing && !isAsked) || isLater ? 'quiet' : 'primary'}
        hasFiles
        pending={isAtOnce || files.length ? t('documents:upload.pending') : undefined}
        // Without a file known here there is nothing to prepare or to measure: the server says what is missing.
        upload={isHydrated && (isAtOnce || files.length) ? { name, ...upload } : undefined}
        bar={(button) => <div hidden={!hasButton}>{button}</div>}
      >
        <input type="hidden" name="kind" value={kind} />
        {children}
        <div ref={upload.box} hidden={isUnderWay}>
          <FileField
            name={kind}
            label={t(isReplacing && isAtOnce ? 'documents:upload.choose-other' : 'documents:upload.choose')}
            hint={t(isPicture ? 'documents:upload.picture-hint' : 'documents:upload.document-hint')}
            accept={isPicture ? pictureTypes : `application/pdf,.pdf,${pictureTypes}`}
            takes={isPicture ? kind : 'document'}
            multiple={!isPicture}
            camera={kind === 'photo' ? 'user' : 'environment'}
            isListed={!isPicture || isAtOnce}
            onFiles={upload.onFiles}
          />
        </div>
        {isPicture && pages[0] && !isUnderWay && <Part upload={upload} file={pages[0]} />}
        {!isPicture && pages.length > (isAtOnce && !files.length ? 1 : 0) && !isUnderWay && (
          <ChosenPages files={pages} onChange={upload.put} />
        )}
        <UploadProgress step={step} name={name} />
        {step?.kind === 'failed' && (
          <Banner tone="warn" role="alert">
            {t(isAtOnce ? 'documents:upload.failed-waits' : 'documents:upload.failed')}
          </Banner>
        )}
      </Form>
    </div>
  )
}

/** The part of a picture to keep; of one that is stored already, another part on request. */
function Part({ upload, file }: { upload: Upload; file: File }) {
  const t = useT()
  const { width, height } = pictureRules[upload.kind as keyof typeof pictureRules]
  const cropper = (
    <Cropper
      key={`${file.name} ${file.size} ${file.lastModified}`}
      file={file}
      shape={width / height}
      onCrop={upload.onCrop}
    />
  )
  if (!upload.isAtOnce) return cropper
  return (
    <Disclosure summary={t('documents:crop.another')} kind="inline">
      {cropper}
      <Button type="button" kind="quiet" onClick={upload.cutAgain}>
        {t('documents:crop.use')}
      </Button>
    </Disclosure>
  )
}
