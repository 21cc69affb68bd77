import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream } from '@cantoo/pdf-lib'
import readQr from 'jsqr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { admissionReceipt } from '#server/documents/admission-receipt.ts'
import { allotmentLetter } from '#server/documents/allotment-letter.ts'
import { receipt } from '#server/documents/receipt.ts'
import { typeset } from '#server/documents/typeset.ts'
import { admissionReceiptFacts, allotmentLetterFacts, frozenSeat, issuer, receiptFacts } from './samples'

/** What a scanner reads from the left part of a printed page, at this resolution. */
async function scanned(pdf: Uint8Array, dpi: number): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scan-'))
  try {
    const file = path.join(folder, 'letter.pdf')
    writeFileSync(file, pdf)
    execFileSync('pdftoppm', ['-r', String(dpi), '-gray', '-png', file, path.join(folder, 'page')])
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
    expect(pages).toHaveLength(1)
    const page = sharp(path.join(folder, pages[0]!))
    const { width, height } = await page.metadata()
    const box = {
      left: 0,
      top: Math.floor(height * 0.2),
      width: Math.floor(width * 0.34),
      height: Math.floor(height * 0.68),
    }
    const { data, info } = await page.extract(box).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return readQr(new Uint8ClampedArray(data), info.width, info.height)?.data
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The file within a PDF. */
async function attached(pdf: Uint8Array): Promise<string> {
  const names = (await PDFDocument.load(pdf)).catalog.lookup(PDFName.of('Names'), PDFDict)
  const files = names.lookup(PDFName.of('EmbeddedFiles'), PDFDict).lookup(PDFName.of('Names'), PDFArray)
  const stream = files.lookup(1, PDFDict).lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F')) as PDFRawStream
  return Buffer.from(decodePDFRawStream(stream).decode()).toString()
}

test.each(['en', 'mr'] as const)(
  'a letter, a receipt and an admission stay on one page, and a scanner reads their proof at 150 dpi (%s)',
  async (language) => {
    const letter = await allotmentLetterFacts(language)
    const accepted = await allotmentLetterFacts(language, frozenSeat)
    const admission = await admissionReceiptFacts(language)
    for (const [facts, paper] of [
      [letter, allotmentLetter(letter, issuer)],
      [accepted, allotmentLetter(accepted, issuer)],
      [receiptFacts(language), receipt(receiptFacts(language), issuer)],
      [admission, admissionReceipt(admission, issuer)],
    ] as const) {
      const pdf = await typeset(paper)
      expect(await scanned(pdf, 150)).toBe(facts.proof!.address)
      expect(await attached(pdf)).toBe(facts.proof!.whole)
    }
  },
)
