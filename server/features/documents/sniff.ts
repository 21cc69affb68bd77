import { open } from 'node:fs/promises'

export type ContentType = 'pdf' | 'jpeg' | 'png' | 'webp' | 'heic' | 'unknown'

/** The type of a file by its first bytes, ignoring its name and its declared type. */
function contentTypeOf(start: Buffer): ContentType {
  const text = start.toString('latin1')
  if (text.startsWith('%PDF-')) return 'pdf'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'webp'
  // The format of iPhone photographs: recognised so that the refusal can tell the owner what to do.
  if (/^[\s\S]{4}ftyp(hei|hev|mif1|msf1|avif)/.test(text)) return 'heic'
  return 'unknown'
}

export async function sniff(path: string): Promise<ContentType> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return contentTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
