import { type ReactNode, useRef, useState } from 'react'
import type { UploadStep } from '#pages/ui/browser/carry.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import type { Crop } from '#pages/ui/browser/picture.ts'
import { cut } from '#pages/ui/browser/picture.ts'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { hold } from '#pages/ui/form/FileInput.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT } from '#pages/ui/view.ts'
import { documentRules, type FileKind, isPictureKind, pictureRules } from '#server/domain/application/document-rules.ts'
import { ChosenPages } from './ChosenPages'
import { Cropper } from './Cropper'
import { UploadProgress } from './UploadProgress'

/** The files chosen for a document, and how they are made ready to be sent. */
function useChosen(kind: FileKind) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [step, setStep] = useState<UploadStep | null>(null)
  const crop = useRef<Crop | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isPicture = isPictureKind(kind)
  const rule = isPicture ? pictureRules[kind] : null

  const choose = (next: readonly File[]) => {
    setFiles(next)
    setStep(null)
  }

  /** Puts all the files into the first input, so that the form is complete however it is sent. */
  function put(next: readonly File[]) {
    const [first, camera] = Array.from(box.current?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])
    if (first) hold(first, next)
    if (camera) camera.value = ''
    choose(next)
  }

  function onFiles(chosen: readonly File[], why: 'chosen' | 'left') {
    if (why === 'left') choose(chosen)
    // Cancelling the dialog empties the input; keep the files chosen before.
    else if (isPicture) put(chosen.length ? chosen.slice(0, 1) : files)
    else if (chosen.some((file) => file.type === 'application/pdf')) put(chosen)
    else put([...files.filter((file) => file.type !== 'application/pdf'), ...chosen])
  }

  /** Crops the photograph or the signature. */
  async function prepare(data: FormData): Promise<FormData> {
    const [file] = files
    if (rule && crop.current && file) data.set(kind, await cut(file, crop.current, rule.width * 2))
    return data
  }

  const onCrop = (next: Crop | null) => {
    crop.current = next
  }
  return { files, step, rule, box, put, onFiles, onCrop, prepare, onStep: setStep }
}

const pictureTypes = 'image/jpeg,image/png,image/webp,image/*'

type UploadFormProps = {
  kind: FileKind
  name: string
  isReplacing: boolean
  /** True if the file that is there was found fault with, so that another is wanted. */
  isAsked?: boolean
  /** True if another file is to be uploaded first: one filled button on a page is enough. */
  isLater?: boolean
  /** Further fields to send with the file. */
  children?: ReactNode
}

/**
 * Sends one document, chosen as a file or photographed. Without JavaScript the server does all the work. With
 * JavaScript the candidate collects several pages, the browser crops and reduces pictures before sending them, and the
 * form shows the progress. The field is named after the kind, so that faults appear beside it.
 */
export function UploadForm({ kind, name, isReplacing, isAsked, isLater, children }: UploadFormProps) {
  const t = useT()
  const isHydrated = useHydrated()
  const chosen = useChosen(kind)
  const { files, step, rule } = chosen
  const isPicture = rule !== null
  const isTooLarge = files.some(({ type, size }) => type === 'application/pdf' && size > documentRules.maxPdfBytes)
  const accept = isPicture ? pictureTypes : `application/pdf,.pdf,${pictureTypes}`
  const submit = isReplacing ? t('documents:upload.replace', { name }) : t('documents:upload.submit', { name })
  return (
    <Form
      submit={submit}
      name={kind}
      kind={(isReplacing && !isAsked) || isLater ? 'quiet' : 'primary'}
      hasFiles
      pending={files.length ? t('documents:upload.pending') : undefined}
      // Without a file known here there is nothing to prepare or to measure: the server says what is missing.
      upload={isHydrated && files.length ? { name, prepare: chosen.prepare, onStep: chosen.onStep } : undefined}
    >
      <input type="hidden" name="kind" value={kind} />
      {children}
      <div ref={chosen.box}>
        <FileField
          name={kind}
          label={t('documents:upload.choose')}
          hint={isPicture ? t('documents:upload.picture-hint') : t('documents:upload.document-hint')}
          accept={accept}
          multiple={!isPicture}
          camera={kind === 'photo' ? 'user' : 'environment'}
          isListed={!isPicture}
          onFiles={chosen.onFiles}
        />
      </div>
      {rule && files[0] && (
        <Cropper
          key={`${files[0].name} ${files[0].size} ${files[0].lastModified}`}
          file={files[0]}
          shape={rule.width / rule.height}
          onCrop={chosen.onCrop}
        />
      )}
      {isTooLarge && (
        <Banner tone="error" role="alert">
          {t('documents:fault.pdf-too-large')}
        </Banner>
      )}
      {!isPicture && files.length > 0 && <ChosenPages files={files} onChange={chosen.put} />}
      <UploadProgress step={step} name={name} />
      {step?.kind === 'failed' && (
        <Banner tone="warn" role="alert">
          {t('documents:upload.failed')}
        </Banner>
      )}
    </Form>
  )
}
