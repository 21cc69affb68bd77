import PDFDocument from 'pdfkit'
import type { Language } from '#server/kernel/languages.ts'
import { linesOf } from './lines'
import { qrModules } from './qr-code'
import { legible, typefaces, type Weight } from './typeface'

/** Points. */
export const page = { width: 595.28, height: 841.89, left: 42, right: 42 } as const
export const contentWidth = page.width - page.left - page.right

/** Inks that are legible on a black-and-white printer. */
export const ink = {
  text: '#16242b',
  quiet: '#4a5b64',
  line: '#c3d0d6',
  deep: '#173f50',
  tint: '#e8f3f7',
  warning: '#7a4d00',
  warningTint: '#fff5e1',
  good: '#0b6e63',
  goodTint: '#e6f7f5',
} as const

export type TextStyle = { size: number; weight?: Weight; color?: string; align?: 'left' | 'center' | 'right' }

/** A text broken into lines for a width. */
export type Lines = { lines: readonly string[]; style: TextStyle; width: number; height: number }

/** The role of a text for screen readers; names of PDF's own structure types. */
type Role = 'H1' | 'H2' | 'H3' | 'P' | 'LBody' | 'TH' | 'TD'

/** Internals of the PDF library that its types omit: the parts of each page, and the words of each font. */
type Tagged = {
  getStructParentTree(): { get(key: number): unknown; add(key: number, parts: unknown): void }
  _fontFamilies: Record<string, { layoutCache: object }>
  _font: { layoutCache: object }
}

let kept: { words: Record<Weight, object>; documents: number } | undefined
/** So many documents share their set words; then they are forgotten, because names and numbers are new in each. */
const mostShared = 50

/** The set words that a document shares with those before it on this thread: most of a letter stands on every letter. */
function wordsKept(): Record<Weight, object> {
  if (!kept || kept.documents === mostShared)
    kept = { words: { regular: Object.create(null), bold: Object.create(null) }, documents: 0 }
  kept.documents++
  return kept.words
}

/** A bookmark of the PDF library, whose types leave its options out. */
type Bookmark = { addItem(title: string, place: { top: number; left: number }): Bookmark }

/** Leading: Devanagari is taller than Latin. */
const leading: Record<Language, number> = { en: 1.36, mr: 1.44 }

/**
 * The paper: pages, strokes and words, without their meaning. Text is tagged; everything else is decoration.
 * Long: all strokes share one file and its open part.
 */
