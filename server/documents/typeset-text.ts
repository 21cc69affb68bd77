import { hasRoom, left, needRoom, right, type Setting, small, turnPage } from './framed-page'
import type { Block, BoxRow } from './printable'
import { contentWidth, ink, type Lines, type TextStyle } from './sheet'

const chapterHead: TextStyle = { size: 14, weight: 'bold', color: ink.deep }
const partHead: TextStyle = { size: 10, weight: 'bold', color: ink.deep }
const body: TextStyle = { size: 9 }
const contentsLine: TextStyle = { size: 9.5 }

const paragraphGap = 4
/** A text of so many lines stays on one page. */
const shortText = 3
const pointIndent = 22
const markWidth = 18
/** Room below a heading for the beginning of what it heads. */
const withHead = 60
const pageNumberWidth = 40
const blankHeight = 22
const boxHeight = 16
const blankLabelShare = 0.45

type Kind<K extends Block['kind']> = Extract<Block, { kind: K }>

const nameOf = (chapter: number) => `chapter-${chapter}`

/** The chapters of a document as they are set, each with its page, for the contents. */
export type Chapters = { titles: readonly string[]; pages: number[] }

/**
 * Keeps room for the contents, and returns the function that writes them once every chapter has its page. The room is
 * known from the start, because the titles are.
 */
export function contents(setting: Setting, { title }: Kind<'contents'>, chapters: Chapters): () => void {
  const { sheet } = setting
  const head = sheet.lines(title, contentWidth, chapterHead)
  needRoom(setting, head.height + withHead)
  sheet.write(head, left, setting.y, 'H2')
  setting.y += head.height + 4
  const write = sheet.writtenLater()
  const lines = chapters.titles.map((chapter) => {
    const line = sheet.lines(chapter, contentWidth - pageNumberWidth, contentsLine)
    needRoom(setting, line.height + 3)
    const place = { line, page: sheet.pageCount() - 1, y: setting.y }
    setting.y += line.height + 3
    return place
  })
  return () =>
    write(() => {
      for (const [nth, { line, page, y }] of lines.entries()) {
        sheet.turnTo(page)
        sheet.writeLink(line, left, y, nameOf(nth))
        const number = sheet.lines(String(chapters.pages[nth]), pageNumberWidth, { ...contentsLine, align: 'right' })
        sheet.writeAside(number, right - pageNumberWidth, y)
        sheet.rule(left, y + line.height + 1, contentWidth)
      }
    })
}

/** A chapter begins where the last one ended, unless too little of the page is left. */
export function chapter(setting: Setting, { title }: Kind<'chapter'>, chapters: Chapters): void {
  const { sheet } = setting
  const set = sheet.lines(title, contentWidth, chapterHead)
  setting.y += 8
  needRoom(setting, set.height + 3 * withHead)
  sheet.target(nameOf(chapters.pages.length), title, 1, setting.y)
  chapters.pages.push(sheet.pageCount())
  sheet.write(set, left, setting.y, 'H2')
  setting.y += set.height + 2
  sheet.rule(left, setting.y, contentWidth, { thickness: 1, color: ink.deep })
}

/** `part`: the number of the heading in the document, which names its bookmark. */
export function text(setting: Setting, { title, paragraphs }: Kind<'text'>, part: number): void {
  const { sheet } = setting
  if (title !== undefined) {
    const set = sheet.lines(title, contentWidth, partHead)
    needRoom(setting, set.height + withHead)
    sheet.target(`part-${part}`, title, 2, setting.y)
    sheet.write(set, left, setting.y, 'H3')
    setting.y += set.height + 2
  }
  for (const paragraph of paragraphs) {
    const set = sheet.lines(paragraph, contentWidth, body)
    if (set.lines.length <= shortText) needRoom(setting, set.height)
    runOn(setting, set, left, 'P')
    setting.y += paragraphGap
  }
  setting.y -= paragraphGap
}

export function points(setting: Setting, { lead, points, isNumbered }: Kind<'points'>): void {
  const { sheet } = setting
  if (lead !== undefined) {
    const set = sheet.lines(lead, contentWidth, body)
    needRoom(setting, set.height + 24)
    runOn(setting, set, left, 'P')
    setting.y += 2
  }
  sheet.within('L', () => {
    for (const [nth, point] of points.entries()) {
      const set = sheet.lines(point, contentWidth - pointIndent, body)
      if (set.lines.length <= shortText) needRoom(setting, set.height)
      else needRoom(setting, 2 * sheet.lineHeight(body))
      const mark = sheet.lines(isNumbered ? `${nth + 1}.` : '•', markWidth, { ...body, align: 'right' })
      sheet.within('LI', () => {
        sheet.writeAside(mark, left, setting.y)
        runOn(setting, set, left + pointIndent, 'LBody')
      })
      setting.y += 2
    }
  })
}

/** Writes a text that may continue on the next page. */
function runOn(setting: Setting, set: Lines, x: number, role: 'P' | 'LBody'): void {
  const { sheet } = setting
  const height = sheet.lineHeight(set.style)
  for (let from = 0; from < set.lines.length; ) {
    if (!hasRoom(setting, height)) turnPage(setting)
    const count = Math.max(1, Math.floor((setting.bottom - setting.y) / height))
    const lines = set.lines.slice(from, from + count)
    sheet.write({ ...set, lines }, x, setting.y, role)
    setting.y += lines.length * height
    from += lines.length
  }
}

