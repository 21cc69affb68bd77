/** The files of a ZIP archive, by the directory at its end. */
export function unzipped(zip: Buffer): Record<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files: Record<string, Buffer> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const length = zip.readUInt16LE(at + 28)
    const [bytes, start] = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const from = start + 30 + zip.readUInt16LE(start + 26)
    files[name] = zip.subarray(from, from + bytes)
    at += 46 + length
  }
  return files
}
