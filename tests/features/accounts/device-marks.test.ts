import { expect, test } from 'vitest'
import { deviceMark, isDeviceOf, ownerOfMark } from '#server/features/accounts/accounts/secrets.ts'

const keysOf = (slug: string, secret = 's'.repeat(32), previousSecret?: string) => ({
  secret,
  previousSecret,
  course: { slug },
})
const keys = keysOf('mbale')

test('the mark of a device names its account, in its own course only', () => {
  const mark = deviceMark(keys, 5)
  expect(ownerOfMark(keys, mark)).toBe(5)
  expect(isDeviceOf(keys, 5, mark)).toBe(true)
  expect(isDeviceOf(keys, 6, mark)).toBe(false)
  // Accounts of another course have the same numbers.
  expect(ownerOfMark(keysOf('scd'), mark)).toBeNull()
})

test('a mark outlives a change of the secret, and not a second one', () => {
  const mark = deviceMark(keys, 5)
  expect(ownerOfMark(keysOf('mbale', 't'.repeat(32), keys.secret), mark)).toBe(5)
  expect(ownerOfMark(keysOf('mbale', 'u'.repeat(32), 't'.repeat(32)), mark)).toBeNull()
})

test('a mark that somebody made up or changed names nobody', () => {
  const mark = deviceMark(keys, 5)
  const [, nonce, sign] = mark.split('.')
  const others = [
    `6.${nonce}.${sign}`,
    `05.${nonce}.${sign}`,
    `5.${nonce}`,
    `5..${sign}`,
    `-5.${nonce}.${sign}`,
    `${mark}.`,
  ]
  for (const one of [
    undefined,
    '',
    '5',
    '5.',
    '.',
    '1e9.x.y',
    `${'9'.repeat(400)}.x.y`,
    `५.${nonce}.${sign}`,
    ...others,
  ])
    expect(ownerOfMark(keys, one), one).toBeNull()
})
