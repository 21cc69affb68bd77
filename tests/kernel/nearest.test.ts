import { expect, test } from 'vitest'
import { nearest } from '#server/kernel/nearest.mjs'

const words = ['GOPENS', 'LOPENS', 'GSCS', 'EWS', 'Ahmednagar']

test.each([
  ['GOPNS', 'GOPENS'],
  ['gopens ', 'GOPENS'],
  ['LOPEN', 'LOPENS'],
  ['Ahmadnagar', 'Ahmednagar'],
  ['OBC', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('by %j somebody most likely means %j', (written, word) => {
  expect(nearest(written, words)).toBe(word)
})
