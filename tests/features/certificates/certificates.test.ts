import { describe, expect, test } from 'vitest'
import { questionSteps } from '#server/domain/terms/question.ts'
import { days, hours, ist, plus } from '#server/kernel/time.ts'
import { runOf } from '#tests/features/allotment/published-round.ts'
import { answersWith, ashasAnswers, obc } from '#tests/support/answers.ts'
import { type Applicant, applicant, confirmForm, openWithApplicant } from '#tests/support/applicant.ts'
import { keepsBooks } from '#tests/support/books.ts'
import { atDesk, deskBrowser, staffAccount } from '#tests/support/desk.ts'
import { multipart, pdf, type TestFile } from '#tests/support/files.ts'
import { asha, browser, faultsOf, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

const details = 'uploadcgpacertificate/getCgpaDetails'
const marks = { cgpa: '7.25', scale: '10', percentage: '68.5' }

const withCgpa = answersWith(ashasAnswers, {
  'qualifications-details': {
    degreeResult: 'cgpa',
    degreeMarks: undefined,
    degreeOutOf: undefined,
    cgpa: '7.25',
    cgpaScale: '10',
    cgpaPercentage: '68.5',
  },
})
const validityApplied = {
  validityStatus: 'applied',
  validityNumber: undefined,
  validityDate: undefined,
  validityReceiptNumber: 'R/77',
  validityReceiptDate: '2024-05-02',
}
/** Asha's answers while she still awaits her caste validity certificate. */
const awaiting = answersWith(ashasAnswers, { 'category-details': validityApplied })

const awaitingCreamyLayer = answersWith(ashasAnswers, {
  'category-details': {
    ...obc,
    creamyLayerStatus: 'applied',
    creamyLayerNumber: undefined,
    creamyLayerDate: undefined,
    creamyLayerValidUntil: undefined,
    creamyLayerReceiptNumber: 'R/78',
    creamyLayerReceiptDate: '2024-05-02',
  },
})

/** Awaits two certificates, due on the dates of their kinds. */
const awaitingTwo = answersWith(awaitingCreamyLayer, { 'category-details': validityApplied })
const validityDue = ist('2024-08-21 17:00')

const scan = async (name = 'certificate.pdf'): Promise<TestFile> => ({
  name,
  content: await pdf(),
  type: 'application/pdf',
})

async function send(
  portal: TestPortal,
  { token }: Applicant,
  call: string,
  fields: Record<string, string>,
  file?: TestFile,
) {
  const { body, headers } = multipart(fields, [file ?? (await scan())])
  return portal.ask('POST', `${portal.base}api/${call}`, { token, body, headers })
}

/** A candidate who has submitted in mode 1, so that the form is locked. */
async function locked(portal: TestPortal, answers: typeof withCgpa, person = asha) {
  const candidate = await applicant(portal, person)
  await candidate.complete(answers)
  const submitted = await candidate.submit()
  expect(submitted.status).toBe(200)
  return candidate
}

const caseOf = (portal: TestPortal) =>
  portal.services.db.sqlite.prepare('SELECT id FROM certificates ORDER BY id DESC LIMIT 1').pluck().get() as number

/** The certificate as its page shows it. */
const stateOf = (portal: TestPortal, { userId }: Applicant, kind: string) => {
  const { certificates, db } = portal.services
  const id = db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').pluck().get(userId) as number
  const entry = certificates.entries(id).find((one) => one.kind === kind)!
  return { status: entry.status, at: entry.file?.uploadedAt ?? null }
}

describe('undoing', () => {
  test('a hand-in is undone until an officer judges it, and the rejected one before is back', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: awaiting })
    const screen = browser(portal, { ...candidate.cookies })
    const kind = 'caste-validity'
    const undo = (at: number | null) => screen.post('certificates', { intent: 'undo', kind, of: String(at) })
    await send(portal, candidate, 'certificates', { kind })
    expect((await undo(stateOf(portal, candidate, kind).at)).status).toBe(303)
    expect(stateOf(portal, candidate, kind)).toMatchObject({ status: 'wanted' })

    await send(portal, candidate, 'certificates', { kind })
    const { at } = stateOf(portal, candidate, kind)
    portal.services.db.sqlite.prepare("UPDATE certificates SET verdict = 'rejected' WHERE superseded_at IS NULL").run()
    expect((await undo(at)).status).toBe(409)
    portal.clock.advance(60_000)
    await send(portal, candidate, 'certificates', { kind }, await scan('second.pdf'))
    const second = stateOf(portal, candidate, kind)
    expect((await undo(second.at)).status).toBe(303)
    expect(stateOf(portal, candidate, kind)).toMatchObject({ status: 'rejected', at })
    // A second press, and a certificate of another page.
    expect((await undo(second.at)).status).toBe(409)
    expect((await screen.post('certificates', { intent: 'undo', kind: 'cgpa-conversion', of: '1' })).status).toBe(422)
  })
})

