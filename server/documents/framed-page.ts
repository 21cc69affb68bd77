import type { Frame } from './printable'
import { contentWidth, ink, page, type Sheet, type TextStyle } from './sheet'

const footHeight = 66
export const bottom = page.height - 30 - footHeight
export const left = page.left
export const right = page.width - page.right
/** The least share of the last of several pages that is filled: less looks like a mistake. */
export const leastFilled = 1 / 3
const qrSize = 56
const sealSize = 54
const highestLetterhead = 96

export const small: TextStyle = { size: 7.5, color: ink.quiet }

/** Adds the foot and watermarks of every page, once the number of pages is known. */
export function finishPage(sheet: Sheet, printable: Frame, number: number, pages: number): void {
  foot(sheet, printable, number, pages)
  printable.watermarks.forEach((words, nth) => {
    const size = Math.min(96, 900 / Math.max(words.length, 1))
    sheet.watermark(words, size, (page.height * (nth + 1)) / (printable.watermarks.length + 1) - 20)
  })
}

/** The present position of the typesetting. `bottom`: where the text of a page ends at the latest. */
export type Setting = { sheet: Sheet; printable: Frame; y: number; bottom: number }

export function letterhead(setting: Setting): void {
  const { sheet, printable } = setting
  const { head, title } = printable
  const { letterhead: picture } = head
  if (picture) {
    const height = Math.min(highestLetterhead, (contentWidth * picture.height) / picture.width)
    sheet.picture(picture.bytes, `${head.cell}, ${head.address}`, left, 28, contentWidth, height)
    setting.y = 28 + height + 5
    put(setting, head.course, left, contentWidth, { size: 10, weight: 'bold', align: 'center' })
    put(setting, head.year, left, contentWidth, { size: 9, align: 'center' })
    setting.y += 8
  } else besideSign(setting)
  sheet.rule(left, setting.y, contentWidth, { thickness: 1.5, color: ink.deep })
  sheet.rule(left, setting.y + 3, contentWidth, { thickness: 0.5, color: ink.deep })
  setting.y += 10
  put(setting, title, left, contentWidth, { size: 14, weight: 'bold', color: ink.deep, align: 'center' }, 'H1')
  setting.y += 6
}

/** The cell's name and address in letters, beside its logo or the portal's sign. */
function besideSign(setting: Setting): void {
  const { sheet, printable } = setting
  const { head } = printable
  const x = left + sealSize + 14
  const width = right - x
  if (head.logo) sheet.ornament(head.logo, left, 30, sealSize)
  else sheet.seal(left, 30, sealSize)
  setting.y = 28
  put(setting, head.cell, x, width, { size: 15, weight: 'bold', color: ink.deep })
  put(setting, head.address, x, width, { size: 8, color: ink.quiet })
  setting.y += 3
  put(setting, head.course, x, width, { size: 10, weight: 'bold' })
  put(setting, head.year, x, width, { size: 9 })
  setting.y = Math.max(setting.y, 30 + sealSize) + 8
}

export function put(
  setting: Setting,
  text: string,
  x: number,
  width: number,
  style: TextStyle,
  role: 'H1' | 'P' = 'P',
): void {
  const lines = setting.sheet.lines(text, width, style)
  setting.sheet.write(lines, x, setting.y, role)
  setting.y += lines.height
}

/** Starts a page whose first line names the document's holder. */
export function turnPage(setting: Setting): void {
  const { sheet } = setting
  sheet.newPage()
  const { words, title, height } = runningHead(setting)
  sheet.writeAside(words, left, 28)
  sheet.writeAside(title, left + halfHead + 12, 28)
  sheet.rule(left, 32 + height, contentWidth, { color: ink.deep })
  setting.y = 42 + height
}

const halfHead = contentWidth / 2 - 6

function runningHead({ sheet, printable }: Setting) {
  const words = sheet.lines(`${printable.head.cell} · ${printable.head.year}`, halfHead, small)
  const title = sheet.lines(printable.title, halfHead, { ...small, align: 'right' })
  return { words, title, height: Math.max(words.height, title.height) }
}

/** Where typesetting begins on every page but the first. */
export const topOfPages = (setting: Setting): number => 42 + runningHead(setting).height

export const hasRoom = ({ y, bottom }: Setting, height: number) => y + height <= bottom
export function needRoom(setting: Setting, height: number): void {
  if (!hasRoom(setting, height)) turnPage(setting)
}

function foot(sheet: Sheet, { foot: { lines, pageOf, check } }: Frame, number: number, pages: number): void {
  const top = page.height - 26 - footHeight
  sheet.rule(left, top, contentWidth, { color: ink.deep })
  const pageWords = pageOf.replace('{{page}}', String(number)).replace('{{pages}}', String(pages))
  const sideWidth = 190
  let y = top + 8
  for (const [index, line] of [...lines, pageWords].entries()) {
    const style: TextStyle = { ...small, weight: index === 0 ? 'bold' : 'regular', color: ink.text, align: 'right' }
    const set = sheet.lines(line, sideWidth, style)
    sheet.writeAside(set, right - sideWidth, y)
    y += set.height
  }
  if (!check) return
  sheet.qr(check.address, left, top + 8, qrSize)
  const x = left + qrSize + 10
  const width = right - sideWidth - 10 - x
  y = top + 8
  const told: [string, TextStyle][] = [
    [check.words, small],
    [check.code, { size: 9, weight: 'bold' }],
    [check.address.replace(/\?.*/, ''), small],
  ]
  for (const [words, style] of told) {
    const set = sheet.lines(words, width, style)
    sheet.writeAside(set, x, y)
    y += set.height + 1
  }
}
