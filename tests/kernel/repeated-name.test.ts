import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedName } from '#server/kernel/repeated-name.ts'

test('a name repeated in one object is found in any spelling', () => {
  expect(repeatedName('{"a":1,"a":2}')).toBe('$.a')
  expect(repeatedName('[{"a":1},{"b":[{"c":{"d":1, "d" : 1}}]}]')).toBe('$[1].b[0].c.d')
  expect(repeatedName('{"a":{},"b":[1,2],"\\u0061":3}')).toBe('$.a')
  expect(repeatedName('{"a\\\\":{"x":"\\""},"__proto__":1,"__proto__":2}')).toBe('$.__proto__')
})

test('the same name in different objects, and names within texts, are not repeated', () => {
  for (const text of [
    '{"a":{"a":{"a":1}},"b":{"a":2}}',
    '[{"a":1},{"a":1}]',
    '{"a":"b","c":"b"}',
    '"a"',
    '[]',
    '{}',
    '7',
  ])
    expect(repeatedName(text), text).toBeNull()
  fc.assert(fc.property(fc.json(), (text) => repeatedName(text) === null))
})
