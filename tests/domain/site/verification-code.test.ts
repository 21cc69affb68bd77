import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeVerification,
  encodeVerification,
  optionFormNumber,
  optionFormOf,
  type Printed,
  sealLength,
} from '#server/domain/site/verification-code.ts'

const printed = fc.record({
  kind: fc.constantFrom('application-form' as const, 'receipt' as const),
  candidateId: fc.integer({ min: 1, max: 0xffffffff }),
  number: fc.integer({ min: 0, max: 0xffffffff }),
})
const seal = fc.uint8Array({ minLength: sealLength, maxLength: sealLength })

describe('the code on a document', () => {
  test('can be decoded to the facts that it was made from', () => {
    fc.assert(
      fc.property(printed, seal, (what, sealed) => {
        expect(decodeVerification(encodeVerification(what, sealed))).toEqual({ printed: what, seal: sealed })
      }),
    )
  })

  test('is six groups of four characters that cannot be mistaken for each other', () => {
    fc.assert(
      fc.property(printed, seal, (what, sealed) => {
        expect(encodeVerification(what, sealed)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
      }),
    )
  })

  const asha: Printed = { kind: 'application-form', candidateId: 7, number: 1 }
  const code = encodeVerification(asha, new Uint8Array([1, 2, 3, 4, 5, 6]))

  test('never changes its format, so old prints stay valid', () => {
    expect(code).toBe('0400-0007-0000-0081-081G-8186')
    expect(decodeVerification(code)?.printed).toEqual(asha)
  })

  test.each([
    ['small letters', code.toLowerCase()],
    ['no hyphens', code.replaceAll('-', '')],
    ['spaces for hyphens', ` ${code.replaceAll('-', ' ')} `],
    ['O for 0', code.replaceAll('0', 'O')],
    ['l for 1', code.replaceAll('1', 'l')],
  ])('may be typed with %s', (_, typed) => {
    expect(decodeVerification(typed)?.printed).toEqual(asha)
  })

  test.each([
    ['empty', ''],
    ['too short', code.slice(0, -1)],
    ['too long', `${code}0`],
    ['spelled with an unused letter', code.replace(/.$/, 'U')],
    ['of an unknown kind', `ZZ${code.slice(2)}`],
    ['a long text', 'x'.repeat(100_000)],
    ['in Devanagari', 'अ'.repeat(24)],
  ])('is unknown if it is %s', (_, typed) => {
    expect(decodeVerification(typed)).toBeNull()
  })
})

test('round and version of an option form are one number of 32 bits (rules §10.4)', () => {
  const numbers = [optionFormNumber(1, 1), optionFormNumber(2, 0), optionFormNumber(255, 0xffffff)]
  expect(numbers).toEqual([0x1000001, 0x2000000, 0xffffffff])
  expect(numbers.map(optionFormOf)).toEqual([
    { round: 1, version: 1 },
    { round: 2, version: 0 },
    { round: 255, version: 0xffffff },
  ])
})
