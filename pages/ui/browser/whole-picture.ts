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

/** The last of its marks is the end of a picture (D9), not the beginning of its lines (DA); between these there is none. */
function endsJpeg(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at > 1; at--)
    if (bytes[at] === 0xff && (bytes[at + 1] === 0xd9 || bytes[at + 1] === 0xda)) return bytes[at + 1] === 0xd9
  return false
}

function endsPng(bytes: Uint8Array, says: (text: string, at: number) => boolean): boolean {
  for (let at = bytes.length - 8; at > 8; at--) if (says('IEND', at)) return true
  return false
}
