import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { maxMegapixels } from '#server/domain/application/document-rules.ts'

const endOfImage = Buffer.from([0xff, 0xd9])
/** Of so many rows, this many at the bottom may be without a picture: readers show the rest, and nobody misses them. */
const rows = 400
const mostMissing = 8

/**
 * A JPEG that breaks off at its very end, with an end: phones and messengers lose the last bytes, and every reader still
 * shows the picture. Null for any other file, above all for half a picture.
 */
export async function withEnd(path: string): Promise<Buffer | null> {
  const bytes = await readFile(path)
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  const ended = Buffer.concat([bytes, endOfImage])
  const read = (failOn: 'warning' | 'none') => sharp(ended, { limitInputPixels: maxMegapixels * 1e6, failOn })
  const isWhole = await read('warning')
    .stats()
    .then(() => true)
    .catch(() => false)
  if (isWhole) return ended
  if (!isFinallyScanned(bytes)) return null
  const { data, info } = await read('none')
    .greyscale()
    .resize(64, rows, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return missingRows(data, info.width * info.channels) <= mostMissing ? ended : null
}

/**
 * True if the picture has begun its last pass, in which a file of several passes only becomes a little finer. The last
 * scan's head ends with the first frequency, the last one, and in four bits each how exact it was and is: 0 is exact.
 */
function isFinallyScanned(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  if (at < 0 || at + 5 > bytes.length) return false
  const [first, , exactness] = bytes.subarray(at + 5 + 2 * bytes[at + 4]!)
  const isOnePass = bytes.indexOf(Buffer.from([0xff, 0xc2])) < 0
  return isOnePass || (first !== undefined && first > 0 && exactness !== undefined && (exactness & 0x0f) === 0)
}

/** How many rows at the bottom are of one grey: a decoder fills up with it what is missing. */
function missingRows(grey: Buffer, width: number): number {
  for (let missing = 0; missing < rows; missing++) {
    const end = grey.length - missing * width
    const row = grey.subarray(end - width, end)
    if (Math.max(...row) - Math.min(...row) > 2) return missing
  }
  return rows
}
