import { describe, expect, test } from 'vitest'
import { otherMode } from '#server/domain/application/mode-change.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { ist, minutes } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant, openWithApplicant, sendBack } from '#tests/support/applicant.ts'
import { browser, openPortal } from '#tests/support/portal.ts'

const inMode2 = { ...ashasAnswers, 'type-of-candidature': { mode: '2', type: 'A' } }

async function complete(answers: typeof ashasAnswers | typeof inMode2 = ashasAnswers) {
  const { portal, owner: asha } = await openWithApplicant({ until: 'complete', answers })
  return { portal, asha }
}

describe('submitting', () => {
  test('needs the declaration, the password and an OTP for this act', async () => {
    const { portal, asha } = await complete()
    const send = (body: object) => portal.api('POST', 'application/submit', body, asha.from)
    const unlocking = await asha.proof('unlock')
    expect((await send({ ...unlocking })).body.errors[0].field).toBe('declaration')
    expect(await send({ declaration: true, ...unlocking })).toMatchObject({
      status: 422,
      body: { code: 'otp-expired' },
    })
    const proof = await asha.proof('submit')
    expect(await send({ declaration: true, ...proof, password: 'Wrong0ne' })).toMatchObject({ status: 422 })
    expect(await asha.details()).toMatchObject({ lock_form: 0, fill_status: 8 })
    expect((await send({ declaration: true, ...proof })).status).toBe(200)
  })

  test('locks the form in e-scrutiny, writes the first version, and says by SMS and e-mail what happens next', async () => {
    const { portal, asha } = await complete()
    const submitted = await asha.submit()
    expect(submitted.body.data).toMatchObject({ number: 1, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await asha.details()).toMatchObject({ lock_form: 1, fill_status: 8, mode: 1, discrepancy: 0 })
    expect((await asha.details()).permissions.form).toBe(false)
    await portal.services.messages.deliverDue()
    const told = portal.box.sent.filter(({ template }) => template === 'application-submitted')
    expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'sms'])
    for (const { text } of told) expect(text).toContain(asha.userId)
    expect(told.find(({ channel }) => channel === 'email')!.text).toContain('16 Aug 2024')
  })

  test('in late registration the messages promise no check: what the form counts for, and that institutes must be told', async () => {
    const { portal, asha } = await complete()
    portal.clock.set(ist('2024-09-20 12:00'))
    await asha.submit()
    await portal.services.messages.deliverDue()
    const told = portal.box.sent.filter(({ template }) => template === 'application-submitted')
    expect(told.length).toBeGreaterThan(0)
    for (const { text } of told) {
      expect(text).toContain('only if a scrutiny officer confirms it by 5 Oct 2024, 17:00')
      expect(text).toContain('(non-CAP). Tell the institutes that you want')
      expect(text).not.toContain('A scrutiny officer checks it by')
    }
  })

  test('pressed twice, submits once, and the second press says so', async () => {
    const { portal, asha } = await complete()
    const body = { declaration: true, ...(await asha.proof('submit')) }
    const press = () => portal.api('POST', 'application/submit', body, asha.from)
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'submitted-already'],
    ])
    expect((await portal.api('GET', 'application/versions', undefined, asha.from)).body.data).toHaveLength(1)
  })

  test('a locked form is readable, and every write of it is refused with 423', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    const before = await portal.contents()
    for (const slug of Object.keys(ashasAnswers) as (keyof typeof ashasAnswers)[]) {
      const refused = await asha.save(slug, ashasAnswers[slug])
      expect([slug, refused.status, refused.body.code]).toEqual([slug, 423, 'locked'])
      expect((await asha.read(slug)).body.data).toMatchObject({ complete: true, locked: { code: 'locked' } })
    }
    expect(await portal.contents()).toBe(before)
  })

  test('a client without pages passes the steps of files and money with calls alone', async () => {
    const portal = await openPortal()
    const asha = await applicant(portal)
    await asha.answer()
    const proceed = (slug: string) => asha.save(slug, {})
    expect((await proceed('photo-details')).body.code).toBe('photo-missing')
    asha.upload('photo', 'signature')
    expect((await proceed('photo-details')).body.data).toMatchObject({ reopened: [], next: 'documents-details' })
    expect((await proceed('documents-details')).body.code).toBe('documents-missing')
    asha.upload(...requiredDocuments(ashasAnswers).map(({ kind }) => kind))
    expect((await proceed('documents-details')).body.data).toMatchObject({ version: 1, next: 'payment' })
    expect((await proceed('payment')).body.code).toBe('fee-not-paid')
    asha.pay(1000)
    expect((await proceed('payment')).body.data.next).toBe('print-pdf')
    expect((await asha.submit()).status).toBe(200)
    expect([(await proceed('documents-details')).status]).toEqual([423])
  })

  test('an incomplete form is not submitted and uses up no OTP', async () => {
    const portal = await openPortal()
    const asha = await applicant(portal)
    await asha.answer()
    const refused = await asha.submit()
    expect(refused).toMatchObject({ status: 422, body: { code: 'steps-incomplete' } })
    expect(await asha.details()).toMatchObject({ lock_form: 0, fill_status: 5 })
  })

  test('counts once when repeated', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    const before = portal.rows().application_versions
    expect(await asha.submit()).toMatchObject({ status: 409, body: { code: 'submitted-already' } })
    expect(portal.rows().application_versions).toBe(before)
  })

  test('after registration has closed is refused', async () => {
    const { portal, asha } = await complete()
    const proof = await asha.proof('submit')
    portal.clock.set(ist('2024-08-14 17:00'))
    const refused = await portal.api('POST', 'application/submit', { declaration: true, ...proof }, asha.from)
    expect(refused).toMatchObject({ status: 422, body: { code: 'registration-closed' } })
    expect(portal.rows().application_versions).toBe(0)
  })
})

