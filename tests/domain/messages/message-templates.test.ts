import { describe, expect, test } from 'vitest'
import {
  addressesOf,
  channelsOf,
  faultOfWords,
  filledIn,
  mayGoBy,
  partsOf,
  smsParts,
  titleOf,
  titlePart,
} from '#server/domain/messages/message-templates.ts'

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

describe('the ways of a message (rules §2.3, §10.1, §10.3)', () => {
  const all = ['sms', 'whatsapp', 'email', 'proved-email', 'box', 'push'] as const
  test.each<[boolean, boolean, string[]]>([
    [false, false, ['sms 9876543210', 'email a@example.org', 'push 3', 'push 7']],
    [true, false, ['sms 9876543210', 'email a@example.org', 'email a@example.org', 'push 3', 'push 7']],
    [false, true, ['sms 9876543210', 'whatsapp 9876543210', 'email a@example.org', 'push 3', 'push 7']],
  ])('with the address verified: %s, on WhatsApp: %s', (isEmailVerified, isOnWhatsapp, expected) => {
    const person = {
      userId: 'ML24100001',
      mobile: '9876543210',
      email: 'a@example.org',
      language: 'en',
      pushDevices: [3, 7],
      receiver: null,
    } as const
    const found = addressesOf(all, { ...person, isEmailVerified, isOnWhatsapp })
    expect(found.map(({ channel, to }) => `${channel} ${to}`)).toEqual(expected)
  })

  test('a second receiver gets what is marked for them, by SMS and at their own address, and nothing twice', () => {
    const person = {
      userId: 'ML24100001',
      mobile: '9876543210',
      email: 'a@example.org',
      language: 'mr',
      isEmailVerified: true,
      isOnWhatsapp: true,
      pushDevices: [3],
    } as const
    const of = (mobile: string, email: string | null) =>
      addressesOf(['receiver'], { ...person, receiver: { id: 4, mobile, email } })
    expect(of('9123456780', 's@example.org')).toEqual([
      { channel: 'sms', to: '9123456780', receiverId: 4 },
      { channel: 'email', to: 's@example.org', receiverId: 4 },
    ])
    expect(of('9123456780', null)).toEqual([{ channel: 'sms', to: '9123456780', receiverId: 4 }])
    expect(of(person.mobile, person.email)).toEqual([])
    expect(addressesOf(['receiver'], { ...person, receiver: null })).toEqual([])
    expect(
      addressesOf(['sms', 'push'], { ...person, receiver: { id: 4, mobile: '9123456780', email: null } }),
    ).toHaveLength(2)
  })

  test('an OTP that proves a number goes by SMS alone, and a box is no channel', () => {
    expect(channelsOf('login-otp')).toEqual(['sms'])
    expect(channelsOf('new-device')).toEqual(['email', 'push'])
    expect([mayGoBy('login-otp', 'sms'), mayGoBy('login-otp', 'email')]).toEqual([true, false])
    expect([mayGoBy('recovery-otp', 'email'), mayGoBy('recovery-otp', 'whatsapp')]).toEqual([true, false])
    expect(mayGoBy('unknown' as never, 'sms')).toBe(false)
  })

  test('an e-mail has a subject, which names the message; without one its only text does', () => {
    expect(partsOf('seat-reminder')).toEqual(['sms', 'whatsapp', 'subject', 'email'])
    expect([titlePart('seat-reminder'), titlePart('login-otp')]).toEqual(['subject', 'sms'])
    expect([titleOf('{{title}}'), titleOf('For {{userId}}')]).toEqual([null, 'For …'])
    // A text by SMS alone, with its line for browsers.
    expect(titleOf('{{otp}} is your OTP for {{course}}. Share it with nobody.\n@{{host}} #{{otp}}')).toBe(
      '… is your OTP for …',
    )
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
