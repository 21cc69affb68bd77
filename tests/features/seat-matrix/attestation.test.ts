import { describe, expect, test } from 'vitest'
import type { CourseSeats } from '#server/domain/seats/seat-matrix.ts'
import type { View } from '#server/domain/site/view.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import { ist } from '#server/kernel/time.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asData, type Fields, faultsOf, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

const courses = [...sampleCourses]
const own = courses[0]!
const reason = 'Letter 114 of the council'

/** Two admins and the institute of the first course, with an edition taken in by the first admin. */
async function taken(portal: TestPortal) {
  const first = await atDesk(portal, 'admin', 'first')
  const second = await atDesk(portal, 'admin', 'second')
  const institute = await atDesk(portal, 'institute', 'institute', { institute: own.instituteCode })
  return { first, second, institute, id: take(portal, first.id, courses) }
}

function take(portal: TestPortal, adminId: number, edition: readonly CourseSeats[]): number {
  const file = [...seatMatrixCsv(edition)].join('')
  const done = portal.services.seatMatrix.importText({ id: adminId, loginName: 'first', role: 'admin' }, 's.csv', file)
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
  return done.value
}

const seen = (portal: TestPortal, id: number) => portal.services.seatMatrix.seen(id)!
type Desk = Awaited<ReturnType<typeof atDesk>>
const act = (portal: TestPortal, desk: Desk, id: number, fields: Record<string, string>) =>
  desk.post(`seat-matrix/${id}`, { seen: seen(portal, id), ...fields })
const ask = (desk: Desk, id: number, date = '2024-08-05') =>
  desk.post(`seat-matrix/${id}`, { intent: 'ask', date, time: '17:00' })
const objection = { edition: '1', [`reason-${own.choiceCode}`]: 'The intake is 120, not 60: letter of AICTE.' }

describe('institutes attest their lines', () => {
  test('an institute signs or objects until the date; the cell sees who has not, answers, and may publish then', async () => {
    const portal = await openPortal()
    const { first, second, institute, id } = await taken(portal)
    expect((await institute.get('institute-seats')).text).not.toContain('Sign your lines')
    expect((await ask(first, id)).status).toBe(303)
    expect((await institute.get('institute-seats')).text).toContain(own.choiceCode)
    const early = await act(portal, second, id, { intent: 'publish' })
    expect([early.status, viewOf<View>(early).form?.message]).toEqual([
      409,
      expect.stringContaining('have not answered'),
    ])

    expect((await institute.post('institute-seats', objection)).status).toBe(303)
    const page = await second.get(`seat-matrix/${id}`)
    expect(page.text).toContain('The intake is 120, not 60')
    expect(page.text).toContain('1 objected')
    const others = [...new Set(courses.map(({ instituteCode }) => instituteCode))].filter(
      (c) => c !== own.instituteCode,
    )
    for (const code of others)
      expect((await first.post(`seat-matrix/${id}`, { intent: 'paper', institute: code })).status).toBe(303)
    // The objection needs an answer.
    expect((await act(portal, second, id, { intent: 'publish' })).status).toBe(409)
    const answered = { intent: 'override', choiceCode: own.choiceCode, reason }
    expect((await act(portal, first, id, answered)).status).toBe(303)
    expect((await act(portal, second, id, { intent: 'publish' })).status).toBe(303)
    const acts = auditLines(portal).map(({ act }) => act)
    for (const name of ['sent', 'objected', 'signed', 'overridden', 'published'])
      expect(acts).toContain(`seat-matrix.${name}`)
  })

  test('an institute that owes an answer is told by e-mail and on its home, also when the date moves', async () => {
    const portal = await openPortal()
    const { first, institute, id } = await taken(portal)
    const address = 'office@example.org'
    portal.services.db.sqlite
      .prepare("INSERT INTO institutes (code, email, facilities) VALUES (?, ?, '[]')")
      .run(own.instituteCode, address)
    const kinds = async () =>
      viewOf<View<{ work: { kind: string; due: string }[] }>>(await institute.get('home', asData)).data.work
    expect(await kinds()).toEqual([])
    expect((await ask(first, id)).status).toBe(303)
    // The other institutes have no address.
    expect((await first.get(`seat-matrix/${id}`)).text).toContain('have no e-mail address')
    expect(await portal.sentTo(address, 'seats-to-sign')).toBe(2)
    expect(portal.box.sent.find(({ to }) => to === address)!.text).toContain('5 Aug 2024, 17:00')
    expect(await kinds()).toMatchObject([{ kind: 'seats-to-sign', due: '5 Aug 2024, 17:00' }])
    await institute.post('institute-seats', { edition: '1', intent: 'sign' })
    await ask(first, id, '2024-08-06')
    expect([await portal.sentTo(address, 'seats-to-sign'), await kinds()]).toEqual([2, []])
  })

  test('after the date nobody answers, and the edition may be published without the missing answers', async () => {
    const portal = await openPortal()
    const { first, second, institute, id } = await taken(portal)
    await ask(first, id)
    portal.clock.set(ist('2024-08-05 17:00'))
    const late = await institute.post('institute-seats', objection)
    expect([late.status, viewOf<View>(late).form?.message]).toEqual([409, expect.stringContaining('is over')])
    const page = (await second.get(`seat-matrix/${id}`)).text
    expect(page).toMatch(/have not answered. Their time ended on 5 Aug 2024, 17:00, and the edition may be published/)
    expect(page).not.toContain('They have time')
    expect((await institute.get('institute-seats')).text).toContain('No seat matrix has been published yet.')
    expect((await act(portal, second, id, { intent: 'publish' })).status).toBe(303)
  })

  test('an institute answers for its own lines alone, and an officer of no institute for none', async () => {
    const portal = await openPortal()
    const { first, id } = await taken(portal)
    await ask(first, id)
    const other = courses.find(({ instituteCode }) => instituteCode !== own.instituteCode)!
    const stranger = await atDesk(portal, 'institute', 'stranger', { institute: other.instituteCode })
    expect((await stranger.post('institute-seats', objection)).status).toBe(422)
    const nobody = await atDesk(portal, 'institute', 'nobody', { institute: '9999' })
    expect((await nobody.post('institute-seats', { edition: '1', intent: 'sign' })).status).toBeGreaterThanOrEqual(400)
    expect(portal.rows()).toMatchObject({ seat_attestations: 0, seat_objections: 0 })
  })

  test.each([
    ['no reason at all', { edition: '1' }],
    ['a reason that is too short', { edition: '1', [`reason-${own.choiceCode}`]: 'no' }],
    ['a signature with a reason', { ...objection, intent: 'sign' }],
    ['another edition', { edition: '7', intent: 'sign' }],
    ['an unknown choice code', { edition: '1', 'reason-123456789': 'This is not our choice code.' }],
  ])('%s changes nothing', async (_, fields) => {
    const portal = await openPortal()
    const { first, institute, id } = await taken(portal)
    await ask(first, id)
    const before = await portal.contents()
    expect((await institute.post('institute-seats', fields)).status).toBeGreaterThanOrEqual(400)
    expect(await portal.contents()).toBe(before)
  })

  test.each(['2024-07-31', '2024-02-30'])('a date that is no coming day is refused: %s', async (date) => {
    const portal = await openPortal()
    const { first, id } = await taken(portal)
    const answer = await ask(first, id, date)
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, ['date']])
  })
})

