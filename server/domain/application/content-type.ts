export type ContentType = 'pdf' | 'jpeg' | 'png' | 'webp' | 'heic' | 'unknown'

/** So many bytes at the beginning of a file say what it is. */
export const tellingBytes = 1024 + 5

/**
 * The type of a file by its first bytes, ignoring its name and its declared type. Readers take a PDF that does not begin
 * at once.
 */
export function contentTypeOf(start: Uint8Array): ContentType {
  const text = String.fromCharCode(...start.subarray(0, tellingBytes))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'webp'
  // The format of iPhone photographs: recognised so that the refusal can tell the owner what to do.
  if (/^[\s\S]{4}ftyp(hei|hev|mif1|msf1)/.test(text)) return 'heic'
  return text.includes('%PDF-') ? 'pdf' : 'unknown'
}

export const isPictureType = (type: ContentType): boolean => type === 'jpeg' || type === 'png' || type === 'webp'
