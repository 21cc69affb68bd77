export type ContentType = 'pdf' | 'jpeg' | 'png' | 'webp' | 'heic' | 'workbook' | 'unknown'

/** Readers look for the head of a PDF in so many bytes. */
export const longestPreamble = 1024
/** Readers look for the end of a PDF in so many bytes before the last that is not blank. */
export const longestTail = 4096
/** So many bytes around a PDF do not belong to it: printers, mail and web servers put them there. */
export const pdfSurroundings = longestPreamble + longestTail

/** So many bytes at the beginning of a file say what it is. */
export const tellingBytes = longestPreamble + 5

/** The last blank sign: below it are zeros, tabs, line ends and the end marks of old systems. */
const space = 0x20

/** How many bytes are left without blanks at the end: scanners fill their files up with thousands of zeros. */
export function lengthWithoutBlanks(bytes: Uint8Array): number {
  let length = bytes.length
  while (length > 0 && bytes[length - 1]! <= space) length--
  return length
}

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
  // Excel and LibreOffice pack their tables; so do other programs.
  if (text.startsWith('PK\x03\x04') || text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'workbook'
  return text.includes('%PDF-') ? 'pdf' : 'unknown'
}

export const isPictureType = (type: ContentType): boolean => type === 'jpeg' || type === 'png' || type === 'webp'
