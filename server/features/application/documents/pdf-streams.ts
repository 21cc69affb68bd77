import { constants, createInflate } from 'node:zlib'
import { PDFArray, type PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib'

/**
 * How much the streams of a PDF may hold once they are unpacked, one and all together: a page in colour at 300 dpi is
 * 26 MB. Bytes, and pixels of a picture.
 */
const maxStream = 64 * 1024 * 1024
const maxStreams = 256 * 1024 * 1024
const maxPixels = 100_000_000

const texts = ['ASCII85Decode', 'ASCIIHexDecode']
/** They bound what they unpack to by themselves, or by the size of the picture that they are. */
const bounded = ['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode', 'RunLengthDecode']

/**
 * Whether the streams of a PDF can be unpacked by whoever opens it without filling their memory. Each is unpacked here,
 * piece by piece and beside the pages that wait, and counted. One that is packed twice, or in a way that cannot be
 * counted, is not taken. Source: case 90.
 */
export async function unpacksWithinBounds(document: PDFDocument): Promise<boolean> {
  let left = maxStreams
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue
    if (pixelsOf(object.dict) > maxPixels) return false
    const packed = packedBy(object)
    if (packed === 'unknown') return false
    if (packed === null) continue
    const most = Math.min(left, maxStream)
    const size = await inflatedSize(packed, most)
    if (size > most) return false
    left -= size
  }
  return true
}

function pixelsOf(dict: PDFDict): number {
  const [width, height] = ['Width', 'Height'].map((name) => dict.lookup(PDFName.of(name)))
  return width instanceof PDFNumber && height instanceof PDFNumber ? width.asNumber() * height.asNumber() : 0
}

/** The filters of a stream, in order; null where they are not written as names. */
export function filtersOf(dict: PDFDict): string[] | null {
  const given = dict.lookup(PDFName.of('Filter'))
  if (given === undefined) return []
  if (given instanceof PDFName) return [given.decodeText()]
  if (!(given instanceof PDFArray)) return null
  const names = given.asArray().map((_, at) => given.lookup(at))
  return names.every((name) => name instanceof PDFName) ? names.map((name) => name.decodeText()) : null
}

/** The bytes that are to be inflated; null where there are none, `unknown` where they are packed in another way. */
function packedBy({ dict, contents }: PDFRawStream): Buffer | null | 'unknown' {
  const filters = filtersOf(dict)
  if (!filters) return 'unknown'
  let bytes: Buffer = Buffer.from(contents)
  while (texts.includes(filters[0] ?? ''))
    bytes = filters.shift() === 'ASCIIHexDecode' ? fromHex(bytes) : fromAscii85(bytes)
  const [first, ...others] = filters
  if (first === undefined) return null
  if (bounded.includes(first)) return others.length ? 'unknown' : null
  if (first !== 'FlateDecode') return 'unknown'
  return others.length === 0 || (others.length === 1 && bounded.includes(others[0]!)) ? bytes : 'unknown'
}

/** How many bytes come out, counted no further than just beyond `most`; of damaged ones, those before the damage. */
async function inflatedSize(packed: Buffer, most: number): Promise<number> {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 })
  inflate.end(packed)
  let size = 0
  try {
    for await (const piece of inflate) {
      size += (piece as Buffer).length
      if (size > most) break
    }
  } catch (error) {
    // Readers show what they can of a damaged stream.
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
  }
  return size
}

const fromHex = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/>[\s\S]*|[^0-9a-fA-F]/g, ''), 'hex')

function fromAscii85(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .replace(/^\s*<~|~[\s\S]*|\s/g, '')
    .replaceAll('z', '!!!!!')
  const out = Buffer.alloc(Math.ceil(text.length / 5) * 4)
  for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
    const group = text.slice(at, at + 5).padEnd(5, 'u')
    let value = 0
    for (const letter of group) value = value * 85 + (letter.charCodeAt(0) - 33)
    out.writeUInt32BE(value % 2 ** 32, to)
  }
  return out
}
