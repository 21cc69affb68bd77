import { contentTypeOf, isPictureType, tellingBytes } from '#server/domain/application/content-type.ts'
import { documentRules } from '#server/domain/application/document-rules.ts'
import { redraw } from './picture'

/** A file that the device no longer gives out. `at`: its place among the files of its field, from 0. */
export class UnreadableFile extends Error {
  constructor(
    readonly field: string,
    readonly at: number,
    readonly fileName: string,
  ) {
    super(`${field} ${at} cannot be read`)
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

/**
 * A file as it is sent: pictures smaller, so that a poor network carries about a tenth of them, and what only this device
 * can read as JPEG. A file that it cannot read either stays as it is: the server says what is wrong with it.
 */
async function readyFile(file: File): Promise<File> {
  const type = contentTypeOf(new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer()))
  if (isPictureType(type)) {
    const drawn = file.size > small ? await redraw(file, documentRules.longestSide) : null
    return drawn && drawn.size < file.size ? drawn : inMemory(file)
  }
  const isOther = type === 'heic' || (type === 'unknown' && isOtherPicture(file))
  return (isOther ? await redraw(file, documentRules.longestSide) : null) ?? inMemory(file)
}

/** The files of a form, ready to be sent. Throws `UnreadableFile`. */
export async function readyFiles(data: FormData): Promise<FormData> {
  const ready = new FormData()
  for (const [name, value] of Array.from(data.entries())) {
    if (typeof value === 'string') {
      ready.append(name, value)
      continue
    }
    const at = ready.getAll(name).length
    const file = await readyFile(value).catch(() => {
      throw new UnreadableFile(name, at, value.name)
    })
    ready.append(name, file)
  }
  return ready
}
