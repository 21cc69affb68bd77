import { expect, test } from 'vitest'
import { createTurnNumbers } from '#server/http/turn-numbers.ts'

const hour = 3_600_000
let time = 1_700_000_000_000
const secrets = { secret: 's'.repeat(32), previousSecret: undefined }
const numbers = createTurnNumbers(secrets, 'mbale', () => time)

test('case 70: each number is another one, and every process of a portal knows it for an hour', () => {
  const [first, second] = [numbers.give(), numbers.give()]
  const elsewhere = createTurnNumbers(secrets, 'mbale', () => time)
  const lane = elsewhere.read(first)
  expect(lane).toBe(numbers.read(first))
  expect(lane).not.toBe(elsewhere.read(second))
  const after = createTurnNumbers({ secret: 't'.repeat(32), previousSecret: secrets.secret }, 'mbale', () => time)
  expect(after.read(first)).toBe(lane)
  time += hour - 1
  expect(numbers.read(first)).toBe(lane)
  time += 1
  expect(numbers.read(first)).toBeNull()
})

test('one number written in many ways is one number, and a changed one is none', () => {
  const number = numbers.give()
  const lane = numbers.read(number)
  expect(lane).not.toBeNull()
  const written = [`${number}=`, ` ${number}`, `${number}==%`, number.replaceAll('-', '+').replaceAll('_', '/'), number]
  for (const one of written) expect([lane, null]).toContain(numbers.read(one))
  for (let at = 0; at < number.length - 1; at++) {
    const changed = number.slice(0, at) + (number[at] === 'A' ? 'B' : 'A') + number.slice(at + 1)
    expect(numbers.read(changed), changed).toBeNull()
  }
  for (const one of [undefined, '', 'x', 'x'.repeat(43), 'A'.repeat(8000), number.slice(1), number + number, '{}'])
    expect(numbers.read(one)).toBeNull()
})

test('a number of another portal, of another secret, or given while the clock was ahead counts for nothing', () => {
  expect(createTurnNumbers(secrets, 'scd', () => time).read(numbers.give())).toBeNull()
  const stranger = createTurnNumbers({ ...secrets, secret: 'u'.repeat(32) }, 'mbale', () => time)
  expect(numbers.read(stranger.give())).toBeNull()
  const ahead = createTurnNumbers(secrets, 'mbale', () => time + 48 * hour)
  expect(numbers.read(ahead.give())).toBeNull()
})
