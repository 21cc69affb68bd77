import {
  bottom,
  finishPage,
  hasRoom,
  leastFilled,
  left,
  letterhead,
  needRoom,
  type Setting as Position,
  put,
  right,
  small,
  topOfPages,
  turnPage,
} from './framed-page'
import type { Block, Notice, Picture, Printable, Row } from './printable'
import { contentWidth, ink, type Lines, openSheet, type Sheet, type TextStyle } from './sheet'
import { blanks, boxes, type Chapters, chapter, contents, points, signatures, text } from './typeset-text'

const label: TextStyle = { size: 8.5, color: ink.quiet }
const value: TextStyle = { size: 8.5 }
const strong: TextStyle = { size: 9, weight: 'bold' }
const heading: TextStyle = { size: 10, weight: 'bold', color: ink.deep }

/** 35 × 45 mm, the size of a passport photograph. */
const photoSize = { width: 99, height: 127 }

const labelShare = 0.38
/** Two short rows share a line, each on half of the width. */
const halfWidth = contentWidth / 2
const halfLabelShare = 0.52
const mostHalfLines = 2

/** The white between rows, headings and blocks. `dense`: in dense sections. */
type Spacing = { row: number; denseRow: number; band: number; gap: number; denseGap: number }
/** Dense sections let a form with a few claims and its declaration fit on two pages. */
const usual: Spacing = { row: 1.9, denseRow: 1.2, band: 2, gap: 7, denseGap: 4 }
/** For a document that would otherwise end with a few lines on one more page. */
const close: Spacing = { row: 1, denseRow: 0.4, band: 1, gap: 4, denseGap: 2 }
type Setting = Position & { spacing: Spacing }

/** Blocks move as a whole, so that filling the last page may take a second attempt. */
const mostLifts = 3

/** A row up to this height is never split; a taller one continues on the next page. */
const tallestWhole = 160

/**
 * Typesets a document on A4 pages. Long words and values wrap, a row stays on one page unless it is very tall, a heading
 * is never alone at the foot of a page, and the last of several pages is never nearly empty.
 */
export async function typeset(printable: Printable): Promise<Uint8Array> {
  const { sheet, pages } = balanced(printable)
  for (let index = 0; index < pages; index++) {
    sheet.turnTo(index)
    finishPage(sheet, printable, index + 1, pages)
  }
  return sheet.close()
}

/**
 * Sets a document again that would leave its last page nearly empty: closer, if that saves the page and the one before is
 * well filled; otherwise with earlier ends of pages, so that more is left for the last one.
 */
function balanced(printable: Printable): Attempt {
  const atOnce = printable.isFull ? setBlocks(printable, close, bottom) : null
  if (atOnce?.lacking === 0) return atOnce
  const first = setBlocks(printable, usual, bottom)
  if (first.lacking === 0) return first
  const closer = atOnce ?? setBlocks(printable, close, bottom)
  if (closer.pages < first.pages && closer.lacking === 0) return closer
  let best = first
  let end = bottom
  for (let lift = 0; lift < mostLifts && best.lacking > 0; lift++) {
    end -= best.lacking / (first.pages - 1)
    const lifted = setBlocks(printable, usual, end)
    if (lifted.pages > first.pages) break
    if (lifted.lacking < best.lacking) best = lifted
  }
  return best
}

/** `lacking`: how much is missing on the last page of several until it looks filled, in points. */
type Attempt = { sheet: Sheet; pages: number; lacking: number }

