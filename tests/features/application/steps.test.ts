import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { ist } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { browser, faultsOf, openPortal, asha as owner } from '#tests/support/portal.ts'

const claim = ashasAnswers['type-of-candidature']
const category = ashasAnswers['category-details']
const open = { category: 'OPEN', ews: 'no', disability: 'no', defence: 'none', orphan: 'no', tfws: 'no' }
const eligibleAsOpen = { ...ashasAnswers['qualifications-details'], degreeMarks: '2600' }
const withGoodMarks = { ...ashasAnswers, 'qualifications-details': eligibleAsOpen }

async function asha(at = ist('2024-08-01 12:00')) {
  const { portal, owner } = await openWithApplicant({ until: 'account', at })
  return { portal, asha: owner }
}

describe('a step', () => {
  test('is saved whole and read back, and the next one opens', async () => {
    const { asha: she } = await asha()
    const empty = (await she.read('type-of-candidature')).body.data
    expect(empty).toMatchObject({ step: 0, version: 0, values: {}, complete: false, locked: null })
    expect(empty.sections[1].questions[0]).toMatchObject({ name: 'type', kind: 'radios', isRequired: true })

    const saved = await she.save('type-of-candidature', claim)
    expect(saved.body).toEqual({ message: 'Saved.', data: { version: 1, reopened: [], next: 'type-details' } })
    const { data } = (await she.read('type-of-candidature')).body
    expect(data).toMatchObject({ version: 1, values: claim, complete: true })
    expect(await she.details()).toMatchObject({ fill_status: 1, mode: 1 })
  })

  test('is returned in the language of the request', async () => {
    const { portal, asha: she } = await asha()
    const step = await portal.api('GET', 'application/steps/type-of-candidature', undefined, {
      ...she.from,
      headers: { 'accept-language': 'mr' },
    })
    expect(step.body.data.sections[0].title).toMatch(/\p{Script=Devanagari}/u)
  })

  test("refuses the account's own number as a second one, by the API and on the page, however it is written", async () => {
    const { portal, asha: she } = await asha()
    await she.answer()
    const person = ashasAnswers['personal-details']
    const refused = await she.save('personal-details', { ...person, alternativePhone: `+91 ${owner.mobile}` })
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: 'alternativePhone', code: 'own-mobile' }],
    ])
    const { version } = (await she.read('personal-details')).body.data
    const page = browser(portal, { ...she.cookies })
    const shown = await page.post('personal-details?lang=mr', {
      ...person,
      alternativePhone: owner.mobile,
      version: String(version),
    })
    expect([shown.status, faultsOf(shown).alternativePhone]).toEqual([422, expect.stringContaining('खात्याचाच क्रमांक')])
    expect((await she.save('personal-details', { ...person, alternativePhone: '9000000099' })).status).toBe(200)
    // She moves to the second number: the step says which number it is, and is saved without it.
    portal.services.db.sqlite.prepare("UPDATE candidates SET mobile = '9000000099'").run()
    const moved = await she.save('personal-details', { ...person, alternativePhone: '9000000099' })
    expect([moved.status, moved.body.errors[0]]).toMatchObject([
      422,
      { code: 'own-mobile-now', message: expect.stringContaining('second number 9000000099') },
    ])
    expect((await she.save('personal-details', { ...person, alternativePhone: '' })).status).toBe(200)
  })

  test('takes the candidate to the photograph once five are complete', async () => {
    const { asha: she } = await asha()
    await she.answer()
    expect(await she.details()).toMatchObject({ fill_status: 5, lock_form: 0 })
  })

  test('accepts the words of an entry in place of its code, in either language', async () => {
    const { asha: she } = await asha()
    await she.save('type-of-candidature', claim)
    const typed = { ...ashasAnswers['type-details'], examTaluka: ' haveli ' }
    expect((await she.save('type-details', typed)).status).toBe(200)
    expect((await she.read('type-details')).body.data.values.examTaluka).toBe('pune-haveli')
    const marathi = { ...ashasAnswers['type-details'], examVillage: 'Lohegaon', examTaluka: 'हवेली' }
    expect((await she.save('type-details', marathi)).status).toBe(200)
    expect((await she.read('type-details')).body.data.values.examTaluka).toBe('pune-haveli')
  })

  test('accepts a part of the words of a single entry, and no part that fits several, nor of a caste', async () => {
    const { asha: she } = await asha()
    await she.answer()
    const passed = ashasAnswers['qualifications-details']
    for (const typed of ['Pune', 'पुणे']) {
      expect((await she.save('qualifications-details', { ...passed, sscBoard: typed })).status).toBe(200)
      expect((await she.read('qualifications-details')).body.data.values.sscBoard).toBe('MH-pune')
    }
    const faultsOf = async (step: 'qualifications-details' | 'category-details', values: object) =>
      (await she.save(step, values as Record<string, string>)).body.errors?.map(({ field }: { field: string }) => field)
    expect(await faultsOf('qualifications-details', { ...passed, sscBoard: 'Maharashtra' })).toEqual(['sscBoard'])
    expect(await faultsOf('category-details', { ...category, caste: 'maha' })).toEqual(['caste'])
  })

  test('accepts the other names of an entry, which the page offers with it, in both languages', async () => {
    const { portal, asha: she } = await asha()
    await she.answer()
    const passed = ashasAnswers['qualifications-details']
    for (const [university, sscBoard, code, board] of [
      ['Bombay University', 'CBSE board', 'mumbai', 'CBSE'],
      ['नागपूर विद्यापीठ', 'Poona Board', 'rtmnu', 'MH-pune'],
      ['B.A.M.U.', 'नासिक विभाग', 'bamu', 'MH-nashik'],
    ] as const) {
      expect((await she.save('qualifications-details', { ...passed, university, sscBoard })).status).toBe(200)
      const { values } = (await she.read('qualifications-details')).body.data
      expect(values).toMatchObject({ university: code, sscBoard: board })
    }
    for (const lang of ['en', 'mr']) {
      const { text } = await browser(portal, she.cookies).get(`qualifications-details?lang=${lang}`)
      const offered = [...text.matchAll(/<option value="([^"]*)" label="([^"]*)"/g)]
      const label = offered.find(([, , label]) => label!.includes('BAMU'))?.[2]
      expect(label).toMatch(/Dr\. Babasaheb Ambedkar Marathwada University, Chhatrapati Sambhajinagar/)
      expect(label).toContain('मराठवाडा विद्यापीठ')
    }
  })

  test('tells an orphan that a name which no paper has may stay empty', async () => {
    const { asha: she } = await asha()
    const hintOf = async (orphan: string) => {
      await she.answer({ ...ashasAnswers, 'category-details': { ...category, orphan } })
      const questions = (await she.read('personal-details')).body.data.sections[0].questions
      return questions.find(({ name }: { name: string }) => name === 'fatherName')
    }
    expect(await hintOf('no')).toMatchObject({ isRequired: true, hint: expect.stringContaining('Example') })
    expect(await hintOf('yes')).toMatchObject({ isRequired: false, hint: expect.stringContaining('Leave it empty') })
    const [person] = (await she.read('personal-details')).body.data.sections
    expect(person.title).toBe('Your own details')
    expect(JSON.stringify(person)).not.toMatch(/parents/i)
  })

  test('with a fault is not saved, and names the faulty answer', async () => {
    const { portal, asha: she } = await asha()
    const before = await portal.contents()
    const refused = await she.save('type-of-candidature', { mode: '1' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'check-answers', errors: [{ field: 'type' }] } })
    expect(await portal.contents()).toBe(before)
  })

  test('of the diploma course is for e-scrutiny only: the mode is fixed and not asked', async () => {
    const portal = await openPortal({ slugs: ['scd'] })
    const she = await applicant(portal)
    const { sections } = (await she.read('type-of-candidature')).body.data
    expect(sections[0].questions).toEqual([])
    expect((await she.save('type-of-candidature', { type: 'A' })).status).toBe(200)
    expect(await she.details()).toMatchObject({ fill_status: 1, mode: 1 })
  })
})