describe('graduation marks', () => {
  test('the flag and the page appear only for candidates with a CGPA', async () => {
    const portal = await openPortal()
    const candidate = await applicant(portal)
    await candidate.answer(ashasAnswers)
    expect(await candidate.details()).toMatchObject({ isCgpaUploaded: false, permissions: { gradMarks: false } })
    expect((await portal.api('GET', details, undefined, candidate.from)).body.data).toEqual({
      status: 'not-wanted',
      cgpa: null,
      scale: null,
      percentage: null,
    })
    expect((await send(portal, candidate, 'uploadcgpacertificate', marks)).status).toBe(404)
    await candidate.answer(withCgpa)
    expect(await candidate.details()).toMatchObject({ isCgpaUploaded: true, permissions: { gradMarks: true } })
    const wanted = { status: 'wanted', ...marks }
    expect((await portal.api('GET', details, undefined, candidate.from)).body.data).toEqual(wanted)
  })

  test('a certificate is handed in while the form is locked; once an officer accepts it, nothing changes it', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    const screen = browser(portal, { ...candidate.cookies })
    expect((await screen.get('dashboard')).text).toContain('CGPA conversion certificate')
    expect((await screen.get('graducation-marks-file')).text).toContain('68.5')
    const sent = await send(portal, candidate, 'uploadcgpacertificate', marks)
    expect([sent.status, sent.body.data.status]).toEqual([201, 'uploaded'])
    expect((await screen.get('dashboard')).text).not.toContain('CGPA conversion certificate')
    const file = await screen.get('certificates/cgpa-conversion/file')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])

    const so = await atDesk(portal, 'so')
    expect((await so.get('certificates')).text).toContain(candidate.userId)
    const id = caseOf(portal)
    expect((await so.get(`certificates/${id}`)).text).toContain('The form says the same')
    expect((await so.get(`certificates/${id}/file`)).headers['content-type']).toBe('application/pdf')
    portal.services.db.sqlite.exec("UPDATE certificates SET media_type = 'image/jpeg'")
    expect((await so.get(`certificates/${id}/file/1`)).headers['content-type']).toBe('image/jpeg')
    expect((await so.get(`certificates/${id}/file/99`)).status).toBe(404)
    expect((await so.post(`certificates/${id}`, { verdict: 'verified', agreed: 'verified' })).status).toBe(303)
    expect(
      (await so.post(`certificates/${id}`, { verdict: 'rejected', agreed: 'rejected', remark: 'Late' })).status,
    ).toBe(409)
    expect((await so.get('certificates')).text).not.toContain(candidate.userId)
    expect(await portal.sentTo(asha.mobile, 'certificate-verified')).toBe(1)
    expect((await portal.api('GET', details, undefined, candidate.from)).body.data.status).toBe('verified')
    const again = await send(portal, candidate, 'uploadcgpacertificate', marks)
    expect([again.status, again.body.code]).toEqual([409, 'certificate-verified'])
    const acts = portal.services.db.sqlite
      .prepare('SELECT act FROM audit_log WHERE candidate_id = ? ORDER BY id')
      .pluck()
      .all(candidate.id)
    // The refused verdict shows the case again.
    expect([...new Set(acts)]).toEqual(['certificates.read', 'certificates.file-read', 'certificates.verified'])
  })

  test('a rejection gives its reason, and the candidate can hand in another certificate', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    await send(portal, candidate, 'uploadcgpacertificate', { ...marks, percentage: '70' })
    const so = await atDesk(portal, 'so')
    const id = caseOf(portal)
    expect((await so.get(`certificates/${id}`)).text).toContain('The form says something else')
    expect(faultsOf(await so.post(`certificates/${id}`, { verdict: 'rejected' }))).toEqual({
      remark: 'Say why it is rejected',
    })
    await so.post(`certificates/${id}`, {
      verdict: 'rejected',
      agreed: 'rejected',
      remark: 'It is the certificate of another year.',
    })
    const { data } = (await portal.api('GET', details, undefined, candidate.from)).body
    expect(data).toMatchObject({ status: 'rejected', remark: 'It is the certificate of another year.' })
    const screen = browser(portal, { ...candidate.cookies })
    expect((await screen.get('graducation-marks-file')).text).toContain('another year')
    expect((await send(portal, candidate, 'uploadcgpacertificate', marks)).status).toBe(201)
    expect((await so.get(`certificates/${id}`)).status).toBe(404)
    expect((await so.get(`certificates/${caseOf(portal)}`)).status).toBe(200)
  })

  test('a rejection by a reason of the list is read in the language of the page, what the officer added as it was written', async () => {
    const portal = await openPortal()
    const candidate = await locked(portal, withCgpa)
    await send(portal, candidate, 'uploadcgpacertificate', marks)
    const so = await atDesk(portal, 'so')
    const reason = 'The file cannot be read. Upload a clear scan.'
    await so.post(`certificates/${caseOf(portal)}`, {
      verdict: 'rejected',
      agreed: 'rejected',
      reply: 'illegible',
      remark: `${reason}\nThe seal is dark.`,
    })
    const screen = browser(portal, { ...candidate.cookies })
    expect((await screen.get('graducation-marks-file')).text).toContain(reason)
    const { text } = await screen.get('graducation-marks-file?lang=mr')
    expect(text).not.toContain(reason)
    expect(text).toContain('फाइल वाचता येत नाही')
    expect(text).toMatch(/अधिकाऱ्याच्या शब्दांत \(English\): (<!-- -->)?<span lang="en">The seal is dark\.<\/span>/)
  })

  test('the copy in the form is handed in with the numbers of the form, by one button, and not uploaded again', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    const screen = browser(portal, { ...candidate.cookies })
    const list = await screen.get('certificates')
    expect(list.text).not.toContain('You have no pending certificates')
    expect(list.text).toMatch(/CGPA conversion certificate.*To upload.*Graduation Marks/s)
    const page = await screen.get('graducation-marks-file')
    expect(page.text).toContain('Use the copy and the numbers in my form')
    expect((await screen.post('graducation-marks-file', { intent: 'copy' })).status).toBe(303)
    const row = portal.services.db.sqlite.prepare(
      `SELECT c.cgpa, c.scale, c.percentage, c.hash = d.hash AS isSame FROM certificates c
       JOIN documents d ON d.candidate_id = c.candidate_id AND d.kind = c.kind AND d.superseded_at IS NULL`,
    )
    expect(row.all()).toEqual([{ cgpa: '7.25', scale: '10', percentage: '68.5', isSame: 1 }])
    const after = await screen.get('graducation-marks-file')
    expect(after.text).not.toContain('Use the copy')
    expect((await screen.get('dashboard')).text).not.toContain('CGPA conversion certificate')
    // Once an officer has accepted it, a second press changes nothing.
    portal.services.db.sqlite.exec("UPDATE certificates SET verdict = 'verified'")
    expect((await screen.post('graducation-marks-file', { intent: 'copy' })).status).toBe(409)
    expect(portal.rows().certificates).toBe(1)
  })

  test('nobody without a copy in the form can hand one in by that button', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    candidate.removeFile('cgpa-conversion')
    const screen = browser(portal, { ...candidate.cookies })
    expect((await screen.get('graducation-marks-file')).text).not.toContain('Use the copy')
    expect((await screen.post('graducation-marks-file', { intent: 'copy' })).status).toBe(404)
    expect(portal.rows().certificates).toBe(0)
  })

  test('impossible numbers and unreadable files are reported at their fields', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    const faults = async (change: Record<string, string>, file?: TestFile) => {
      const { body } = await send(portal, candidate, 'uploadcgpacertificate', { ...marks, ...change }, file)
      return body.errors?.map(({ field }: { field: string }) => field)
    }
    expect(await faults({ cgpa: '11' })).toEqual(['cgpa'])
    expect(await faults({ scale: '0' })).toEqual(['scale'])
    expect(await faults({ percentage: '100.5' })).toEqual(['percentage'])
    expect(await faults({ percentage: 'sixty' })).toEqual(['percentage'])
    expect(await faults({ verdict: 'verified' })).toEqual(['verdict'])
    expect(await faults({}, { name: 'a.pdf', content: Buffer.from('<script>') })).toEqual(['file'])
    expect(portal.rows().certificates).toBe(0)
  })

  test('no certificate is accepted after the due date', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    portal.clock.set(ist('2024-08-19 17:00'))
    const late = await send(portal, candidate, 'uploadcgpacertificate', marks)
    expect([late.status, late.body.code]).toEqual([422, 'certificates-closed'])
    const page = await browser(portal, { ...candidate.cookies }).get('graducation-marks-file')
    expect(page.text, 'the page says since when').toContain('until 19 Aug 2024, 17:00')
  })
})