export function openSheet({
  title,
  author,
  language,
  createdAt,
  isStreamed = false,
}: {
  title: string
  author: string
  language: Language
  createdAt: number
  /** Finishes and releases each page before the next, so that a document of any length needs little memory. */
  isStreamed?: boolean
}) {
  const fonts = typefaces()
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: !isStreamed,
    // Only our own fonts: the default would be parsed for nothing.
    font: '',
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.5',
    // With a given date, the file's id and every byte depend only on the content.
    info: {
      Title: legible(title),
      Author: legible(author),
      Creator: 'Pravesh',
      Producer: 'Pravesh',
      CreationDate: new Date(createdAt),
    },
  })
  const words = isStreamed ? null : wordsKept()
  let chunks: Uint8Array[] = []
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  for (const weight of Object.keys(fonts) as Weight[]) pdf.registerFont(weight, fonts[weight] as never)

  const root = pdf.struct('Document')
  pdf.addStructure(root)
  /** The parent of tagged text: the document, or the open table, row or section. */
  let parent = root

  let lastChapter: Bookmark | undefined

  function partHere(type: 'Sect' | 'Table' | 'TR' | 'L' | 'LI' | 'TOC') {
    const own = pdf.struct(type)
    parent.add(own)
    return (draw: () => void): void => {
      const outer = parent
      parent = own
      draw()
      // Written out, so that an ended part needs no memory.
      own.end()
      parent = outer
    }
  }

  function use({ size, weight = 'regular' }: TextStyle) {
    pdf.font(weight).fontSize(size)
    if (words) (pdf as unknown as Tagged)._font.layoutCache = words[weight]
    return pdf
  }
  const lineHeight = ({ size }: TextStyle) => size * leading[language]

  function decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    pdf.markContent('Artifact', { type } as never)
    draw()
    pdf.endMarkedContent()
  }

  /** The modules of a QR code as one picture of a bit for each: it costs a fraction of their rectangles. */
  function drawModules(text: string, correction: 'low' | 'medium', x: number, y: number, size: number): void {
    const modules = qrModules(text, correction)
    const side = modules.length
    const row = Math.ceil(side / 8)
    const bits = Buffer.alloc(row * side)
    modules.forEach((dark, at) => {
      dark.forEach((isDark, column) => {
        if (isDark) bits[at * row + (column >> 3)]! |= 128 >> (column & 7)
      })
    })
    decoration(() => {
      const place = `${size} 0 0 ${-size} ${x} ${y + size} cm`
      const dictionary = `/W ${side} /H ${side} /BPC 1 /IM true /D [1 0] /F /AHx`
      pdf.addContent(`q 0 g ${place} BI ${dictionary} ID ${bits.toString('hex')}> EI Q`)
    })
  }

  /** One line, its words beside its glyphs: shaped Marathi could be neither searched nor copied without them. */
  function drawLine(line: string, x: number, y: number, width: number, style: TextStyle): void {
    if (line === '') return
    use(style).fillColor(style.color ?? ink.text)
    const free = width - pdf.widthOfString(line)
    const shift = style.align === 'center' ? free / 2 : style.align === 'right' ? free : 0
    pdf.markContent('Span', { actual: line })
    pdf.text(line, x + shift, y, { lineBreak: false })
    pdf.endMarkedContent()
  }

  const drawLines = ({ lines, style, width }: Lines, x: number, y: number) =>
    lines.forEach((line, index) => {
      drawLine(line, x, y + index * lineHeight(style), width, style)
    })

  return {
    newPage: () => void pdf.addPage(),
    pageCount: () => pdf.bufferedPageRange().count,
    turnTo: (index: number) => void pdf.switchToPage(index),

    /** For a streamed sheet: ends the page and writes its parts to the file. */
    endPage(): void {
      const tree = (pdf as unknown as Tagged).getStructParentTree()
      const key = (pdf.page as unknown as { structParentTreeKey: number }).structParentTreeKey
      const parts = pdf.ref(tree.get(key) as never)
      parts.end(undefined as never)
      parts.data = {} as never
      tree.add(key, parts)
      pdf.flushPages()
      // The library caches set words for ever, and in a list every number is a new word.
      for (const font of Object.values((pdf as unknown as Tagged)._fontFamilies)) font.layoutCache = Object.create(null)
    },

    /** For a streamed sheet: the bytes made since the last call. */
    async take(): Promise<Uint8Array> {
      await new Promise(setImmediate)
      const taken = Buffer.concat(chunks)
      chunks = []
      return taken
    },

    lines(text: string, width: number, style: TextStyle): Lines {
      use(style)
      const lines = linesOf(legible(text), width, (part) => pdf.widthOfString(part))
      return { lines, style, width, height: lines.length * lineHeight(style) }
    },
    /** The width of the longest word of a text, in points. */
    widestWord(text: string, style: TextStyle): number {
      use(style)
      return Math.max(
        0,
        ...legible(text)
          .split(/\s+/)
          .map((word) => pdf.widthOfString(word)),
      )
    },
    lineHeight,

    /** Text of the document itself. */
    write(text: Lines, x: number, y: number, role: Role): void {
      const content = pdf.markStructureContent(role)
      drawLines(text, x, y)
      pdf.endMarkedContent()
      parent.add(pdf.struct(role, {}, [content] as never))
    },

    /** Text of the page and not of the document: running heads, page numbers, watermarks. */
    writeAside: (text: Lines, x: number, y: number) => decoration(() => drawLines(text, x, y), 'Pagination'),

    /** Puts everything written by `draw` into one part of the document. */
    within: (type: 'Sect' | 'Table' | 'TR' | 'L' | 'LI', draw: () => void) => partHere(type)(draw),

    /** Puts a part here that is written later, by the function returned, and is read in this place all the same. */
    writtenLater: (): ((draw: () => void) => void) => partHere('TOC'),

    /** A line of the contents, which leads to a target. */
    writeLink(text: Lines, x: number, y: number, name: string): void {
      const content = pdf.markStructureContent('Link')
      drawLines(text, x, y)
      pdf.endMarkedContent()
      const line = pdf.struct('TOCI')
      const link = pdf.struct('Link')
      parent.add(line)
      line.add(link)
      link.add(content)
      const words = text.lines.join(' ')
      pdf.goTo(x, y, text.width, text.height, name, { structParent: link, Contents: new String(words) } as never)
      line.end()
    },

    /** A place that links lead to, with a bookmark: `level` 1 for a chapter, 2 within the last one. */
    target(name: string, title: string, level: 1 | 2, y: number): void {
      pdf.addNamedDestination(name, 'XYZ', 0, y, null as never)
      // The library takes the distance from the page's right edge, and the bookmark shall show the left one.
      const place = { top: y, left: page.width }
      const items = pdf.outline as unknown as Bookmark
      if (level === 1) lastChapter = items.addItem(legible(title), place)
      else lastChapter?.addItem(legible(title), place)
    },

    picture(image: Uint8Array, words: string, x: number, y: number, width: number, height: number): void {
      const content = pdf.markStructureContent('Figure')
      pdf.image(Buffer.from(image), x, y, { fit: [width, height], align: 'center', valign: 'center' } as never)
      pdf.endMarkedContent()
      parent.add(pdf.struct('Figure', { alt: legible(words) }, [content] as never))
    },

    /** A picture whose words are printed beside it. */
    ornament: (image: Uint8Array, x: number, y: number, size: number) =>
      decoration(() => {
        const fit = { fit: [size, size], align: 'center', valign: 'center' } as never
        pdf.image(Buffer.from(image), x, y, fit)
      }),

    band: (x: number, y: number, width: number, height: number, color: string) =>
      decoration(() => void pdf.rect(x, y, width, height).fill(color)),

    /** The width of a text on one line, in points. */
    widthOf: (text: string, style: TextStyle): number => use(style).widthOfString(legible(text)),
    frame: (x: number, y: number, width: number, height: number, { dashed = false, color = ink.line as string } = {}) =>
      decoration(() => {
        pdf.save().lineWidth(0.75).strokeColor(color)
        if (dashed) pdf.dash(3, { space: 2 })
        pdf.rect(x, y, width, height).stroke().restore()
      }),

    rule: (x: number, y: number, width: number, { thickness = 0.5, color = ink.line as string } = {}) =>
      decoration(() => void pdf.rect(x, y - thickness / 2, width, thickness).fill(color)),

    /** Large, slanting and pale, across the page's content. */
    watermark(words: string, size: number, y: number): void {
      decoration(() => {
        pdf
          .save()
          .rotate(-32, { origin: [page.width / 2, y] })
          .fillOpacity(0.1)
        const style: TextStyle = { size, weight: 'bold', color: '#a82f2f', align: 'center' }
        drawLine(legible(words), 0, y - size / 2, page.width, style)
        pdf.restore()
      }, 'Pagination')
    },

    /** The cell's seal: the portal's sign in a double ring. */
    seal(x: number, y: number, size: number): void {
      decoration(() => {
        pdf
          .save()
          .translate(x, y)
          .scale(size / 44)
        pdf.circle(22, 22, 21.4).lineWidth(0.8).strokeColor(ink.deep).stroke()
        pdf.circle(22, 22, 19.4).fill(ink.deep)
        pdf
          .path('M22 10l10 5.5v3.6H12v-3.6zM14 21h3.4v9H14zM20.3 21h3.4v9h-3.4zM26.6 21h3.4v9h-3.4zM12 31.6h20v2.6H12z')
          .fill('#ffffff')
        pdf.restore()
      })
    },

    /** A QR code of a short text. */
    qr: (text: string, x: number, y: number, size: number): void => drawModules(text, 'medium', x, y, size),

    /** A QR code of a long text. */
    denseQr: (text: string, x: number, y: number, size: number): void => drawModules(text, 'low', x, y, size),

    /** Puts a file into the document. */
    attach({ name, content, type, about }: { name: string; content: string; type: string; about: string }): void {
      const at = new Date(createdAt)
      pdf.file(Buffer.from(content), {
        name,
        type,
        description: legible(about),
        creationDate: at,
        modifiedDate: at,
      } as never)
    },

    async close(): Promise<Uint8Array> {
      root.end()
      pdf.end()
      await done
      return Buffer.concat(chunks)
    },
  }
}

export type Sheet = ReturnType<typeof openSheet>
