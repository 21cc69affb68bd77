import { type Category, categories } from '#server/domain/terms/claims.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import type { MeritLine } from './pages'

/** The public columns of a merit list, in their order. Source: rules §7.3. */
const meritColumns = ['number', 'user-id', 'name', 'type', 'category', 'percentage'] as const

type MeritWord = `column.${(typeof meritColumns)[number]}` | `category.${Category}`

/** The words of a list in one language, as plain data: the ranking's thread has no texts of its own. */
export type MeritWords = Readonly<Record<MeritWord, string>>

/** `t`: the texts of `meritpages.json`. */
export const meritWords = (t: (key: MeritWord) => string): MeritWords => {
  const keys = [
    ...meritColumns.map((column) => `column.${column}` as const),
    ...categories.map((category) => `category.${category}` as const),
  ]
  return Object.fromEntries(keys.map((key) => [key, t(key)])) as MeritWords
}

/** The public columns of a line, the category in words. */
export const meritCells = (line: MeritLine, words: MeritWords): (string | number)[] => {
  const { meritNumber, userId, fullName, type, category, percentage } = line
  return [meritNumber, userId, fullName, type, words[`category.${category}`], percentage]
}

/**
 * A whole list as the file that everybody may take; the public log names the hash of the English one, so its bytes never
 * change. Source: rules §19.1.
 */
export function* meritCsv(pieces: Iterable<readonly MeritLine[]>, words: MeritWords): Generator<string> {
  yield byteOrderMark + csvLine(meritColumns.map((column) => words[`column.${column}`]))
  for (const lines of pieces) yield lines.map((line) => csvLine(meritCells(line, words))).join('')
}
