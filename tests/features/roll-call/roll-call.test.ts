import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { candidateBase } from '#server/domain/terms/href.ts'
import { hours, ist, minutes, plus } from '#server/kernel/time.ts'
import { acceptSeat } from '#tests/support/acceptance.ts'
import { addOptions, addRound, codes, type Entrant, roundOne } from '#tests/support/allotment.ts'
import { keepsBooks } from '#tests/support/books.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { browser, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { releaseAt, signLastDays } from '#tests/support/release.ts'

/** The option form of round 1 closes on 27 August at 17:00; its roll-call begins 48 hours before. */
const closes = ist('2024-08-27 17:00')
const asked = plus(closes, -hours(47))

let portal: TestPortal
let first: DeskBrowser & { id: number }
let second: DeskBrowser & { id: number }
let ids: number[]

const entrants: Entrant[] = [
  { merit: 1, options: [codes.second, codes.first] },
  { merit: 2, options: [codes.second, codes.first] },
  { merit: 3, options: [codes.second, codes.first] },
]

beforeEach(async () => {
  portal = await openPortal({ course: { rollCall: true }, config: { arePublicDossiers: true } })
  keepsBooks(portal, { hasDossiers: true })
  first = await atDesk(portal, 'admin', 'first')
  second = await atDesk(portal, 'admin', 'second')
  ids = addRound(portal.services.db, entrants, first.id)
  portal.services.db.sqlite.exec("DELETE FROM seat_matrix_pools WHERE seat_type <> 'GOPENS'")
  portal.clock.set(asked)
})

/** The link that a message carried to a candidate; as somebody opens it who is logged in nowhere. */
async function linkOf(n: number): Promise<string> {
  await portal.services.reminders.remind()
  await portal.services.messages.deliverDue()
  const sent = portal.box.sent.findLast(
    ({ template, to }) => template === 'roll-call' && to === `98000000${String(n - 1 + 10)}`,
  )
  const { link } = /(?<link>https?:\/\/\S+token=[\w-]+)/.exec(sent?.text ?? '')?.groups ?? {}
  if (!link) throw new Error(`entrant ${n} was not asked`)
  return link.slice(link.indexOf('roll-call'))
}
const someone = () => browser(portal, {})
const answer = (link: string, given: string) => someone().post(link, { answer: given })
const answers = () =>
  portal.services.db.sqlite
    .prepare('SELECT candidate_id AS id, round, answer FROM roll_call_answers ORDER BY 1, 2')
    .all()
const released = (round = 1) => [...portal.services.rollCall.releasedFor(round)]

/** Prepares a round, releases it and publishes it. */
async function publishRound(round: number): Promise<number> {
  const later = hours(24 * 13 * (round - 1))
  portal.clock.set(plus(roundOne.closed, later))
  if (round > 1) signLastDays(portal, first.id, round - 1)
  const begun = await first.post('allotments', { round: String(round) })
  await portal.services.releases.settled()
  const run = Number(/allotments\/(\d+)$/.exec(String(begun.headers.location))![1])
  await releaseAt(second, `allotments/${run}`)
  portal.clock.set(plus(roundOne.publishAt, later + minutes(1)))
  portal.services.allotment.publishDue()
  return run
}

