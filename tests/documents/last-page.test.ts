import { expect, test } from 'vitest'
import type { Printable } from '#server/documents/printable.ts'
import { sample } from '#server/documents/sample.ts'
import { typeset } from '#server/documents/typeset.ts'
import { ist } from '#server/kernel/time.ts'
import { textOf } from './paper'
import { issuer } from './samples'

/** A document of so many rows, in sections of five. */
function ofRows(count: number): Printable {
  const rows = Array.from({ length: count }, (_, n) => ({ label: `Question ${n}`, value: `Answer-${n}` }))
  const sections = Array.from({ length: Math.ceil(count / 5) }, (_, n) => rows.slice(5 * n, 5 * n + 5))
  return {
    ...sample('ruleA.pdf', 'en', issuer, ist('2024-08-01 12:00')),
    blocks: sections.map((rows, n) => ({ kind: 'section', title: `Part ${n}`, rows })),
  }
}

const rowsOnPages = (pdf: Uint8Array) =>
  textOf(pdf)
    .split('\f')
    .slice(0, -1)
    .map((page) => page.match(/Answer-/g)?.length ?? 0)

// Long ones too: set closer, they would lose a page and leave the next one nearly empty.
test.each([35, 36, 40, 45, 50, 75, 80, 85, 90, 230, 265, 303])(
  'the last page of %d rows is not nearly empty',
  async (count) => {
    const pages = rowsOnPages(await typeset(ofRows(count)))
    expect(pages.reduce((sum, rows) => sum + rows, 0)).toBe(count)
    expect(pages.at(-1)).toBeGreaterThanOrEqual(10)
  },
)

test('a few rows too many for one page are set closer instead of on a second one', async () => {
  // The first page of a document that is not set again.
  const [usual = 0, rest] = rowsOnPages(await typeset(ofRows(55)))
  expect(rest).toBe(55 - usual)
  expect(rowsOnPages(await typeset(ofRows(usual + 3)))).toEqual([usual + 3])
})