/** Sets all blocks on pages that end at `end`, without the foot of the pages. */
function setBlocks(printable: Printable, spacing: Spacing, end: number): Attempt {
  const { title, language, createdAt, head } = printable
  const sheet = openSheet({ title: `${title}, ${printable.foot.lines[0]}`, author: head.cell, language, createdAt })
  if (printable.attachment) sheet.attach(printable.attachment)
  const setting: Setting = { sheet, printable, y: 0, bottom: end, spacing }
  sheet.newPage()
  letterhead(setting)
  const chapters: Chapters = { titles: printable.blocks.flatMap(titleOfChapter), pages: [] }
  const unwritten: (() => void)[] = []
  let filledTo = setting.y
  for (const [nth, block] of printable.blocks.entries()) {
    if (block.kind === 'contents') unwritten.push(contents(setting, block, chapters))
    else if (block.kind === 'chapter') chapter(setting, block, chapters)
    else if (block.kind === 'text') text(setting, block, nth)
    else setBlock(setting, block)
    filledTo = setting.y
    setting.y += block.kind === 'section' && block.isDense ? spacing.denseGap : spacing.gap
  }
  for (const write of unwritten) write()
  const pages = sheet.pageCount()
  const top = topOfPages(setting)
  const lacking = pages === 1 ? 0 : Math.max(0, top + (bottom - top) * leastFilled - filledTo)
  return { sheet, pages, lacking }
}

const titleOfChapter = (block: Block): string[] => (block.kind === 'chapter' ? [block.title] : [])

function setBlock(setting: Setting, block: Exclude<Block, { kind: 'contents' | 'chapter' | 'text' }>): void {
  if (block.kind === 'summary') summary(setting, block)
  else if (block.kind === 'section') section(setting, block)
  else if (block.kind === 'table') table(setting, block)
  else if (block.kind === 'notice') notice(setting, block)
  else if (block.kind === 'proof') proof(setting, block)
  else if (block.kind === 'amount') amount(setting, block)
  else if (block.kind === 'points') points(setting, block)
  else if (block.kind === 'blanks') blanks(setting, block)
  else if (block.kind === 'boxes') boxes(setting, block)
  else if (block.kind === 'signatures') signatures(setting, block)
  else declaration(setting, block)
}

type Kind<K extends Block['kind']> = Extract<Block, { kind: K }>

function summary(setting: Setting, { notice: standing, rows, photo }: Kind<'summary'>): void {
  const { sheet } = setting
  const picturesWidth = photoSize.width + 16
  const top = setting.y
  const x = right - photoSize.width
  boxed(sheet, photo, x, top, photoSize)
  const width = contentWidth - picturesWidth
  notice(setting, standing, width)
  setting.y += setting.spacing.gap
  sheet.within('Table', () => {
    for (const row of rows) setRow(setting, row, width, strong)
  })
  setting.y = Math.max(setting.y, top + photoSize.height)
}

/** The side of the large QR code: its modules are 0.4 mm and more, which a phone reads from paper. */
const proofSize = 142

function proof(
  setting: Setting,
  { title, words, address, notice: { title: last, words: lastWords } }: Kind<'proof'>,
): void {
  const { sheet } = setting
  needRoom(setting, proofSize + 8)
  const top = setting.y
  sheet.frame(left, top, contentWidth, proofSize + 8)
  sheet.denseQr(address, left + 6, top + 4, proofSize)
  const x = left + proofSize + 22
  const width = right - x - 12
  setting.y = top + 10
  put(setting, title, x, width, strong)
  put(setting, words, x, width, value)
  setting.y += 6
  put(setting, last, x, width, strong)
  put(setting, lastWords, x, width, value)
  setting.y = top + proofSize + 8
}

function boxed(sheet: Sheet, picture: Picture, x: number, y: number, size: { width: number; height: number }): void {
  const { image, words } = picture
  sheet.frame(x, y, size.width, size.height, { dashed: !image, color: image ? ink.line : ink.quiet })
  if (image) sheet.picture(image, words, x + 2, y + 2, size.width - 4, size.height - 4)
  else {
    const set = sheet.lines(words, size.width - 12, { ...small, align: 'center' })
    sheet.write(set, x + 6, y + (size.height - set.height) / 2, 'P')
  }
}

