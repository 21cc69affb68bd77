import { expect, test } from 'vitest'
import { fillStatus, isStepComplete, steps } from '#server/domain/terms/journey.ts'

const masks = Array.from({ length: 512 }, (_, mask) => mask)

/** The same rule in words instead of bits: the names of the unfinished steps before Print. */
function naiveFillStatus(completedSteps: number): number {
  const digits = completedSteps.toString(2).padStart(9, '0').split('').reverse()
  const done = steps.filter((_, place) => digits[place] === '1')
  const open = steps.slice(0, 8).filter((slug) => !done.includes(slug))
  return open.length ? steps.indexOf(open[0]!) : 8
}

test('"Steps 0 to 8: candidature type, type details, category, qualification, personal, photo, documents, payment, print."', () => {
  expect([...steps]).toEqual([
    'type-of-candidature',
    'type-details',
    'category-details',
    'qualifications-details',
    'personal-details',
    'photo-details',
    'documents-details',
    'payment',
    'print-pdf',
  ])
})

test('"`fill_status` = the number of the first step not yet complete", for every set of completed steps', () => {
  const wrong = masks.filter(
    (completedSteps) => fillStatus({ completedSteps, isSubmitted: false }) !== naiveFillStatus(completedSteps),
  )
  expect(wrong).toEqual([])
})

test('"0 for a new candidate, 8 when only Print is left"', () => {
  expect(fillStatus({ completedSteps: 0, isSubmitted: false })).toBe(0)
  expect(fillStatus({ completedSteps: 0b0_1111_1111, isSubmitted: false })).toBe(8)
  expect(fillStatus({ completedSteps: 0b1_1111_1111, isSubmitted: false })).toBe(8)
})

test('a later complete step does not hide an earlier one that was re-opened', () => {
  expect(fillStatus({ completedSteps: 0b0_1011_1111, isSubmitted: false })).toBe(6)
  expect(fillStatus({ completedSteps: 0b1_1111_1110, isSubmitted: false })).toBe(0)
})

test('"After submission it stays 8": for every set of completed steps', () => {
  for (const completedSteps of masks) expect(fillStatus({ completedSteps, isSubmitted: true })).toBe(8)
})

test('bit n represents step n', () => {
  for (const completedSteps of masks) {
    const done = steps.map((_, step) => isStepComplete(completedSteps, step))
    expect(done.reduce((sum, isDone, step) => sum + (isDone ? 2 ** step : 0), 0)).toBe(completedSteps)
  }
})
