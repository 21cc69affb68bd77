import { inflateSync } from 'node:zlib'
import {
  ParseSpeeds,
  type PDFContext,
  type PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import { filtersOf } from './pdf-streams'

/** Limits on object streams, which the parser unpacks: bytes, and objects in the whole file. */
export const maxUnpacked = 16 * 1024 * 1024
export const maxObjects = 60_000

/** The parser unpacks streams of these types while it reads a file. */
const structural = ['ObjStm', 'XRef']
/** What each document has unpacked so far. */
const used = new WeakMap<PDFContext, { bytes: number; objects: number; isRefused: boolean }>()

/** Counts a stream that the parser is about to unpack; throws if it is packed in another way, or holds too much. */
function count(dict: PDFDict, contents: Uint8Array): void {
  const type = dict.lookup(PDFName.of('Type'))
  if (!(type instanceof PDFName) || !structural.includes(type.decodeText())) return
  const sum = used.get(dict.context) ?? { bytes: 0, objects: 0, isRefused: false }
  used.set(dict.context, sum)
  // Stays true after an error, because the parser passes over an object that it cannot read.
  const wasRefused = sum.isRefused
  sum.isRefused = true
  const filters = filtersOf(dict)
  if (!filters || filters.length > 1 || (filters.length === 1 && filters[0] !== 'FlateDecode'))
    throw new Error('an object stream is packed in an unusual way')
  const most = Math.max(1, maxUnpacked - sum.bytes)
  try {
    sum.bytes += filters.length
      ? inflateSync(contents, { maxOutputLength: most, finishFlush: 2 }).length
      : contents.length
  } catch (error) {
    // The parser decrypts the table of objects too, which is never encrypted, and then does without it.
    const isTable = type.decodeText() === 'XRef' && dict.context.isDecrypted
    if (isTable && (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') sum.isRefused = wasRefused
    throw error
  }
  const objects = dict.lookup(PDFName.of('N'))
  sum.objects += objects instanceof PDFNumber ? objects.asNumber() : 0
  if (sum.bytes > maxUnpacked || sum.objects > maxObjects) throw new Error('object streams hold too much')
  sum.isRefused = wasRefused
}

// The parser has no limit, and no search through the text sees every stream as it does: after `stream` and a lone
// carriage return, with its filter in another object, behind a comment. It makes each stream here before it unpacks it.
const make = PDFRawStream.of
PDFRawStream.of = (dict, contents, transform) => {
  count(dict, contents)
  return make(dict, contents, transform)
}

/**
 * A PDF, read with its object streams bounded; throws if it is unreadable or they hold too much. `password`: opens a file
 * that is locked, for a reader who has none. Source: case 90.
 */
export async function readPdf(bytes: Buffer, password?: ''): Promise<PDFDocument> {
  const how = { updateMetadata: false, parseSpeed: ParseSpeeds.Medium }
  const document = await PDFDocument.load(bytes, password === undefined ? how : { ...how, password })
  if (used.get(document.context)?.isRefused) throw new Error('an object stream was not taken')
  return document
}
