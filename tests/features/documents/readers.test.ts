import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PDFDocument } from '@cantoo/pdf-lib'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPagePictures } from '#server/features/application/documents/page-pictures.ts'
import { pdf, type TestFile } from '#tests/support/files.ts'
import { openPortal } from '#tests/support/portal.ts'
import { candidateAtDocuments, faultOf } from './candidate'

/** Files that every reader opens, as scanners, printers, mail and other portals make them. */

const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-readers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The number of pages that Poppler, a reader of its own, finds. */
function pagesIn(bytes: Buffer): number {
  const file = path.join(folder, 'read.pdf')
  writeFileSync(file, bytes)
  return Number(
    /Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [file], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())![1],
  )
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** Two pages; as text, so that a test can damage them. */
const text = async () => (await pdf(2, undefined, { useObjectStreams: false })).toString('latin1')
const damaged = async (pattern: RegExp, by: string) => latin1((await text()).replace(pattern, by))
const around = async (before: string, after: string | Buffer) =>
  Buffer.concat([latin1(before), await pdf(2), Buffer.from(after as string)])

/** Two pages of another maker, locked against printing and copying by one of the ways of locking. */
const lockedBy = (pdfVersion: '1.3' | '1.4' | '1.6' | '1.7ext3') =>
  new Promise<Buffer>((resolve) => {
    const document = new PdfKit({ pdfVersion, ownerPassword: 'secret', permissions: { printing: 'lowResolution' } })
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.text('Locked').addPage().text('Locked too')
    document.end()
  })
const lock = (document: PDFDocument) => void document.encrypt({ ownerPassword: 'secret' })

/** A second version behind the first, as a reader adds a remark. `cut`: how much of it is missing at the end. */
async function updated(cut = 0): Promise<Buffer> {
  const first = await text()
  const [, table] = /startxref\s+(\d+)/.exec(first)!
  const [, root] = /\/Root (\d+ 0 R)/.exec(first)!
  const object = '90 0 obj\n<< /Remark 1 >>\nendobj\n'
  const at = String(first.length).padStart(10, '0')
  const trailer = `trailer\n<< /Size 91 /Root ${root} /Prev ${table} >>\nstartxref\n${first.length + object.length}\n%%EOF\n`
  const whole = latin1(`${first}${object}xref\n90 1\n${at} 00000 n \n${trailer}`)
  return whole.subarray(0, whole.length - cut)
}

const honest: [string, () => Promise<Buffer>][] = [
  ['a byte order mark before it', () => around('\xef\xbb\xbf', '')],
  ['an empty line before it', () => around('\r\n', '')],
  ['the commands of a printer around it', () => around('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', '\x1b%-12345X')],
  [
    'the head and the end of a mail around it',
    () => around('Content-Type: application/pdf\r\n\r\n', '\r\n--next--\r\n'),
  ],
  ['the zeros of a scanner behind it', () => around('', Buffer.alloc(4845))],
  ['80,508 zeros behind it', () => around('', Buffer.alloc(80_508))],
  ['spaces and line ends behind it', () => around('', ' \r\n'.repeat(3000))],
  ['the end mark of an old system behind it', () => around('', '\x1a')],
  ["a web server's script behind it", () => around('', '<script>count()</script>'.repeat(100))],
  ['no end mark', () => damaged(/%%EOF\s*$/, '')],
  ['half an end mark', () => damaged(/%%EOF\s*$/, '%%E')],
  ['no place of its table', () => damaged(/startxref\s+\d+\s+/, '')],
  ['a wrong place of its table', () => damaged(/startxref\s+\d+/, 'startxref\n77')],
  ['a place of its table beyond its end', () => damaged(/startxref\s+\d+/, 'startxref\n999999999')],
  ['no table', () => damaged(/xref\n0.*?trailer/s, 'trailer')],
  ['a wrong length of a page', () => damaged(/\/Length \d+/g, '/Length 5')],
  ['lines that end with carriage returns', () => damaged(/\n/g, '\r')],
  ['lines that end with both', () => damaged(/\n/g, '\r\n')],
  ['version 2.0', () => damaged(/%PDF-1\.\d/, '%PDF-2.0')],
  ['no version', () => damaged(/%PDF-1\.\d/, '%PDF-')],
  ['a second version behind the first', () => updated()],
  ['a lock of 40 bits without a password', () => lockedBy('1.3')],
  ['a lock of 128 bits without a password', () => lockedBy('1.4')],
  ['a lock by AES without a password', () => lockedBy('1.6')],
  ['a lock by AES of 256 bits without a password', () => lockedBy('1.7ext3')],
  ['a lock around its packed objects', () => pdf(2, lock)],
]

async function asha() {
  const { upload, get } = await candidateAtDocuments(await openPortal())
  return { upload, get }
}
const file = (content: Buffer, name = 'a.pdf'): TestFile => ({ name, content })