export function blanks(setting: Setting, { labels }: Kind<'blanks'>): void {
  const { sheet } = setting
  const width = contentWidth * blankLabelShare
  for (const label of labels) {
    const set = sheet.lines(label, width - 10, body)
    const height = Math.max(blankHeight, set.height + 8)
    needRoom(setting, height)
    sheet.write(set, left, setting.y + height - set.height - 2, 'P')
    setting.y += height
    sheet.rule(left + width, setting.y, contentWidth - width, { color: ink.quiet })
  }
}

/** The side of a square to tick, and from its edge to the words. */
const square = 8
const afterSquare = 13
/** Between two rows on one line. */
const betweenHalves = 14

export function boxes(setting: Setting, { rows, isTicked }: Kind<'boxes'>): void {
  let note: string | undefined
  for (let nth = 0; nth < rows.length; ) {
    const row = rows[nth]!
    if (!isTicked && row.note !== undefined && row.note !== note) condition(setting, row.note)
    note = row.note
    const indent = !isTicked && note !== undefined ? afterSquare : 0
    const next = rows[nth + 1]
    const isPair =
      next !== undefined && (isTicked || (next.note === note && [row, next].every((one) => fitsHalf(setting, one))))
    const shown = isPair ? [row, next] : [row]
    const space = (contentWidth - indent - (shown.length - 1) * betweenHalves) / shown.length
    const set = shown.map((one) => (isTicked ? tickRow(setting, one, space) : questionRow(setting, one, space)))
    const height = Math.max(...set.map((one) => one.height))
    needRoom(setting, height)
    for (const [place, one] of set.entries()) one.draw(left + indent + place * (space + betweenHalves), setting.y)
    setting.y += height
    setting.sheet.rule(left + indent, setting.y, contentWidth - indent)
    nth += shown.length
  }
}

/** The condition of the rows below it, which stand further in. */
function condition(setting: Setting, words: string): void {
  const set = setting.sheet.lines(words, contentWidth - afterSquare, small)
  needRoom(setting, set.height + 3 * boxHeight)
  setting.sheet.write(set, left + afterSquare, setting.y + 3, 'P')
  setting.y += set.height + 3
}

/** A choice that is long needs the whole line. */
const fitsHalf = ({ sheet }: Setting, { choices = [] }: BoxRow): boolean =>
  choices.length <= 3 && choices.every((choice) => sheet.widthOf(choice, body) < contentWidth / 4 - 2 * afterSquare)

type SetRow = { height: number; draw(x: number, y: number): void }

function tickRow(setting: Setting, { label, note }: BoxRow, space: number): SetRow {
  const { sheet } = setting
  const width = space - afterSquare
  const words = [sheet.lines(label, width, body), ...(note === undefined ? [] : [sheet.lines(note, width, small)])]
  return {
    height: heightOf(words) + 6,
    draw(x, y) {
      sheet.frame(x, y + 5, square, square, { color: ink.quiet })
      let at = y + 3
      for (const set of words) {
        sheet.write(set, x + afterSquare, at, 'P')
        at += set.height
      }
    },
  }
}

function questionRow(setting: Setting, { label, choices }: BoxRow, space: number): SetRow {
  const { sheet } = setting
  const labelWidth = space * blankLabelShare
  const width = space - labelWidth
  const words = sheet.lines(label, labelWidth - 8, body)
  const placed = choices ? inRows(setting, choices, width) : []
  const line = sheet.lineHeight(body) + 2
  const answer = choices ? placed.reduce((most, { row, set }) => Math.max(most, row * line + set.height), 0) : boxHeight
  return {
    height: Math.max(words.height, answer) + 4,
    draw(x, y) {
      sheet.write(words, x, y + 3, 'P')
      if (!choices) sheet.frame(x + labelWidth, y + 3, width, boxHeight, { color: ink.quiet })
      for (const { x: from, row, set } of placed) {
        const top = y + 3 + row * line
        sheet.frame(x + labelWidth + from, top + 2, square, square, { color: ink.quiet })
        sheet.write(set, x + labelWidth + from + afterSquare, top, 'P')
      }
    },
  }
}

/** The choices side by side as far as they fit, each with its place from the left and its line. */
function inRows({ sheet }: Setting, choices: readonly string[], width: number) {
  let [x, row] = [0, 0]
  return choices.map((choice) => {
    const whole = sheet.lines(choice, width - afterSquare, body)
    const wide = whole.lines.length > 1 ? width : afterSquare + sheet.widthOf(choice, body) + 12
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1]
    const place = { x, row, set: whole }
    if (whole.lines.length > 1) [x, row] = [0, row + whole.lines.length]
    else x += wide
    return place
  })
}

const heightOf = (sets: readonly Lines[]): number => sets.reduce((sum, { height }) => sum + height, 0)

export function signatures(setting: Setting, { left: before, right: after }: Kind<'signatures'>): void {
  const { sheet } = setting
  const width = contentWidth / 2 - 14
  const rows = Math.max(before.length, after.length)
  needRoom(setting, rows * 40)
  for (let row = 0; row < rows; row++) {
    setting.y += 24
    for (const [label, x] of [
      [before[row], left],
      [after[row], left + contentWidth / 2 + 14],
    ] as const) {
      if (label === undefined) continue
      sheet.rule(x, setting.y, width, { color: ink.quiet })
      sheet.write(sheet.lines(label, width, small), x, setting.y + 2, 'P')
    }
    setting.y += 16
  }
}
