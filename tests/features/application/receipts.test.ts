import { expect, test } from 'vitest'
import { ist } from '#server/kernel/time.ts'
import { ashasAnswers, obc } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { browser, openPortal } from '#tests/support/portal.ts'

test.each([
  ['in time', 'en', '2024-07-20 12:00', 'The certificate must be handed in by 20 Aug 2024, 17:00.'],
  ['in time', 'mr', '2024-07-20 12:00', 'प्रमाणपत्र 20 ऑगस्ट 2024, 17:00 पर्यंत जमा करावे लागते.'],
  ['too late', 'en', '2024-09-08 12:00', 'a receipt no longer helps'],
])('says beside a receipt until when it serves: %s, in %s', async (_, language, now, words) => {
  const portal = await openPortal({ at: ist(now) })
  const owner = await applicant(portal)
  await owner.save('type-of-candidature', ashasAnswers['type-of-candidature'])
  await owner.save('type-details', ashasAnswers['type-details'])
  const { text } = await browser(portal, owner.cookies).get(`category-details?lang=${language}`)
  expect(text).toContain(words)
})

test.each([
  ['47.00 %, receipt', '1880', 'applied', true],
  ['47.00 %, certificate', '1880', 'have', false],
  ['50.00 %, receipt', '2000', 'applied', false],
])('says what marks are worth while a certificate is awaited: %s', async (_, degreeMarks, status, isTold) => {
  const portal = await openPortal()
  const owner = await applicant(portal)
  const { creamyLayerNumber, creamyLayerDate, creamyLayerValidUntil, ...claim } = obc
  const certificate = { creamyLayerNumber, creamyLayerDate, creamyLayerValidUntil }
  const receipt = { creamyLayerReceiptNumber: '12', creamyLayerReceiptDate: '2024-07-01' }
  await owner.save('type-of-candidature', ashasAnswers['type-of-candidature'])
  await owner.save('type-details', ashasAnswers['type-details'])
  const saved = await owner.save('category-details', {
    ...ashasAnswers['category-details'],
    ...claim,
    creamyLayerStatus: status,
    ...(status === 'have' ? certificate : receipt),
  })
  expect(saved.status).toBe(200)
  await owner.save('qualifications-details', { ...ashasAnswers['qualifications-details'], degreeMarks })
  const { text } = await browser(portal, owner.cookies).get('qualifications-details')
  expect(text).toContain('These marks meet the requirement')
  expect(text.includes('you count as Open, which needs 50 %')).toBe(isTold)
})
