import { randomBytes } from 'node:crypto'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { PDFName, PDFString } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { jpeg, noise, pdf, png, type TestFile, webp } from '#tests/support/files.ts'
import { openPortal } from '#tests/support/portal.ts'
import { candidateAtDocuments, faultOf } from './candidate'

async function asha() {
  const portal = await openPortal()
  return { portal, ...(await candidateAtDocuments(portal)) }
}

const named = (name: string, content: Buffer | string, type?: string): TestFile => ({
  name,
  content: Buffer.from(content as string),
  type,
})

/** The fault that a kind of document reports about a file, or `taken` if it accepts the file. */
async function verdict(upload: Awaited<ReturnType<typeof asha>>['upload'], kind: string, ...files: TestFile[]) {
  const answer = await upload(kind, ...files)
  return answer.status === 201 ? 'taken' : faultOf(answer)
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
const html = '<!doctype html><script>alert(1)</script>'

describe('case 31: the content of a file decides its type', () => {
  test('case 31: a wrong name or a wrong declared type changes nothing', async () => {
    const { upload } = await asha()
    expect(await verdict(upload, 'nationality', named('a.exe', await pdf(), 'text/html'))).toBe('taken')
    expect(await verdict(upload, 'nationality', named('a.pdf', await jpeg(), 'application/pdf'))).toBe('taken')
    expect(await verdict(upload, 'photo', named('a.gif', await webp(), 'image/svg+xml'))).toBe('taken')
  })

  test.each([
    ['SVG', svg],
    ['HTML', html],
    ['a script', 'MZ\x90\x00'],
    ['XML with an SVG inside', `<?xml version="1.0"?>${svg}`],
    ['GIF', 'GIF89a\x01\x00\x01\x00'],
  ])('case 31: %s is refused as a picture and as a document, under any name', async (_, content) => {
    const { portal, upload } = await asha()
    for (const name of ['a.svg', 'a.jpg', 'a.pdf', 'a.html']) {
      expect(await verdict(upload, 'photo', named(name, content, 'image/jpeg'))).toBe('not-a-picture')
      expect(await verdict(upload, 'nationality', named(name, content, 'application/pdf'))).toBe('not-a-document')
    }
    expect(portal.rows().documents).toBe(0)
  })

  test('case 31: data appended to a picture is gone when it is served', async () => {
    const { upload, get } = await asha()
    const polyglot = Buffer.concat([await jpeg(), Buffer.from(html), await pdf()])
    expect(await verdict(upload, 'ssc-marksheet', named('a.jpg', polyglot))).toBe('taken')
    const { rawPayload } = await get('ssc-marksheet')
    expect(rawPayload.includes('script')).toBe(false)
    expect(rawPayload.includes('%PDF')).toBe(false)
  })

  test('case 31: what is around a PDF is not stored, and a file with more than readers pass over is refused', async () => {
    const { upload, get } = await asha()
    const content = await pdf()
    const between = Buffer.concat([Buffer.from(html), content, Buffer.from(`PK\x03\x04${html}`)])
    expect(await verdict(upload, 'nationality', named('a.html', between))).toBe('taken')
    expect((await get('nationality')).rawPayload).toEqual(content)
    const followed = Buffer.concat([content, Buffer.from('PK\x03\x04'), randomBytes(5000)])
    expect(await verdict(upload, 'nationality', named('a', followed))).toBe('pdf-unreadable')
    const preceded = Buffer.concat([Buffer.from(html.repeat(40)), content])
    expect(await verdict(upload, 'nationality', named('a', preceded))).toBe('not-a-document')
  })

  test('case 31: a file is served under the type that the portal found, without permissions, and is never sniffed', async () => {
    const { upload, get } = await asha()
    await upload('nationality', named('x.html', await pdf(), 'text/html'))
    await upload('photo', named('x.html', await png(), 'text/html'))
    const [document, photo] = [await get('nationality'), await get('photo')]
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="nationality.pdf"',
    })
    expect(document.headers['content-security-policy']).toContain("default-src 'none'")
    expect(photo.headers['content-security-policy']).toContain('sandbox')
  })

  test('an iPhone picture is recognised, and the message says how to convert it', async () => {
    const { upload } = await asha()
    expect(await verdict(upload, 'photo', named('a.heic', `\0\0\0\x18ftypheic${'\0'.repeat(100)}`))).toBe(
      'picture-heic',
    )
  })

  test('photographs and a PDF together, or two pictures of one portrait, are refused', async () => {
    const { upload } = await asha()
    const picture = named('a.jpg', await jpeg())
    const mixed = await upload('nationality', picture, named('दाखला.pdf', await pdf()))
    expect(faultOf(mixed)).toBe('mixed-files')
    expect(mixed.body.errors[0].message).toMatch(/^दाखला\.pdf: a PDF goes alone/)
    const several = await upload('nationality', named('one.pdf', await pdf()), named('two.pdf', await pdf()))
    expect(faultOf(several)).toBe('several-pdfs')
    expect(several.body.errors[0].message).toMatch(/^one\.pdf, two\.pdf: only one PDF/)
    expect(await verdict(upload, 'photo', picture, picture)).toBe('one-file-only')
  })
})

