import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type ContentType, isPictureType } from '#server/domain/application/content-type.ts'
import {
  documentRules,
  type FileKind,
  isPictureKind,
  type PictureKind,
} from '#server/domain/application/document-rules.ts'
import type { PicturePart } from '#server/domain/season/cell-pictures.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { ok, type Refused, type Result } from '#server/kernel/result.ts'
import { pagesToPdf } from './pages-to-pdf'
import { type Rewrite, takePdf } from './pdf-check'
import { candidatePicture, cellPicture, documentPicture } from './pictures'
import { sniff } from './sniff'
import { allOf, inFile, unfit } from './unfit'

/** A file as it is stored. */
export type Prepared = { bytes: Buffer; mediaType: 'image/jpeg' | 'application/pdf'; pages: number }

const isPortrait = (kind: FileKind | 'attachment'): kind is PictureKind => kind !== 'attachment' && isPictureKind(kind)

/**
 * An upload → the file to store: judged by its content alone, and re-encoded if it is a picture. A refusal names every
 * file that is at fault, so that the others can be sent again.
 */
export async function prepare(
  kind: FileKind | 'attachment',
  files: readonly UploadedFile[],
  rewrite: Rewrite,
): Promise<Result<Prepared>> {
  const [file, ...more] = files
  if (!file) return unfit('file-missing')
  const types = await Promise.all(files.map(({ path }) => sniff(path)))
  const refused = await everyFault(files, async (one, at) => faultAtSight(one, types[at]!, isPortrait(kind)))
  if (refused) return refused
  if (isPortrait(kind)) {
    if (more.length) return unfit('one-file-only')
    const made = await candidatePicture(file.path, kind)
    return made.ok ? ok({ bytes: made.value, mediaType: 'image/jpeg', pages: 1 }) : inFile(made, file)
  }
  if (types.every(isPictureType)) return pictures(files)
  return more.length ? unfit('mixed-files') : pdf(file, rewrite)
}

/** What its size and its first bytes say against a file; null if it may be what is wanted. */
function faultAtSight(file: UploadedFile, type: ContentType, isPortrait: boolean): Refused | null {
  if (file.bytes === 0) return unfit('file-empty')
  if (type === 'heic') return unfit('picture-heic')
  if (isPortrait ? !isPictureType(type) : type === 'unknown')
    return unfit(isPortrait ? 'not-a-picture' : 'not-a-document')
  if (type === 'pdf' && file.isTooLarge) return unfit('pdf-too-large')
  return file.isTooLarge ? unfit('file-too-large') : null
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
async function theOne(
  [file, ...more]: readonly UploadedFile[],
  isWanted: (type: ContentType) => boolean,
  otherwise: string,
): Promise<Result<UploadedFile>> {
  if (!file) return unfit('file-missing')
  if (more.length) return unfit('one-file-only')
  if (file.bytes === 0) return inFile(unfit('file-empty'), file)
  const type = await sniff(file.path)
  if (type === 'heic' && isWanted('jpeg')) return inFile(unfit('picture-heic'), file)
  if (!isWanted(type)) return inFile(unfit(otherwise), file)
  return file.isTooLarge ? inFile(unfit('file-too-large'), file) : ok(file)
}

/** The one uploaded picture, drawn anew for its place at the head of pages and papers. */
export async function prepareCellPicture(part: PicturePart, files: readonly UploadedFile[]) {
  const found = await theOne(files, isPictureType, 'not-a-picture')
  if (!found.ok) return found
  const drawn = await cellPicture(found.value.path, part)
  return drawn.ok ? drawn : inFile(drawn, found.value)
}

/** A rule book is longer than a certificate. */
const maxPublicPages = 400

/** The one uploaded PDF; refused if it is damaged or has active content. The cell may link to other sites. */
export async function preparePdf(files: readonly UploadedFile[], rewrite: Rewrite): Promise<Result<Buffer>> {
  const found = await theOne(files, (type) => type === 'pdf', 'not-a-pdf')
  if (!found.ok) return found
  const taken = await takePdf(await readFile(found.value.path), rewrite, { maxPages: maxPublicPages, mayLink: true })
  return taken.ok ? ok(taken.value.bytes) : inFile(taken, found.value)
}