function section(setting: Setting, { title, rows, isDense }: Kind<'section'>): void {
  const { sheet } = setting
  if (!rows.length) return
  const first = measureRow(setting, rows[0]!, contentWidth, value)
  sheet.within('Sect', () => {
    band(setting, title, Math.min(first.height, 60))
    sheet.within('Table', () => {
      if (!isDense) for (const row of rows) setRow(setting, row, contentWidth, value, title)
      else for (const line of sideBySide(setting, rows)) setLine(setting, line, title)
    })
  })
}

/** A number that would be broken gets the full width. */
function isShort(setting: Setting, row: Row, mostLines = mostHalfLines): boolean {
  const { sheet, spacing } = setting
  const { answer, height } = measureHalf(setting, row)
  return height <= mostLines * sheet.lineHeight(value) + 2 * spacing.denseRow && answer.lines.join(' ') === row.value
}

/** The rows in order, paired wherever two neighbours are short. */
function sideBySide(setting: Setting, rows: readonly Row[]): Row[][] {
  const set: Row[][] = []
  for (let place = 0; place < rows.length; place++) {
    const [row, next] = [rows[place]!, rows[place + 1]]
    if (next && isShort(setting, row) && isShort(setting, next)) {
      set.push([row, next])
      place++
    } else set.push([row])
  }
  return set
}

function setLine(setting: Setting, line: readonly Row[], title: string): void {
  if (line.length > 1 || isShort(setting, line[0]!, 1)) setShort(setting, line, title)
  else setRow(setting, line[0]!, contentWidth, value, title)
}

/** One or two short rows on one line. */
function setShort(setting: Setting, rows: readonly Row[], title: string): void {
  const { sheet, spacing } = setting
  const set = rows.map((row) => measureHalf(setting, row))
  const height = Math.max(...set.map((row) => row.height))
  if (!hasRoom(setting, height)) turnPageWithin(setting, title)
  sheet.within('TR', () => {
    for (const [nth, { words, answer, x }] of set.entries()) {
      const edge = left + nth * halfWidth
      sheet.write(words, edge + 10, setting.y + spacing.denseRow, 'TH')
      sheet.write(answer, edge + x, setting.y + spacing.denseRow, 'TD')
    }
  })
  setting.y += height
  sheet.rule(left, setting.y, contentWidth)
}

/** A heading, with room for the first block below it. */
function band(setting: Setting, title: string, next: number): void {
  const { sheet, spacing } = setting
  const set = sheet.lines(title, contentWidth - 16, heading)
  const height = set.height + 2 * spacing.band
  needRoom(setting, height + next)
  sheet.band(left, setting.y, contentWidth, height, ink.tint)
  sheet.band(left, setting.y, 3, height, ink.deep)
  sheet.write(set, left + 10, setting.y + spacing.band, 'H2')
  setting.y += height
}

/** Starts the next page and repeats the heading of the part that continues there. */
function turnPageWithin(setting: Setting, title: string | undefined): void {
  const { sheet, spacing } = setting
  turnPage(setting)
  if (title === undefined) return
  const set = sheet.lines(title, contentWidth - 16, heading)
  sheet.band(left, setting.y, contentWidth, set.height + 2 * spacing.band, ink.tint)
  sheet.band(left, setting.y, 3, set.height + 2 * spacing.band, ink.deep)
  sheet.writeAside(set, left + 10, setting.y + spacing.band)
  setting.y += set.height + 2 * spacing.band
}

/** `x`: where the answer begins, from the row's left edge. */
function measureRow({ sheet, spacing }: Setting, row: Row, width: number, style: TextStyle) {
  const words = sheet.lines(row.label, width * labelShare - 18, label)
  const x = words.width + 28
  const answer = sheet.lines(row.value, width - x, style)
  return { words, answer, x, height: Math.max(words.height, answer.height) + 2 * spacing.row }
}

