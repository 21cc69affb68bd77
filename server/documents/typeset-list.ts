import {
  bottom,
  finishPage,
  leastFilled,
  left,
  letterhead,
  put,
  type Setting,
  topOfPages,
  turnPage,
} from './framed-page'
import type { LongList } from './printable'
import { contentWidth, ink, type Lines, openSheet, type TextStyle } from './sheet'

/**
 * All rows have the same height, so that the number of pages is known from the start. A text too long for its `lines` is
 * set smaller, in as many lines as a row holds.
 */
const rowsOfOneLine = { height: 18, padding: 6, size: 8.5, lines: 1 }
/** Two lines of one size, where one line would be set smaller in most rows. */
const rowsOfTwoLines = { height: 23, padding: 4, size: 7.5, lines: 2 }
const smaller = 6
const smallest = 2

/**
 * Typesets a list of any length, page by page: a full page is released at once. The number of rows must match the
 * list's.
 */
export function openLongList(list: LongList) {
  const { title, language, createdAt, head, columns, lead } = list
  const sheet = openSheet({ title, author: head.cell, language, createdAt, isStreamed: true })
  const row = list.hasNarrowColumns ? rowsOfTwoLines : rowsOfOneLine
  const setting: Setting = { sheet, printable: list, y: 0, bottom }
  let number = 1
  let waiting: (readonly string[])[] = []
  let remaining = list.rows

  sheet.newPage()
  letterhead(setting)
  put(setting, lead, left, contentWidth, { size: 9, color: ink.quiet, align: 'center' })
  setting.y += 6
  /** Below the heads of the columns. */
  const onFirst = Math.floor((bottom - setting.y) / row.height) - 1
  const onOthers = Math.floor((bottom - topOfPages(setting)) / row.height) - 1
  const pages = 1 + Math.max(0, Math.ceil((list.rows - onFirst) / onOthers))
  /** The rows that the page before the last leaves to it, so that it is not nearly empty. */
  const leftToLast = Math.max(0, Math.ceil(onOthers * leastFilled) - (list.rows - onFirst - (pages - 2) * onOthers))
  const roomOn = (page: number) => (page === 1 ? onFirst : onOthers) - (page === pages - 1 ? leftToLast : 0)

  function fitted(text: string, width: number, style: Omit<TextStyle, 'size'>): Lines {
    const whole = sheet.lines(text, width, { ...style, size: row.size })
    const isBroken = whole.lines.length > row.lines || whole.lines.join(' ').length > text.length
    if (!isBroken) return whole
    for (let size = smaller; size > smallest; size -= 0.5) {
      const set = sheet.lines(text, width, { ...style, size })
      if (set.height <= row.height) return set
    }
    return sheet.lines(text, width, { ...style, size: smallest })
  }

  function drawRow(cells: readonly string[], role: 'TH' | 'TD'): void {
    sheet.within('TR', () => {
      let x = left
      for (const [nth, { share, align }] of columns.entries()) {
        const width = contentWidth * share
        const style = {
          align,
          weight: role === 'TH' ? ('bold' as const) : undefined,
          color: role === 'TH' ? ink.quiet : ink.text,
        }
        const set = fitted(cells[nth] ?? '', width - 2 * row.padding, style)
        sheet.write(set, x + row.padding, setting.y + (row.height - set.height) / 2, role)
        x += width
      }
    })
    setting.y += row.height
    sheet.rule(left, setting.y, contentWidth)
  }

  function drawPage(rows: readonly (readonly string[])[]): void {
    sheet.within('Table', () => {
      drawRow(
        columns.map((column) => column.title),
        'TH',
      )
      for (const cells of rows) drawRow(cells, 'TD')
    })
    remaining -= rows.length
    finishPage(sheet, list, number, pages)
    sheet.endPage()
    if (remaining > 0) {
      turnPage(setting)
      number++
    }
  }

  return {
    add(rows: readonly (readonly string[])[]): void {
      waiting.push(...rows)
      for (let room = roomOn(number); waiting.length >= room; room = roomOn(number)) {
        drawPage(waiting.slice(0, room))
        waiting = waiting.slice(room)
        if (remaining <= 0) return
      }
    },
    /** The last page, which may be partly empty. */
    end(): void {
      if (waiting.length || list.rows === 0) drawPage(waiting)
    },
    take: sheet.take,
    close: sheet.close,
  }
}
