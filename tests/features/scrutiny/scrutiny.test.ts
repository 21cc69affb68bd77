import { describe, expect, test } from 'vitest'
import { factsToCheck } from '#server/domain/scrutiny/scrutiny.ts'
import type { View } from '#server/domain/site/view.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { StaffActor } from '#server/features/desk/staff/deps.ts'
import type { FactView } from '#server/features/scrutiny/scrutiny/fact-view.ts'
import { translate } from '#server/i18n/texts.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { ist } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { jpeg, multipart, pdf } from '#tests/support/files.ts'
import { asha, browser, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

const list = 'discrepancyController/getCandidateDiscrepancyList'
const stepWise = 'discrepancyController/getStepWiseCandidateDiscrepancy'
const resubmit = 'discrepancyController/submitDiscrepancy'

const withGoodMarks = answersWith(ashasAnswers, { 'qualifications-details': { degreeMarks: '2400' } })

/** Asha's submitted form, and an officer at the desk who may judge it. */
async function submitted(answers: Answers = withGoodMarks, fee = 1000) {
  const opened = await openWithApplicant({ answers, fee, officers: ['so'] })
  const { portal, owner: candidate } = opened
  const officer = opened.officers[0]!
  const page = `scrutiny/${candidate.userId}`
  const facts = () => factsToCheck(portal.services.application.answers(candidate.id))
  /** Accepts every fact except the named ones, which get the given finding. */
  const verdicts = (faults: Record<string, Record<string, string>> = {}) =>
    Object.fromEntries(
      facts().flatMap(({ name }) =>
        Object.entries(faults[name] ? { verdict: 'discrepancy', ...faults[name] } : { verdict: 'accepted' }).map(
          ([field, value]) => [`${field}-${name}`, value],
        ),
      ),
    )
  async function finish(faults: Record<string, Record<string, string>> = {}) {
    const asked = await officer.post(page, verdicts(faults))
    const confirm = viewOf<View>(asked).form?.confirm
    if (!confirm) return asked
    return officer.post(page, { ...verdicts(faults), agreed: confirm.value })
  }
  const pickUp = () => officer.post(page, { intent: 'pick-up' })
  const told = () =>
    portal.services.messages
      .outbox({ to: asha.mobile, limit: 100 })
      .map(({ template }: { template: string }) => template)
  return { portal, officer, candidate, page, verdicts, finish, pickUp, told }
}

const stateOf = (portal: TestPortal, id: number) =>
  portal.services.db.sqlite.prepare('SELECT form_state FROM applications WHERE candidate_id = ?').pluck().get(id)

const motherName = { reason: 'differs', expected: 'Sunita R. Patil', found: 'Sunita Ramesh Patil' }

describe('a fact that needs a look of its own', () => {
  test("is a mother's name that is the candidate's own, and an objection that nothing answers: neither is accepted with the rest", async () => {
    const { portal, officer, candidate, page, finish, pickUp } = await submitted()
    await pickUp()
    await finish({ 'mother-name': motherName })
    const motherOf = (name: string) => {
      const person = { ...ashasAnswers['personal-details'], motherName: name }
      return candidate.save('personal-details', person)
    }
    portal.clock.advance(60_000)
    // The same name again answers nothing.
    await motherOf(ashasAnswers['personal-details'].motherName)
    expect((await portal.api('GET', resubmit, undefined, candidate.from)).status).toBe(200)
    await pickUp()
    const mother = async () =>
      viewOf<View<{ facts: FactView[] }>>(await officer.get(page)).data.facts.find(
        ({ name }) => name === 'mother-name',
      )!
    expect(await mother()).toMatchObject({ isChanged: false, isFlagged: true, before: { was: [], newDocuments: [] } })
    expect((await officer.get(page)).text).toContain('The candidate has changed nothing here')
    await officer.post(page, { intent: 'accept-rest' })
    expect(await mother()).toMatchObject({ verdict: null })
    await finish({ 'mother-name': motherName })
    portal.clock.advance(60_000)
    await motherOf(` ${asha.fullName.toUpperCase()}`.trim())
    await portal.api('GET', resubmit, undefined, candidate.from)
    await pickUp()
    expect(await mother()).toMatchObject({ isOwnName: true, isFlagged: true })
  })
})

/** How often words stand on a page, beside the data that it carries for the browser. */
const timesOn = (html: string, words: string) => html.replace(/<script[\s\S]*?<\/script>/g, '').split(words).length - 1

describe("an officer's own words", () => {
  test('stand once on the page that corrects them, marked with their language, after the reason in that of the page', async () => {
    const { portal, candidate, finish, pickUp } = await submitted()
    await pickUp()
    const note = (words: string) => ({ expected: `${words} E`, found: `${words} F` })
    const sent = await finish({
      'mother-name': { reason: 'differs', ...note('Mother') },
      ssc: { reason: 'illegible', ...note('Marksheet') },
      photo: { reason: 'unfit-picture', ...note('Photo') },
      name: { reason: 'differs', ...note('Name') },
    })
    expect(sent.status).toBe(303)
    const screen = browser(portal, { ...candidate.cookies })
    const shown = async (page: string) => (await screen.get(`${page}?lang=mr`)).text
    for (const [page, ...facts] of [
      ['personal-details', 'Mother', 'Name'],
      ['photo-details', 'Photo'],
      ['documents-details', 'Marksheet'],
      ['dashboard', 'Mother', 'Name', 'Photo', 'Marksheet'],
    ] as const) {
      const text = await shown(page)
      for (const words of facts) {
        expect([page, words, timesOn(text, `${words} E`), timesOn(text, `${words} F`)]).toEqual([page, words, 1, 1])
        expect(text).toContain(`<span lang="en">${words} F</span>`)
      }
      expect(timesOn(text, 'अधिकाऱ्याच्या शब्दांत (English):')).toBe(facts.length)
    }
    // The summary above leads to the place where they stand; the name has none on any step.
    const text = await shown('personal-details')
    expect(text).toContain('<a href="#f-motherName">')
    expect(text).toContain('id="f-motherName"')
    expect(text).not.toContain('#f-fullName')
    expect(await shown('documents-details')).toMatch(/<a href="#file-ssc-marksheet">[\s\S]*<li id="file-ssc-marksheet"/)
    // Once another file is there, its row is closed, and its line says that the finding still waits for a look.
    const rowOf = async () =>
      /<li id="file-ssc-marksheet"[\s\S]*?<\/summary>/.exec(await shown('documents-details'))![0]
    const waits = translate('mr', 'documents:list.corrected')
    expect(await rowOf()).not.toContain(waits)
    portal.clock.advance(60_000)
    const { body, headers } = multipart({ kind: 'ssc-marksheet' }, [{ name: 'new.pdf', content: await pdf() }])
    const uploaded = await portal.ask('POST', `${portal.base}api/documents`, { ...candidate.from, body, headers })
    expect(uploaded.status).toBe(201)
    expect(await rowOf()).toContain(waits)
    expect(await rowOf()).not.toMatch(/<details[^>]* open/)
  })
})

describe('a discrepancy on a mandatory fact', () => {
  test('returns the form and opens only its step, which is corrected and confirmed', async () => {
    const { portal, officer, page, candidate, finish, pickUp, told } = await submitted()
    expect(stateOf(portal, candidate.id)).toBe('submitted')
    expect((await pickUp()).status).toBe(303)
    expect(stateOf(portal, candidate.id)).toBe('picked-up')
    expect((await finish({ 'mother-name': motherName })).status).toBe(303)
    expect(stateOf(portal, candidate.id)).toBe('reverted')
    expect(await candidate.details()).toMatchObject({ discrepancy: 1, lock_form: 0, isarcconfirmed: 0, fill_status: 8 })
    expect(told()).toContain('application-reverted')

    const found = (await portal.api('GET', list, undefined, candidate.from)).body.data
    expect(found).toEqual([
      {
        step: 4,
        field: 'motherName',
        code: 'differs',
        expected: 'Sunita R. Patil',
        found: 'Sunita Ramesh Patil',
        message: "Mother's name: does not match the document.",
        resolved: false,
      },
    ])
    expect((await portal.api('POST', stepWise, { step: 4 }, candidate.from)).body.data).toEqual(found)
    expect((await portal.api('POST', stepWise, { step: 3 }, candidate.from)).body.data).toEqual([])

    const early = await portal.api('GET', resubmit, undefined, candidate.from)
    expect([early.status, early.body.code]).toEqual([422, 'steps-to-correct'])
    const other = await candidate.save('qualifications-details', ashasAnswers['qualifications-details'])
    expect([other.status, other.body.code]).toEqual([423, 'step-not-flagged'])

    portal.clock.advance(60_000)
    const person = { ...ashasAnswers['personal-details'], motherName: 'Sunita R. Patil' }
    const dashboard = async () => (await browser(portal, { ...candidate.cookies }).get('dashboard')).text
    expect(await dashboard()).toContain('Correct your form and submit it again')
    expect((await candidate.save('personal-details', person)).status).toBe(200)
    const corrected = await dashboard()
    expect(corrected).toContain('Submit your form again')
    expect(corrected).not.toMatch(/Correct (your form|it|the problems|this)/)
    // The way on names the act, not the paper for which the last step is named in the menu.
    const onward = async (page: string) => {
      const { text } = await browser(portal, { ...candidate.cookies }).get(page)
      return text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    }
    for (const page of ['qualifications-details', 'photo-details', 'documents-details', 'dashboard']) {
      expect([page, await onward(page)]).toEqual([page, expect.stringMatching(/ubmit again/)])
      expect([page, await onward(page)]).toEqual([page, expect.not.stringContaining('Print Form')])
    }
    const again = await portal.api('GET', resubmit, undefined, candidate.from)
    expect([again.status, again.body.data.number]).toEqual([200, 2])
    expect(stateOf(portal, candidate.id)).toBe('resubmitted')
    expect((await portal.api('GET', list, undefined, candidate.from)).body.data[0].resolved).toBe(true)
    const twice = await portal.api('GET', resubmit, undefined, candidate.from)
    expect([twice.status, twice.body.code]).toEqual([409, 'not-reverted'])

    await pickUp()
    // The officer sees what was objected to, and what the candidate wrote before.
    const shown = viewOf<View<{ facts: FactView[] }>>(await officer.get(page)).data.facts
    expect(shown.find(({ name }) => name === 'mother-name')).toMatchObject({
      verdict: null,
      isChanged: true,
      isFlagged: true,
      before: {
        objected: { reason: 'differs', expected: 'Sunita R. Patil', found: 'Sunita Ramesh Patil' },
        was: [{ value: ashasAnswers['personal-details'].motherName }],
        newDocuments: [],
      },
    })
    expect(shown.filter(({ before }) => before)).toHaveLength(1)
    expect((await officer.get(page)).text).toContain('Objected to in the version before')
    expect((await finish()).status).toBe(303)
    expect(stateOf(portal, candidate.id)).toBe('confirmed')
    expect(await candidate.details()).toMatchObject({
      discrepancy: 0,
      lock_form: 1,
      isarcconfirmed: 1,
      isconvert_fee: 0,
    })
    expect((await candidate.details()).permissions.acknowledgement).toBe(true)
    expect(told()).toContain('application-confirmed')
  })

  test('is shown on the dashboard, at its field and above its step, but not while the officer is still judging', async () => {
    const { portal, officer, page, candidate, verdicts, finish, pickUp } = await submitted()
    await pickUp()
    await officer.post(page, { ...verdicts({ 'mother-name': motherName }), intent: 'save' })
    expect((await portal.api('GET', list, undefined, candidate.from)).body.data).toEqual([])
    await finish({ 'mother-name': motherName, photo: { reason: 'unfit-picture' } })
    const screen = browser(portal, candidate.cookies)
    const dashboard = viewOf<View<{ application: { found: { field: string }[] } }>>(await screen.get('dashboard'))
    expect(dashboard.data.application.found.map(({ field }) => field).sort()).toEqual(['motherName', 'photo'])
    const step = await screen.get('personal-details')
    expect(step.text.match(/Sunita R. Patil/g)!.length).toBeGreaterThan(1)
    expect((await screen.get('photo-details')).text).toContain('Photograph: cannot be used')
    expect((await screen.get('print-pdf')).text).toContain('You have NOT submitted your form again yet')
  })

  test('about a document opens the documents', async () => {
    const { candidate, finish, pickUp, portal } = await submitted()
    await pickUp()
    await finish({ ssc: { reason: 'illegible' } })
    const [found] = (await portal.api('GET', list, undefined, candidate.from)).body.data
    expect(found).toMatchObject({ step: 6, field: 'ssc-marksheet', code: 'illegible' })
    expect(portal.services.application.mayEdit(candidate.id, 6).ok).toBe(true)
    expect(portal.services.application.mayEdit(candidate.id, 3).ok).toBe(false)
  })

  test('on the name lets only that candidate write it as on the marksheet', async () => {
    const { candidate, finish, pickUp, portal } = await submitted()
    const screen = browser(portal, candidate.cookies)
    const early = await screen.post('dashboard', { intent: 'name', fullName: 'Asha Other' })
    expect(early.status).toBe(409)
    await pickUp()
    await finish({ name: { reason: 'differs', expected: 'Asha V. Patil' } })
    expect((await screen.post('dashboard', { intent: 'name', fullName: '<b>1</b>' })).status).toBe(422)
    expect((await screen.post('dashboard', { intent: 'name', fullName: 'Asha V. Patil' })).status).toBe(303)
    expect((await candidate.details()).full_name).toBe('Asha V. Patil')
  })

  test('needs a fitting reason and the right value; every fact needs a verdict', async () => {
    const { officer, page, verdicts, pickUp, candidate, portal } = await submitted()
    await pickUp()
    const errors = async (fields: Record<string, string>) =>
      viewOf<View>(await officer.post(page, fields)).form!.errors.map(({ field }) => field)
    expect(await errors({ ...verdicts(), 'verdict-ssc': '' })).toEqual(['verdict-ssc'])
    expect(await errors(verdicts({ ssc: {} }))).toEqual(['reason-ssc'])
    expect(await errors(verdicts({ ssc: { reason: 'unfit-picture' } }))).toEqual(['reason-ssc'])
    expect(await errors(verdicts({ ssc: { reason: 'differs' } }))).toEqual(['expected-ssc'])
    expect((await officer.post(page, { ...verdicts(), agreed: 'confirm  20000' })).status).toBe(409)
    expect(stateOf(portal, candidate.id)).toBe('picked-up')
  })
})

describe('a claim that fails', () => {
  test('is removed: the form is confirmed as Open, and the difference is due as the conversion fee', async () => {
    const { portal, candidate, finish, pickUp, told } = await submitted()
    await pickUp()
    await finish({ category: { reason: 'not-valid', document: 'caste-certificate' } })
    expect(await candidate.details()).toMatchObject({
      isarcconfirmed: 1,
      discrepancy: 0,
      fill_status: 8,
      isconvert_fee: 200,
      isconvert_paid_amt: 0,
      isconvert_payment_status: 'N',
      paid_amt: 1000,
      diff_amt_paid: 0,
      permissions: { convertFee: true },
    })
    const { application } = portal.services
    expect(application.answers(candidate.id)['category-details']).toEqual({
      category: 'OPEN',
      ews: 'no',
      disability: 'no',
      defence: 'none',
      orphan: 'no',
      tfws: 'yes',
    })
    expect(application.versionsOf(candidate.actor.candidateId).map(({ number }) => number)).toEqual([2, 1])
    expect(told()).toContain('claims-removed')
    const dues = (await portal.api('GET', 'dues', undefined, candidate.from)).body.data
    expect(dues).toEqual([{ due: 'conversion-fee', amount: 200, payment: null, payable: true }])
    expect((await portal.api('GET', 'fee-conversion', undefined, candidate.from)).body.data).toEqual({
      fee: 200,
      paid: 0,
      due: 200,
    })
    const page = await browser(portal, candidate.cookies).get('convert-fee')
    expect(page.text).toContain('Caste certificate')
    candidate.pay(200, 'conversion-fee')
    expect(await candidate.details()).toMatchObject({
      fill_status: 8,
      isconvert_fee: 200,
      isconvert_paid_amt: 200,
      isconvert_payment_status: 'Y',
      permissions: { convertFee: false },
    })
    expect((await portal.api('GET', 'dues', undefined, candidate.from)).body.data).toEqual([])
  })

  test('costs nothing where the fee stays the same', async () => {
    const { candidate, finish, pickUp } = await submitted()
    await pickUp()
    await finish({ tfws: { reason: 'not-entitled' } })
    expect(await candidate.details()).toMatchObject({ isarcconfirmed: 1, isconvert_fee: 0 })
  })

  test('of the type makes the candidate OMS and removes the claims of the other types', async () => {
    const { portal, candidate, finish, pickUp } = await submitted()
    await pickUp()
    await finish({ type: { reason: 'not-entitled' } })
    const answers = portal.services.application.answers(candidate.id)
    expect(answers['type-of-candidature']!.type).toBe('OMS')
    expect(answers['category-details']).toEqual({})
    expect(await candidate.details()).toMatchObject({ isarcconfirmed: 1, isconvert_fee: 200 })
  })

  test('returns the form if the candidate would not be eligible without it', async () => {
    // 47 % suffices only for a reserved category.
    const { candidate, finish, pickUp } = await submitted(ashasAnswers)
    await pickUp()
    await finish({ category: { reason: 'not-entitled' } })
    const { isarcconfirmed, discrepancy } = await candidate.details()
    expect([isarcconfirmed, discrepancy]).toEqual([0, 1])
  })

  test('beside a discrepancy on a mandatory fact it goes back too, and may be proved', async () => {
    const { portal, candidate, finish, pickUp } = await submitted()
    await pickUp()
    await finish({ 'mother-name': motherName, category: { reason: 'differs', expected: 'OBC' } })
    const found = (await portal.api('GET', list, undefined, candidate.from)).body.data
    expect(found.map(({ step }: { step: number }) => step).sort()).toEqual([2, 4])
    expect((await candidate.details()).isconvert_fee).toBe(0)
  })
})

test('after the time for corrections an officer is warned before a form goes back', async () => {
  const { portal, officer, page, pickUp, verdicts } = await submitted()
  await pickUp()
  const lines = async () =>
    viewOf<View>(await officer.post(page, verdicts({ 'mother-name': motherName }))).form?.confirm?.lines.join(' ')
  expect(await lines()).not.toContain('time for corrections')
  portal.clock.set(ist('2024-08-17 10:00'))
  expect(await lines()).toContain('The time for corrections ended on 16 Aug 2024, 17:00')
})

describe('two officers', () => {
  test('never hold the same form', async () => {
    const { portal, officer, page, pickUp, candidate, verdicts } = await submitted()
    const second = await atDesk(portal, 'so', 'so-2')
    const both = await Promise.all([pickUp(), second.post(page, { intent: 'pick-up' })])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409])
    const loser = both[0].status === 303 ? second : officer
    for (const intent of ['release', 'save', 'finish']) {
      expect((await loser.post(page, { ...verdicts(), intent })).status).toBe(409)
    }
    expect(stateOf(portal, candidate.id)).toBe('picked-up')
    const winner = loser === second ? officer : second
    expect((await winner.post(page, { intent: 'release' })).status).toBe(303)
    expect(stateOf(portal, candidate.id)).toBe('submitted')
    expect((await loser.post(page, { intent: 'pick-up' })).status).toBe(303)
  })

  test('a form is assigned on submission, stays with its officer, and cannot be unlocked once picked up', async () => {
    const { portal, candidate, pickUp } = await submitted()
    expect(portal.services.scrutiny.officerOf(candidate.id)).toBe('Person of so')
    await pickUp()
    const answer = await candidate.unlock()
    expect([answer.status, answer.body.code]).toEqual([409, 'picked-up'])
  })

  test('the forms of a closed account wait for the other officers again', async () => {
    const { portal, candidate, officer, pickUp } = await submitted()
    await pickUp()
    const admin = await atDesk(portal, 'admin')
    const closed = await admin.post('staff', { intent: 'disable', staffId: String(officer.id) })
    expect(closed.status).toBe(303)
    expect(stateOf(portal, candidate.id)).toBe('submitted')
    const second = await atDesk(portal, 'so', 'so-2')
    const taken = await second.post('scrutiny', { intent: 'next' })
    expect(taken.headers.location).toBe(`/mbale/cell/scrutiny/${candidate.userId}`)
  })

  test('an officer of one region reaches no form of another', async () => {
    const { portal, candidate } = await submitted()
    const region = 'nagpur' as const
    const far = { id: 99, loginName: 'far', role: 'so', centre: null, institute: null, region } as unknown as StaffActor
    const { scrutiny } = portal.services
    expect(scrutiny.form(far, candidate.userId, 'en')).toBeNull()
    expect(await scrutiny.document(far, candidate.userId, 'photo')).toBeNull()
    expect(scrutiny.pickUp(far, candidate.userId)).toMatchObject({ refusal: { status: 404 } })
    const asked = askedOf(scrutiny.list.shape, {})
    expect(scrutiny.list.piece(far, asked).rows).toEqual([])
    expect(scrutiny.counts(far), 'nor are those of another counted').toEqual({})
    const near = { ...far, region: 'pune' as const }
    expect(scrutiny.list.piece(near, asked).rows.map(({ userId }) => userId)).toEqual([candidate.userId])
    expect(scrutiny.counts(near)).toEqual({ new: 1 })
  })
})

