import { expect, test } from 'vitest'
import { courseSigns } from '#pages/parts/option-form/rows.ts'

const mba = 'Master of Business Administration, Direct Second Year'
const mms = 'Master of Management Studies, Direct Second Year'
const inMarathi: Record<string, string> = {
  [mba]: 'व्यवसाय प्रशासन पदव्युत्तर पदवी (एमबीए), थेट द्वितीय वर्ष',
  [mms]: 'व्यवस्थापन अभ्यास पदव्युत्तर पदवी (एमएमएस), थेट द्वितीय वर्ष',
}

test('a course has the sign of its name in the language of the page', () => {
  expect(courseSigns([mba, mms, mba], (name) => inMarathi[name]!)).toEqual({ [mba]: 'एमबीए', [mms]: 'एमएमएस' })
})

test('where only one course is on offer, none needs a sign', () => {
  expect(courseSigns([mba, mba], (name) => name)).toBeNull()
})

test('signs that do not tell the courses apart are no signs', () => {
  expect(courseSigns([mba, mms], () => 'पदवी (एमबीए)')).toEqual({ [mba]: null, [mms]: null })
  expect(courseSigns(['Diploma', mms], (name) => name)).toEqual({ Diploma: null, [mms]: null })
})