describe('unlocking', () => {
  test('takes the form back until an officer holds it; the submitted version stays', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    expect((await asha.unlock()).status).toBe(200)
    expect(await asha.details()).toMatchObject({ lock_form: 0, fill_status: 8 })
    expect(await portal.sentTo(asha.person.mobile, 'application-unlocked')).toBe(1)
    const changed = { ...ashasAnswers['personal-details'], town: 'Kharadi' }
    expect((await asha.save('personal-details', changed)).status).toBe(200)
    expect((await asha.submit()).body.data.number).toBe(2)
    const versions = await portal.api('GET', 'application/versions', undefined, asha.from)
    expect(versions.body.data.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    const town = async (number: number) => {
      const { data } = (await portal.api('GET', `application/versions/${number}`, undefined, asha.from)).body
      const rows = data.sheet.sections.flatMap(({ rows }: { rows: object[] }) => rows)
      return rows.find(({ name }: { name: string }) => name === 'town').value
    }
    expect([await town(1), await town(2)]).toEqual(['Wagholi', 'Kharadi'])
  })

  test.each([
    ['that an officer has taken up', { picked_up_at: 1 }, ist('2024-08-02 12:00'), 'picked-up'],
    ['after registration has closed', {}, ist('2024-08-15 12:00'), 'registration-closed'],
    ['that scrutiny has sent back', { reverted_at: 1 }, ist('2024-08-02 12:00'), 'not-locked'],
  ])('a form %s is refused', async (_, facts, at, code) => {
    const { portal, asha } = await complete()
    await asha.submit()
    if (Object.keys(facts).length) asha.facts(facts as Record<string, number>)
    const proof = await asha.proof('unlock')
    portal.clock.set(at)
    const refused = await portal.api('POST', 'unLockFormController/UnlockCandidateForm', proof, asha.from)
    expect(refused.body.code).toBe(code)
  })
})