test('the log records every form that an officer opens, views and decides', async () => {
  const { portal, officer, page, finish, pickUp } = await submitted()
  await officer.get(page)
  await pickUp()
  await finish()
  const acts = portal.services.db.sqlite.prepare('SELECT act FROM audit_log ORDER BY id').pluck().all()
  for (const act of ['scrutiny.opened', 'scrutiny.picked-up', 'scrutiny.confirmed']) expect(acts).toContain(act)
})

test('an accepted and unchanged fact is accepted again; a changed one says so', async () => {
  const { portal, officer, page, candidate, finish, pickUp } = await submitted()
  await pickUp()
  await finish({ 'mother-name': motherName })
  portal.clock.advance(60_000)
  await candidate.save('personal-details', { ...ashasAnswers['personal-details'], motherName: 'Sunita R. Patil' })
  await portal.api('GET', resubmit, undefined, candidate.from)
  await pickUp()
  type Seen = { facts: { name: string; isChanged: boolean; verdict: { isAccepted: boolean } | null }[] }
  const { facts } = viewOf<View<Seen>>(await officer.get(page)).data
  expect(facts.filter(({ isChanged }) => isChanged).map(({ name }) => name)).toEqual(['mother-name'])
  expect(facts.filter(({ verdict }) => !verdict).map(({ name }) => name)).toEqual(['mother-name'])
})

