import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inRupees, type Paise, rupees } from '#server/kernel/money.ts'

fc.configureGlobal({ seed: 2024 })

test.each([
  [0, 0],
  [1, 100],
  [0.01, 1],
  [0.1, 10],
  [0.29, 29],
  [1.15, 115],
  [19.99, 1_999],
  [1_199.99, 119_999],
  [1_200, 120_000],
  [0.1 + 0.2, 30],
  [12_345_678.5, 1_234_567_850],
  [-200, -20_000],
])('%d rupees are %i paise', (amount, paise) => {
  expect(rupees(amount)).toBe(paise)
})

test.each([
  0.001,
  0.005,
  1.005,
  1_199.995,
  1_200.000_1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e15,
])('%d is not a countable whole number of paise', (amount) => {
  expect(() => rupees(amount)).toThrow(RangeError)
})

test('every amount of paise up to a crore of rupees survives the conversion to rupees and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (paise) => {
      expect(rupees(inRupees(paise as Paise))).toBe(paise)
    }),
    { numRuns: 2000 },
  )
})
