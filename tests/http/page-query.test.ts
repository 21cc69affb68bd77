import { expect, test } from 'vitest'
import { readQuery } from '#server/http/page-query.ts'

test('a page gets what its contract names, numbers as numbers', () => {
  expect(readQuery({ page: '2', q: 'Pune', round: 'round-one' })).toEqual({ page: 2, q: 'Pune', round: 'round-one' })
})

test('a value of another shape counts as not given, and so does a name that no page reads or that is sent twice', () => {
  const wrong = { page: '0', from: '01', before: '-1', version: '1e3', object: '9'.repeat(10) }
  expect(readQuery({ ...wrong, round: ['round-one', 'round-two'], stranger: 'x', __proto__: { tab: 'x' } })).toEqual({})
})

test('a token of another portal arrives whole, however long it is', () => {
  const token = 'x'.repeat(4000)
  expect(readQuery({ token })).toEqual({ token })
})