test('a queue is read in pages, longest waiting first, and each page begins where the last ended', async () => {
  const { portal, officer, candidate } = await submitted()
  const { sqlite } = portal.services.db
  portal.services.db.transact(() => {
    const person =
      sqlite.prepare(`INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
      VALUES (?, 'Somebody', ?, ?, 'MH', 'MH-pune', 'en', 1, 1)`)
    const form = sqlite.prepare('INSERT INTO applications (candidate_id, mode, submitted_at) VALUES (?, 1, 7)')
    for (let n = 0; n < 120; n++) {
      const { lastInsertRowid } = person.run(`ML24${200_000 + n}`, `q${n}@example.org`, `60000${10_000 + n}`)
      form.run(lastInsertRowid)
    }
  })
  type Seen = { list: { rows: { userId: string }[]; next: string | null }; counts: Record<string, number> }
  const seen: string[] = []
  let address: string | null = 'scrutiny?queue=new'
  while (address !== null) {
    const { data }: View<Seen> = viewOf<View<Seen>>(await officer.get(address))
    expect(data.counts.new).toBe(121)
    seen.push(...data.list.rows.map(({ userId }) => userId))
    address = data.list.next
  }
  expect([seen.length, new Set(seen).size, seen[120]]).toEqual([121, 121, candidate.userId])
  const plan = sqlite
    .prepare(
      "EXPLAIN QUERY PLAN SELECT candidate_id FROM applications a INDEXED BY applications_state WHERE a.mode = 1 AND a.form_state = 'submitted' AND (a.submitted_at, a.candidate_id) > (7, 3) ORDER BY a.submitted_at, a.candidate_id",
    )
    .all() as { detail: string }[]
  expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
})