describe('changing the scrutiny mode of a submitted form', () => {
  test('to a centre opens it, still submitted, as another version; back to e-scrutiny locks it', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    expect((await asha.changeMode(2)).body.data).toMatchObject({ number: 2 })
    expect(await asha.details()).toMatchObject({ mode: 2, lock_form: 0, fill_status: 8 })
    expect((await asha.read('type-of-candidature')).body.data.values.mode).toBe('2')
    const changed = { ...ashasAnswers['personal-details'], town: 'Kharadi' }
    expect((await asha.save('personal-details', changed)).status).toBe(200)
    expect((await asha.changeMode(1)).body.data).toMatchObject({ number: 4 })
    expect(await asha.details()).toMatchObject({ mode: 1, lock_form: 1, fill_status: 8 })
    expect((await asha.save('personal-details', ashasAnswers['personal-details'])).status).toBe(423)
    await portal.services.messages.deliverDue()
    const told = portal.box.sent.filter(({ template }) => template === 'mode-changed')
    expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'email', 'sms', 'sms'])
    expect(told.filter(({ channel }) => channel === 'sms').map(({ text }) => text)).toEqual([
      expect.stringContaining('At a facilitation centre (mode 2). You can change answers again.'),
      expect.stringContaining('E-scrutiny (mode 1). It is locked'),
    ])
  })

  test('is one time of submission on the dashboard and on the last step', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    portal.clock.advance(minutes(2))
    await asha.changeMode(2)
    const { submittedAt } = portal.services.application.versionsOf(asha.id)[0]!
    const at = formatDateTime(submittedAt, 'en')
    for (const page of ['dashboard', 'print-pdf']) {
      expect((await browser(portal, asha.cookies).get(page)).text, page).toContain(at)
    }
  })

  test('needs the password and an OTP for this act', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    const send = (proof: object) => portal.api('POST', 'application/mode', { mode: 2, ...proof }, asha.from)
    expect((await send(await asha.proof('unlock'))).body.code).toBe('otp-expired')
    expect((await send({ ...(await asha.proof('change-mode')), password: 'Wrong0ne' })).status).toBe(422)
    expect(await asha.details()).toMatchObject({ mode: 1, lock_form: 1 })
  })

  test('after registration has closed is possible until scrutiny ends', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    portal.clock.set(ist('2024-08-15 10:00'))
    expect((await asha.changeMode(2)).status).toBe(200)
    portal.clock.set(ist('2024-08-16 17:00'))
    expect((await asha.changeMode(1)).body.code).toBe('scrutiny-closed')
  })

  test('a form with a step open again is not locked in its present state', async () => {
    const { asha } = await complete(inMode2)
    await asha.submit()
    asha.removeFile('ssc-marksheet')
    expect(await asha.changeMode(1)).toMatchObject({ status: 422, body: { code: 'mode-steps-open' } })
  })

  test.each([
    ['that was not submitted', false, {}, 2, 'mode-not-submitted'],
    ['that scrutiny has sent back', true, { reverted_at: 1 }, 2, 'mode-not-submitted'],
    ['that an officer has picked up', true, { picked_up_at: 1 }, 2, 'mode-picked-up'],
    ['that a centre has confirmed', true, { mode: 2, confirmed_at: 1 }, 1, 'confirmed-by-centre'],
    ['that is in this mode', true, {}, 1, 'mode-is-that'],
  ])('a form %s is refused', async (_, isSubmitted, facts, mode, code) => {
    const { asha } = await complete()
    if (isSubmitted) await asha.submit()
    if (Object.keys(facts).length) asha.facts(facts as Record<string, number>)
    expect((await asha.changeMode(mode)).body.code).toBe(code)
  })

  test('a course with one mode offers no other', () => {
    expect([otherMode([1], 1), otherMode([1, 2], 1), otherMode([1, 2], 2), otherMode([1, 2], 0)]).toEqual([
      null,
      2,
      1,
      null,
    ])
  })
})