describe('the link', () => {
  test('opened by a scanner it changes nothing, and gives no other power than to answer', async () => {
    const link = await linkOf(1)
    const opened = await someone().get(link)
    expect(opened.status).toBe(200)
    expect(opened.text).toContain('Are you still taking part in CAP Round 1?')
    expect(opened.text).not.toContain('Entrant 1')
    expect(answers()).toEqual([])
    expect(opened.headers['set-cookie'] ?? '').not.toContain('session=')
    expect((await someone().get('dashboard')).status).toBe(303)
  })

  test('the last answer counts, until the option form closes', async () => {
    const link = await linkOf(1)
    expect((await answer(link, 'out')).status).toBe(303)
    expect(released()).toEqual([ids[0]])
    expect((await answer(link, 'in')).status).toBe(303)
    expect(released()).toEqual([])
    await Promise.all([answer(link, 'out'), answer(link, 'in'), answer(link, 'out')])
    expect(answers()).toHaveLength(1)
    const before = answers()
    portal.clock.set(closes)
    const late = await answer(link, before[0] && (before[0] as { answer: string }).answer === 'in' ? 'out' : 'in')
    expect(late.status).toBe(409)
    expect(late.text).toContain('This roll-call is not open now. Nothing was changed.')
    expect(answers()).toEqual(before)
  })

  test('answered twice, differently, at the same moment: one answer holds, and the log ends with it', async () => {
    const link = await linkOf(1)
    const given = ['out', 'in', 'out', 'in'] as const
    const sent = await Promise.all(given.map((one) => answer(link, one)))
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    const [kept, ...others] = answers() as { id: number; answer: string }[]
    expect([kept?.id, others]).toEqual([ids[0], []])
    const logged = portal.services.db.sqlite
      .prepare("SELECT detail ->> 'answer' FROM audit_log WHERE act = 'roll-call.answered' ORDER BY id")
      .pluck()
      .all()
    expect(logged.at(-1)).toBe(kept!.answer)
    // Each line is a change: an answer that holds already is no second one.
    for (const [place, one] of logged.entries()) expect(one).not.toBe(logged[place - 1])
  })

  test('of somebody else answers for them alone, and says nothing of either', async () => {
    const [own, others] = [await linkOf(1), await linkOf(2)]
    await answer(own, 'in')
    const page = await someone().get(others)
    expect(page.text).toContain('Are you still taking part in CAP Round 1?')
    for (const told of ['Entrant', 'Your answer']) expect(page.text).not.toContain(told)
    await answer(others, 'out')
    expect(answers()).toEqual([
      { id: ids[0], round: 1, answer: 'in' },
      { id: ids[1], round: 1, answer: 'out' },
    ])
  })

  test('one that is cut off says what to do', async () => {
    const page = await someone().get('roll-call?token=AAAA')
    expect(page.status).toBe(404)
    expect(page.text).toContain('Open the newest message, or your dashboard.')
  })

  test('an altered one, one of another portal and none at all are unknown', async () => {
    const link = await linkOf(1)
    const token = link.split('token=')[1]!
    const swapped = `${token.slice(0, 5)}${token[5] === 'A' ? 'B' : 'A'}${token.slice(6)}`
    const ofOther = await openPortal({
      course: { rollCall: true },
      config: { secret: 'another secret of 32 characters!' },
    })
    for (const wrong of [swapped, token.slice(1), `${token}A`, `${token}=`, '', 'AAAA']) {
      expect((await someone().get(`roll-call?token=${wrong}`)).status, wrong).toBe(404)
      expect((await answer(`roll-call?token=${wrong}`, 'out')).status, wrong).toBe(404)
    }
    expect(ofOther.services.rollCall.read(token).ok).toBe(false)
    expect(answers()).toEqual([])
  })

  test('an answer that is none is refused', async () => {
    expect((await answer(await linkOf(1), 'maybe')).status).toBe(422)
    expect(answers()).toEqual([])
  })
})

test('nobody is asked where the season has no roll-call, and then no link works', async () => {
  const link = await linkOf(1)
  const quiet = await openPortal()
  const admin = await atDesk(quiet, 'admin')
  addRound(quiet.services.db, entrants, admin.id)
  quiet.clock.set(asked)
  await quiet.services.reminders.remind()
  expect(quiet.services.db.sqlite.prepare("SELECT * FROM outbox WHERE template = 'roll-call'").all()).toEqual([])
  expect(quiet.services.rollCall.answer(link.split('token=')[1]!, 'out')).toMatchObject({
    refusal: { code: 'roll-call-closed' },
  })
})

