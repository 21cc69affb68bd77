import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect } from 'vitest'

const goldens = path.resolve('tests/documents/golden')
/** `GOLDEN=new npx vitest …` writes the present prints; review the pictures before you commit them. */
const isWriting = process.env.GOLDEN === 'new'

/** The largest share of a page's pixels that may differ visibly, since versions of the renderer smooth differently. */
const mostDiffering = 0.005
const visible = 48

function inFolder<T>(pdf: Uint8Array, work: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'paper-'))
  const file = path.join(folder, 'document.pdf')
  writeFileSync(file, pdf)
  try {
    return work(file, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The text of a PDF as a reader would copy or search it, page by page. */
export const textOf = (pdf: Uint8Array): string =>
  inFolder(pdf, (file) => execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }))

/** The pages of a PDF as PNG files. */
export const picturesOf = (pdf: Uint8Array): Buffer[] =>
  inFolder(pdf, (file, folder) => {
    execFileSync('pdftoppm', ['-r', '100', '-png', file, path.join(folder, 'page')])
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
    return pages.sort().map((name) => readFileSync(path.join(folder, name)))
  })

/** The bookmarks of the first level, each with the page to which it leads, from 1. */
export async function outlineOf(pdf: Uint8Array): Promise<{ title: string; page: number }[]> {
  const document = await PDFDocument.load(pdf)
  const pages = document.getPages().map(({ ref }) => ref)
  const part = (of: PDFDict, name: string) => of.lookupMaybe(PDFName.of(name), PDFDict)
  const found: { title: string; page: number }[] = []
  let item = part(part(document.catalog, 'Outlines')!, 'First')
  while (item) {
    const title = item.lookup(PDFName.of('Title'), PDFString, PDFHexString).decodeText()
    const target = item.lookup(PDFName.of('Dest'), PDFArray).get(0)
    found.push({ title, page: pages.findIndex((ref) => String(ref) === String(target)) + 1 })
    item = part(item, 'Next')
  }
  return found
}

const grey = (png: Buffer) => sharp(png).greyscale()
const pixels = (png: Buffer) => grey(png).raw().toBuffer({ resolveWithObject: true })

/** Compares a print with the reviewed and committed one: every page as a picture, and all of the text exactly. */
export async function expectGolden(pdf: Uint8Array, name: string): Promise<void> {
  const pages = picturesOf(pdf)
  const text = textOf(pdf)
  // Neither the key of a text that is missing (`papers:letter.title`) nor a value that was not given.
  expect(text).not.toMatch(/\{\{|\}\}|\b(?:undefined|NaN)\b|\b[a-z]+:[a-z][\w-]*\.[a-z][\w.-]*/)
  const textFile = path.join(goldens, `${name}.txt`)
  const pageFile = (index: number) => path.join(goldens, `${name}-${index + 1}.png`)
  if (isWriting) {
    mkdirSync(goldens, { recursive: true })
    writeFileSync(textFile, text)
    for (const [index, page] of pages.entries()) {
      writeFileSync(pageFile(index), await grey(page).png({ palette: true, colours: 16, effort: 10 }).toBuffer())
    }
  }
  expect(text).toBe(readFileSync(textFile, 'utf8'))
  expect(existsSync(pageFile(pages.length)), 'a page is missing').toBe(false)
  for (const [index, page] of pages.entries()) {
    const [now, then] = [await pixels(page), await pixels(readFileSync(pageFile(index)))]
    expect([now.info.width, now.info.height]).toEqual([then.info.width, then.info.height])
    const step = [now, then].map(({ info }) => info.channels) as [number, number]
    let differing = 0
    for (let at = 0; at < now.info.width * now.info.height; at++) {
      if (Math.abs(now.data[at * step[0]]! - then.data[at * step[1]]!) > visible) differing++
    }
    expect(differing / (now.info.width * now.info.height), `page ${index + 1} of ${name}`).toBeLessThanOrEqual(
      mostDiffering,
    )
  }
}