describe('a form that scrutiny returned', () => {
  test('opens only the flagged steps, and after they are saved it is submitted as the next version', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    portal.clock.set(ist('2024-08-15 10:00'))
    sendBack(portal, asha.id, [3, 5])
    portal.clock.advance(60_000)
    expect(await asha.details()).toMatchObject({ discrepancy: 1, lock_form: 0, fill_status: 8 })

    const other = await asha.save('personal-details', { ...ashasAnswers['personal-details'], town: 'Pune' })
    expect(other).toMatchObject({ status: 423, body: { code: 'step-not-flagged' } })
    expect(await asha.submit()).toMatchObject({ status: 422, body: { code: 'steps-to-correct' } })

    const marks = { ...ashasAnswers['qualifications-details'], sscMarks: '431' }
    expect((await asha.save('qualifications-details', marks)).body.data.next).toBe('photo-details')
    asha.upload('photo')
    const again = await asha.submit()
    expect(again.body.data.number).toBe(2)
    expect(await asha.details()).toMatchObject({ discrepancy: 0, lock_form: 1 })
  })

  test('a correct flagged step counts as checked once it is saved again', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    asha.facts({ reverted_at: portal.clock.portal(), steps_to_correct: 1 << 3 })
    portal.clock.advance(60_000)
    expect((await asha.save('qualifications-details', ashasAnswers['qualifications-details'])).status).toBe(200)
    expect((await asha.submit()).body.data.number).toBe(2)
  })

  test('can no longer be corrected when scrutiny is over', async () => {
    const { portal, asha } = await complete()
    await asha.submit()
    sendBack(portal, asha.id, [3, 5])
    portal.clock.set(ist('2024-08-16 17:00'))
    const late = await asha.save('qualifications-details', ashasAnswers['qualifications-details'])
    expect(late).toMatchObject({ status: 422, body: { code: 'scrutiny-closed' } })
  })
})

describe('at a facilitation centre (mode 2)', () => {
  test('a submitted form is edited until the centre confirms it, and every edit is a version', async () => {
    const { portal, asha } = await complete(inMode2)
    expect((await asha.submit()).body.data.number).toBe(1)
    expect(await asha.details()).toMatchObject({ mode: 2, lock_form: 0, fill_status: 8 })
    const versions = () => portal.rows().application_versions
    await asha.save('personal-details', { ...ashasAnswers['personal-details'], town: 'Kharadi' })
    expect(versions()).toBe(2)
    await asha.save('personal-details', { ...ashasAnswers['personal-details'], town: 'Kharadi' })
    expect(versions()).toBe(2)
    asha.facts({ confirmed_at: portal.clock.portal() })
    const refused = await asha.save('personal-details', ashasAnswers['personal-details'])
    expect(refused).toMatchObject({ status: 423, body: { code: 'confirmed-by-centre' } })
    expect((await asha.unlock()).body.code).toBe('not-locked')
  })

  test('its mode is no longer an answer: changing it needs an OTP', async () => {
    const { asha } = await complete(inMode2)
    await asha.submit()
    const refused = await asha.save('type-of-candidature', { mode: '1', type: 'A' })
    expect(refused.body.errors).toMatchObject([{ field: 'mode', code: 'mode-is-submitted' }])
  })
})

describe('the sheet', () => {
  test('holds every answer in words, in the language of the request', async () => {
    const { portal, asha } = await complete()
    const read = async (language: string) =>
      (
        await portal.api('GET', 'candidateLoginController/getCandidateDetailsForPrint', undefined, {
          ...asha.from,
          headers: { 'accept-language': language },
        })
      ).body.data
    const english = await read('en')
    expect(english).toMatchObject({ userId: asha.userId, fullName: asha.person.fullName })
    const rows = english.sections.flatMap((section: { rows: object[] }) => section.rows)
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'type', label: 'Type of candidature', value: 'Type A: studied in Maharashtra' },
        { name: 'dateOfBirth', label: 'Date of birth', value: '31 May 2001' },
        { name: 'fee', label: 'Application fee paid', value: '₹1,000' },
      ]),
    )
    const answered = Object.values(ashasAnswers).flatMap((answers) => Object.keys(answers))
    const shown = new Set(rows.map(({ name }: { name: string }) => name))
    expect(answered.filter((name) => !shown.has(name))).toEqual([])
    const marathi = await read('mr')
    for (const { title } of marathi.sections) expect(title).toMatch(/\p{Script=Devanagari}/u)
  })
})
