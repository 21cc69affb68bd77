import { beforeEach, describe, expect, test } from 'vitest'
import { demoSecret } from '#server/config.ts'
import { seatTypeName, seatTypes } from '#server/domain/terms/seat-types.ts'
import { createCodes } from '#server/features/content/printables/codes.ts'
import { languages } from '#server/kernel/languages.ts'
import { ist } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { type Applicant, applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { asha, type Browser, browser, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { type Course, optionsOf, type Placed, runOf, somebody } from './published-round'

/** The dates of the schedule. */
const published = ist('2024-08-29 17:00')

const sahyadri = '301582310'
const kaveri = '402682310'
const courses: Course[] = [
  { choiceCode: sahyadri, seats: { LOPENS: 1, GOPENS: 2, PWDOPENS: 1, LSCS: 1, GSCS: 1, EWS: 1, AI: 1 } },
  { choiceCode: `${sahyadri}T`, seats: { TFWS: 1 } },
  {
    choiceCode: kaveri,
    instituteCode: '4026',
    institute: 'Kaveri <b>College</b>',
    course: 'MMS',
    seats: { GOPENS: 1, GSCS: 1 },
  },
]

/** Asha (Scheduled Caste, a woman, State 500, All India 700) prefers Sahyadri and holds a converted seat at Kaveri. */
async function afterRoundOne({ more = [] as Placed[], state = 'published' as const, seat = true } = {}) {
  const { portal, owner } = await openWithApplicant()
  owner.facts({ confirmed_at: portal.clock.portal() })
  // The rows of pictures have no files behind them.
  portal.services.db.sqlite.prepare("DELETE FROM documents WHERE kind IN ('photo', 'signature')").run()
  portal.clock.set(published)
  optionsOf(portal, owner.id, [sahyadri, `${sahyadri}T`, kaveri])
  const her: Placed = {
    id: owner.id,
    userId: owner.userId,
    fullName: asha.fullName,
    state: 500,
    allIndia: 700,
    category: 'SC',
    ...(seat && { seat: { choiceCode: kaveri, seatType: 'GSCS', originalType: 'LSCS', preference: 3 } }),
  }
  const others: Placed[] = [
    ['ML24200001', 'Meera Deshpande', 10, 20, 'GOPENS', sahyadri, 'OPEN'],
    ['ML24200002', 'Vikram Jadhav', 390, 400, 'PWDOPENS', sahyadri, 'OPEN'],
    ['ML24200003', 'Nisha Pawar', 420, 430, 'LOPENS', sahyadri, 'OPEN'],
    ['ML24200004', 'Omkar Shinde', 450, 460, 'TFWS', `${sahyadri}T`, 'OPEN'],
    ['ML24200005', 'Sunil Kamble', 499, 650, 'GSCS', sahyadri, 'SC'],
    ['ML24200006', 'Asif Shaikh', 480, 600, 'EWS', sahyadri, 'OPEN'],
  ].map(([userId, fullName, stateMerit, allIndia, seatType, choiceCode, category]) => ({
    ...somebody(portal, userId as string, fullName as string),
    state: stateMerit as number,
    allIndia: allIndia as number,
    category: category as string,
    seat: { choiceCode: choiceCode as string, seatType: seatType as string, preference: 1 },
  }))
  const outsider: Placed = {
    ...somebody(portal, 'ML24200007', 'Outsider Rao'),
    state: null,
    allIndia: 640,
    type: 'OMS',
    seat: { choiceCode: sahyadri, seatType: 'AI', preference: 2 },
  }
  const run = runOf(portal, {
    state,
    courses,
    placed: [her, ...others, outsider, ...more],
    closing: [
      [sahyadri, 'GOPENS', 10],
      [sahyadri, 'PWDOPENS', 390],
      [sahyadri, 'LOPENS', 420],
      [sahyadri, 'GSCS', 499],
      [sahyadri, 'LSCS', 501],
      [sahyadri, 'EWS', 480],
      [sahyadri, 'AI', 640],
      [`${sahyadri}T`, 'TFWS', 450],
      [kaveri, 'GSCS', 500],
    ],
  })
  return { portal, owner, run }
}

const special = ['Special', 'Special', 'Special']

describe('the candidate', () => {
  let portal: TestPortal
  let owner: Applicant
  let screen: Browser
  beforeEach(async () => {
    const made = await afterRoundOne()
    portal = made.portal
    owner = made.owner
    screen = browser(portal, owner.cookies)
  })

  test('reads her seat, her numbers, and the reason why a better choice was not given', async () => {
    const page = await screen.get('allotment')
    expect(page.status).toBe(200)
    const { outcomes } = viewOf<{ data: { outcomes: Record<string, never>[] } }>(page).data
    expect(outcomes).toMatchObject([
      {
        round: 1,
        state: 'allotted',
        seat: { institute: 'Kaveri <b>College</b>', course: 'MMS' },
        higher: [
          {
            preference: 1,
            choiceCode: sahyadri,
            pools: [
              { seat: 'Open, ladies (LOPENS)', own: 500, last: 420, why: 'merit' },
              { seat: 'Open, general (GOPENS)', own: 500, last: 10, why: 'merit' },
              { seat: 'SC, ladies (LSCS)', own: 500, last: 501, why: 'kept' },
              { seat: 'SC, general (GSCS)', own: 500, last: 499, why: 'merit' },
              { seat: 'All India (AI)', own: 700, last: 640, why: 'merit' },
            ],
          },
          { preference: 2, pools: [{ seat: 'Tuition fee waiver (TFWS)', own: 500, last: 450, why: 'merit' }] },
        ],
      },
    ])
    expect(page.text).toContain('3 of 3')
    expect(page.text).toContain('SC, general (GSCS), converted from SC, ladies (LSCS)')
    expect(page.text).toContain('Kaveri &lt;b&gt;College&lt;/b&gt;')
    expect(page.text).not.toContain('<b>College')
  })

  test('learns the next step: she decides about a third preference within the scheduled time', async () => {
    const { text } = await screen.get('allotment')
    expect(text).toContain('Betterment')
    expect(text).not.toContain('Freeze only')
    const window = portal.services.notices.activity('round-1-acceptance')!
    const { outcomes } = viewOf<{ data: { outcomes: { next: { value: string }[] }[] } }>(
      await screen.get('allotment'),
    ).data
    expect(outcomes[0]!.next[0]!.value).toContain('15:00')
    expect(window.closesAt).not.toBeNull()
  })

  test('has the permission of the seat, and her dashboard names the next act and leads to the allotment', async () => {
    const { permissions } = await owner.details()
    expect(permissions.seat).toBe(true)
    const page = await screen.get('dashboard')
    expect(page.text).toContain('Check your facts to keep your CAP Round 1 seat')
    expect(page.text).toContain('/mbale/candidate/allotment"')
  })

  test.each([
    [
      'before it opens',
      '2024-08-29 18:00',
      ['Opens on 30 Aug 2024, 10:00.', 'Deadline: 1 Sep 2024, 15:00.'],
      '30 Aug 2024, 10:00',
    ],
    ['while it is open', '2024-08-30 10:00', ['Deadline: 1 Sep 2024, 15:00.'], '1 Sep 2024, 15:00'],
    [
      'once it is over',
      '2024-09-01 15:00',
      ['You did not accept your CAP Round 1 seat in time'],
      'You did not accept your CAP Round 1 seat in time',
    ],
  ] as const)('the dashboard and Seat Acceptance agree on acceptance: %s', async (_, at, words, acceptanceSays) => {
    portal.clock.set(ist(at))
    const dashboard = (await screen.get('dashboard')).text
    const acceptance = (await screen.get('self-arc-home')).text
    expect(acceptance).toContain('CAP Round 1')
    expect(acceptance).toContain(acceptanceSays)
    for (const text of words) expect(dashboard).toContain(text)
  })

  test.each([
    ['2024-08-24 09:59', 'Next: Option form, CAP Round 1', '24 Aug 2024, 10:00 to 27 Aug 2024, 17:00. '],
    ['2024-08-26 12:00', 'Option form, CAP Round 1', 'Open until 27 Aug 2024, 17:00. '],
    ['2024-08-28 12:00', 'Next: Allotment, CAP Round 1', '29 Aug 2024, 17:00. '],
    // Cancelling an admission is possible too, but no headline for everybody.
    ['2024-09-05 10:00', 'Next: Option form, CAP Round 2', '6 Sep 2024, 10:00 to 9 Sep 2024, 17:00. '],
    ['2024-09-30 17:00', 'The CAP rounds are over', ''],
  ] as const)('at %s the home page says to those who have registered: %s', async (at, title, when) => {
    portal.clock.set(ist(at))
    const text = (await browser(portal).get('home')).text.replaceAll('<!-- -->', '')
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect(main).toMatch(new RegExp(`<h2 id="candidates">${title}</h2><p> ?${when} ?The dashboard shows`))
    expect(main).not.toContain('Cancelling')
  })

  test('prints the letter, with a code that anybody can check', async () => {
    const letter = await screen.get('allotment/letter-1.pdf')
    expect([letter.status, letter.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(letter.headers['content-disposition']).toContain(`${owner.userId}-allotment-letter-1.pdf`)
    const byApi = await portal.api('GET', 'printables/allotment-letter-1.pdf', undefined, owner.from)
    expect(byApi.status).toBe(200)
    for (const none of ['allotment-letter-2', 'allotment-letter-0', 'allotment-letter-1x'])
      expect((await portal.api('GET', `printables/${none}.pdf`, undefined, owner.from)).status).toBe(404)
  })

  test('reads the same through the API', async () => {
    const answer = await portal.api('GET', 'allotments/1', undefined, owner.from)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      round: 1,
      state: 'allotted',
      stateMerit: 500,
      allIndiaMerit: 700,
      choices: 3,
      seat: { choiceCode: kaveri, seatType: 'GSCS', originalType: 'LSCS', preference: 3, consequence: 'decide' },
    })
    expect(answer.body.data.higher).toHaveLength(2)
    expect((await portal.api('GET', 'allotments/1')).status).toBe(401)
    const asked = async (round: string, language = 'en') => {
      const from = { ...owner.from, headers: { 'accept-language': language } }
      return (await portal.api('GET', `allotments/${round}`, undefined, from)).body
    }
    expect(await asked('2')).toMatchObject({
      code: 'round-not-published',
      message: expect.stringMatching(/will be published on \d+ Sep 2024/),
    })
    expect((await asked('2', 'mr')).message).toMatch(/2024.*प्रसिद्ध होईल/)
    for (const round of ['4', 'x'])
      expect(await asked(round)).toMatchObject({
        code: 'round-not-published',
        message: expect.stringMatching(/not .*yet/),
      })
  })
})

test('a first preference can only be frozen; so can every seat of the last round', async () => {
  const portal = await openPortal({ at: published })
  const first = somebody(portal, 'ML24200001', 'First Choice')
  const third = somebody(portal, 'ML24200002', 'Third Choice')
  const seat = { choiceCode: kaveri, seatType: 'GOPENS' }
  const placed = (round: number) =>
    runOf(portal, {
      round,
      courses,
      placed: [
        { ...first, state: 1, allIndia: 1, seat: { ...seat, preference: 1 } },
        { ...third, state: 2, allIndia: 2, seat: { ...seat, preference: 3 } },
      ],
    })
  placed(1)
  placed(3)
  const consequence = (id: number, round: 1 | 3) => {
    const outcome = portal.services.results.outcome(id, round)
    return outcome.ok && outcome.value.seat?.consequence
  }
  expect([consequence(first.id, 1), consequence(third.id, 1)]).toEqual(['freezes', 'decide'])
  expect([consequence(first.id, 3), consequence(third.id, 3)]).toEqual(['freezes', 'final'])
})

test('without a seat every choice is explained; an unconfirmed form was not considered', async () => {
  const { portal, owner } = await afterRoundOne({ seat: false })
  const outcome = portal.services.results.outcome(owner.id, 1)
  expect(outcome).toMatchObject({ ok: true, value: { state: 'not-allotted', seat: null } })
  expect(outcome.ok && outcome.value.higher.map(({ preference }) => preference)).toEqual([1, 2, 3])
  expect((await owner.details()).permissions.seat).toBe(false)
  const screen = browser(portal, owner.cookies)
  expect((await screen.get('allotment')).text).toContain('You were not allotted a seat in this round')
  const dashboard = (await screen.get('dashboard')).text
  expect(dashboard).toContain('You were not allotted a seat in CAP Round 1')
  expect(dashboard).toContain('You can take part in the next round. Option form, CAP Round 2: 6 Sep')
  expect((await screen.get('allotment/letter-1.pdf')).status).toBe(404)
  portal.services.db.sqlite.prepare('UPDATE option_forms SET confirmed_at = NULL').run()
  expect(portal.services.results.outcome(owner.id, 1)).toMatchObject({
    value: { state: 'not-considered', higher: [], choices: 0 },
  })
  expect((await screen.get('dashboard')).text).toContain('You were not considered in CAP Round 1')
})

test('a migrant from J&K reads nothing about option forms, and a candidate in no list reads the reason', async () => {
  const { portal, owner } = await afterRoundOne({ seat: false })
  const { sqlite } = portal.services.db
  const read = async () => {
    const page = await browser(portal, owner.cookies).get('allotment')
    return viewOf<{ data: { outcomes: object[] } }>(page).data.outcomes[0]
  }
  sqlite.prepare("UPDATE merit_entries SET list = 'jk' WHERE list = 'state' AND candidate_id = ?").run(owner.id)
  expect(await read()).toMatchObject({
    state: 'not-considered',
    outside: 'jk',
    next: [{ label: 'Seats for J&K migrants' }],
  })
  sqlite.prepare('DELETE FROM merit_entries WHERE candidate_id = ?').run(owner.id)
  expect(await read()).toMatchObject({
    state: 'not-considered',
    outside: 'no-merit-number',
    next: [{ value: 'Only candidates on the final merit list take part.' }],
  })
  const answer = await portal.api('GET', 'allotments/1', undefined, owner.from)
  expect(answer.body.data).toMatchObject({ state: 'not-considered', outside: 'no-merit-number', stateMerit: null })
})

test('the reasons follow the claims of the form at the time when the run was prepared', async () => {
  const { portal, owner } = await afterRoundOne()
  portal.clock.set(ist('2024-08-30 12:00'))
  const { sqlite } = portal.services.db
  const version = portal.services.application.snapshotOfVersion(owner.id, 1)!
  const changed = { ...version, answers: answersWith(ashasAnswers, { 'category-details': { category: 'OPEN' } }) }
  sqlite
    .prepare('INSERT INTO application_versions VALUES (?, 2, ?, ?, ?)')
    .run(owner.id, portal.clock.portal(), JSON.stringify(changed), 'f')
  const outcome = portal.services.results.outcome(owner.id, 1)
  expect(outcome.ok && outcome.value.higher[0]!.pools.map(({ seatType }) => seatType)).toContain('GSCS')
})

describe('the look-up', () => {
  const form = (userId: string, birthDate = '2001-05-31') => ({ userId, birthDate })

  test('shows the result of a round for Application ID and date of birth, and opens the letter for this browser only', async () => {
    const { portal, owner } = await afterRoundOne()
    const visitor = browser(portal)
    expect((await visitor.get('allotment/round-one')).text).not.toContain('Kaveri')
    const looked = await visitor.post('allotment/round-one', form(owner.userId))
    expect(looked.status).toBe(303)
    const page = await visitor.get('allotment/round-one')
    expect(page.text).toContain('Kaveri &lt;b&gt;College')
    expect(page.headers['cache-control']).toBe('private, no-store')
    const letter = `allotment/round-print-form/${owner.userId}`
    expect((await visitor.get(`${letter}?round=1`)).text).toContain('Provisional allotment letter, CAP Round 1')
    expect((await visitor.get(`${letter}/letter-1.pdf`)).status).toBe(200)
    const another = browser(portal)
    expect((await another.get(letter)).status).toBe(303)
    expect((await another.get(`${letter}/letter-1.pdf`)).status).toBe(403)
    expect((await visitor.get('allotment/round-print-form/ML24200001/letter-1.pdf')).status).toBe(403)
    portal.clock.advance(15 * 60_000)
    expect((await visitor.get(letter)).status).toBe(303)
    expect((await visitor.get(`${letter}/letter-1.pdf`)).status).toBe(403)
  })

  test('case 5: a wrong date of birth and an unknown Application ID get the same answer', async () => {
    const { portal, owner } = await afterRoundOne()
    const visitor = browser(portal)
    const wrong = await visitor.post('allotment/round-one', form(owner.userId, '2001-06-01'))
    const unknown = await visitor.post('allotment/round-one', form('ML24999999'))
    const messages = [wrong, unknown].map((answer) => viewOf(answer).form?.message)
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    expect(messages[0]).toBe(messages[1])
  })

  test("the candidate's session opens the letter too, and no other session does", async () => {
    const { portal, owner } = await afterRoundOne()
    const other = await applicant(portal, ravi)
    const letter = `allotment/round-print-form/${owner.userId}/letter-1.pdf`
    expect((await browser(portal, owner.cookies).get(letter)).status).toBe(200)
    expect((await browser(portal, other.cookies).get(letter)).status).toBe(403)
  })
})

describe('the institute-wise list', () => {
  type Line = { choiceCode: string; seatType: string; userId: string; stateMerit: number | null; course: string }
  type List = {
    data: { rows: Line[]; institutes: { code: string; allotted: number }[]; hasMore: boolean; page: number }
  }

  test('case 19 and privacy: special seats of others read "Special", and the waiver shows no sign', async () => {
    const { portal } = await afterRoundOne()
    const visitor = browser(portal)
    const page = await visitor.get('institute_wise_Allotment?institute=3015')
    const { rows } = viewOf<List>(page).data
    expect(rows.map(({ userId }) => userId)).toEqual([
      'ML24200001',
      'ML24200002',
      'ML24200003',
      'ML24200004',
      'ML24200006',
      'ML24200005',
      'ML24200007',
    ])
    expect(rows.map(({ seatType }) => seatType)).toEqual([
      'GOPENS',
      'Special',
      'LOPENS',
      'Special',
      'Special',
      'GSCS',
      'AI',
    ])
    expect(new Set(rows.map(({ choiceCode }) => choiceCode))).toEqual(new Set([sahyadri]))
    const csv = (await visitor.get('institute_wise_Allotment.csv?round=1')).text
    const search = (await visitor.get('institute_wise_Allotment?q=Vikram')).text
    for (const text of [page.text, csv, search]) expect(text).not.toMatch(/PWDOPENS|TFWS|"EWS"|,EWS|301582310T/)
    expect(csv.match(/Special/g)).toEqual(special)
  })

  test('finds a candidate by Application ID, by merit number and by a part of the name', async () => {
    const { portal } = await afterRoundOne()
    const visitor = browser(portal)
    const found = async (q: string) =>
      viewOf<List>(await visitor.get(`institute_wise_Allotment?q=${encodeURIComponent(q)}`)).data.rows.map(
        ({ userId }) => userId,
      )
    expect(await found('ml24200005')).toEqual(['ML24200005'])
    expect(await found('640')).toEqual(['ML24200007'])
    expect(await found('shin omk')).toEqual(['ML24200004'])
    expect(await found('%')).toEqual([])
    expect(await found("' OR 1=1 --")).toEqual([])
    expect(await found('PWDOPENS')).toEqual([])
  })

  test('lists institutes with their numbers, by name and district, page by page', async () => {
    const { portal } = await afterRoundOne()
    const visitor = browser(portal)
    const institutes = async (query: string) =>
      viewOf<List>(await visitor.get(`institute_wise_Allotment${query}`)).data.institutes.map(
        ({ code, allotted }) => `${code} ${allotted}`,
      )
    expect(await institutes('')).toEqual(['3015 7', '4026 1'])
    expect(await institutes('?name=kaveri')).toEqual(['4026 1'])
    expect(await institutes('?district=MH-nagpur')).toEqual([])
    expect(await institutes(`?name=${encodeURIComponent('पुणे')}`)).toEqual(['3015 7', '4026 1'])
    expect(await institutes(`?name=${encodeURIComponent('नागपूर')}`)).toEqual([])
    expect((await visitor.get('institute_wise_Allotment?institute=9999')).status).toBe(404)
    expect((await visitor.get('institute_wise_Allotment?page=0&round=9')).status).toBe(200)
  })

  test('case 36: the table is UTF-8 with a byte order mark, and no cell runs as a formula', async () => {
    const evil: Course = {
      choiceCode: '500082310',
      instituteCode: '5000',
      institute: '=HYPERLINK("x")',
      seats: { GOPENS: 1 },
    }
    const portal = await openPortal({ at: published })
    const placed = {
      ...somebody(portal, 'ML24200001', '@SUM(A1)'),
      state: 1,
      allIndia: 1,
      seat: { choiceCode: '500082310', seatType: 'GOPENS', preference: 1 },
    }
    runOf(portal, { courses: [evil], placed: [placed], closing: [['500082310', 'GOPENS', 1]] })
    for (const file of ['institute_wise_Allotment.csv?round=1', 'closing-merit.csv?round=1']) {
      const { text, headers } = await browser(portal).get(file)
      expect(text.startsWith('\uFEFF')).toBe(true)
      expect(headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(text).toContain(`"'=HYPERLINK(""x"")"`)
      expect(text).not.toMatch(/(^|,)[=@]/m)
    }
  })

  test('an institute’s list is a PDF too', async () => {
    const { portal } = await afterRoundOne()
    const pdf = await browser(portal).get('institute_wise_Allotment.pdf?round=1&institute=3015')
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    for (const none of ['round=2&institute=3015', 'round=1&institute=9999', 'round=1&institute=3015&institute=1'])
      expect((await browser(portal).get(`institute_wise_Allotment.pdf?${none}`)).status).toBe(404)
  })

  test('the whole list is a PDF that is made once and names no special seat', async () => {
    const { portal } = await afterRoundOne()
    await portal.services.results.printDue()
    const whole = await portal.services.results.listPdf(1, 'en')
    const printed = textOf(Buffer.concat(whole.ok ? await whole.value.toArray() : []))
    for (const { fullName } of [asha, { fullName: 'Vikram Jadhav' }, { fullName: 'Outsider Rao' }])
      expect(printed).toContain(fullName)
    expect(printed.match(/Special/g)?.length).toBeGreaterThanOrEqual(special.length)
    expect(printed).not.toMatch(/PWDOPENS|TFWS|EWS|301582310T/)
    const sent = await browser(portal).get('institute_wise_Allotment.pdf?round=1')
    expect([sent.status, sent.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await browser(portal).get('institute_wise_Allotment.pdf?round=2')).status).toBe(404)
  })
})

describe('the closing merit', () => {
  type Merit = { merit: number; percentage: string | null } | null
  type Closings = {
    data: { rounds: number[]; courses: { choiceCode: string; seats: { seatType: string; closings: Merit[] }[] }[] }
  }
  const closings = async (portal: TestPortal, query = '') =>
    viewOf<Closings>(await browser(portal).get(`closing-merit${query}`)).data.courses

  test('names the last number of each course by seat type, with special seats together', async () => {
    const { portal } = await afterRoundOne()
    const [first, second] = await closings(portal)
    expect(await closings(portal, `?q=${encodeURIComponent('पुणे')}`)).toEqual([first, second])
    expect(await closings(portal, `?q=${encodeURIComponent('नागपूर')}`)).toEqual([])
    expect(first).toMatchObject({
      choiceCode: sahyadri,
      seats: [
        { seatType: 'LOPENS', closings: [{ merit: 420 }] },
        { seatType: 'GOPENS', closings: [{ merit: 10 }] },
        { seatType: 'LSCS', closings: [{ merit: 501 }] },
        { seatType: 'GSCS', closings: [{ merit: 499 }] },
        { seatType: 'AI', closings: [{ merit: 640 }] },
        { seatType: 'Special', closings: [{ merit: 480 }] },
      ],
    })
    expect(second).toMatchObject({ choiceCode: kaveri, seats: [{ seatType: 'GSCS', closings: [{ merit: 500 }] }] })
  })

  test('no page of seats shows a code without its meaning, in either language', async () => {
    const { portal, owner } = await afterRoundOne()
    const pages = [
      'allotment',
      'institute_wise_Allotment?institute=3015',
      'closing-merit',
      'seat-matrix',
      'institude-list/3015',
    ]
    for (const language of languages) {
      for (const path of pages) {
        const { text } = await browser(portal, owner.cookies).get(
          `${path}${path.includes('?') ? '&' : '?'}lang=${language}`,
        )
        const words = text.slice(text.indexOf('<main'), text.indexOf('</main>')).replace(/<[^>]*>/g, ' ')
        const shown = seatTypes.filter((type) => words.split(/[\s,:()]+/).includes(type))
        expect(shown.length, path).toBeGreaterThan(0)
        for (const type of shown) expect(words, `${path} ${type}`).toContain(seatTypeName(type)[language])
      }
    }
  })

  test('is shown beside those of other rounds', async () => {
    const { portal } = await afterRoundOne()
    runOf(portal, {
      round: 2,
      courses,
      placed: [],
      closing: [
        [kaveri, 'GSCS', 530],
        [kaveri, 'GOPENS', 90],
      ],
    })
    const answer = await browser(portal).get('closing-merit?round=2')
    expect(viewOf<Closings>(answer).data).toMatchObject({
      rounds: [1, 2],
      courses: [
        {
          choiceCode: kaveri,
          seats: [
            { seatType: 'GOPENS', closings: [null, { merit: 90 }] },
            { seatType: 'GSCS', closings: [{ merit: 500 }, { merit: 530 }] },
          ],
        },
      ],
    })
  })

  test('is searched by institute, course and choice code, and filtered by type of seat', async () => {
    const { portal } = await afterRoundOne()
    const codes = async (query: string) => (await closings(portal, query)).map(({ choiceCode }) => choiceCode)
    expect(await codes('?q=kaveri')).toEqual([kaveri])
    expect(await codes(`?q=${sahyadri}`)).toEqual([sahyadri])
    expect(await codes('?seatType=LOPENS')).toEqual([sahyadri])
    expect(await codes('?seatType=PWDOPENS')).toEqual([sahyadri, kaveri])
    expect((await closings(portal, '?seatType=GSCS'))[0]!.seats).toEqual([
      { seatType: 'GSCS', closings: [{ merit: 499, percentage: '61.5000' }] },
    ])
  })
})

test.each(['prepared', 'released'] as const)(
  'case 19: no page, call, letter, table or flag reveals a run that is only %s',
  async (state) => {
    const { portal, owner } = await afterRoundOne({ state: state as never })
    const mine = browser(portal, owner.cookies)
    expect((await owner.details()).permissions.seat).toBe(false)
    expect((await portal.api('GET', 'allotments/1', undefined, owner.from)).status).toBe(404)
    expect((await portal.api('GET', 'printables/allotment-letter-1.pdf', undefined, owner.from)).status).toBe(404)
    expect((await mine.get('dashboard')).text).not.toContain('Kaveri')
    const visitor = browser(portal)
    for (const page of ['allotment/round-one', 'institute_wise_Allotment?institute=3015', 'closing-merit?q=kaveri']) {
      const answer = await visitor.get(page)
      expect(answer.status).toBe(200)
      expect(answer.text).not.toMatch(/Kaveri|Sahyadri|ML24200001/)
    }
    const looked = await visitor.post('allotment/round-one', { userId: owner.userId, birthDate: '2001-05-31' })
    expect(looked.status).toBe(422)
    expect((await mine.get(`allotment/round-print-form/${owner.userId}?round=1`)).status).toBe(303)
    for (const file of [
      'institute_wise_Allotment.csv?round=1',
      'institute_wise_Allotment.pdf?round=1&institute=3015',
      'institute_wise_Allotment.pdf?round=1',
      'closing-merit.csv?round=1',
      `allotment/round-print-form/${owner.userId}/letter-1.pdf`,
    ])
      expect((await mine.get(file)).status, file).toBe(404)
  },
)

test('a code on the letter holds until a later round has a seat for the candidate', async () => {
  const { portal, owner } = await afterRoundOne()
  const { printables } = portal.services
  const codes = createCodes({ secret: demoSecret }, 'mbale', portal.services.identity.epochs)
  const codeOf = (number: number) => codes.issue({ kind: 'allotment-letter', candidateId: owner.id, number })
  expect(printables.verify(codeOf(1), '10.0.0.1')).toMatchObject({
    ok: true,
    value: { state: 'valid', userId: owner.userId },
  })
  runOf(portal, {
    round: 2,
    courses,
    placed: [
      {
        id: owner.id,
        userId: owner.userId,
        fullName: asha.fullName,
        state: 500,
        allIndia: 700,
        seat: { choiceCode: sahyadri, seatType: 'GSCS', preference: 1 },
      },
    ],
  })
  expect(printables.verify(codeOf(1), '10.0.0.1')).toMatchObject({ value: { state: 'later-round' } })
  expect(printables.verify(codeOf(3), '10.0.0.1')).toMatchObject({ ok: false })
})