describe('a queue is filtered by the claims of its forms', () => {
  type Seen = { list: { rows: { userId: string }[] } }
  const seen = async (officer: { get(path: string): Promise<Parameters<typeof viewOf>[0]> }, search: string) =>
    viewOf<View<Seen>>(await officer.get(`scrutiny?${search}`)).data.list

  test('by type, by category, by both, each along an index', async () => {
    const { portal, officer, candidate } = await submitted()
    const { type } = withGoodMarks['type-of-candidature']!
    const { category } = withGoodMarks['category-details']!
    for (const search of [
      `type=${type}`,
      `category=${category}`,
      `type=${type}&category=${category}&sort=-submittedAt`,
    ]) {
      expect((await seen(officer, search)).rows.map(({ userId }) => userId)).toEqual([candidate.userId])
    }
    for (const search of ['type=OMS', 'category=ST', `type=${type}&category=ST`, `type=OMS&category=${category}`]) {
      expect((await seen(officer, search)).rows).toEqual([])
    }
    expect((await seen(officer, "type=A'--")).rows).toEqual([])
    expect((await seen(officer, 'queue=nowhere')).rows).toEqual([])
    for (const [index, where] of [
      ['type', "a.claimed_type = 'A'"],
      ['category', "a.claimed_category = 'OBC'"],
      ['claims', "a.claimed_type = 'A' AND a.claimed_category = 'OBC'"],
    ]) {
      const plan = portal.services.db.sqlite
        .prepare(
          `EXPLAIN QUERY PLAN SELECT candidate_id FROM applications a INDEXED BY applications_state_${index}
          WHERE a.mode = 1 AND a.form_state = 'submitted' AND ${where} AND (a.submitted_at, a.candidate_id) > (7, 3)
          ORDER BY a.submitted_at, a.candidate_id`,
        )
        .all() as { detail: string }[]
      expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
    }
  })

  test('a removed claim no longer counts as claimed', async () => {
    const { officer, candidate, finish, pickUp } = await submitted()
    await pickUp()
    await finish({ category: { reason: 'not-entitled' }, tfws: { reason: 'not-entitled' } })
    const category = withGoodMarks['category-details']!.category!
    expect((await seen(officer, `queue=confirmed&category=${category}`)).rows).toEqual([])
    const [found] = (await seen(officer, 'queue=confirmed&category=OPEN')).rows
    expect(found!.userId).toBe(candidate.userId)
  })
})