test('a PDF that readers open is taken, and stored so that every reader opens it', async () => {
  const { upload, get } = await asha()
  for (const [name, make] of honest) {
    const { status, body } = await upload('nationality', file(await make()))
    expect([name, status, body.data?.pages]).toEqual([name, 201, 2])
    const { rawPayload } = await get('nationality')
    expect(pagesIn(rawPayload), name).toBe(2)
    const stored = rawPayload.toString('latin1')
    expect(stored, name).toMatch(/^%PDF-\d\.\d.*%%EOF\r?\n?$/s)
    expect(stored, name).not.toMatch(/<script|@PJL|--next|\/Encrypt\b/)
  }
})

test('a sound PDF stays as it is, to the byte: its signature covers every one', async () => {
  const { upload, get } = await asha()
  for (const content of [await pdf(2), latin1(`${(await text()).trimEnd()}\r\n`), await updated()]) {
    await upload('nationality', file(content))
    expect((await get('nationality')).rawPayload).toEqual(content)
  }
})

test('a PDF whose end is missing is refused, also if an earlier version is whole', async () => {
  const { upload } = await asha()
  const whole = await text()
  for (const content of [
    await updated(60),
    await updated(120),
    latin1(whole.slice(0, whole.indexOf('startxref') - 20)),
  ])
    expect(faultOf(await upload('nationality', file(content)))).toBe('pdf-unreadable')
})

describe('pictures', () => {
  const drawn = sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#d8d2c0' } })
  const lines = Array.from(
    { length: 80 },
    (_, line) => `<rect x="${(line * 37) % 400}" y="${line * 20}" width="500" height="9"/>`,
  )
  const page = async () =>
    sharp(
      await drawn
        .clone()
        .composite([{ input: Buffer.from(`<svg width="1200" height="1600">${lines.join('')}</svg>`) }])
        .png()
        .toBuffer(),
    )
  const cutBy = async (bytes: Promise<Buffer>, missing: number) => (await bytes).subarray(0, -missing)

  const shown: [string, () => Promise<Buffer>][] = [
    ['in several passes', async () => (await page()).jpeg({ progressive: true }).toBuffer()],
    ['in the colours of print', async () => (await page()).toColourspace('cmyk').jpeg().toBuffer()],
    ['in grey', async () => (await page()).greyscale().jpeg().toBuffer()],
    [
      'with a second picture behind it',
      async () => Buffer.concat(Array(2).fill(await (await page()).jpeg().toBuffer())),
    ],
    ['with zeros behind it', async () => Buffer.concat([await (await page()).jpeg().toBuffer(), Buffer.alloc(9000)])],
    ['without its last two bytes', async () => cutBy((await page()).jpeg().toBuffer(), 2)],
    ['without its last 200 bytes', async () => cutBy((await page()).jpeg().toBuffer(), 200)],
    [
      'in several passes, without its last 200 bytes',
      async () => cutBy((await page()).jpeg({ progressive: true }).toBuffer(), 200),
    ],
    ['as PNG of 16 bits', async () => (await page()).toColourspace('rgb16').png().toBuffer()],
    ['as interlaced PNG', async () => (await page()).png({ progressive: true }).toBuffer()],
    ['as PNG without its last part', async () => cutBy((await page()).png().toBuffer(), 12)],
    ['as WebP without loss', async () => (await page()).webp({ lossless: true }).toBuffer()],
  ]

  test('what every phone shows is taken, whatever the file is called', async () => {
    const { upload } = await asha()
    const names = ['photo', 'छायाचित्र.jfif', 'a.bin']
    for (const [at, [name, make]] of shown.entries()) {
      const { status, body } = await upload('nationality', file(await make(), names[at % names.length]))
      expect([name, status, body.errors]).toEqual([name, 201, undefined])
    }
  })

  test('half a picture is refused, in one pass and in several', async () => {
    const { upload } = await asha()
    for (const progressive of [false, true]) {
      const whole = await (await page()).jpeg({ progressive }).toBuffer()
      for (const share of [0.3, 0.5, 0.8]) {
        const part = whole.subarray(0, whole.length * share)
        expect(faultOf(await upload('nationality', file(part, 'a.jpg'))), `${progressive} ${share}`).toBe(
          'picture-unreadable',
        )
      }
    }
  })
})

test('a page is shown while a PDF that takes long is written anew', async () => {
  const pictures = createPagePictures({ log: console })
  onTestFinished(pictures.close)
  const show = async (hash: string) => {
    const read = async () => pdf(1)
    const shown = await pictures.picture({ hash, mediaType: 'application/pdf', page: 1, size: 'page', read }, 'officer')
    expect(shown.ok).toBe(true)
    return hash
  }
  await show('before')
  const long = await pdf(800)
  const written = pictures.rewritten(long).then((bytes) => bytes && 'written')
  expect(await Promise.race([written, show('meanwhile')])).toBe('meanwhile')
  expect(await written).toBe('written')
})
