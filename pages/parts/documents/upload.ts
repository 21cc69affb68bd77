import { type RefObject, useEffect, useRef, useState } from 'react'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import type { UploadStep } from '#pages/ui/browser/carry.ts'
import { type Crop, cut } from '#pages/ui/browser/picture.ts'
import { hold } from '#pages/ui/form/FileInput.tsx'
import { type FileKind, isPictureKind, pictureRules } from '#server/domain/application/document-rules.ts'

const isPdf = ({ type }: File) => type === 'application/pdf'

/** The upload of one document, for its form and for the row that shows how far it is. */
export type Upload = {
  kind: FileKind
  /** When the file that is there was uploaded, epoch ms; null if there is none. */
  uploadedAt: number | null
  /** Files are sent as soon as they are chosen. */
  isAtOnce: boolean
  /** Chosen and not stored yet, in the order of their pages. */
  files: readonly File[]
  /** The files behind what this page has just stored: further pages can join them. */
  sent: readonly File[]
  step: UploadStep | null
  /** The element around the file inputs. */
  box: RefObject<HTMLDivElement | null>
  onFiles(chosen: readonly File[], why: 'chosen' | 'left'): void
  /** Puts these files into the form, without sending it. */
  put(files: readonly File[]): void
  /** Sends further pages together with those before. */
  add(pages: readonly File[]): void
  /** Sends a picture again, cut to the part that was chosen. */
  cutAgain(): void
  onCrop(crop: Crop | null): void
  onStep(step: UploadStep | null): void
  prepare(data: FormData): Promise<FormData>
}

/**
 * The files chosen for a document, how they are made ready to be sent, and how far their upload is. `isAtOnce`: they are sent
 * as soon as they are chosen; otherwise by a button.
 */
export function useUpload(kind: FileKind, uploadedAt: number | null, isAtOnce: boolean): Upload {
  const [files, setFiles] = useState<readonly File[]>([])
  const [sent, setSent] = useState<readonly File[]>([])
  const [step, setStep] = useState<UploadStep | null>(null)
  const browser = useBrowser()
  const crop = useRef<Crop | null>(null)
  const box = useRef<HTMLDivElement>(null)
  /** The files under way. */
  const sending = useRef<readonly File[] | null>(null)
  const isPicture = isPictureKind(kind)

  /** Puts all the files into the first input, so that the form is complete however it is sent. */
  function put(next: readonly File[]) {
    const [first, camera] = Array.from(box.current?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])
    if (first) hold(first, next)
    if (camera) camera.value = ''
    forgetFaults()
    setFiles(next)
    setStep(null)
  }

  /** What was said of the files before does not hold for these. */
  function forgetFaults() {
    const form = browser?.screen.view().form
    if (!browser || !form) return
    const errors = form.errors.filter(({ field }) => field !== kind)
    if (errors.length === form.errors.length) return
    browser.screen.patch({ form: errors.length > 0 || form.message !== null ? { ...form, errors } : null })
  }

  function send(next: readonly File[]) {
    put(next)
    sending.current = next
    box.current?.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  }

  function onFiles(chosen: readonly File[], why: 'chosen' | 'left') {
    if (why === 'left') {
      sending.current = null
      setFiles(chosen)
      return setStep(null)
    }
    // Cancelling the dialog empties the input; keep the files chosen before.
    if (!chosen.length) return put(files)
    const next = isPicture
      ? chosen.slice(0, 1)
      : chosen.some(isPdf)
        ? chosen
        : [...files.filter((file) => !isPdf(file)), ...chosen]
    crop.current = null
    if (isAtOnce) send(next)
    else put(next)
  }

  // Once they are stored, the form is empty again, and the page remembers what it sent.
  const known = useRef(uploadedAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is stored, and nothing else
  useEffect(() => {
    if (known.current === uploadedAt) return
    known.current = uploadedAt
    setSent(sending.current ?? [])
    if (sending.current) put([])
    sending.current = null
  }, [uploadedAt])

  // A network that comes back carries on by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files do not change while an upload has failed
  useEffect(() => {
    if (!isAtOnce || step?.kind !== 'failed') return
    const again = () => send(files)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [step])

  return {
    kind,
    uploadedAt,
    isAtOnce,
    files,
    sent,
    step,
    box,
    onFiles,
    put,
    add: (pages) => pages.length > 0 && send([...sent, ...pages]),
    cutAgain: () => send(files.length ? files : sent),
    onCrop(next) {
      crop.current = next
    },
    onStep: setStep,
    /** Crops the photograph or the signature. */
    async prepare(data) {
      const file = data.get(kind)
      if (!isPictureKind(kind) || !(file instanceof File) || !file.size) return data
      const { width, height } = pictureRules[kind]
      data.set(kind, await cut(file, crop.current, width / height, width * 2))
      return data
    },
  }
}