test('finishing opens the next form; none is read in advance, and none is assigned twice', async () => {
  const { portal, officer, page, verdicts, pickUp } = await submitted()
  const other = await applicant(portal, ravi)
  await other.complete(withGoodMarks, 1000)
  expect((await other.submit()).status).toBe(200)
  await pickUp()
  const opened = () =>
    portal.services.db.sqlite
      .prepare("SELECT count(*) FROM audit_log WHERE act = 'scrutiny.opened' AND candidate_id = ?")
      .pluck()
      .get(other.id)
  const queue = await officer.get('scrutiny')
  expect([queue.text.includes(ravi.fullName), opened()]).toEqual([true, 0])

  const asked = await officer.post(page, { ...verdicts(), onward: 'true' })
  const { confirm, values } = viewOf<View>(asked).form!
  expect(values.onward).toBe('true')
  const done = await officer.post(page, { ...verdicts(), onward: 'true', agreed: confirm!.value })
  expect(done.headers.location).toBe(`/mbale/cell/scrutiny/${other.userId}?onward=true`)
  expect([stateOf(portal, other.id), opened()]).toEqual(['picked-up', 0])
  const next = viewOf<View<{ isMine: boolean; goesOn: boolean }>>(await officer.get(done.headers.location!)).data
  expect([next.isMine, next.goesOn, opened()]).toEqual([true, true, 1])
  const taken = await officer.post('scrutiny', { intent: 'next' })
  expect(taken.headers.location).toBe('/mbale/cell/scrutiny')
})

