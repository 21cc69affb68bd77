import { expect, test } from 'vitest'
import { wayOn } from '#server/domain/site/way-on.ts'

const refusal = (code: string, more: object = {}) => ({ code, status: 409, ...more }) as const

test.each([
  ['already-registered', false, 'login'],
  ['recovery-unknown', false, 'forgot-password'],
  ['login-wrong', false, 'forgot-password'],
  ['registration-unknown', false, 'registration'],
  ['registration-closed', false, 'contactus'],
  ['cancellation-closed', true, 'dashboard'],
  ['a-code-of-tomorrow', true, 'dashboard'],
  ['not-saved', true, null],
] as const)('“%s” (signed in: %s) leads to %s', (code, isSignedIn, page) => {
  expect(wayOn(refusal(code), isSignedIn)).toBe(page)
})

test('what a field or waiting puts right leads nowhere else', () => {
  expect(wayOn(refusal('check-answers', { fields: [{ field: 'otp', code: 'otp-wrong' }] }), true)).toBeNull()
  expect(wayOn(refusal('too-often', { retryAfter: 30 }), false)).toBeNull()
})