test('who is silent is asked a second time, who answered or left is not', async () => {
  const link = await linkOf(1)
  await answer(link, 'in')
  await answer(await linkOf(2), 'out')
  const count = () =>
    portal.box.sent.filter(({ template, channel }) => template === 'roll-call' && channel === 'sms').length
  expect(count()).toBe(3)
  portal.clock.set(plus(closes, -hours(23)))
  await portal.services.reminders.remind()
  await portal.services.messages.deliverDue()
  expect(count()).toBe(4)
  expect((await first.get('allotments')).text).toContain('3 asked: 1 still in, 1 released, 1 silent')
})

test('the dashboard asks, says the answer and leads back', async () => {
  const own = portal.services.rollCall.own(ids[0]!)!
  expect(own).toMatchObject({ round: 1, answer: null, holds: false })
  expect((await answer(`roll-call?token=${own.token}`, 'out')).status).toBe(303)
  expect(portal.services.rollCall.own(ids[0]!)).toMatchObject({ answer: 'out' })
  portal.clock.set(closes)
  expect(portal.services.rollCall.own(ids[0]!)).toBeNull()
})

describe('a round', () => {
  test('leaves out exactly those who released themselves; the dossier records them, and silence costs nobody anything', async () => {
    await answer(await linkOf(1), 'out')
    await answer(await linkOf(2), 'in')
    const run = await publishRound(1)
    const seats = portal.services.db.sqlite
      .prepare('SELECT candidate_id AS id, choice_code AS at FROM allotments WHERE run_id = ? ORDER BY id')
      .all(run)
    expect(seats).toEqual([
      { id: ids[1], at: codes.second },
      { id: ids[2], at: codes.first },
    ])
    const file = await portal.services.results.openDossier(1, 'input.json')
    const input = JSON.parse(await text(file!.stream)) as AllotmentInput
    expect(
      input.candidates.map(({ allIndiaMerit, released: out, options }) => [allIndiaMerit, out, options.length]),
    ).toEqual([
      [1, true, 0],
      [2, undefined, 2],
      [3, undefined, 2],
    ])
    const { results } = portal.services
    const outcome = results.outcome(ids[0]!, 1)
    expect(outcome).toMatchObject({ ok: true, value: { state: 'not-considered', outside: 'released' } })
    if (!outcome.ok) throw new Error(outcome.refusal.code)
    expect(results.inWords(outcome.value, 'en').next).toMatchObject([
      { value: 'You can take part with a confirmed option form.' },
    ])
    expect(results.newest(ids[0]!)).toMatchObject({ state: 'released' })
  })

  test('an answer after the round is prepared changes nothing: neither its input nor its seats', async () => {
    const links = [await linkOf(1), await linkOf(2)]
    await answer(links[0]!, 'out')
    portal.clock.set(roundOne.closed)
    await first.post('allotments', { round: '1' })
    await portal.services.releases.settled()
    const summary = () => portal.services.db.sqlite.prepare('SELECT state, summary FROM allotment_runs').all()
    const [prepared, before] = [summary(), answers()]
    expect(prepared).toMatchObject([{ state: 'prepared' }])
    expect((await answer(links[0]!, 'in')).status).toBe(409)
    expect((await answer(links[1]!, 'out')).status).toBe(409)
    expect([summary(), answers()]).toEqual([prepared, before])
    expect(released()).toEqual([ids[0]])
  })

  test('silent at both questions, whether signed in a minute ago or never: nobody is left out', async () => {
    const count = () => portal.box.sent.filter(({ template }) => template === 'roll-call').length
    await linkOf(1)
    const once = count()
    portal.clock.set(plus(closes, -hours(23)))
    await linkOf(1)
    expect(count()).toBe(2 * once)
    const { db } = portal.services
    db.sqlite
      .prepare(
        `INSERT INTO sessions (candidate_id, cookie_hash, csrf, device, created_at, expires_at) VALUES (?, 'h', 'c', 'd', ?, ?)`,
      )
      .run(ids[0], plus(closes, -minutes(1)), plus(closes, hours(1)))
    const run = await publishRound(1)
    expect(released()).toEqual([])
    const seated = db.sqlite.prepare('SELECT candidate_id FROM allotments WHERE run_id = ? ORDER BY 1').pluck().all(run)
    expect(seated).toEqual([ids[0], ids[1]])
  })

  test('nobody who was released is told that they won no seat; whoever took part is', async () => {
    portal.services.db.sqlite.prepare('DELETE FROM seat_matrix_pools WHERE choice_code = ?').run(codes.first)
    await answer(await linkOf(1), 'out')
    await publishRound(1)
    portal.services.allotment.tellDue()
    const told = portal.services.db.sqlite
      .prepare(`SELECT DISTINCT candidate_id AS id, template FROM outbox WHERE template LIKE 'seat-%' ORDER BY id`)
      .all()
    expect(told).toEqual([
      { id: ids[1], template: 'seat-allotted' },
      { id: ids[2], template: 'seat-not-allotted' },
    ])
  })

  test('confirming a list is a way back, before the roll-call of its round and after a release in it', async () => {
    await answer(await linkOf(1), 'out')
    await publishRound(1)
    const { db, optionForm } = portal.services
    portal.clock.set(plus(closes, hours(24 * 13) - hours(60)))
    expect(portal.services.rollCall.own(ids[0]!)).toBeNull()
    addOptions(db, ids[0]!, 2, [codes.first], null)
    expect(optionForm.confirmUnasked(ids[0]!, 2)).toMatchObject({ ok: true })
    expect(released(2)).toEqual([])
    expect(released(1)).toEqual([ids[0]])
    portal.clock.set(plus(closes, hours(24 * 13) - hours(30)))
    const { token } = portal.services.rollCall.own(ids[0]!)!
    await answer(`roll-call?token=${token}`, 'out')
    expect(released(2)).toEqual([ids[0]])
    db.sqlite.prepare('UPDATE option_forms SET confirmed_at = NULL WHERE candidate_id = ? AND round = 2').run(ids[0])
    expect(optionForm.confirmUnasked(ids[0]!, 2)).toMatchObject({ ok: true })
    expect(released(2)).toEqual([])
  })

  test('a release holds for the later rounds too, until the candidate comes back in their roll-call', async () => {
    await answer(await linkOf(1), 'out')
    await publishRound(1)
    expect(released(2)).toEqual([ids[0]])
    const next = plus(closes, hours(24 * 13) - hours(30))
    portal.clock.set(next)
    const own = portal.services.rollCall.own(ids[0]!)
    expect(own).toMatchObject({ round: 2, answer: 'out' })
    expect((await answer(`roll-call?token=${own!.token}`, 'in')).status).toBe(303)
    expect(released(2)).toEqual([])
    expect(portal.services.results.outcome(ids[0]!, 1)).toMatchObject({ value: { outside: 'released' } })
  })

  test('whoever keeps a seat is asked, and is not released by a link', async () => {
    await publishRound(1)
    acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', ist('2024-08-31 12:00'))
    const next = plus(closes, hours(24 * 13) - hours(30))
    portal.clock.set(next)
    const own = portal.services.rollCall.own(ids[1]!)
    expect(own).toMatchObject({ round: 2, holds: true })
    const page = await someone().get(`roll-call?token=${own!.token}`)
    expect(page.text).toContain('You keep a seat, so this link cannot release you.')
    const refused = await answer(`roll-call?token=${own!.token}`, 'out')
    expect(refused.status).toBe(409)
    expect(released(2)).toEqual([])
    expect((await answer(`roll-call?token=${own!.token}`, 'in')).status).toBe(303)
  })
})

test('the address in the message is that of the portal', async () => {
  const link = await linkOf(1)
  expect(link).toMatch(/^roll-call\?token=[\w-]{23}$/)
  expect(candidateBase('mbale')).toBe('/mbale/candidate/')
})
