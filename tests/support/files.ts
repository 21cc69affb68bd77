import { randomBytes } from 'node:crypto'
import { PDFDocument, type SaveOptions } from '@cantoo/pdf-lib'
import sharp, { type Sharp } from 'sharp'
import type { TestPortal } from './portal'

/** A file as a browser sends it. */
export type TestFile = { name: string; content: Buffer; type?: string; field?: string }

/** A multipart body with its header: fields first, files after them, unless `isFileFirst`. */
export function multipart(fields: Record<string, string>, files: readonly TestFile[], isFileFirst = false) {
  const boundary = `----test${randomBytes(8).toString('hex')}`
  const field = ([name, value]: [string, string]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  ]
  const file = ({ name, content, type = 'application/octet-stream', field = 'file' }: TestFile) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]
  const [one, two] = [Object.entries(fields).flatMap(field), files.flatMap(file)]
  const body = Buffer.concat([
    ...(isFileFirst ? [...two, ...one] : [...one, ...two]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

type PictureOptions = { width?: number; height?: number }

const drawn = ({ width = 1200, height = 1600 }: PictureOptions = {}): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#d8d2c0' } }).composite([
    {
      input: Buffer.from(
        `<svg width="${width}" height="${height}"><rect x="10%" y="10%" width="30%" height="20%" fill="#803020"/><circle cx="60%" cy="60%" r="20%" fill="#205080"/></svg>`,
      ),
    },
  ])

export const jpeg = (options?: PictureOptions): Promise<Buffer> => drawn(options).jpeg().toBuffer()
export const png = (options?: PictureOptions): Promise<Buffer> => drawn(options).png().toBuffer()
export const webp = (options?: PictureOptions): Promise<Buffer> => drawn(options).webp().toBuffer()

/** A picture that does not compress: it takes as many bytes as its pixels allow. */
export function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

/** A PDF with this many pages. */
export async function pdf(pages = 1, change?: (document: PDFDocument) => void, how: SaveOptions = {}): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page++) document.addPage([595, 842]).drawText(`Page ${page + 1}`)
  change?.(document)
  return Buffer.from(await document.save({ addDefaultPage: false, ...how }))
}

/** Lets every document of a portal be one small picture of one page, which needs no drawing. */
export async function asPictures({ services }: TestPortal): Promise<void> {
  const content = await jpeg({ width: 40, height: 40 })
  const kept = await services.fileStorage.keep(content)
  services.db.sqlite
    .prepare("UPDATE documents SET media_type = 'image/jpeg', pages = 1, bytes = ?, hash = ?")
    .run(content.length, kept.ok ? kept.value : '')
}
