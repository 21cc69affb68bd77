import { decodeQRBatch } from 'qr/decode.js'
import { pixelsOf } from '#pages/ui/browser/picture.ts'
import { codeIn } from '#server/domain/log/letter.ts'

/** The text of the large code in a picture; or why there is none. */
export type Scanned = { text: string } | { fault: 'no-picture' | 'no-code' }

/** The sides, in pixels, at which a picture is read: its own up to the first, so that memory is bounded; a small one enlarged. */
const [largest, enlarged] = [3000, 2400]
/** How long, in ms, a hard picture is tried again in other ways. */
const patience = 4000

async function codesAt(file: File, side: (own: number) => number): Promise<string[] | null> {
  const pixels = await pixelsOf(file, side).catch(() => null)
  if (!pixels) return null
  const { width, height } = pixels
  const [found] = await decodeQRBatch([pixels], { maxSize: { width, height }, effort: Infinity, timeLimit: patience })
  return found!.filter((one) => typeof one === 'string')
}

/** Reads every QR code in a photo or screenshot, and gives that of a letter rather than another one. */
export async function scan(file: File): Promise<Scanned> {
  const codes: string[] = []
  for (const side of [(own: number) => Math.min(own, largest), () => enlarged]) {
    const found = await codesAt(file, side)
    if (!found) return { fault: 'no-picture' }
    codes.push(...found)
    const letter = codes.find((one) => codeIn(one).startsWith('eyJ'))
    if (letter !== undefined) return { text: letter }
  }
  return codes[0] === undefined ? { fault: 'no-code' } : { text: codes[0] }
}
