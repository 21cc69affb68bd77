import { inflateSync } from 'node:zlib'
import { EncryptedPDFError, PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { documentRules } from '#server/domain/application/document-rules.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { isIndexed, pdfWithin } from './pdf-mend'
import { maxObjects, maxUnpacked, readPdf } from './pdf-parser'
import { unpacksWithinBounds } from './pdf-streams'
import { unfit } from './unfit'

/** Active content, embedded files and forms: a certificate needs none of them. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'RichMediaContent', 'RichMediaSettings', 'XFA']
const activeActions = [
  'JavaScript',
  'Launch',
  'ImportData',
  'SubmitForm',
  'GoToE',
  'RichMediaExecute',
  'Rendition',
  'Movie',
  'Sound',
  'Named',
]
/** What plays, or holds a file, on a page. */
const activeAnnotations = ['RichMedia', 'Movie', 'Sound', 'Screen', '3D', 'FileAttachment']
/** What leads out of the document: an officer who reads it must not end at another site. */
const outwardActions = ['URI', 'GoToR']
const outwardWords = new RegExp(`/S\\s*/(${outwardActions.join('|')})(?![\\w.-])`)
const activeWords = new RegExp(`/(${[...activeKeys, ...activeActions, 'EmbeddedFile'].join('|')})(?![\\w.-])`)

/** `/Obj#53tm` is `/ObjStm`. */
const plainNames = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * The text of a PDF outside its contents, with its object streams unpacked; null if there is more of it than any honest
 * document has. Object streams are searched before the file is parsed.
 */
function structureOf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1')
  const outside: string[] = []
  let unpacked = 0
  let objects = text.match(/\bobj\b/g)?.length ?? 0
  let at = 0
  const start = /\bstream\r?\n/g
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const before = text.slice(at, found.index)
    outside.push(before)
    const begin = found.index + found[0].length
    const end = text.indexOf('endstream', begin)
    if (end < 0) break
    at = end
    start.lastIndex = end
    const dictionary = plainNames(before.slice(before.lastIndexOf('obj')).replace(/%[^\r\n]*/g, ' '))
    if (!/ObjStm|XRef|\/Type\s*\d/.test(dictionary)) continue
    const filters = dictionary.match(/\/\w+Decode\b/g) ?? []
    if (filters.length > 1 || (filters.length === 1 && filters[0] !== '/FlateDecode')) return null
    objects += Number(/\/N\s+(\d+)/.exec(dictionary)?.[1] ?? 0)
    // A reader goes by the length, so that an `endstream` among the bytes ends nothing.
    const length = Number(/\/Length\s+(\d+)/.exec(dictionary)?.[1] ?? 0)
    const held = bytes.subarray(begin, Math.max(end, Math.min(begin + length, bytes.length)))
    const content = filters.length ? unpack(held, maxUnpacked - unpacked) : held
    if (!content) return null
    unpacked += content.length
    if (/ObjStm|\/Type\s*\d/.test(dictionary)) outside.push(content.toString('latin1'))
  }
  outside.push(text.slice(at))
  return objects > maxObjects ? null : plainNames(outside.join('\n'))
}

function unpack(packed: Buffer, room: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, room), finishFlush: 2 })
  } catch {
    return null
  }
}

/** Whether `isFound` is true of a dictionary of the object, or of one within it. */
function holds(object: PDFObject, isFound: (dict: PDFDict) => boolean): boolean {
  if (object instanceof PDFStream) return holds(object.dict, isFound)
  if (object instanceof PDFArray) return object.asArray().some((one) => holds(one, isFound))
  if (!(object instanceof PDFDict)) return false
  return isFound(object) || object.values().some((value) => holds(value, isFound))
}

/** Whether a dictionary names one of these under a key; the name may be an object of its own. */
function names(dict: PDFDict, key: string, words: readonly string[]): boolean {
  const name = dict.lookup(PDFName.of(key))
  return name instanceof PDFName && words.includes(name.decodeText())
}

