import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { documentRules, type FileKind, isPictureKind } from '../../domain/application/document-rules'
import type { PicturePart } from '../../domain/portal/cell-pictures'
import type { UploadedFile } from '../../http/upload'
import { ok, type Refused, type Result } from '../../kernel/result'
import { pagesToPdf } from './pages-to-pdf'
import { type Rewrite, takePdf } from './pdf-check'
import { candidatePicture, cellPicture, documentPicture } from './pictures'
import { type ContentType, sniff } from './sniff'
import { unfit } from './unfit'

/** A file as it is stored. */
export type Prepared = { bytes: Buffer; mediaType: 'image/jpeg' | 'application/pdf'; pages: number }

const isPicture = (type: ContentType) => type === 'jpeg' || type === 'png' || type === 'webp'

/** An upload → the file to store: judged by its content alone, and re-encoded if it is a picture. */
export async function prepare(
  kind: FileKind | 'attachment',
  files: readonly UploadedFile[],
  rewrite: Rewrite,
): Promise<Result<Prepared>> {
  if (!files.length) return unfit('file-missing')
  if (files.some((file) => file.bytes === 0)) return unfit('file-empty')
  if (files.some((file) => file.isTooLarge)) return unfit('file-too-large')
  const types: ContentType[] = []
  for (const { path } of files) types.push(await sniff(path))
  if (types.includes('heic')) return unfit('picture-heic')
  if (kind !== 'attachment' && isPictureKind(kind)) {
    if (files.length > 1) return unfit('one-file-only')
    if (!types.every(isPicture)) return unfit('not-a-picture')
    const made = await candidatePicture(files[0]!.path, kind)
    return made.ok ? ok({ bytes: made.value, mediaType: 'image/jpeg', pages: 1 }) : made
  }
  if (types.includes('unknown')) return unfit('not-a-document')
  if (types.every(isPicture)) return pictures(files)
  return files.length === 1 ? pdf(files[0]!, rewrite) : unfit('mixed-files')
}

async function pdf({ path, bytes }: UploadedFile, rewrite: Rewrite): Promise<Result<Prepared>> {
  if (bytes > documentRules.maxPdfBytes) return unfit('pdf-too-large')
  const taken = await takePdf(await readFile(path), rewrite)
  return taken.ok ? ok({ ...taken.value, mediaType: 'application/pdf' }) : taken
}

/** Adds the page number of the faulty photograph. */
const onPage = ({ refusal }: Refused, page: number): Refused => ({
  ok: false,
  refusal: { ...refusal, fields: [...(refusal.fields ?? []), { field: 'file', code: 'on-page', params: { page } }] },
})

async function pictures(files: readonly UploadedFile[]): Promise<Result<Prepared>> {
  const room = Math.floor((documentRules.maxPdfBytes * 0.98) / files.length)
  const pages: { jpeg: Buffer; isWide: boolean }[] = []
  for (const [at, { path }] of files.entries()) {
    const made = await documentPicture(path, room)
    if (!made.ok) return files.length > 1 ? onPage(made, at + 1) : made
    const { width = 0, height = 0 } = await sharp(made.value).metadata()
    pages.push({ jpeg: made.value, isWide: width > height })
  }
  if (pages.length === 1) return ok({ bytes: pages[0]!.jpeg, mediaType: 'image/jpeg', pages: 1 })
  return ok({ bytes: await pagesToPdf(pages), mediaType: 'application/pdf', pages: pages.length })
}

/** The one uploaded picture, drawn anew for its place at the head of pages and papers. */
export async function prepareCellPicture(part: PicturePart, [file, ...more]: readonly UploadedFile[]) {
  if (!file) return unfit('file-missing')
  if (more.length) return unfit('one-file-only')
  if (file.bytes === 0) return unfit('file-empty')
  if (file.isTooLarge) return unfit('file-too-large')
  return isPicture(await sniff(file.path)) ? cellPicture(file.path, part) : unfit('not-a-picture')
}

/** A rule book is longer than a certificate. */
const maxPublicPages = 400

/** The one uploaded PDF; refused if it is damaged or has active content. The cell may link to other sites. */
export async function preparePdf(files: readonly UploadedFile[], rewrite: Rewrite): Promise<Result<Buffer>> {
  const [file, ...more] = files
  if (!file) return unfit('file-missing')
  if (more.length) return unfit('one-file-only')
  if (file.bytes === 0) return unfit('file-empty')
  if (file.isTooLarge) return unfit('file-too-large')
  if ((await sniff(file.path)) !== 'pdf') return unfit('not-a-pdf')
  const taken = await takePdf(await readFile(file.path), rewrite, { maxPages: maxPublicPages, mayLink: true })
  return taken.ok ? ok(taken.value.bytes) : taken
}
