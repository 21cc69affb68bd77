import { type ContentType, isPictureType, pdfSurroundings } from './content-type'
import { documentRules, maxMegapixels, type PictureKind, pictureRules } from './document-rules'

/** The largest file accepted. "Nobody is turned away for a large file under 10 MB." Source: rules §3.8. */
export const maxFileBytes = 10 * 1024 * 1024
/** The largest table of many lines that the desk takes. */
export const maxTableBytes = 64 * 1024 * 1024
/** The most photographs of one document sent together. */
export const maxFiles = 10
/** The most papers beside one message of a grievance. */
export const maxPapers = 2

/**
 * The use that a field has for its files: a picture of a candidate, one document (a PDF, or photographs of its pages),
 * papers beside each other, a picture of the cell, a PDF to publish, several of them, or a table, short or of many lines.
 */
export type Takes = PictureKind | 'document' | 'papers' | 'picture' | 'pdf' | 'pdfs' | 'table' | 'long-table'

/** A file as its length and its first bytes show it. `bytes`: Infinity for one of which only the beginning came. */
export type Sighted = { bytes: number; type: ContentType }

/** A code with a text `fault.<code>` in the file of texts `unfit`. */
export type FileFault = { code: string; params?: Record<string, string | number> }

const isTable = (takes: Takes) => takes === 'table' || takes === 'long-table'
const isPdf = (takes: Takes) => takes === 'pdf' || takes === 'pdfs'
const isPicture = (takes: Takes) => takes === 'photo' || takes === 'signature' || takes === 'picture'

/**
 * What is certainly wrong with one file, before it is read; null if it may be what is wanted. The browser asks before it
 * sends, and the server asks again. Source: rules §3.8, §3.9.
 */
export function faultAtSight(takes: Takes, { bytes, type }: Sighted): FileFault | null {
  const faulty = (code: string): FileFault => ({ code })
  if (isTable(takes)) {
    if (type === 'workbook' || type === 'heic' || isPictureType(type)) return faulty('not-a-table')
    const most = takes === 'table' ? maxFileBytes : maxTableBytes
    return bytes > most ? { code: 'table-too-large', params: { max: most / 1024 / 1024 } } : null
  }
  if (bytes === 0) return faulty('file-empty')
  if (isPdf(takes) && type !== 'pdf') return faulty('not-a-pdf')
  if (type === 'heic') return faulty('picture-heic')
  if (isPicture(takes) && !isPictureType(type)) return faulty('not-a-picture')
  if (type !== 'pdf' && !isPictureType(type)) return faulty('not-a-document')
  if (type === 'pdf' && !isPdf(takes) && bytes > documentRules.maxPdfBytes + pdfSurroundings)
    return faulty('pdf-too-large')
  return bytes > maxFileBytes ? faulty('file-too-large') : null
}

/** What is wrong with files that may each be right: too many, or a PDF that is not alone, which it names. */
export function faultTogether(takes: Takes, files: readonly (Sighted & { name: string })[]): FileFault | null {
  if (files.length < 2) return null
  if (takes === 'papers' && files.length > maxPapers) return { code: 'too-many-papers', params: { max: maxPapers } }
  if (files.length > maxFiles) return { code: 'too-many-files', params: { max: maxFiles } }
  if (takes === 'papers' || takes === 'pdfs') return null
  if (takes !== 'document') return { code: 'one-file-only' }
  const others = files.filter(({ type }) => !isPictureType(type))
  const names = others.map(({ name }) => name || 'PDF').join(', ')
  if (others.length === 0) return null
  return { code: others.length === files.length ? 'several-pdfs' : 'mixed-files', params: { names } }
}

/** What is wrong with the size of a picture in pixels, as it is shown upright; null if it fits. */
export function faultOfPixels(takes: Takes, { width, height }: { width: number; height: number }): FileFault | null {
  if (width * height > maxMegapixels * 1e6) return { code: 'picture-too-many-pixels', params: { max: maxMegapixels } }
  if (takes === 'photo' || takes === 'signature') {
    const { minWidth, minHeight } = pictureRules[takes]
    const isSmall = width < minWidth || height < minHeight
    return isSmall ? { code: `${takes}-too-small`, params: { width: minWidth, height: minHeight } } : null
  }
  if (takes !== 'document' && takes !== 'papers') return null
  const { minLongSide: long, minShortSide: short } = documentRules
  const isSmall = Math.max(width, height) < long || Math.min(width, height) < short
  return isSmall ? { code: 'page-too-small', params: { long, short, width, height } } : null
}
