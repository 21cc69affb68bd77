import { expect, test } from 'vitest'
import { staffPasswordPattern } from '#server/domain/terms/staff.ts'
import { newOneTimePassword } from '#server/features/desk/staff/one-time-password.ts'
import { matchTotp, newTotpSecret, totpAddress, totpCode } from '#server/features/desk/staff/totp.ts'

/** `12345678901234567890` in base32, and the last six digits of the table in appendix B of RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s, as RFC 6238 has it', (seconds, code) => {
  expect(totpCode(secret, seconds * 1000)).toBe(code)
})

test('a clock that is half a minute off is understood, one that is more is not', () => {
  const now = 1_700_000_000_000
  for (const off of [-30_000, 0, 30_000]) {
    expect(matchTotp(secret, totpCode(secret, now + off), now, null)).toBe(Math.floor((now + off) / 30_000))
  }
  expect(matchTotp(secret, totpCode(secret, now - 90_000), now, null)).toBeNull()
  expect(matchTotp(secret, totpCode(secret, now + 90_000), now, null)).toBeNull()
})

test('a code serves once, and none before it serves any more', () => {
  const now = 1_700_000_000_000
  const step = Math.floor(now / 30_000)
  expect(matchTotp(secret, totpCode(secret, now), now, step)).toBeNull()
  expect(matchTotp(secret, totpCode(secret, now - 30_000), now, step)).toBeNull()
  expect(matchTotp(secret, totpCode(secret, now + 30_000), now, step)).toBe(step + 1)
})

test('secrets are long and never the same, and an authenticator can read their address', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
  const address = new URL(totpAddress(secret, 'MBA/MMS, Cell', 'fc.pune'))
  expect([address.protocol, address.host, address.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret])
  expect(address.searchParams.get('issuer')).toBe('MBA/MMS, Cell')
  expect(decodeURIComponent(address.pathname)).toContain('MBA/MMS, Cell:fc.pune')
})

test('a one-time password obeys the rule of passwords and has no ambiguous characters', () => {
  for (let n = 0; n < 200; n++) {
    const password = newOneTimePassword()
    expect(password).toMatch(new RegExp(staffPasswordPattern))
    expect(password).toMatch(/^[A-HJ-NP-Za-km-np-z2-9]{12}$/)
  }
})