function measureHalf({ sheet, spacing }: Setting, row: Row) {
  const words = sheet.lines(row.label, halfWidth * halfLabelShare, label)
  const x = words.width + 18
  const answer = sheet.lines(row.value, halfWidth - x - 6, value)
  return { words, answer, x, height: Math.max(words.height, answer.height) + 2 * spacing.denseRow }
}

/** A label and its value side by side with a rule below; on the next page if there is no room. */
function setRow(setting: Setting, row: Row, width: number, style: TextStyle, title?: string): void {
  const { sheet, spacing } = setting
  const { words, answer, x: offset, height } = measureRow(setting, row, width, style)
  const x = left + 10
  const answerX = left + offset
  sheet.within('TR', () => {
    if (!hasRoom(setting, height) && height <= tallestWhole) turnPageWithin(setting, title)
    if (hasRoom(setting, height)) {
      sheet.write(words, x, setting.y + spacing.row, 'TH')
      sheet.write(answer, answerX, setting.y + spacing.row, 'TD')
      setting.y += height
    } else
      flow(setting, [
        { text: words, x, role: 'TH' },
        { text: answer, x: answerX, role: 'TD' },
      ])
  })
  sheet.rule(left, setting.y, width)
}

/**
 * Texts side by side that are too long for the rest of a page: as many lines as fit, then the rest on the next page.
 */
function flow(setting: Setting, texts: { text: Lines; x: number; role: 'TH' | 'TD' | 'P' }[]): void {
  const { sheet, spacing } = setting
  let rest = texts
  while (rest.some(({ text }) => text.lines.length > 0)) {
    if (!hasRoom(setting, spacing.row + Math.max(...rest.map(({ text }) => sheet.lineHeight(text.style)))))
      turnPage(setting)
    let used = 0
    rest = rest.map(({ text, x, role }) => {
      const height = sheet.lineHeight(text.style)
      const count = Math.min(text.lines.length, Math.floor((setting.bottom - setting.y - spacing.row) / height))
      const here = text.lines.slice(0, count)
      if (here.length) sheet.write({ ...text, lines: here }, x, setting.y + spacing.row, role)
      used = Math.max(used, count * height)
      return { text: { ...text, lines: text.lines.slice(count) }, x, role }
    })
    setting.y += used + 2 * spacing.row
  }
}

/** The space of a cell of a table beside its text. */
const cellPadding = 20

/**
 * The widths of columns, in points: by their shares, and wider where a word of the head needs it. The others give that
 * room; where they have too little, the shares stay and words are broken.
 */
function widthsOf(sheet: Sheet, columns: Kind<'table'>['columns'], style: TextStyle): number[] {
  const wants = columns.map(({ title, share }) => {
    const least = sheet.widestWord(title, style) + cellPadding + 1
    return { own: contentWidth * share, least }
  })
  const missing = wants.reduce((sum, { own, least }) => sum + Math.max(0, least - own), 0)
  const spare = wants.reduce((sum, { own, least }) => sum + Math.max(0, own - least), 0)
  if (missing === 0 || spare < missing) return wants.map(({ own }) => own)
  return wants.map(({ own, least }) => (own < least ? least : own - ((own - least) * missing) / spare))
}