describe('two tabs', () => {
  test('a double click saves once and gives the same answer twice', async () => {
    const { portal, asha: she } = await asha()
    const first = await she.save('type-of-candidature', claim, { version: 0 })
    const before = await portal.contents()
    const second = await she.save('type-of-candidature', claim, { version: 0 })
    expect([first.status, second.status, second.body.data.version]).toEqual([200, 200, 1])
    expect(await portal.contents()).toBe(before)
  })

  test('the slower one is refused with the saved answers; none of its entries are kept', async () => {
    const { portal, asha: she } = await asha()
    await she.save('type-of-candidature', claim)
    await she.save('type-details', ashasAnswers['type-details'])
    const stale = { ...ashasAnswers['type-details'], examVillage: 'Lohegaon' }
    const newest = { ...ashasAnswers['type-details'], examVillage: 'Kharadi' }
    await she.save('type-details', newest, { version: 1 })
    const before = await portal.contents()
    const refused = await she.save('type-details', stale, { version: 1 })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'stale-step', current: { version: 2, values: newest }, errors: [{ field: 'examVillage' }] },
    })
    expect(refused.body.errors).toHaveLength(1)
    expect(await portal.contents()).toBe(before)
    expect((await she.save('type-details', stale, { version: 2 })).body.data.version).toBe(3)
  })
})

