import { describe, expect, test } from 'vitest'
import { ist } from '#server/kernel/time.ts'
import { ashasAnswers, obc } from '#tests/support/answers.ts'
import { applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { browser, faultsOf, openPortal } from '#tests/support/portal.ts'

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

const asked = ashasAnswers['category-details']
const receipt = (stem: string) => ({ [`${stem}ReceiptNumber`]: '12', [`${stem}ReceiptDate`]: '2024-07-01' })
const { creamyLayerNumber: _, creamyLayerDate: __, creamyLayerValidUntil: ___, ...caste } = obc
const claims = {
  creamyLayerStatus: { ...asked, ...caste, creamyLayerStatus: 'applied', ...receipt('creamyLayer') },
  validityStatus: { ...asked, ...obc, validityStatus: 'applied', ...receipt('validity') },
  ewsStatus: { ...asked, category: 'OPEN', ews: 'yes', ewsStatus: 'applied', ...receipt('ews') },
}

describe('a receipt whose certificate can be handed in no more', () => {
  test.each(Object.entries(claims))('is refused where the claim is made: %s', async (field, claim) => {
    const portal = await openPortal({ at: ist('2024-09-08 12:00') })
    const owner = await applicant(portal)
    await owner.save('type-of-candidature', ashasAnswers['type-of-candidature'])
    await owner.save('type-details', ashasAnswers['type-details'])
    const refused = await owner.save('category-details', claim)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field, code: 'receipt-too-late', message: expect.stringContaining('its receipt no longer helps') }],
    ])
    const { version } = (await owner.read('category-details')).body.data
    const page = await browser(portal, owner.cookies).post('category-details?lang=mr', {
      ...(claim as Record<string, string>),
      version: String(version),
    })
    expect(faultsOf(page)[field]).toContain('पावती आता चालत नाही')
    expect((await owner.save('category-details', { ...asked, ...obc })).status).toBe(200)
  })

  test('is refused at the submission too, and not where the certificate itself is there', async () => {
    const answers = { ...ashasAnswers, 'category-details': claims.creamyLayerStatus }
    const { portal, owner } = await openWithApplicant({ until: 'complete', answers })
    expect(portal.services.application.maySubmit(owner.id).ok).toBe(true)
    portal.clock.set(ist('2024-09-08 12:00'))
    const refused = await owner.submit()
    expect([refused.status, refused.body.code]).toEqual([422, 'receipt-too-late'])
    expect((await browser(portal, owner.cookies).get('print-pdf?lang=mr')).text).toContain('प्रमाणपत्राची मुदत संपली आहे')
    // Nobody is stuck: sent back for another step alone, the form goes in with its claims.
    const sentBack = (step: number) =>
      owner.facts({
        submitted_at: ist('2024-09-07 12:00'),
        reverted_at: ist('2024-09-07 13:00'),
        steps_to_correct: 1 << step,
      })
    sentBack(3)
    await owner.save('qualifications-details', ashasAnswers['qualifications-details'])
    expect(portal.services.application.maySubmit(owner.id).ok).toBe(true)
    sentBack(2)
    expect((await owner.save('category-details', claims.creamyLayerStatus)).body.code).toBe('check-answers')
    owner.facts({ submitted_at: null, reverted_at: null, steps_to_correct: 0 })
    // And a form whose certificate has come.
    portal.services.db.sqlite
      .prepare(`INSERT INTO certificates (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
        VALUES (?, 'non-creamy-layer', 'x', 'application/pdf', 1, 1, 'scan.pdf', 1)`)
      .run(owner.id)
    expect((await owner.submit()).status).toBe(200)
  })
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
