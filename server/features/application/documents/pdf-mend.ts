import { PDFInvalidObject } from '@cantoo/pdf-lib'
import { lengthWithoutBlanks, longestPreamble, longestTail } from '#server/domain/application/content-type.ts'
import { readPdf } from './pdf-parser'

/**
 * The PDF within a file, as readers find it: from its head to its last end mark. What printers, mail and web servers put
 * around it is cut off, and with it whatever another program would read there. Null if there is no such PDF.
 * Source: case 31.
 */
export function pdfWithin(bytes: Buffer): Buffer | null {
  const from = bytes.subarray(0, longestPreamble).indexOf('%PDF-')
  const length = lengthWithoutBlanks(bytes)
  if (from < 0) return null
  const at = Math.max(from, length - longestTail)
  const tail = bytes.subarray(at, length).toString('latin1')
  const [, before, mark, rest] = /^(.*)(%%EOF|startxref\s+\d+)(.*)$/s.exec(tail) ?? []
  // Objects behind the end belong to a later version that broke off.
  if (before === undefined || mark === undefined || /\d\s+obj\b/.test(rest!)) return null
  // The end of the last line belongs to what a signature signs.
  const end = at + before.length + mark.length
  const [lineEnd] = /^\r?\n?/.exec(bytes.toString('latin1', end, end + 2))!
  const pdf = bytes.subarray(from, end + lineEnd.length)
  return withHead(mark === '%%EOF' ? pdf : Buffer.concat([pdf, Buffer.from('\n%%EOF\n')]))
}

/** Readers take a head without a sound version too. */
const withHead = (pdf: Buffer): Buffer =>
  /^%PDF-\d\.\d/.test(pdf.toString('latin1', 0, 8)) ? pdf : Buffer.concat([Buffer.from('%PDF-1.7\n%'), pdf.subarray(5)])

/** True if the table of objects is where the file says, so that no reader has to look for it. */
export function isIndexed(bytes: Buffer): boolean {
  const [, offset] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.subarray(-longestTail).toString('latin1')) ?? []
  if (offset === undefined) return false
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(bytes.subarray(Number(offset), Number(offset) + 40).toString('latin1'))
}

/**
 * The same PDF written anew, with a sound table of objects and without a lock that anybody opens without a password; null
 * if a password is needed. Throws if it is unreadable.
 */
export async function rewritten(bytes: Buffer): Promise<Buffer | null> {
  try {
    const document = await readPdf(bytes, '')
    const { context } = document
    // The table of a locked file, which the parser could not read, says that the file is locked.
    for (const [ref, object] of context.enumerateIndirectObjects())
      if (object instanceof PDFInvalidObject) context.delete(ref)
    return Buffer.from(await document.save({ addDefaultPage: false, updateFieldAppearances: false }))
  } catch (error) {
    if (error instanceof Error && /password/i.test(error.message)) return null
    throw error
  }
}
