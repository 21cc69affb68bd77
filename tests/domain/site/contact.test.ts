import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail, maskNumber } from '#server/domain/site/contact.ts'

test('a number shows its last four digits', () => {
  expect(maskNumber('9876543210')).toBe('••••••3210')
})

test('a shorter number is hidden completely', () => {
  expect(maskNumber('1234567')).toBe('•••••••')
  expect(maskNumber('')).toBe('')
})

test('an address shows its first letter and its domain, and hides its length', () => {
  expect(maskEmail('asha.patil@example.org')).toBe('a•••••@example.org')
  expect(maskEmail('asha@example.org')).toBe('a•••••@example.org')
  expect(maskEmail('a@example.org')).toBe('•••••@example.org')
  expect(maskEmail('"a@b"@example.org')).toBe('"•••••@example.org')
  expect(maskEmail('asha')).toBe('•••••')
})

test('a mask never reveals the number or the address', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[6-9][0-9]{9}$/), (number) => {
      expect(maskNumber(number)).toMatch(/^•{6}[0-9]{4}$/)
      expect(number.endsWith(maskNumber(number).slice(-4))).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const name = email.slice(0, email.lastIndexOf('@'))
      expect(maskEmail(email).split('•••••')[0]!.length).toBe(name.length > 1 ? 1 : 0)
    }),
  )
})
