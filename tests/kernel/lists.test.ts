import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askedOf, type ListShape, pieceOfRows, searchOf, writtenPlace } from '#server/kernel/lists.ts'

const shape: ListShape = {
  list: 'things',
  columns: [
    { key: 'id', kind: 'count', isSortable: true },
    { key: 'name', kind: 'written', isSortable: true },
    { key: 'note', kind: 'text' },
    { key: 'at', kind: 'time', isExtra: true },
  ],
  filters: ['name'],
  order: '-id',
}

describe('the address of a list', () => {
  test('an empty one asks for the list as it opens', () => {
    const asked = askedOf(shape, {})
    expect(asked).toEqual({
      sort: 'id',
      isDescending: true,
      size: 50,
      columns: ['id', 'name', 'note'],
      filters: {},
      after: null,
    })
    expect(searchOf(shape, asked)).toEqual({})
  })

  test.each(['1 Sep 2024', '01/09/2024', '०१/०९/२०२४', '1 सप्टेंबर 2024', '2024-09-01'])(
    'a day of a list may be written as %s',
    (typed) => {
      const days = { ...shape, filters: ['name', 'from'], days: ['from'] }
      expect(askedOf(days, { from: typed, name: typed }).filters.from).toBe('2024-09-01')
      expect(askedOf(days, { from: '31/02/2024' }).filters.from).toBe('31/02/2024')
    },
  )

  test('holds the order, the size, the filters and the columns, however they were chosen', () => {
    const search = { name: 'Asha', sort: 'name', size: '100', columns: 'name.at' }
    expect(searchOf(shape, askedOf(shape, search))).toEqual(search)
    const ticked = { name: ' Asha ', sort: 'name', size: '100', 'show-at': '1', 'show-name': '1' }
    expect(searchOf(shape, askedOf(shape, ticked))).toEqual(search)
  })

  test('ignores what the list does not know', () => {
    for (const sort of ['note', 'secret', '-', '']) expect(askedOf(shape, { sort }).sort).toBe('id')
    expect(askedOf(shape, { size: '9999', columns: 'password', owner: '1' })).toEqual(askedOf(shape, {}))
    for (const after of ['[1]', '{"value":1}', '[[],1]', 'x', '[null,1]']) {
      expect(askedOf(shape, { after }).after).toBeNull()
    }
  })

  test('no input makes it throw', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.string()), (query) => void askedOf(shape, query)))
  })
})

test('the pages of a short list hold every row once, in order, whatever the order is', () => {
  const row = fc.record({ id: fc.integer(), name: fc.string(), note: fc.constant(null), at: fc.integer() })
  fc.assert(
    fc.property(
      fc.uniqueArray(row, { selector: ({ id }) => id }),
      fc.constantFrom('id', '-id', 'name', '-name'),
      (rows, sort) => {
        const seen: number[] = []
        for (let after: string | undefined; ; ) {
          const asked = { ...askedOf(shape, { sort, after }), size: 25 as const }
          const piece = pieceOfRows(rows, 'id', asked)
          seen.push(...piece.rows.map(({ id }) => id))
          if (piece.next === null) break
          after = writtenPlace(piece.next)
        }
        expect(seen).toHaveLength(rows.length)
        expect(new Set(seen).size).toBe(rows.length)
      },
    ),
  )
})