/** A PNG of a few hundred bytes that claims these dimensions. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/** Encodes each group of four bytes as five letters (ASCII85), as PDFs do. */
function ascii85(bytes: Buffer): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
  let text = ''
  for (let at = 0; at < padded.length; at += 4) {
    let value = padded.readUInt32BE(at)
    let group = ''
    for (let n = 0; n < 5; n++) {
      group = String.fromCharCode(33 + (value % 85)) + group
      value = Math.floor(value / 85)
    }
    text += group === '!!!!!' ? 'z' : group
  }
  return Buffer.from(`${text}~>`)
}

/**
 * Megabytes of zeros as deflate packs them: one of them, as often as it is wanted. There is no sum at the end, because nobody
 * may unpack them that far.
 */
const rawZeros = (megabytes: number): Buffer =>
  Buffer.concat([
    ...Array<Buffer>(megabytes).fill(
      deflateRawSync(Buffer.alloc(1024 * 1024), { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
    ),
    deflateRawSync(Buffer.alloc(0)),
  ])
/** The same behind zlib's head. */
const zeros = (megabytes: number): Buffer => Buffer.concat([Buffer.from([0x78, 0x9c]), rawZeros(megabytes)])

describe('case 32: files that run code or expand', () => {
  test('case 32: a pixel bomb is refused by its header', async () => {
    const { upload } = await asha()
    for (const kind of ['photo', 'ssc-marksheet']) {
      expect(await verdict(upload, kind, named('a.png', bomb(30_000, 30_000)))).toBe('picture-too-many-pixels')
    }
    // Within the limit, but untrue.
    expect(await verdict(upload, 'ssc-marksheet', named('a.png', bomb(5000, 5000)))).toBe('picture-unreadable')
  })

  test('case 32: a PDF with JavaScript is refused, however the script is started', async () => {
    const { upload } = await asha()
    const scripted = await pdf(1, (document) => document.addJavaScript('main', 'app.alert(1)'))
    expect(await verdict(upload, 'nationality', named('a.pdf', scripted))).toBe('pdf-active')
    for (const action of ['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Movie', 'Sound', 'Named']) {
      const opened = await pdf(1, ({ catalog, context }) =>
        catalog.set(PDFName.of('OpenAction'), context.obj({ S: action, X: PDFString.of('x') })),
      )
      expect(await verdict(upload, 'nationality', named('a.pdf', opened)), action).toBe('pdf-active')
    }
    const jump = await pdf(1, ({ catalog, context }) =>
      catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'GoTo' })),
    )
    expect(await verdict(upload, 'nationality', named('a.pdf', jump))).toBe('taken')
  })

  test('case 32: a name spelled with escapes, and one in an object that a later one replaces, are found', async () => {
    const { upload } = await asha()
    const plain = (await pdf()).toString('latin1')
    const object = (body: string) => Buffer.from(plain.replace(/%%EOF\s*$/, `${body}\n%%EOF`), 'latin1')
    expect(await verdict(upload, 'nationality', named('a', object('99 0 obj << /S /J#61vaScript >> endobj')))).toBe(
      'pdf-active',
    )
    const hidden = object('99 0 obj << /S /Launch >> endobj 99 0 obj << >> endobj')
    expect(await verdict(upload, 'nationality', named('a', hidden))).toBe('pdf-active')
  })

  test('case 32: a PDF with embedded files is refused', async () => {
    const { upload } = await asha()
    const { PDFDocument } = await import('@cantoo/pdf-lib')
    const document = await PDFDocument.create()
    document.addPage()
    await document.attach(Buffer.from('hello'), 'a.exe')
    expect(await verdict(upload, 'nationality', named('a.pdf', Buffer.from(await document.save())))).toBe('pdf-active')
  })

  test('case 32: a PDF with a stream that takes its bytes from another file is refused', async () => {
    const { upload } = await asha()
    const elsewhere = await pdf(1, ({ context }) => {
      context.register(context.stream('', { F: PDFString.of('/etc/passwd') }))
    })
    expect(await verdict(upload, 'nationality', named('a.pdf', elsewhere))).toBe('pdf-active')
  })

  test('case 32: a PDF that needs a password is refused', async () => {
    const { upload } = await asha()
    const locked = await pdf(1, (document) => void document.encrypt({ userPassword: 'secret', ownerPassword: 'x' }))
    expect(await verdict(upload, 'nationality', named('a.pdf', locked))).toBe('pdf-encrypted')
  })

  test('case 32: a lock that opens without a password hides nothing', async () => {
    const { upload } = await asha()
    const lock = { ownerPassword: 'x' }
    const scripted = await pdf(1, (document) => {
      document.addJavaScript('main', 'app.alert(1)')
      document.encrypt(lock)
    })
    expect(await verdict(upload, 'nationality', named('a.pdf', scripted))).toBe('pdf-active')
    const linked = await pdf(1, (document) => {
      const { context } = document
      const link = context.obj({ Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('https://evil.example') } })
      document.getPage(0).node.set(PDFName.of('Annots'), context.obj([link]))
      document.encrypt(lock)
    })
    expect(await verdict(upload, 'nationality', named('a.pdf', linked))).toBe('pdf-links')
    const swelling = await pdf(1, (document) => {
      const { context } = document
      context.register(context.stream(zeros(750), { Filter: 'FlateDecode' }))
      document.encrypt(lock)
    })
    expect(await verdict(upload, 'nationality', named('a.pdf', swelling))).toBe('pdf-swells')
  })

  test('case 32: a PDF whose hidden objects expand is refused', async () => {
    const { upload } = await asha()
    const packed = zeros(400)
    const stream = `9 0 obj << /Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    const swelling = Buffer.concat([
      Buffer.from(`%PDF-1.7\n${stream}`),
      packed,
      Buffer.from('\nendstream endobj\ntrailer << >>\n%%EOF'),
    ])
    const before = process.memoryUsage().rss
    expect(await verdict(upload, 'nationality', named('a.pdf', swelling))).toMatch(/pdf-(unreadable|too-large)/)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  const packed = deflateSync(Buffer.concat([Buffer.from('7 0 '), Buffer.alloc(100 * 1024 * 1024, ' ')]), { level: 1 })
  test.each([
    ['a lone carriage return before its bytes', '', '/FlateDecode', 'stream\r'],
    ['its filter in another object', '8 0 obj\n/FlateDecode\nendobj\n', '8 0 R', 'stream\n'],
    ['a comment that hides its beginning', '%stream\n', '/FlateDecode', 'stream\n'],
    ['a space after its keyword', '', '/FlateDecode', 'stream \r\n'],
  ])('case 90: a PDF whose hidden objects expand behind %s is refused', async (_name, before, filter, start) => {
    const { upload } = await asha()
    const plain = (await pdf()).toString('latin1')
    const dict = `<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} /Length ${packed.length} >>`
    const head = Buffer.from(`%PDF-1.7\n${before}999 0 obj ${dict}\n${start}`)
    const rest = Buffer.from(`\nendstream endobj\n${plain.slice(9)}`, 'latin1')
    const swelling = Buffer.concat([head, packed, rest])
    expect(await verdict(upload, 'nationality', named('a.pdf', swelling))).toBe('pdf-unreadable')
  })

  test('case 90: a PDF with external links or media is refused, and the message says what to do instead', async () => {
    const { upload } = await asha()
    const annotated = (annotation: object) =>
      pdf(1, (document) => {
        const link = document.context.obj({ Type: 'Annot', Rect: [0, 0, 9, 9], ...annotation } as never)
        document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([link]))
      })
    const address = PDFString.of('https://evil.example')
    for (const [annotation, fault] of [
      [{ Subtype: 'Link', A: { S: 'URI', URI: address } }, 'pdf-links'],
      [{ Subtype: 'Link', A: { S: 'GoToR', F: address } }, 'pdf-links'],
      [{ Subtype: 'Link', A: { S: 'GoTo', Next: [{ S: 'URI', URI: address }] } }, 'pdf-links'],
      [{ Subtype: 'Link', A: { S: 'Launch', F: address } }, 'pdf-active'],
      [{ Subtype: 'RichMedia' }, 'pdf-active'],
      [{ Subtype: 'Movie' }, 'pdf-active'],
      [{ Subtype: 'Link', A: { S: 'GoTo' } }, 'taken'],
    ] as const) {
      const answer = await verdict(upload, 'nationality', named('a.pdf', await annotated(annotation)))
      expect(answer, JSON.stringify(annotation)).toBe(fault)
    }
    const { body } = await upload('nationality', named('a.pdf', await annotated({ A: { S: 'URI', URI: address } })))
    expect(JSON.stringify(body)).toContain('Print it to PDF again, or photograph its pages')
  })

  test('case 90: a PDF with expanding streams is refused, however they are packed', async () => {
    const { upload } = await asha()
    const swollen = zeros(750)
    const honest = deflateSync(Buffer.alloc(26 * 1024 * 1024), { level: 9 })
    const stream = (bytes: Buffer, dict: object) =>
      pdf(1, ({ context }) => void context.register(context.stream(bytes, dict as never)))
    const swelling: [Buffer, object, string][] = [
      [swollen, { Filter: 'FlateDecode' }, 'pdf-swells'],
      [deflateSync(swollen), { Filter: ['FlateDecode', 'FlateDecode'] }, 'pdf-swells'],
      [Buffer.from(`${swollen.toString('hex')}>`), { Filter: ['ASCIIHexDecode', 'FlateDecode'] }, 'pdf-swells'],
      [ascii85(swollen), { Filter: ['ASCII85Decode', 'FlateDecode'] }, 'pdf-swells'],
      [ascii85(honest), { Filter: ['ASCII85Decode', 'FlateDecode'] }, 'taken'],
      [swollen, { Filter: 'LZWDecode' }, 'pdf-swells'],
      [Buffer.alloc(9), { Subtype: 'Image', Filter: 'JBIG2Decode', Width: 65_535, Height: 65_535 }, 'pdf-swells'],
      [honest, { Filter: 'FlateDecode' }, 'taken'],
      [Buffer.alloc(9), { Filter: 'DCTDecode', Width: 2480, Height: 3508 }, 'taken'],
    ]
    for (const [bytes, dict, fault] of swelling) {
      const before = process.memoryUsage().rss
      expect(
        await verdict(upload, 'nationality', named('a.pdf', await stream(bytes, dict))),
        JSON.stringify(dict),
      ).toBe(fault)
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    }
  })

  test('case 90: hidden objects that continue behind a false end are refused before they expand', async () => {
    const { upload } = await asha()
    // A stored block that contains the text "endstream", followed by the zeros.
    const head = deflateSync('endstream endobj ', { level: 0, finishFlush: constants.Z_SYNC_FLUSH })
    const packed = Buffer.concat([head, rawZeros(400)])
    const stream = `9 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    const swelling = Buffer.concat([
      Buffer.from(`%PDF-1.7\n${stream}`),
      packed,
      Buffer.from('\nendstream endobj\ntrailer << >>\n%%EOF'),
    ])
    const before = process.memoryUsage().rss
    expect(await verdict(upload, 'nationality', named('a.pdf', swelling))).toBe('pdf-unreadable')
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  test('a PDF without pages, with too many pages, or of nonsense is refused', async () => {
    const { upload } = await asha()
    expect(await verdict(upload, 'nationality', named('a.pdf', await pdf(0)))).toMatch(/pdf-(empty|unreadable)/)
    expect(await verdict(upload, 'nationality', named('a.pdf', await pdf(21)))).toBe('pdf-too-many-pages')
    expect(await verdict(upload, 'nationality', named('a.pdf', await pdf(20)))).toBe('taken')
    expect(await verdict(upload, 'nationality', named('a.pdf', '%PDF-1.7\nnonsense\n%%EOF'))).toBe('pdf-unreadable')
  })
})