function table(setting: Setting, { title, columns, rows }: Kind<'table'>): void {
  const { sheet, spacing } = setting
  const headStyle = { ...label, weight: 'bold' } as const
  const widths = widthsOf(sheet, columns, headStyle)
  const cells = (texts: readonly string[], style: TextStyle) => {
    const set = columns.map(({ align }, index) =>
      sheet.lines(texts[index] ?? '', widths[index]! - cellPadding, { ...style, align }),
    )
    return { set, height: Math.max(...set.map((text) => text.height)) + 2 * spacing.row }
  }
  const head = cells(
    columns.map((column) => column.title),
    headStyle,
  )
  const drawRow = ({ set, height }: ReturnType<typeof cells>, role: 'TH' | 'TD') => {
    let x = left
    sheet.within('TR', () => {
      if (!hasRoom(setting, height)) {
        const texts = set.map((text, index) => {
          const own = { text, x: x + 10, role }
          x += widths[index]!
          return own
        })
        return flow(setting, texts)
      }
      for (const [index, text] of set.entries()) {
        sheet.write(text, x + 10, setting.y + spacing.row, role)
        x += widths[index]!
      }
      setting.y += height
    })
    sheet.rule(left, setting.y, contentWidth)
  }
  sheet.within('Sect', () => {
    const set = rows.map((row) => cells(row, value))
    // The head never stands alone: a first row that is set whole goes to the next page with it.
    const first = set[0]?.height ?? 0
    band(setting, title, head.height + (first <= tallestWhole ? first : 60))
    sheet.within('Table', () => {
      drawRow(head, 'TH')
      for (const row of set) {
        if (!hasRoom(setting, row.height) && row.height <= tallestWhole) {
          turnPageWithin(setting, title)
          drawRow(head, 'TH')
        }
        drawRow(row, 'TD')
      }
    })
  })
}

const tones = {
  plain: { ink: ink.deep, tint: ink.tint },
  good: { ink: ink.good, tint: ink.goodTint },
  warning: { ink: ink.warning, tint: ink.warningTint },
}

function notice(setting: Setting, { tone, title, words }: Notice, outerWidth = contentWidth): void {
  const { sheet } = setting
  const color = tones[tone]
  const width = outerWidth - 24
  const first = sheet.lines(title, width, { size: 10, weight: 'bold', color: color.ink })
  const more = words ? sheet.lines(words, width, { ...value, color: ink.text }) : null
  const height = first.height + (more?.height ?? 0) + 12
  needRoom(setting, height)
  sheet.band(left, setting.y, outerWidth, height, color.tint)
  sheet.frame(left, setting.y, outerWidth, height, { color: color.ink })
  sheet.write(first, left + 12, setting.y + 6, 'P')
  if (more) sheet.write(more, left + 12, setting.y + 6 + first.height, 'P')
  setting.y += height
}

function amount(setting: Setting, { figure, words }: Kind<'amount'>): void {
  const { sheet } = setting
  const large = sheet.lines(figure, contentWidth - 24, { size: 24, weight: 'bold', color: ink.deep })
  const spelled = sheet.lines(words, contentWidth - 24, { size: 10 })
  const height = large.height + spelled.height + 14
  needRoom(setting, height)
  sheet.band(left, setting.y, contentWidth, height, ink.tint)
  sheet.write(large, left + 12, setting.y + 6, 'P')
  sheet.write(spelled, left + 12, setting.y + 6 + large.height, 'P')
  setting.y += height
}

function declaration(setting: Setting, { title, words, place, date, signature }: Kind<'declaration'>): void {
  const { sheet } = setting
  const text = sheet.lines(words, contentWidth - 20, value)
  const box = { width: 150, height: 36 }
  const half = contentWidth - box.width - 40
  const caption = sheet.lines(signature.words, box.width, { ...small, align: 'center' })
  const endHeight = box.height + caption.height + 12
  sheet.within('Sect', () => {
    // The signature belongs below its declaration, on the same page.
    band(setting, title, text.height + endHeight + 12)
    setting.y += 6
    sheet.write(text, left + 10, setting.y, 'P')
    setting.y += text.height + 8
    const top = setting.y
    const boxX = right - box.width
    if (signature.image) sheet.picture(signature.image, signature.words, boxX, top, box.width, box.height)
    sheet.rule(boxX, top + box.height + 2, box.width, { color: ink.quiet })
    sheet.write(caption, boxX, top + box.height + 5, 'P')
    setting.y = top
    sheet.within('Table', () => {
      for (const row of [place, date]) setRow(setting, row, half, value)
    })
    setting.y = Math.max(setting.y, top + endHeight)
  })
}
