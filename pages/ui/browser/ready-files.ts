import {
  type ContentType,
  contentTypeOf,
  isPictureType,
  lengthWithoutBlanks,
  tellingBytes,
} from '#server/domain/application/content-type.ts'
import { documentRules } from '#server/domain/application/document-rules.ts'
import {
  type FileFault,
  faultAtSight,
  faultOfPixels,
  faultTogether,
  maxFileBytes,
  type Takes,
} from '#server/domain/application/file-at-sight.ts'
import { redraw, sizeOf } from './picture'

/** A fault of a file. `at`: its place among the files of its field, from 0; null for a fault of them all. */
export type UnfitFile = FileFault & { field: string; at: number | null; name: string; page?: number }

/** Files of a form that cannot be sent, or that the server would certainly refuse. */
export class UnfitFiles extends Error {
  constructor(readonly faults: readonly UnfitFile[]) {
    super(faults.map(({ field, at, code }) => `${field} ${at}: ${code}`).join(', '))
  }
}

/** Pictures up to this size are sent as they are. Bytes. */
const small = 600 * 1024
/** What is no larger is read before it is sent, because a file that changes on the way breaks the upload off. Bytes. */
const mostInMemory = 12 * 1024 * 1024

/** A picture of a kind that the portal does not take, by what its name or the device says. A drawing in SVG is none. */
const isOtherPicture = ({ name, type }: File): boolean =>
  /^image\/(?!svg)/.test(type) || /\.(heic|heif|avif|gif|bmp|tiff?|jfif|jxl)$/i.test(name)

async function inMemory(file: File): Promise<File> {
  if (file.size > mostInMemory) return file
  return new File([await file.arrayBuffer()], file.name, { type: file.type })
}

const typeOf = async (file: File): Promise<ContentType> =>
  contentTypeOf(new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer()))

/**
 * A file as it is sent: pictures smaller, so that a poor network carries about a tenth of them, and what only this device
 * can read as JPEG. A file that it cannot read either stays as it is.
 */
async function readyFile(file: File): Promise<File> {
  const type = await typeOf(file)
  if (isPictureType(type)) {
    const drawn = file.size > small ? await redraw(file, documentRules.longestSide) : null
    return drawn && drawn.size < file.size ? drawn : inMemory(file)
  }
  const isOther = type === 'heic' || (type === 'unknown' && isOtherPicture(file))
  return (isOther ? await redraw(file, documentRules.longestSide) : null) ?? inMemory(file)
}

/** A file that is ready to be sent, as the rules about files see it. */
async function seen(file: File) {
  const type = await typeOf(file)
  const isReadWhole = type === 'pdf' && file.size <= maxFileBytes
  const bytes = isReadWhole ? lengthWithoutBlanks(new Uint8Array(await file.arrayBuffer())) : file.size
  return { type, bytes, pixels: isPictureType(type) ? await sizeOf(file) : null }
}

/** What the server would certainly refuse among the files of a field that takes them for this. */
async function faultsIn(field: string, takes: Takes, files: readonly File[]): Promise<UnfitFile[]> {
  const all = await Promise.all(files.map(seen))
  const faults = all.flatMap((one, at) => {
    const fault = faultAtSight(takes, one) ?? (one.pixels && faultOfPixels(takes, one.pixels))
    const page = takes === 'document' && files.length > 1 ? at + 1 : undefined
    return fault ? [{ ...fault, field, at, name: files[at]!.name, page }] : []
  })
  const named = all.map((one, at) => ({ ...one, name: files[at]!.name }))
  const together = faults.length ? null : faultTogether(takes, named)
  return together ? [{ ...together, field, at: null, name: '' }] : faults
}

/**
 * The files of a form, ready to be sent. `takesOf`: the use that a field has for its files; undefined leaves the judgement
 * to the server. Throws `UnfitFiles`.
 */
export async function readyFiles(data: FormData, takesOf: (field: string) => Takes | undefined): Promise<FormData> {
  const ready = new FormData()
  const files = new Map<string, File[]>()
  for (const [name, value] of Array.from(data.entries())) {
    if (typeof value === 'string') {
      ready.append(name, value)
      continue
    }
    const before = files.get(name) ?? []
    const file = await readyFile(value).catch(() => {
      const fault = { code: 'file-unreadable', field: name, at: before.length, name: value.name }
      throw new UnfitFiles([fault])
    })
    ready.append(name, file)
    // An input without a file sends one without a name.
    if (value.name) files.set(name, [...before, file])
  }
  const faults: UnfitFile[] = []
  for (const [field, chosen] of Array.from(files)) {
    const takes = takesOf(field)
    if (takes) faults.push(...(await faultsIn(field, takes, chosen)))
  }
  if (faults.length) throw new UnfitFiles(faults)
  return ready
}
