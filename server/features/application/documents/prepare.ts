import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { isPictureType } from '#server/domain/application/content-type.ts'
import { documentRules, type FileKind, isPictureKind } from '#server/domain/application/document-rules.ts'
import {
  type FileFault,
  faultAtSight,
  faultTogether,
  type Sighted,
  type Takes,
} from '#server/domain/application/file-at-sight.ts'
import type { PicturePart } from '#server/domain/season/cell-pictures.ts'
import { sighted } from '#server/http/sighted.ts'
import { faultyFile, type UploadedFile } from '#server/http/upload.ts'
import { ok, type Refused, type Result } from '#server/kernel/result.ts'
import { pagesToPdf } from './pages-to-pdf'
import { type Rewrite, takePdf } from './pdf-check'
import { candidatePicture, cellPicture, documentPicture } from './pictures'
import { allOf, inFile, unfit } from './unfit'

/** A file as it is stored. */
export type Prepared = { bytes: Buffer; mediaType: 'image/jpeg' | 'application/pdf'; pages: number }

const takesOf = (kind: FileKind | 'attachment'): Takes => {
  if (kind === 'attachment') return 'papers'
  return isPictureKind(kind) ? kind : 'document'
}

/**
 * An upload → the file to store: judged by its content alone, and re-encoded if it is a picture. A refusal names every
 * file that is at fault, so that the others can be sent again.
 */
export async function prepare(
  kind: FileKind | 'attachment',
  files: readonly UploadedFile[],
  rewrite: Rewrite,
): Promise<Result<Prepared>> {
  const [file] = files
  if (!file) return unfit('file-missing')
  const takes = takesOf(kind)
  const seen = await Promise.all(files.map(sighted))
  const atSight = seen.map((one) => refusedFor(faultAtSight(takes, one)))
  // Somebody who has to choose the files again hears of all that are at fault.
  const refused =
    atSight.some((fault) => fault !== null) &&
    (await everyFault(
      files,
      async ({ path }, at) => atSight[at] ?? (takes === 'document' ? unreadable(path, seen[at]!) : null),
    ))
  if (refused) return refused
  const named = seen.map((one, at) => ({ ...one, name: faultyFile(files[at]!).name }))
  const together = faultTogether(takes, named)
  if (together) return unfit(together.code, together.params)
  if (kind !== 'attachment' && isPictureKind(kind)) {
    const made = await candidatePicture(file.path, kind)
    return made.ok ? ok({ bytes: made.value, mediaType: 'image/jpeg', pages: 1 }) : inFile(made, file)
  }
  return seen.every(({ type }) => isPictureType(type)) ? pictures(files) : pdf(file, rewrite)
}

const refusedFor = (fault: FileFault | null): Refused | null => fault && unfit(fault.code, fault.params)

/** The fault of a page that can only be seen when it is read. */
async function unreadable(path: string, { type }: Sighted): Promise<Refused | null> {
  if (!isPictureType(type)) return null
  const made = await documentPicture(path, documentRules.maxPdfBytes)
  return made.ok ? null : made
}

/** The faults of all files as one refusal, which names each; null if there is none. */
async function everyFault(
  files: readonly UploadedFile[],
  judge: (file: UploadedFile, at: number) => Promise<Refused | null>,
): Promise<Refused | null> {
  const faults: Refused[] = []
  for (const [at, file] of files.entries()) {
    const fault = await judge(file, at)
    if (fault) faults.push(inFile(fault, file, files.length > 1 ? at + 1 : undefined))
  }
  const [first, ...others] = faults
  return first ? allOf([first, ...others]) : null
}

async function pdf(file: UploadedFile, rewrite: Rewrite): Promise<Result<Prepared>> {
  const taken = await takePdf(await readFile(file.path), rewrite, { maxBytes: documentRules.maxPdfBytes })
  return taken.ok ? ok({ ...taken.value, mediaType: 'application/pdf' }) : inFile(taken, file)
}

async function pictures(files: readonly UploadedFile[]): Promise<Result<Prepared>> {
  const room = Math.floor((documentRules.maxPdfBytes * 0.98) / files.length)
  const pages: { jpeg: Buffer; isWide: boolean }[] = []
  const refused = await everyFault(files, async ({ path }) => {
    const made = await documentPicture(path, room)
    if (!made.ok) return made
    const { width = 0, height = 0 } = await sharp(made.value).metadata()
    pages.push({ jpeg: made.value, isWide: width > height })
    return null
  })
  if (refused) return refused
  if (pages.length === 1) return ok({ bytes: pages[0]!.jpeg, mediaType: 'image/jpeg', pages: 1 })
  return ok({ bytes: await pagesToPdf(pages), mediaType: 'application/pdf', pages: pages.length })
}

/** The one file of a form of the desk, if it is of the wanted kind by its size and its first bytes. */
async function theOne([file, ...more]: readonly UploadedFile[], takes: Takes): Promise<Result<UploadedFile>> {
  if (!file) return unfit('file-missing')
  if (more.length) return unfit('one-file-only')
  const fault = refusedFor(faultAtSight(takes, await sighted(file)))
  return fault ? inFile(fault, file) : ok(file)
}

/** The one uploaded picture, drawn anew for its place at the head of pages and papers. */
export async function prepareCellPicture(part: PicturePart, files: readonly UploadedFile[]) {
  const found = await theOne(files, 'picture')
  if (!found.ok) return found
  const drawn = await cellPicture(found.value.path, part)
  return drawn.ok ? drawn : inFile(drawn, found.value)
}

/** A rule book is longer than a certificate. */
const maxPublicPages = 400

/** Faults of a file whose usual words advise to photograph the paper, which this field does not take. */
const advisingPhotos = ['not-a-document', 'pdf-encrypted', 'pdf-active', 'pdf-swells', 'pdf-unreadable']

/** The same refusal, in the words of a field that takes a PDF and nothing else. */
function ofPdfAlone({ refusal }: Refused): Refused {
  const fields = refusal.fields?.map((fault) =>
    advisingPhotos.includes(fault.code) ? { ...fault, code: `only-${fault.code}` } : fault,
  )
  return { ok: false, refusal: { ...refusal, fields } }
}

/** The one uploaded PDF; refused if it is damaged or has active content. The cell may link to other sites. */
export async function preparePdf(files: readonly UploadedFile[], rewrite: Rewrite): Promise<Result<Buffer>> {
  const found = await theOne(files, 'pdf')
  if (!found.ok) return ofPdfAlone(found)
  const taken = await takePdf(await readFile(found.value.path), rewrite, { maxPages: maxPublicPages, mayLink: true })
  return taken.ok ? ok(taken.value.bytes) : inFile(ofPdfAlone(taken), found.value)
}