const isActive = (dict: PDFDict): boolean =>
  names(dict, 'S', activeActions) ||
  names(dict, 'Subtype', activeAnnotations) ||
  dict.keys().some((key) => activeKeys.includes(key.decodeText()))

/** Keys by which a stream takes its bytes from another file. */
const outwardStreamKeys = ['F', 'FFilter', 'FDecodeParms']
const isElsewhere = (object: PDFObject): boolean =>
  object instanceof PDFStream && outwardStreamKeys.some((key) => object.dict.has(PDFName.of(key)))

const leadsOut = (dict: PDFDict): boolean => names(dict, 'S', outwardActions) || dict.has(PDFName.of('URI'))

type Bounds = { maxBytes?: number; maxPages?: number; mayLink?: boolean }

/** True if the file says that it is locked; a lock may let everybody read it. */
const isLocked = (bytes: Buffer): boolean => /\/Encrypt(?![\w.-])/.test(plainNames(bytes.toString('latin1')))

/** Writes a PDF anew: null if it needs a password, undefined if it cannot be read. */
export type Rewrite = (bytes: Buffer) => Promise<Buffer | null | undefined>

/**
 * An uploaded file that holds a PDF → the PDF to store and its number of pages, or the reason it is refused. What is
 * around the PDF is cut off. One that readers have to repair, or that is locked although everybody may read it, is
 * written anew; any other stays as it is, with its signatures. The bytes that are stored are the ones that are checked.
 * Source: rules §3.9, cases 31, 32 and 90.
 */
export async function takePdf(
  file: Buffer,
  rewrite: Rewrite,
  bounds: Bounds = {},
): Promise<Result<{ bytes: Buffer; pages: number }>> {
  const within = pdfWithin(file)
  if (!within) return unfit('pdf-unreadable')
  if (bounds.maxBytes !== undefined && within.length > bounds.maxBytes) return unfit('pdf-too-large')
  if (!isLocked(within)) {
    const checked = await checkPdf(within, bounds)
    if (!checked.ok) return checked
    if (isIndexed(within)) return ok({ bytes: within, ...checked.value })
  }
  const bytes = await rewrite(within)
  if (bytes === undefined) return unfit('pdf-unreadable')
  if (bytes === null) return unfit('pdf-encrypted')
  const checked = await checkPdf(bytes, bounds)
  return checked.ok ? ok({ bytes, ...checked.value }) : checked
}

/**
 * A PDF → its number of pages, or the reason it is refused: encrypted, active, unreadable, without pages or
 * with too many, with links that lead out of it (unless it `mayLink`), or with more in it than a reader can unpack.
 * Source: rules §3.9, cases 31, 32 and 90.
 */
async function checkPdf(
  bytes: Buffer,
  { maxPages = documentRules.maxPdfPages, mayLink = false }: Bounds = {},
): Promise<Result<{ pages: number }>> {
  // Checked before unpacking, because encrypted streams cannot be unpacked.
  if (isLocked(bytes)) return unfit('pdf-encrypted')
  const structure = structureOf(bytes)
  if (structure === null) return unfit('pdf-unreadable')
  if (activeWords.test(structure)) return unfit('pdf-active')
  if (!mayLink && outwardWords.test(structure)) return unfit('pdf-links')
  try {
    const document = await readPdf(bytes)
    const objects = document.context.enumerateIndirectObjects().map(([, object]) => object)
    if (objects.some((object) => isElsewhere(object) || holds(object, isActive))) return unfit('pdf-active')
    if (!mayLink && objects.some((object) => holds(object, leadsOut))) return unfit('pdf-links')
    if (!(await unpacksWithinBounds(document))) return unfit('pdf-swells')
    const pages = document.getPageCount()
    if (pages === 0) return unfit('pdf-empty')
    return pages > maxPages ? unfit('pdf-too-many-pages', { max: maxPages, pages }) : ok({ pages })
  } catch (error) {
    // Any parser error comes from the uploaded file.
    return unfit(error instanceof EncryptedPDFError ? 'pdf-encrypted' : 'pdf-unreadable')
  }
}
