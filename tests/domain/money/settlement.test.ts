import { expect, test } from 'vitest'
import { readSettlement, settlementColumns } from '#server/domain/money/settlement.ts'
import type { Instant } from '#server/kernel/time.ts'

const read = (cells: readonly string[]) =>
  readSettlement([{ line: 1, cells: [...cells] }], { now: 0 as Instant, utrDigits: [] })

test('a heading may be explained in brackets', () => {
  expect(read(settlementColumns.map((column) => ` ${column} (in rupees (INR)) `))).toEqual({ lines: [] })
  expect(read(settlementColumns.map((column) => (column === 'fee' ? 'fee (exclusive' : column)))).toEqual({
    line: 1,
    columns: ['fee'],
    why: 'column',
  })
})

test('a heading of blanks or brackets is judged at once', () => {
  const begun = performance.now()
  for (const sign of [' ', '(', '( ', '\t('])
    expect(read([`a${sign.repeat(45_000)}b`])).toMatchObject({ columns: [...settlementColumns], why: 'column' })
  expect(performance.now() - begun).toBeLessThan(1000)
})
