// Work on documents of strangers that takes long or may go wrong: in a thread of its own.

import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { rewritten } from './pdf-mend'

let library: Promise<PDFiumLibrary> | undefined

/** A page (from 1) of a PDF, or a picture, to be drawn with a longer side of so many pixels. */
export type ToDraw = { bytes: Uint8Array; mediaType: string; page: number; longerSide: number }

/**
 * Answers once the thread is there and free for its next piece of work, and PDFium is loaded if it `draws`: the time of a
 * page begins then.
 */
export async function awake({ draws }: ToAwaken) {
  if (draws) library ??= PDFiumLibrary.init()
  await library
  return null
}

export type ToAwaken = { draws: boolean }

/** A PDF written anew; see `rewritten`. */
export const rewrite = (bytes: Uint8Array) => rewritten(Buffer.from(bytes))

/**
 * The page or picture as a JPEG; null if there is no such page or it cannot be read. PDFium runs as WebAssembly, so that
 * a hostile file reaches neither files nor the network.
 */
export async function picture({ bytes, mediaType, page, longerSide }: ToDraw) {
  if (mediaType !== 'application/pdf') {
    const fitted = sharp(bytes).resize(longerSide, longerSide, { fit: 'inside', withoutEnlargement: true })
    return await fitted.jpeg({ quality: 80 }).toBuffer()
  }
  library ??= PDFiumLibrary.init()
  const pdfium = await library
  const document = await pdfium.loadDocument(bytes).catch(() => null)
  if (!document) return null
  try {
    if (page > document.getPageCount()) return null
    const sheet = document.getPage(page - 1)
    const { originalWidth, originalHeight } = sheet.getOriginalSize()
    const scale = longerSide / Math.max(originalWidth, originalHeight)
    // Sizes are given, because the library rounds down before it scales.
    const [width, height] = [originalWidth, originalHeight].map((side) => Math.max(1, Math.round(side * scale)))
    const { data } = await sheet.render({ scale: 1, width, height, render: async ({ data }) => data })
    return await sharp(data, { raw: { width: width!, height: height!, channels: 4 } })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer()
  } finally {
    document.destroy()
  }
}