describe('awaited certificates', () => {
  test('a certificate that was only applied for becomes a task after submission, and is handed in while the form is locked', async () => {
    const portal = await openPortal()
    const candidate = await applicant(portal)
    await candidate.complete(awaiting)
    const kind = { kind: 'caste-validity' }
    expect((await send(portal, candidate, 'certificates', kind)).body.code).toBe('certificate-after-submission')
    await candidate.submit()
    const screen = browser(portal, { ...candidate.cookies })
    expect((await screen.get('dashboard')).text).toContain('Caste validity certificate')
    expect((await screen.get('certificates')).text).toContain('To upload')
    expect((await send(portal, candidate, 'certificates', kind)).status).toBe(201)
    expect((await send(portal, candidate, 'certificates', { kind: 'ews-proforma-v' })).status).toBe(404)
    expect((await send(portal, candidate, 'certificates', { kind: 'photo' })).status).toBe(422)
    const { data } = (await portal.api('GET', 'certificates', undefined, candidate.from)).body
    expect(data.entries).toMatchObject([
      { kind: 'caste-validity', status: 'uploaded', dueAt: new Date(validityDue).toISOString() },
    ])
  })

  test('each is due on the date of its kind: the candidate reads it, and can hand that one in until then', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: awaitingTwo })
    const [creamyLayerDue, page] = [ist('2024-08-20 17:00'), browser(portal, { ...candidate.cookies })]
    const dashboard = (await page.get('dashboard')).text
    for (const by of ['20 Aug 2024, 17:00', '21 Aug 2024, 17:00']) {
      expect((await page.get('certificates')).text).toContain(`Upload it by ${by}.`)
      expect(dashboard).toContain(by)
    }
    portal.clock.set(creamyLayerDue)
    const late = await send(portal, candidate, 'certificates', { kind: 'non-creamy-layer' })
    expect([late.status, late.body.code]).toEqual([422, 'certificates-closed'])
    expect((await page.get('certificates')).text).toContain('until 20 Aug 2024, 17:00')
    expect((await send(portal, candidate, 'certificates', { kind: 'caste-validity' })).status).toBe(201)
  })

  test('reminders go out in batches, so that pages are served in between', async () => {
    const portal = await openPortal({ at: ist('2024-08-20 17:00') })
    const { db, reminders } = portal.services
    db.sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
      INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
      SELECT 'ML2490' || printf('%04d', i), 'Somebody', 'some' || i || '@example.org', 9100000000 + i, 'MH', 'MH-pune', 'en', 1, 1 FROM n`)
    db.sqlite.exec('INSERT INTO applications (candidate_id, mode, submitted_at) SELECT id, 1, 1 FROM candidates')
    db.sqlite
      .prepare(
        `INSERT INTO application_steps (candidate_id, step, answers, saved_at, version)
         SELECT c.id, s.key, s.value, 1, 1 FROM candidates c JOIN json_each(?) s`,
      )
      .run(JSON.stringify(questionSteps.map((step) => JSON.stringify(awaiting[step]))))
    const noted = () => db.sqlite.prepare('SELECT count(*) FROM reminders').pluck().get()
    const seen: unknown[] = []
    let isDone = false
    const done = reminders.remind().then(() => (isDone = true))
    while (!isDone) {
      seen.push(noted())
      await new Promise((resolve) => setImmediate(resolve))
    }
    await done
    expect(noted()).toBe(450)
    expect(seen).toEqual(expect.arrayContaining([20, 100, 400]))
  })

  test('reminders go out 7, 3 and 1 days before the due date, once each, and catch up after a pause', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: awaiting })
    const remind = async () => {
      await portal.services.reminders.remind()
      return portal.sentTo(asha.mobile, 'certificate-reminder')
    }
    expect(await remind()).toBe(0)
    portal.clock.set((validityDue - days(7)) as typeof validityDue)
    expect(await remind()).toBe(1)
    expect(await remind()).toBe(1)
    // The jobs were not running when the second reminder was due.
    portal.clock.set((validityDue - hours(8)) as typeof validityDue)
    expect(await remind()).toBe(2)
    expect(await remind()).toBe(2)
    portal.clock.set(validityDue)
    expect(await remind()).toBe(2)
    expect(candidate.userId).toMatch(/^ML/)
  })

  test('a candidate who has handed in the certificate is not reminded; one whose certificate was rejected is', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: awaiting })
    await send(portal, candidate, 'certificates', { kind: 'caste-validity' })
    portal.clock.set(ist('2024-08-15 10:00'))
    await portal.services.reminders.remind()
    expect(await portal.sentTo(asha.mobile, 'certificate-reminder')).toBe(0)
    const so = await atDesk(portal, 'so')
    await so.post(`certificates/${caseOf(portal)}`, {
      verdict: 'rejected',
      agreed: 'rejected',
      remark: 'Not readable.',
    })
    portal.clock.set(ist('2024-08-19 10:00'))
    await portal.services.reminders.remind()
    expect(await portal.sentTo(asha.mobile, 'certificate-reminder')).toBe(1)
  })
})

describe('a claim whose certificate does not arrive', () => {
  const afterDue = ist('2024-08-21 17:02')

  /** Confirmed with a caste certificate whose validity is still to be proved. */
  async function confirmed(portal: TestPortal) {
    const candidate = await locked(portal, awaiting)
    confirmForm(portal, candidate.id)
    return candidate
  }
  const convertAt = (portal: TestPortal, at: typeof afterDue) => {
    portal.clock.set(at)
    return portal.services.certificates.convertUnfulfilled()
  }
  const categoryOf = (portal: TestPortal, id: number) =>
    portal.services.application.answers(id)['category-details']?.category

  test('is removed after the due date: the form becomes Open, the difference is due, and the candidate gets one message', async () => {
    const portal = await openPortal()
    const candidate = await confirmed(portal)
    await convertAt(portal, ist('2024-08-21 17:01'))
    expect(categoryOf(portal, candidate.id)).toBe('SC')
    await convertAt(portal, afterDue)
    await convertAt(portal, ist('2024-08-21 18:02'))
    expect(categoryOf(portal, candidate.id)).toBe('OPEN')
    expect(await candidate.details()).toMatchObject({
      isarcconfirmed: 1,
      isconvert_fee: 200,
      isconvert_payment_status: 'N',
      permissions: { convertFee: true },
    })
    expect(await portal.sentTo(asha.mobile, 'claims-unfulfilled')).toBe(1)
    const screen = browser(portal, { ...candidate.cookies })
    const page = (await screen.get('convert-fee')).text
    expect(page).toContain('the certificate “Caste validity certificate” was not uploaded by the due date')
    expect(page).toContain('₹200')
    expect(portal.services.acknowledgement(candidate.id, 'en')?.removed).toBe('Category')
  })

  test('remains until the extended deadline of a special order, and the certificate can be handed in until then', async () => {
    const portal = await openPortal()
    const candidate = await confirmed(portal)
    portal.services.db.sqlite.exec(`INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password,
        created_at) VALUES ('cell', 'The Cell', 'admin', 'x', 0, 0);
      INSERT INTO special_orders (kind, candidate_id, until, order_number, authority, reason, prepared_by, prepared_at, state)
      VALUES ('extend', ${candidate.id}, ${ist('2024-08-23 17:00')}, '1', 'Court', 'Scrutiny committee', 1, 1, 'published')`)
    await convertAt(portal, afterDue)
    expect(categoryOf(portal, candidate.id)).toBe('SC')
    const page = await browser(portal, { ...candidate.cookies }).get('certificates')
    expect(page.text).toContain('23 Aug 2024, 17:00')
    expect((await send(portal, candidate, 'certificates', { kind: 'caste-validity' })).status).toBe(201)
    portal.services.db.sqlite.exec('DELETE FROM certificates')
    await convertAt(portal, ist('2024-08-23 17:02'))
    expect(categoryOf(portal, candidate.id)).toBe('OPEN')
  })

  test('is removed if the certificate was rejected, and remains if it was accepted or still waits for an officer', async () => {
    const portal = await openPortal()
    const candidate = await confirmed(portal)
    await send(portal, candidate, 'certificates', { kind: 'caste-validity' })
    await convertAt(portal, afterDue)
    expect(categoryOf(portal, candidate.id)).toBe('SC')
    const so = await atDesk(portal, 'so')
    await so.post(`certificates/${caseOf(portal)}`, {
      verdict: 'rejected',
      agreed: 'rejected',
      remark: 'Not readable.',
    })
    await convertAt(portal, ist('2024-08-22 10:00'))
    expect(categoryOf(portal, candidate.id)).toBe('OPEN')
    const page = (await browser(portal, { ...candidate.cookies }).get('convert-fee')).text
    expect(page).toContain('the certificate “Caste validity certificate” was not accepted')

    const other = await openPortal()
    const proved = await confirmed(other)
    await send(other, proved, 'certificates', { kind: 'caste-validity' })
    await (await atDesk(other, 'so')).post(`certificates/${caseOf(other)}`, { verdict: 'verified', agreed: 'verified' })
    await convertAt(other, afterDue)
    expect(categoryOf(other, proved.id)).toBe('SC')
  })

  test('remains on a form that was never confirmed', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: awaiting })
    await convertAt(portal, afterDue)
    expect(categoryOf(portal, candidate.id)).toBe('SC')
  })
})

describe('a seat that was won on a claim whose certificate does not arrive', () => {
  const choiceCode = '301510110'
  const due = ist('2024-08-31 17:00')
  const afterDue = ist('2024-08-31 17:02')
  const dueActivities = ['certificates-caste-validity', 'certificates-non-creamy-layer']

  /** Confirmed, and allotted a seat by a published round, with certificates due only afterwards. */
  async function seatedOn(seatType: string, { round = 1, answers = awaiting as typeof withCgpa } = {}) {
    const portal = await openPortal()
    keepsBooks(portal)
    const candidate = await locked(portal, answers)
    confirmForm(portal, candidate.id)
    const { db, notices } = portal.services
    db.transact(() => notices.moveClosings(dueActivities.map((key) => ({ key, to: due }))))
    portal.clock.set(ist('2024-08-29 17:00'))
    runOf(portal, {
      round,
      courses: [{ choiceCode, seats: { [seatType]: 1 } }],
      placed: [
        {
          id: candidate.id,
          userId: candidate.userId,
          fullName: 'Asha',
          state: 1,
          allIndia: 1,
          seat: { choiceCode, seatType, preference: 2 },
        },
      ],
    })
    const seat = () => portal.services.seatAcceptance.current(candidate.id)!
    const convert = async () => {
      portal.clock.set(afterDue)
      await portal.services.certificates.convertUnfulfilled()
    }
    const settled = () => portal.services.certificates.unfulfilled(candidate.id).map((one) => one.seat)
    const page = async () => (await browser(portal, { ...candidate.cookies }).get('convert-fee')).text
    return { portal, candidate, seat, convert, settled, page }
  }

  test('is cancelled, and the candidate takes part in the next round as Open, with the fee due', async () => {
    const { portal, candidate, seat, convert, settled, page } = await seatedOn('LSCS')
    await convert()
    expect(seat()).toMatchObject({ state: 'ended', offer: { ending: 'claim-failed' } })
    expect(settled()).toEqual(['released'])
    expect(portal.services.seatAcceptance.entry(candidate.id, 2)).toEqual({ kind: 'takes-part' })
    expect(await candidate.details()).toMatchObject({ isconvert_fee: 200, isconvert_payment_status: 'N' })
    expect(await portal.sentTo(asha.mobile, 'seat-ended')).toBe(1)
    expect(await page()).toContain(`The seat at ${choiceCode} (CAP Round 1) was won on a claim that has been removed`)
  })

  test('stays if its type needs no such claim', async () => {
    const { portal, seat, convert, settled } = await seatedOn('LOPENS')
    await convert()
    expect(seat().offer.ending).toBeNull()
    expect(settled()).toEqual([null])
    expect(await portal.sentTo(asha.mobile, 'seat-ended')).toBe(0)
  })

  test('after the last round it passes to the institute, for a kind whose rule cancels the admission', async () => {
    const { portal, seat, convert, settled } = await seatedOn('LSCS', { round: 3 })
    await convert()
    expect(seat().offer.ending).toBe('claim-failed')
    expect(settled()).toEqual(['institute'])
    const institute = await atDesk(portal, 'institute', 'sahyadri', { institute: '3015' })
    expect((await institute.get('institute-seats')).text).toContain('Passed to the institute level')
    expect(portal.services.certificates.passedTo('3015')).toEqual([{ choiceCode, count: 1 }])
    expect(portal.services.certificates.passedTo('3016')).toEqual([])
  })

  test('after the last round it is kept as an Open seat, for a kind whose rule keeps the admission', async () => {
    const { portal, seat, convert, settled, page } = await seatedOn('LOBCS', { round: 3, answers: awaitingCreamyLayer })
    await convert()
    expect(seat().offer.ending).toBeNull()
    expect(settled()).toEqual(['kept'])
    expect(await portal.sentTo(asha.mobile, 'seat-as-open')).toBe(1)
    expect(await page()).toContain(`Your admission at ${choiceCode} stays, converted to Open.`)
  })

  test('waits while a run that read the claim is not yet published', async () => {
    const { portal, seat, convert } = await seatedOn('LSCS')
    runOf(portal, { round: 2, state: 'prepared', courses: [], placed: [] })
    await convert()
    expect(seat().offer.ending).toBeNull()
    portal.services.db.sqlite.exec("UPDATE allotment_runs SET state = 'discarded' WHERE round = 2")
    await convert()
    expect(seat().offer.ending).toBe('claim-failed')
  })

  test('a kind with a due date of its own is judged by that date', async () => {
    const { portal, candidate, convert } = await seatedOn('LSCS')
    const later = ist('2024-12-31 17:00')
    const { db, notices } = portal.services
    db.transact(() => notices.moveClosings([{ key: 'certificates-caste-validity', to: later }]))
    const category = () => portal.services.application.answers(candidate.id)['category-details']?.category
    await convert()
    expect(category()).toBe('SC')
    expect(portal.services.certificates.dueAt(candidate.id)).toBe(later)
    portal.clock.set(plus(later, days(1)))
    await portal.services.certificates.convertUnfulfilled()
    expect(category()).toBe('OPEN')
  })
})

describe('case 18: access to certificates', () => {
  test('case 18: an officer of another region can neither see nor judge them', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    await send(portal, candidate, 'uploadcgpacertificate', marks)
    await staffAccount(portal, 'so', 'so-nagpur', { region: 'nagpur' } as never)
    const other = deskBrowser(portal)
    other.jar.mbale_desk = portal.services.staff.openFor('so-nagpur', { network: '127.0.0.1', device: '—' })!
    const id = caseOf(portal)
    expect(viewOf<{ data: { list: { rows: object[] } } }>(await other.get('certificates')).data.list.rows).toEqual([])
    expect((await other.get(`certificates/${id}`)).status).toBe(404)
    expect((await other.get(`certificates/${id}/file`)).status).toBe(404)
    expect((await other.post(`certificates/${id}`, { verdict: 'verified', agreed: 'verified' })).status).toBe(404)
    expect((await portal.api('GET', details, undefined, candidate.from)).body.data.status).toBe('uploaded')
  })

  test('case 15: only its owner sees a certificate', async () => {
    const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
    await send(portal, candidate, 'uploadcgpacertificate', marks)
    const other = await applicant(portal, { ...asha, email: 'b@example.org', mobile: '9876500002' })
    const screen = browser(portal, { ...other.cookies })
    expect((await screen.get('certificates/cgpa-conversion/file')).status).toBe(404)
    expect((await browser(portal).get('certificates/cgpa-conversion/file')).status).toBe(303)
  })
})

test('the sweep of unreferenced files leaves the file of a certificate alone', async () => {
  const { portal, owner: candidate } = await openWithApplicant({ answers: withCgpa })
  await send(portal, candidate, 'uploadcgpacertificate', marks)
  portal.clock.advance(days(1))
  await portal.services.documents.sweep()
  const so = await atDesk(portal, 'so')
  expect((await so.get(`certificates/${caseOf(portal)}/file`)).status).toBe(200)
})

test('certificates follow one another, longest waiting first; accepting asks once, and a reason is enough to reject', async () => {
  const portal = await openPortal()
  const [first, second] = [await locked(portal, withCgpa), await locked(portal, withCgpa, ravi)]
  for (const one of [first, second]) await send(portal, one, 'uploadcgpacertificate', marks)
  const so = await atDesk(portal, 'so')
  type Shown = { data: { next: number | null } }
  const next = async (id: number) => viewOf<Shown>(await so.get(`certificates/${id}`)).data.next
  expect([await next(1), await next(2)]).toEqual([2, 1])
  const asked = await so.post('certificates/1', { verdict: 'verified', onward: 'true' })
  expect([asked.status, viewOf(asked).form?.confirm?.value]).toEqual([409, 'verified'])
  expect((await portal.api('GET', details, undefined, first.from)).body.data.status).toBe('uploaded')
  const went = await so.post('certificates/1', { verdict: 'verified', agreed: 'verified', onward: 'true' })
  expect(went.headers.location).toContain('/certificates/2')
  const last = await so.post('certificates/2', {
    verdict: 'rejected',
    agreed: 'rejected',
    reply: 'incomplete',
    onward: 'true',
  })
  expect(last.headers.location).toMatch(/\/certificates$/)
  const { data } = (await portal.api('GET', details, undefined, second.from)).body
  expect(data).toMatchObject({ status: 'rejected', remark: expect.stringContaining('missing') })
})