test('the acknowledgement exists once the form is confirmed, and its code says so', async () => {
  const { portal, candidate, finish, pickUp } = await submitted()
  const screen = browser(portal, candidate.cookies)
  const kept = await portal.services.fileStorage.keep(await jpeg({ width: 413, height: 531 }))
  if (!kept.ok) throw new Error('not kept')
  portal.services.db.sqlite.prepare("UPDATE documents SET hash = ? WHERE kind = 'photo'").run(kept.value)
  const print = () => portal.api('GET', 'printables/acknowledgement.pdf', undefined, candidate.from)
  expect((await print()).status).toBe(404)
  await pickUp()
  await finish({ category: { reason: 'not-entitled' }, tfws: { reason: 'not-entitled' } })
  const page = await screen.get('acknowledgement')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Removed in scrutiny')
  const paper = await print()
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect((await screen.get('acknowledgement.pdf')).status).toBe(200)
})

test('no part of it opens without a bearer', async () => {
  const { portal, candidate } = await submitted()
  for (const path of [list, resubmit]) expect((await portal.api('GET', path)).status).toBe(401)
  const byCookie = await portal.ask('GET', `${portal.base}api/${resubmit}`, { cookies: candidate.cookies })
  expect(byCookie.status).toBe(401)
})

test('the outcome that the page foretells for a failed claim is the one that finishing asks about', async () => {
  const { officer, page, verdicts, pickUp } = await submitted()
  await pickUp()
  type Seen = { outcomes: { removed: string[]; conclusion: { kind: string; fee?: number } }[] }
  const { outcomes } = viewOf<View<Seen>>(await officer.get(page)).data
  expect(outcomes[0]).toEqual({ removed: [], conclusion: { kind: 'confirm', removed: [], fee: 0 } })
  const { conclusion } = outcomes.find(({ removed }) => removed.join() === 'category')!
  const asked = viewOf<View>(await officer.post(page, verdicts({ category: { reason: 'not-valid' } }))).form!.confirm!
  expect(asked.value).toBe(`confirm category ${conclusion.fee}`)
  expect(asked.lines[0]).toBe('The category becomes Open.')
})