test('case 33: the location of a picture is removed, and the picture is turned upright', async () => {
  const { upload, get } = await asha()
  const content = await sharp(await jpeg({ width: 1600, height: 1200 }))
    .withExif({ IFD0: { Make: 'Cheap Phone' }, IFD3: { GPSLatitude: '18/1 31/1 0/1', GPSLongitude: '73/1 51/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(content).metadata()).exif).toBeDefined()
  for (const kind of ['ssc-marksheet', 'photo', 'signature']) {
    await upload(kind, named('a.jpg', content))
    const { rawPayload } = await get(kind)
    const kept = await sharp(rawPayload).metadata()
    expect([kept.exif, kept.icc, kept.xmp, kept.iptc, kept.orientation], kind).toEqual(Array(5).fill(undefined))
    expect(rawPayload.includes('Cheap Phone')).toBe(false)
    if (kind === 'ssc-marksheet') expect([kept.width, kept.height]).toEqual([1200, 1600])
  }
})

describe('case 34: sizes and names', () => {
  test('case 34: a missing file and an empty file are refused', async () => {
    const { upload } = await asha()
    expect(await verdict(upload, 'photo')).toBe('file-missing')
    expect(await verdict(upload, 'photo', named('', ''))).toBe('file-missing')
    expect(await verdict(upload, 'photo', named('a.jpg', ''))).toBe('file-empty')
  })

  test('case 34: a PDF at the size limit is accepted, one byte more is not', async () => {
    const { upload } = await asha()
    const content = await pdf()
    const limit = 2 * 1024 * 1024
    const filled = (size: number) => {
      const end = content.lastIndexOf('startxref')
      const room = Buffer.from(`%${'x'.repeat(size - content.length - 2)}\n`)
      return Buffer.concat([content.subarray(0, end), room, content.subarray(end)])
    }
    expect(filled(limit)).toHaveLength(limit)
    expect(await verdict(upload, 'nationality', named('a.pdf', filled(limit)))).toBe('taken')
    expect(await verdict(upload, 'nationality', named('a.pdf', filled(limit + 1)))).toBe('pdf-too-large')
  })

  test('case 34: a picture of 10 MB is accepted and shrunk, one byte more is refused', async () => {
    const { upload, get } = await asha()
    const limit = 10 * 1024 * 1024
    const picture = await noise(3000, 2800).jpeg({ quality: 92 }).toBuffer()
    expect(picture.length).toBeLessThan(limit)
    const filled = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)])
    expect(await verdict(upload, 'ssc-marksheet', named('a.jpg', filled(limit)))).toBe('taken')
    expect((await get('ssc-marksheet')).rawPayload.length).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect(await verdict(upload, 'ssc-marksheet', named('a.jpg', filled(limit + 1)))).toBe('file-too-large')
  })

  test('case 34: a truncated picture and a truncated PDF are refused', async () => {
    const { upload } = await asha()
    for (const whole of [await jpeg(), await png(), await webp()]) {
      const half = whole.subarray(0, whole.length / 2)
      expect(await verdict(upload, 'ssc-marksheet', named('a.jpg', half))).toBe('picture-unreadable')
    }
    const content = await pdf(2)
    const half = content.subarray(0, content.length / 2)
    expect(await verdict(upload, 'nationality', named('a.pdf', half))).toBe('pdf-unreadable')
  })

  test('case 34: a Marathi name of 255 bytes is kept and shown; folders and invisible characters are removed', async () => {
    const { upload } = await asha()
    const name = `${'प्रमाणपत्र'.repeat(8)}अआ${'a'.repeat(5)}.pdf`
    expect(Buffer.byteLength(name)).toBe(255)
    const content = await pdf()
    expect((await upload('nationality', named(name, content))).body.data.originalName).toBe(name.normalize('NFC'))
    const evil = await upload('nationality', named('..\\..\\etc/passwd\u202e\u0007fdp.exe', content))
    expect(evil.body.data.originalName).toBe('passwdfdp.exe')
  })

  test('a picture too small to read or print is refused, and the message gives the required size', async () => {
    const { upload } = await asha()
    const small = named('a.jpg', await jpeg({ width: 100, height: 100 }))
    expect(await verdict(upload, 'photo', small)).toBe('photo-too-small')
    expect(await verdict(upload, 'signature', small)).toBe('signature-too-small')
    const answer = await upload('ssc-marksheet', small)
    expect(answer.body.errors[0].message).toContain('100 × 100')
    expect(answer.body.errors[0].message).toMatch(/^a\.jpg: /)
  })

  test('ten photographs make one document, and an eleventh is refused in words', async () => {
    const { portal, upload } = await asha()
    const one = named('a.jpg', await jpeg())
    expect(await verdict(upload, 'ssc-marksheet', ...Array<TestFile>(10).fill(one))).toBe('taken')
    const answer = await upload('hsc-marksheet', ...Array<TestFile>(11).fill(one))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      { field: 'file', code: 'too-many-files', message: expect.stringContaining('more than 10 files') as string },
    ])
    expect(portal.rows().documents).toBe(1)
  })

  test('a page that only reading shows to be broken is named beside one that is seen at once', async () => {
    const { upload } = await asha()
    const whole = await jpeg()
    const broken = named('cut off.jpg', whole.subarray(0, whole.length / 3))
    const answer = await upload('ssc-marksheet', named('a.jpg', whole), broken, named('note.txt', 'no picture'))
    expect(answer.body.errors.map(({ message }: { message: string }) => message.split(': ')[0])).toEqual([
      'page 2 (cut off.jpg)',
      'page 3 (note.txt)',
    ])
  })

  test('every refused file of several is named, with its page', async () => {
    const { upload } = await asha()
    const small = named('लहान.jpg', await jpeg({ width: 100, height: 100 }))
    const one = await upload('ssc-marksheet', named('b.jpg', await jpeg()), small)
    expect(one.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/^page 2 \(लहान\.jpg\): This picture \(100 × 100 pixels\)/),
    ])
    const fake = named('fake.jpg', 'no picture')
    const two = await upload('ssc-marksheet', fake, named('b.jpg', await jpeg()), named('', ' '), named('c.jpg', ''))
    expect(two.body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'not-a-document',
      'not-a-document',
      'file-empty',
    ])
    expect(two.body.errors[0].message).toMatch(/^page 1 \(fake\.jpg\): /)
    expect(two.body.errors[1].message).toMatch(/^page 3: /)
    expect(two.body.errors[2].message).toMatch(/^page 4 \(c\.jpg\): /)
  })
})

test('many large pages are combined into one PDF below 2 MB', async () => {
  const { upload } = await asha()
  const page = named('a.jpg', await noise(2400, 1700).jpeg({ quality: 80 }).toBuffer())
  const answer = await upload('ssc-marksheet', ...Array.from({ length: 10 }, () => page))
  expect(answer.body.data).toMatchObject({ pages: 10 })
  expect(answer.body.data.bytes).toBeLessThanOrEqual(2 * 1024 * 1024)
}, 60_000)
