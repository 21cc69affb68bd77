import { beforeEach, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { addOptions, addRound, codes, type Entrant, roundOne, userIdOf } from '#tests/support/allotment.ts'
import { atDesk } from '#tests/support/desk.ts'
import { type Answer, faultsOf, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

type Desk = Awaited<ReturnType<typeof atDesk>>
let portal: TestPortal
let first: Desk
let second: Desk
let ids: number[]

const entrants: Entrant[] = [
  { merit: 1, options: [codes.first, codes.second] },
  { merit: 2, options: [codes.first, codes.second] },
  { merit: 3, options: [codes.first], gender: 'female' },
  { merit: 4, options: [codes.second], category: 'OBC' },
]

beforeEach(async () => {
  portal = await openPortal()
  first = await atDesk(portal, 'admin', 'first')
  second = await atDesk(portal, 'admin', 'second')
  ids = addRound(portal.services.db, entrants, first.id)
  portal.clock.set(roundOne.closed)
})

const sql = (text: string, ...values: (string | number)[]) => portal.services.db.sqlite.prepare(text).run(...values)
const messageOf = (answer: Answer) => viewOf<View>(answer).form?.message

async function prepared(): Promise<number> {
  const answer = await first.post('allotments', { round: '1' })
  expect(answer.status).toBe(303)
  await portal.services.releases.settled()
  return Number(/allotments\/(\d+)$/.exec(String(answer.headers.location))![1])
}

type Row = {
  userId: string
  choiceCode: string | null
  seatType: string | null
  preference: number | null
  change: string
}
const rowsAt = async (address: string) =>
  viewOf<View<{ rows: Row[]; before: number | null; isUnderstood: boolean }>>(await second.get(address)).data
const short = ({ userId, choiceCode, seatType, preference, change }: Row) =>
  `${userId} ${choiceCode} ${seatType} ${preference} ${change}`

test('the seats of a prepared run are shown one by one, by institute, category and change since the run before', async () => {
  const before = await prepared()
  expect((await rowsAt(`allotments/${before}/seats`)).rows.map(short)).toEqual([
    `${userIdOf(1)} ${codes.first} GOPENS 1 gained`,
    `${userIdOf(2)} ${codes.second} GOPENS 2 gained`,
    `${userIdOf(3)} ${codes.first} LOPENS 1 gained`,
    `${userIdOf(4)} ${codes.second} GOBCS 1 gained`,
  ])
  // The first candidate leaves, so the second one moves up.
  sql('UPDATE applications SET confirmed_at = NULL WHERE candidate_id = ?', ids[0]!)
  const run = await prepared()
  const all = await rowsAt(`allotments/${run}/seats`)
  expect([all.before, all.rows.map(short)]).toEqual([
    before,
    [
      `${userIdOf(1)} null null null lost`,
      `${userIdOf(2)} ${codes.first} GOPENS 1 moved`,
      `${userIdOf(3)} ${codes.first} LOPENS 1 same`,
      `${userIdOf(4)} ${codes.second} GOPENS 1 moved`,
    ],
  ])
  const found = async (query: string) =>
    (await rowsAt(`allotments/${run}/seats?${query}`)).rows.map(({ userId }) => userId)
  expect(await found('change=lost')).toEqual([userIdOf(1)])
  expect(await found('category=OBC')).toEqual([userIdOf(4)])
  // Whoever leaves an institute is on its list too.
  expect(await found('institute=8002')).toEqual([userIdOf(2), userIdOf(4)])
  expect(await found('institute=8002&change=moved')).toEqual([userIdOf(2), userIdOf(4)])
  expect(await found('institute=9999')).toEqual([])
})

test('case 36: bad searches find nothing and say so; the file defuses formulas and holds what the page shows', async () => {
  sql("UPDATE candidates SET full_name = '=1+2' WHERE id = ?", ids[0]!)
  const run = await prepared()
  for (const query of ['change=stolen', 'category=%27', `institute=${'9'.repeat(40)}`, 'after=-1', 'after=x']) {
    const { rows, isUnderstood } = await rowsAt(`allotments/${run}/seats?${query}`)
    expect([rows, isUnderstood], query).toEqual([[], false])
    const [name, value] = query.split('=') as [string, string]
    const file = await second.post('allotment-seats.csv', { run: String(run), [name]: decodeURIComponent(value) })
    expect(file.status, query).toBe(422)
  }
  const file = await second.post('allotment-seats.csv', { run: String(run), category: 'OPEN' })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = file.text.trimEnd().split('\r\n')
  expect(lines.length).toBe(4)
  expect(lines[1]).toBe(`${userIdOf(1)},'=1+2,OPEN,1,1,${codes.first},Institute 8001,MBA,GOPENS,1,no,,,gained`)
  expect((await second.get('allotments/99/seats')).status).toBe(404)
  expect((await second.post('allotment-seats.csv', { run: '99' })).status).toBe(404)
  const acts = portal.services.db.sqlite.prepare(
    "SELECT act, count(*) AS n FROM audit_log WHERE act LIKE 'allotment.%' GROUP BY act",
  )
  expect(acts.all()).toContainEqual({ act: 'allotment.exported', n: 1 })
})

test('case 19: nobody but the cell sees the seats of a run', async () => {
  const run = await prepared()
  for (const role of ['fc', 'so', 'ro', 'institute'] as const) {
    const desk = await atDesk(portal, role)
    expect((await desk.get(`allotments/${run}/seats`)).text, role).not.toContain(userIdOf(1))
    expect((await desk.post('allotment-seats.csv', { run: String(run) })).status, role).toBe(403)
  }
})

test('a round without confirmed option forms is not prepared, and a run that seats nobody is not released', async () => {
  sql('UPDATE option_forms SET confirmed_at = NULL')
  expect(messageOf(await first.post('allotments', { round: '1' }))).toBe(
    'Nobody has confirmed an option form for this round.',
  )
  expect(portal.services.allotment.rounds()[0]!.hindrance?.code).toBe('allotment-no-forms')
  // Somebody has, but names no seat that exists any more.
  addOptions(portal.services.db, addRoundStranger(), 1, ['999999999'])
  const run = await prepared()
  const answer = await second.post(`allotments/${run}`, {
    intent: 'release',
    checked: 'true',
    ...(await ticksOf(run)),
  })
  expect([answer.status, messageOf(answer)]).toEqual([
    409,
    'This run gives nobody a seat, so it cannot be released. Discard it, and find out why.',
  ])
})

/** One of the entrants, with a new option form. */
function addRoundStranger(): number {
  sql('DELETE FROM option_choices WHERE candidate_id = ?', ids[0]!)
  sql('DELETE FROM option_forms WHERE candidate_id = ?', ids[0]!)
  return ids[0]!
}

type Concerns = { concerns: { concern: string; count: number }[] }
/** The ticks of the release form, as a browser sends them. */
async function ticksOf(run: number): Promise<Record<string, string>> {
  const { concerns } = viewOf<View<Concerns>>(await second.get(`allotments/${run}`)).data
  return {
    shown: concerns.map(({ concern, count }) => `${concern}:${count}`).join(' '),
    ...Object.fromEntries(concerns.map(({ concern }) => [concern, 'true'])),
  }
}

test('case 95: the release asks for a tick for each unfinished piece of work, and again if its number has changed', async () => {
  const grieve = (id: number) =>
    sql("INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (?, 'merit', 1, 'open', 1)", id)
  grieve(ids[0]!)
  const run = await prepared()
  sql('UPDATE applications SET confirmed_at = NULL, picked_up_at = 1 WHERE candidate_id = ?', ids[3]!)
  const release = (fields: Record<string, string>) =>
    second.post(`allotments/${run}`, { intent: 'release', checked: 'true', ...fields })
  const asked = 'Look at this, and tick it'
  expect(faultsOf(await release({}))).toEqual({ grievances: asked, unscrutinised: asked })
  const ticks = await ticksOf(run)
  expect(ticks.shown).toBe('grievances:1 unscrutinised:1')
  const { grievances: _, ...withoutOne } = ticks
  expect(faultsOf(await release(withoutOne))).toEqual({ grievances: asked })
  // A tick without the number that the page showed is no tick.
  expect(faultsOf(await release({ grievances: 'true', unscrutinised: 'true' }))).toEqual({
    grievances: asked,
    unscrutinised: asked,
  })
  expect((await release({ ...ticks, shown: 'grievances:1; DROP' })).status).toBe(422)
  grieve(ids[1]!)
  expect(faultsOf(await release(ticks))).toEqual({
    grievances: 'The number has changed since the page was shown. Look at it again, and tick it',
  })
  expect((await release(await ticksOf(run))).status).toBe(303)
})
