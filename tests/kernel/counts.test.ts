import { describe, expect, test } from 'vitest'
import { countBy, linesBy, noCounts, sumOfCounts, totalOf } from '#server/kernel/counts.ts'

const measures = ['seen', 'kept'] as const
const made = (places: readonly [category: string, gender: string, seen: number, kept: number][]) => {
  const counts = countBy(['category', 'gender'], measures)
  for (const [category, gender, seen, kept] of places) {
    const own = counts.at({ category, gender })
    own.seen += seen
    own.kept += kept
  }
  return counts.cells()
}

describe('a count by several dimensions', () => {
  const cells = made([
    ['OPEN', 'female', 1, 0],
    ['OBC', 'male', 2, 1],
    ['OPEN', 'female', 3, 2],
    ['OPEN', 'male', 4, 0],
  ])

  test('has one cell for each place', () => {
    expect(cells).toEqual([
      { place: { category: 'OPEN', gender: 'female' }, counts: { seen: 4, kept: 2 } },
      { place: { category: 'OBC', gender: 'male' }, counts: { seen: 2, kept: 1 } },
      { place: { category: 'OPEN', gender: 'male' }, counts: { seen: 4, kept: 0 } },
    ])
  })

  test('has a table for each dimension, and all of them agree', () => {
    expect(linesBy(cells, 'category', measures)).toEqual([
      { value: 'OBC', counts: { seen: 2, kept: 1 } },
      { value: 'OPEN', counts: { seen: 8, kept: 2 } },
    ])
    for (const by of ['category', 'gender'] as const) {
      const lines = linesBy(cells, by, measures).map(({ counts }) => counts)
      expect(sumOfCounts(measures, lines), by).toEqual({ seen: 10, kept: 3 })
    }
    expect(cells[0]!.counts, 'the cells stay as they are').toEqual({ seen: 4, kept: 2 })
  })

  test('without a cell has no line, and a total of nothing', () => {
    expect(linesBy(made([]), 'gender', measures)).toEqual([])
    expect(sumOfCounts(measures, [])).toEqual(noCounts(measures))
    expect(totalOf(measures, { seen: 4, kept: 2 })).toBe(6)
  })
})

test('lines come in the given order, the unknown ones by their code, and what is not answered last', () => {
  const cells = made(['of-old', '', 'OBC', 'none', 'ages', 'OPEN'].map((category) => [category, 'female', 1, 1]))
  const valuesOf = (order: readonly string[], last?: string) =>
    linesBy(cells, 'category', measures, order, last).map(({ value }) => value)
  expect(valuesOf(['OPEN', 'OBC', ''])).toEqual(['OPEN', 'OBC', '', 'ages', 'none', 'of-old'])
  expect(valuesOf(['OPEN', 'OBC'], 'none')).toEqual(['OPEN', 'OBC', '', 'ages', 'of-old', 'none'])
})