describe('a change that later steps depend on', () => {
  test('is refused until the candidate agrees to open exactly those, with the fee in plain figures', async () => {
    const { portal, asha: she } = await asha()
    await she.complete(withGoodMarks)
    const before = await portal.contents()
    const asked = await she.save('category-details', open)
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: 'reopens-steps',
        reopens: ['documents-details', 'payment'],
        fee: { before: 1000, after: 1200, paid: 1000, due: 200 },
      },
    })
    for (const reopens of [['payment'], ['documents-details', 'payment', 'photo-details']]) {
      expect((await she.save('category-details', open, { reopens })).status).toBe(409)
    }
    expect(await portal.contents()).toBe(before)

    const agreed = await she.save('category-details', open, { reopens: ['payment', 'documents-details'] })
    expect(agreed.body.data).toEqual({
      version: 2,
      reopened: ['documents-details', 'payment'],
      next: 'documents-details',
    })
    expect((await she.details()).fill_status).toBe(6)
    expect((await she.read('payment')).body.data.complete).toBe(false)
    portal.services.application.proceed(she.actor.candidateId, 6)
    expect((await she.details()).fill_status).toBe(7)
    she.pay(200, 'difference-fee')
    expect((await she.details()).fill_status).toBe(8)
  })

  test('to a cheaper category after paying leads to no payment: nothing is due or refunded', async () => {
    const { asha: she } = await asha()
    await she.complete({ ...withGoodMarks, 'category-details': open }, 1200)
    const asked = await she.save('category-details', category)
    expect(asked.body).toMatchObject({
      reopens: ['documents-details'],
      fee: { before: 1200, after: 1000, paid: 1200, due: 0 },
    })
  })

  test('opens the documents when one of them goes; after the upload the candidate still confirms the step', async () => {
    const { portal, asha: she } = await asha()
    await she.complete()
    expect((await she.details()).fill_status).toBe(8)
    she.removeFile('ssc-marksheet')
    expect((await she.details()).fill_status).toBe(6)
    expect(portal.services.application.proceed(she.actor.candidateId, 6)).toMatchObject({
      refusal: { code: 'documents-missing' },
    })
    she.upload('ssc-marksheet')
    expect((await she.details()).fill_status).toBe(6)
    expect(portal.services.application.proceed(she.actor.candidateId, 6)).toEqual({
      ok: true,
      value: { next: 'print-pdf' },
    })
  })
})

describe('the schedule', () => {
  test('after registration has closed a step is readable, and a save is refused', async () => {
    const { portal, asha: she } = await asha()
    await she.save('type-of-candidature', claim)
    portal.clock.set(ist('2024-08-14 17:00'))
    const before = await portal.contents()
    expect(await she.save('type-of-candidature', { ...claim, type: 'B' })).toMatchObject({
      status: 422,
      body: { code: 'registration-closed' },
    })
    expect((await she.read('type-of-candidature')).body.data).toMatchObject({
      values: claim,
      locked: { code: 'registration-closed', since: '2024-08-14T11:30:00.000Z' },
    })
    expect(await she.details()).toMatchObject({ fill_status: 1 })
    expect(await portal.contents()).toBe(before)
  })

  test.each([
    ['with headers before the deadline and a body after it is accepted', -1, 200],
    ['with headers at the deadline is refused', 0, 422],
  ])('a save %s', async (_, milliseconds, status) => {
    const { portal, asha: she } = await asha()
    const end = ist('2024-08-14 17:00')
    portal.clock.set((end + milliseconds) as typeof end)
    const body = JSON.stringify({ version: 0, values: claim })
    const payload = Readable.from(
      (async function* () {
        yield body.slice(0, 10)
        portal.clock.set((end + 5000) as typeof end)
        yield body.slice(10)
      })(),
    )
    const answer = await portal.app.inject({
      method: 'PUT',
      url: `${portal.base}api/application/steps/type-of-candidature`,
      headers: { authorization: `Bearer ${she.token}`, 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(status)
  })
})
