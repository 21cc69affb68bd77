import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import {
  documentRules,
  type FileKind,
  isPictureKind,
  pictureRules,
} from '../../../server/domain/application/document-rules'
import type { UploadStep } from '../../ui/browser/carry'
import { useHydrated } from '../../ui/browser/hydrated'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { Banner } from '../../ui/shell/Banner'
import { useT } from '../../ui/view'
import { ChosenPages } from './ChosenPages'
import { Cropper } from './Cropper'
import { type Crop, cut, shrink } from './picture'
import styles from './UploadForm.module.css'
import { UploadProgress } from './UploadProgress'

const pictureTypes = 'image/jpeg,image/png,image/webp,image/*'

/**
 * Sends one document, chosen as a file or photographed. Without JavaScript the server does all the work. With
 * JavaScript the candidate collects several pages, the browser crops and reduces pictures before sending them, and the
 * form shows the progress. The field is named after the kind, so that faults appear beside it.
 */
export function UploadForm({
  kind,
  name,
  isReplacing,
  isAsked,
  isLater,
  children,
}: {
  kind: FileKind
  name: string
  isReplacing: boolean
  /** True if the file that is there was found fault with, so that another is wanted. */
  isAsked?: boolean
  /** True if another file is to be uploaded first: one filled button on a page is enough. */
  isLater?: boolean
  /** Further fields to send with the file. */
  children?: ReactNode
}) {
  const t = useT()
  const isHydrated = useHydrated()
  const [files, setFiles] = useState<readonly File[]>([])
  const [step, setStep] = useState<UploadStep | null>(null)
  const crop = useRef<Crop | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isPicture = isPictureKind(kind)
  const rule = isPicture ? pictureRules[kind] : null

  /** Puts all chosen files into the first input, so that the form is complete however it is sent. */
  function hold(next: readonly File[]) {
    const held = new DataTransfer()
    for (const file of next) held.items.add(file)
    const [first, camera] = Array.from(box.current?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])
    if (first) first.files = held.files
    if (camera) camera.value = ''
    setFiles(next)
    setStep(null)
  }

  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = Array.from(currentTarget.files ?? [])
    // Cancelling the dialog empties the input; keep the files chosen before.
    if (isPicture) hold(chosen.length ? chosen.slice(0, 1) : files)
    else if (chosen.some((file) => file.type === 'application/pdf')) hold(chosen)
    else hold([...files.filter((file) => file.type !== 'application/pdf'), ...chosen])
  }

  async function prepare(data: FormData): Promise<FormData> {
    data.delete(kind)
    for (const file of files) {
      const ready =
        rule && crop.current ? cut(file, crop.current, rule.width * 2) : shrink(file, documentRules.longestSide)
      data.append(kind, await ready)
    }
    return data
  }

  const isTooLarge = files.some(({ type, size }) => type === 'application/pdf' && size > documentRules.maxPdfBytes)
  const accept = isPicture ? pictureTypes : `application/pdf,${pictureTypes}`
  const submit = isReplacing ? t('documents:upload.replace', { name }) : t('documents:upload.submit', { name })
  return (
    <Form
      submit={submit}
      name={kind}
      kind={(isReplacing && !isAsked) || isLater ? 'quiet' : 'primary'}
      hasFiles
      pending={files.length ? t('documents:upload.pending') : undefined}
      // Without a file known here there is nothing to prepare or to measure: the server says what is missing.
      upload={isHydrated && files.length ? { prepare, onStep: setStep } : undefined}
    >
      <input type="hidden" name="kind" value={kind} />
      {children}
      <div ref={box} className={styles.choosers}>
        <Field
          kind="file"
          name={kind}
          label={t('documents:upload.choose')}
          hint={isPicture ? t('documents:upload.picture-hint') : t('documents:upload.document-hint')}
          accept={accept}
          multiple={!isPicture}
          onChange={onChange}
        />
        <div className={`field ${styles.camera}`}>
          <label htmlFor={`camera-${kind}`}>{t('documents:upload.camera')}</label>
          <input
            id={`camera-${kind}`}
            name={kind}
            type="file"
            accept="image/*"
            capture={kind === 'photo' ? 'user' : 'environment'}
            onChange={onChange}
          />
        </div>
      </div>
      {rule && files[0] && (
        <Cropper
          key={`${files[0].name} ${files[0].size} ${files[0].lastModified}`}
          file={files[0]}
          shape={rule.width / rule.height}
          onCrop={(next) => {
            crop.current = next
          }}
        />
      )}
      {isTooLarge && (
        <Banner tone="error" role="alert">
          {t('documents:fault.pdf-too-large')}
        </Banner>
      )}
      {!isPicture && files.length > 0 && <ChosenPages files={files} onChange={hold} />}
      <UploadProgress step={step} name={name} />
      {step?.kind === 'failed' && (
        <Banner tone="warn" role="alert">
          {t('documents:upload.failed')}
        </Banner>
      )}
    </Form>
  )
}