test('accepting the rest leaves a flagged fact and a discrepancy to the officer', async () => {
  const { portal, officer, page, candidate, pickUp } = await submitted()
  await pickUp()
  portal.services.db.sqlite
    .prepare("UPDATE documents SET superseded_at = 1 WHERE candidate_id = ? AND kind = 'photo'")
    .run(candidate.id)
  const given = { 'verdict-gender': 'discrepancy', 'reason-gender': 'differs', intent: 'accept-rest' }
  expect((await officer.post(page, given)).status).toBe(303)
  type Seen = { facts: { name: string; verdict: { isAccepted: boolean } | null }[] }
  const { facts } = viewOf<View<Seen>>(await officer.get(page)).data
  expect(facts.filter(({ verdict }) => !verdict).map(({ name }) => name)).toEqual(['photo'])
  expect(facts.filter(({ verdict }) => verdict?.isAccepted === false).map(({ name }) => name)).toEqual(['gender'])
})

test('a form finished without its documents being opened is recorded as that; a replaced document counts as not opened', async () => {
  const { portal, officer, page, verdicts, finish, pickUp } = await submitted()
  type Shown = { facts: { documents: { kind: string }[] }[]; opened: string[] }
  const shown = async () => viewOf<{ data: Shown }>(await officer.get(page)).data
  const unopened = () =>
    portal.services.db.sqlite.prepare('SELECT unopened FROM scrutiny_judgements ORDER BY version').pluck().all()
  const picture = await jpeg({ width: 413, height: 531 })
  const kept = await portal.services.fileStorage.keep(picture)
  if (!kept.ok) throw new Error('not kept')
  portal.services.db.sqlite
    .prepare("UPDATE documents SET hash = ?, bytes = ?, media_type = 'image/jpeg'")
    .run(kept.value, picture.length)
  await pickUp()
  const kinds = [...new Set((await shown()).facts.flatMap(({ documents }) => documents.map(({ kind }) => kind)))]
  expect((await shown()).opened).toEqual([])
  const asked = viewOf<View>(await officer.post(page, verdicts())).form?.confirm
  expect(asked?.lines).toContain(`You have not opened ${kinds.length} documents. The record shows that.`)

  // A look at a document of no fact, or at one that does not exist, opens nothing.
  await officer.get(`${page}/file/passport`)
  for (const kind of kinds.slice(1)) expect((await officer.get(`${page}/file/${kind}`)).status).toBe(200)
  expect((await shown()).opened.sort()).toEqual(kinds.slice(1).sort())
  const colleague = await atDesk(portal, 'so', 'colleague')
  expect(viewOf<{ data: Shown }>(await colleague.get(page)).data.opened, "another's looks are not one's own").toEqual(
    [],
  )

  expect((await finish({ 'mother-name': motherName })).status).toBe(303)
  expect(unopened()).toEqual([1])
  portal.services.db.sqlite.prepare('UPDATE documents SET uploaded_at = uploaded_at + 1 WHERE kind = ?').run(kinds[1])
  expect((await shown()).opened).not.toContain(kinds[1])
})
