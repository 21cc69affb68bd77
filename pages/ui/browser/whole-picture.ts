/**
 * Does a picture go to its end? A browser also draws half a picture, and would send it on as a whole one: what breaks off is sent
 * as it is, for the server to judge. True for a format that says nothing about its end.
 */
export async function isWholePicture(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const says = (text: string, at: number) => [...text].every((sign, place) => bytes[at + place] === sign.charCodeAt(0))
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return endsJpeg(bytes)
  if (says('\u0089PNG', 0)) return endsPng(bytes, says)
  if (says('RIFF', 0) && says('WEBP', 8)) return new DataView(bytes.buffer).getUint32(4, true) + 8 <= bytes.length
  return true
}

/** Walks from mark to mark until the one that ends the picture (D9): what stands behind it, such as a film, says nothing. */
function endsJpeg(bytes: Uint8Array): boolean {
  const isMark = (at: number) => bytes[at] === 0xff && bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff
  for (let at = 2; at + 1 < bytes.length; ) {
    const mark = bytes[at + 1]!
    if (!isMark(at)) at += 1
    else if (mark === 0xd9) return true
    // Marks within the lines, and others without a length.
    else if ((mark >= 0xd0 && mark <= 0xd8) || mark === 0x01) at += 2
    else at += 2 + (bytes[at + 2]! << 8) + bytes[at + 3]!
  }
  return false
}

function endsPng(bytes: Uint8Array, says: (text: string, at: number) => boolean): boolean {
  for (let at = bytes.length - 8; at > 8; at--) if (bytes[at] === 0x49 && says('IEND', at)) return true
  return false
}
