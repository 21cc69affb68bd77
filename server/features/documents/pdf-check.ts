import { inflateSync } from 'node:zlib'
import {
  EncryptedPDFError,
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib'
import { documentRules } from '../../domain/document-rules'
import { ok, type Result } from '../../kernel/result'
import { unfit } from './unfit'

/** What acts by itself, brings other files along or asks for answers: nothing that a certificate needs. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'RichMediaContent', 'XFA']
const activeActions = ['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'GoToE', 'RichMediaExecute', 'Rendition']
const activeWords = new RegExp(`/(${[...activeKeys, ...activeActions, 'EmbeddedFile'].join('|')})(?![\\w.-])`)

/** Objects hidden in compressed streams: how much of them is unpacked. Bytes, and objects in the whole file. */
const maxUnpacked = 16 * 1024 * 1024
const maxObjects = 60_000

/** `/Obj#53tm` is `/ObjStm`. */
const plainNames = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * The text of a PDF outside of its contents, and the streams that hold objects unpacked; null where there is more of it
 * than any honest document has. Streams are only unpacked here, under a limit, before the parser does it without one.
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
    const held = bytes.subarray(begin, end)
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

function isActive(object: PDFObject): boolean {
  if (object instanceof PDFStream) return isActive(object.dict)
  if (object instanceof PDFArray) return object.asArray().some(isActive)
  if (!(object instanceof PDFDict)) return false
  const action = object.get(PDFName.of('S'))
  if (action instanceof PDFName && activeActions.includes(action.decodeText())) return true
  return object.entries().some(([key, value]) => activeKeys.includes(key.decodeText()) || isActive(value))
}

/**
 * A PDF as somebody sent it → how many pages it has, or why it is not taken: encrypted, active, unreadable, without
 * pages or with too many. Source: decisions §3 "Documents", attacks-and-faults cases 31 and 32.
 */
export async function checkPdf(
  bytes: Buffer,
  maxPdfPages: number = documentRules.maxPdfPages,
): Promise<Result<{ pages: number }>> {
  // Something else may hang at the end of a file that two programs read differently.
  if (!bytes.subarray(-1024).includes('%%EOF')) return unfit('pdf-unreadable')
  // Before anything is unpacked: what is encrypted cannot be.
  if (/\/Encrypt(?![\w.-])/.test(plainNames(bytes.toString('latin1')))) return unfit('pdf-encrypted')
  const structure = structureOf(bytes)
  if (structure === null) return unfit('pdf-unreadable')
  if (activeWords.test(structure)) return unfit('pdf-active')
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Medium })
    if (document.context.enumerateIndirectObjects().some(([, object]) => isActive(object))) return unfit('pdf-active')
    const pages = document.getPageCount()
    if (pages === 0) return unfit('pdf-empty')
    return pages > maxPdfPages ? unfit('pdf-too-many-pages', { max: maxPdfPages, pages }) : ok({ pages })
  } catch (error) {
    // Whatever the parser stumbles over came from outside.
    return unfit(error instanceof EncryptedPDFError ? 'pdf-encrypted' : 'pdf-unreadable')
  }
}