test('two admins on one edition: the second is told of a reason given since', async () => {
  const portal = await openPortal()
  const { first, second, institute, id } = await taken(portal)
  await ask(first, id)
  const old = seen(portal, id)
  await institute.post('institute-seats', objection)
  for (const fields of [
    { intent: 'publish', seen: old } as Fields,
    { intent: 'override', choiceCode: own.choiceCode, reason, seen: old },
  ]) {
    const told = await second.post(`seat-matrix/${id}`, fields)
    expect([told.status, viewOf<View>(told).form?.message]).toEqual([
      409,
      expect.stringContaining('after you had opened'),
    ])
  }
})

describe('against the edition in force', () => {
  async function inForce(portal: TestPortal) {
    const people = await taken(portal)
    expect((await act(portal, people.second, people.id, { intent: 'publish' })).status).toBe(303)
    return people
  }

  test('a vanished choice code blocks the release until it is explained', async () => {
    const portal = await openPortal()
    const { first, second } = await inForce(portal)
    const lost = courses.filter(({ instituteCode }) => instituteCode !== own.instituteCode)
    const id = take(
      portal,
      first.id,
      courses.filter((one) => !lost.includes(one)),
    )
    const view = viewOf<View<{ findings: { of: { rule: string } }[] }>>(await second.get(`seat-matrix/${id}`, asData))
    expect(view.data.findings.map((one) => one.of.rule)).toEqual(lost.map(() => 'gone'))
    expect((await act(portal, second, id, { intent: 'publish' })).status).toBe(409)
    for (const { choiceCode } of lost) await act(portal, first, id, { intent: 'override', choiceCode, reason })
    expect((await act(portal, second, id, { intent: 'publish' })).status).toBe(303)
  })

  test('case 95: a matrix that loses allotted seats is refused, and names and counts the candidates', async () => {
    const portal = await openPortal()
    const { first, second } = await inForce(portal)
    const { sqlite } = portal.services.db
    const pool = own.seats.find(({ seatType }) => seatType === 'GOPENS')!
    sqlite.exec(`
      INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, fingerprint, report)
        VALUES ('final', 1, 'published', 1, ${first.id}, '', '{}');
      INSERT INTO allotment_runs (round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by, published_at)
        VALUES (1, 'published', 1, 1, 1, ${first.id}, 1);`)
    for (let n = 1; n <= pool.count; n++) {
      sqlite
        .prepare(
          `INSERT INTO candidates (id, user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
           VALUES (?, ?, 'Asha Patil', ?, ?, 'MH', 'MH-pune', 'en', 1, 1)`,
        )
        .run(n, `ML2410000${n}`, `p${n}@example.org`, `980000000${n}`)
      sqlite
        .prepare(
          `INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, preference, stage, retained)
           VALUES (1, ?, ?, 'GOPENS', 1, 'I', 0)`,
        )
        .run(n, own.choiceCode)
    }
    const less = courses.map((one) =>
      one === own
        ? { ...one, seats: one.seats.map((s) => (s.seatType === 'GOPENS' ? { ...s, count: s.count - 1 } : s)) }
        : one,
    )
    const id = take(portal, first.id, less)
    await act(portal, first, id, { intent: 'override', choiceCode: own.choiceCode, reason })
    const refused = await act(portal, second, id, { intent: 'publish' })
    expect(refused.status).toBe(409)
    expect(viewOf<View>(refused).form?.message).toContain(`seats that ${pool.count} candidates hold: ML24100001`)
    expect((await second.get(`seat-matrix/${id}`)).text).toContain('ML24100001')
    // A candidate who has cancelled holds nothing any more.
    sqlite.exec(
      `INSERT INTO cancellations (candidate_id, case_number, round, choice_code, institute_code, reason, requested_at)
       VALUES (1, 1, 1, '${own.choiceCode}', '${own.instituteCode}', 'x', 1)`,
    )
    expect((await act(portal, second, id, { intent: 'publish' })).status).toBe(303)
  })
})
