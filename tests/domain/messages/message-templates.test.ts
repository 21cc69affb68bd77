import { describe, expect, test } from 'vitest'
import { faultOfWords, filledIn, smsParts } from '#server/domain/messages/message-templates.ts'

describe("the cell's own wording of a message", () => {
  const own = '{{otp}} is your OTP to log in to {{course}}. Valid for {{minutes}} minutes.'

  test.each([
    ['{{otp}} is the OTP', null],
    ['{{otp}} from {{cell}}, {{helpPhone}}', null],
    ['{{otp}} for {{name}}', { code: 'unknown-placeholder', names: 'name' }],
    ['{{otp}} {{constructor}} {{toString}}', { code: 'unknown-placeholder', names: 'constructor, toString' }],
    ['Your OTP is on its way', { code: 'missing-placeholder', names: 'otp' }],
    ['{{otp}} {{ minutes }}', { code: 'stray-braces', names: '' }],
    ['{{otp}} }}', { code: 'stray-braces', names: '' }],
  ])('%s → %o', (words, fault) => {
    expect(faultOfWords(words, own)).toEqual(fault)
  })

  test('a value is never read as a placeholder', () => {
    expect(filledIn('{{name}}: {{otp}}', { name: '{{otp}} $&', otp: '482913' })).toBe('{{otp}} $&: 482913')
  })
})

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['अ'.repeat(70), 1],
  ['अ'.repeat(71), 2],
  ['अ'.repeat(135), 3],
])('the number of SMS parts depends on the characters', (text, parts) => {
  expect(smsParts(text)).toBe(parts)
})
