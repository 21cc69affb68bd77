import { beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { days, type Instant, ist, minutes, plus } from '#server/kernel/time.ts'
import { acceptSeat, admitTo } from '#tests/support/acceptance.ts'
import { addOptions, addRound, codes, type Entrant, roundOne, userIdOf } from '#tests/support/allotment.ts'
import { keepsBooks } from '#tests/support/books.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { releaseAt, signLastDays } from '#tests/support/release.ts'

let portal: TestPortal
let first: DeskBrowser & { id: number }
let second: DeskBrowser & { id: number }
let ids: number[]

const paper = { orderNumber: 'CELL/2024/240', authority: 'Commissioner of the cell', reason: 'By order of the court.' }
const decidedAt = ist('2024-08-31 12:00')
/** Acceptance of round 1 closes on 2 September at 15:00. */
const afterAcceptance = ist('2024-09-02 16:00')
const until = { date: '2024-09-05', time: '17:00' }

/** A chain: each of the two courses has one seat. */
const entrants: Entrant[] = [
  { merit: 1, options: [codes.second, codes.first] },
  { merit: 2, options: [codes.second, codes.first] },
  { merit: 3, options: [codes.second, codes.first] },
]

/** Prepares a round, releases it and publishes it. */
async function publishRound(round: number): Promise<void> {
  portal.clock.set(plus(roundOne.closed, days(13 * (round - 1))))
  if (round > 1) signLastDays(portal, first.id, round - 1)
  const begun = await first.post('allotments', { round: String(round) })
  await portal.services.releases.settled()
  const run = /allotments\/(\d+)$/.exec(String(begun.headers.location))![1]!
  await releaseAt(second, `allotments/${run}`)
  portal.clock.set(plus(roundOne.publishAt, days(13 * (round - 1)) + minutes(1)))
  portal.services.allotment.publishDue()
}

beforeEach(async () => {
  portal = await openPortal()
  keepsBooks(portal, { hasDossiers: true })
  first = await atDesk(portal, 'admin', 'first')
  second = await atDesk(portal, 'admin', 'second')
  ids = addRound(portal.services.db, entrants, first.id)
  portal.services.db.sqlite.exec("DELETE FROM seat_matrix_pools WHERE seat_type <> 'GOPENS'")
  await publishRound(1)
})

const wish = (intent: string, n: number, more: Record<string, string> = {}) => ({
  intent,
  applicationId: userIdOf(n),
  ...paper,
  ...(['withdraw-acceptance', 'restore-allotment'].includes(intent) ? until : {}),
  ...more,
})
const post = (desk: DeskBrowser, fields: Record<string, string>) => desk.post(`orders?kind=${fields.intent}`, fields)
const prepare = (fields: Record<string, string>) => post(first, { ...fields, agreed: 'true' })
const release = (order: number, desk = second) => desk.post('orders', { intent: 'release', order: String(order) })
/** Prepared by one admin and released by another. */
async function inForce(order: number, fields: Record<string, string>) {
  expect((await prepare(fields)).status).toBe(303)
  expect((await release(order)).status).toBe(303)
}
const messageOf = (answer: Parameters<typeof viewOf>[0]) => viewOf<View>(answer).form?.message
const linesOf = (answer: Parameters<typeof viewOf>[0]) => viewOf<View>(answer).form?.confirm?.lines
const stateOf = (n: number) => portal.services.seatAcceptance.current(ids[n - 1]!)?.state
const told = () => portal.services.db.sqlite.prepare("SELECT params FROM outbox WHERE template = 'seat-order'").all()

describe('cancelling an allotment', () => {
  test('the desk first sees by name whose seats would differ; nothing changes before a second person releases it', async () => {
    const shown = await post(first, wish('cancel-allotment', 1))
    expect(shown.status).toBe(409)
    expect(viewOf<View>(shown).form?.confirm?.title).toContain(`${userIdOf(1)}, Entrant 1: ${codes.second} GOPENS`)
    expect(linesOf(shown)?.slice(1)).toEqual([
      `${userIdOf(2)}, Entrant 2: ${codes.first} GOPENS, Institute 8001, MBA → ${codes.second} GOPENS, Institute 8002, MBA. Would have a seat that they prefer.`,
      `${userIdOf(3)}, Entrant 3: – → ${codes.first} GOPENS, Institute 8001, MBA. Would have got a seat.`,
    ])
    expect((await prepare(wish('cancel-allotment', 1))).status).toBe(303)
    const waiting = await second.get('orders')
    for (const n of [2, 3]) expect(waiting.text).toContain(`Entrant ${n}`)
    expect(stateOf(1)).toBe('to-verify')

    expect((await release(1)).status).toBe(303)
    expect(stateOf(1)).toBe('ended')
    expect(portal.services.seatAcceptance.entry(ids[0]!, 2)).toEqual({ kind: 'takes-part' })
    expect(told()).not.toEqual([])
    const acts = portal.services.db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'orders.%'").pluck().all()
    expect(acts).toEqual(expect.arrayContaining(['orders.zone-read', 'orders.prepared', 'orders.released']))
  })

  test('case 18: the person who prepared it does not release it', async () => {
    await prepare(wish('cancel-allotment', 1))
    const own = await release(1, first)
    expect([own.status, messageOf(own)]).toEqual([403, expect.stringContaining('Another person has to release this.')])
    for (const role of ['fc', 'so', 'ro', 'institute'] as const)
      expect((await release(1, await atDesk(portal, role))).status, role).toBe(403)
    expect(stateOf(1)).toBe('to-verify')
  })

  test('a decision in the meantime does not save the seat, and the candidate can do nothing with it afterwards', async () => {
    await prepare(wish('cancel-allotment', 2))
    portal.clock.set(decidedAt)
    acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', decidedAt)
    expect((await release(1)).status).toBe(303)
    expect(stateOf(2)).toBe('ended')
    expect(portal.services.seatAcceptance.decideUnasked(ids[1]!, 1, 'freeze')).toMatchObject({
      ok: false,
      refusal: { code: 'seat-ended' },
    })
  })

  test('a candidate without a seat, an admitted one, and a round in hand are refused', async () => {
    expect(messageOf(await post(first, wish('cancel-allotment', 3)))).toBe('This candidate has no allotted seat now.')
    acceptSeat(portal.services.db, ids[0]!, 1, 'freeze', decidedAt)
    admitTo(portal.services.db, ids[0]!, 1, codes.second, afterAcceptance, first.id)
    expect(messageOf(await post(first, wish('cancel-allotment', 1)))).toContain('“Withdraw an admission” instead')
    await prepare(wish('cancel-allotment', 2))
    portal.clock.set(plus(roundOne.closed, days(13)))
    signLastDays(portal, first.id, 1)
    addOptions(portal.services.db, ids[1]!, 2, [codes.second])
    await first.post('allotments', { round: '2' })
    await portal.services.releases.settled()
    expect(messageOf(await release(1))).toBe(
      'A run of the next round is already prepared. Discard it first, because this seat is part of it.',
    )
  })

  test('an order about the seat of an earlier round is refused once a later round has moved the candidate', async () => {
    acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', decidedAt)
    await prepare(wish('cancel-allotment', 2))
    addOptions(portal.services.db, ids[1]!, 2, [codes.second, codes.first])
    await publishRound(2)
    expect(messageOf(await release(1))).toBe(
      'The seat has changed since this order was prepared. Refuse it and prepare a new one.',
    )
  })

  test('a frozen seat of an earlier round would have been free in the newest one', async () => {
    const { db } = portal.services
    acceptSeat(db, ids[0]!, 1, 'freeze', decidedAt)
    admitTo(db, ids[0]!, 1, codes.second, afterAcceptance, first.id)
    acceptSeat(db, ids[1]!, 1, 'betterment', decidedAt)
    addOptions(db, ids[1]!, 2, [codes.second, codes.first])
    await publishRound(2)
    db.sqlite.prepare('DELETE FROM admissions').run()
    // He reports late, by a reset: the seat is his while he does.
    db.sqlite
      .prepare('INSERT INTO seat_resets (candidate_id, round, fact, reason, at, reset_by) VALUES (?, 1, ?, ?, ?, ?)')
      .run(ids[0]!, 'hsc', 'The marksheet', plus(portal.clock.portal(), -minutes(1)), first.id)
    const shown = await post(first, wish('cancel-allotment', 1))
    expect(linesOf(shown)?.slice(1)).toEqual([
      `${userIdOf(2)}, Entrant 2: ${codes.first} GOPENS, Institute 8001, MBA → ${codes.second} GOPENS, Institute 8002, MBA. Would have a seat that they prefer.`,
    ])
  })
})

describe('withdrawing an admission', () => {
  const admit = (n: number, at = afterAcceptance) => {
    if (stateOf(n) === 'to-verify') acceptSeat(portal.services.db, ids[n - 1]!, 1, 'freeze', decidedAt)
    portal.clock.set(at)
    admitTo(portal.services.db, ids[n - 1]!, 1, codes.second, at, first.id)
  }
  const rows = (sql: string) => portal.services.db.sqlite.prepare(sql).all()
  const auditOf = (act: string) => rows(`SELECT actor_name AS by, subject, detail FROM audit_log WHERE act = '${act}'`)
  const institute = codes.second.slice(0, 4)

  test('two people take seat and admission back; whom it concerns, what becomes of the seat and who confirmed come first', async () => {
    admit(1)
    const { db, audit } = portal.services
    const officer = await atDesk(portal, 'so')
    audit.record({ kind: 'staff', id: officer.id, name: 'so.name', role: 'so' }, 'scrutiny.confirmed', {
      candidateId: ids[0]!,
    })
    db.sqlite
      .prepare("INSERT OR REPLACE INTO institutes (code, email, facilities) VALUES (?, 'office@example.org', '[]')")
      .run(institute)
    const shown = await post(first, wish('withdraw-admission', 1))
    expect(shown.status).toBe(409)
    const lines = linesOf(shown)!.join('\n')
    for (const words of [
      'Entrant 2',
      'Entrant 3',
      'goes into CAP Round 2',
      'Person of so confirmed the form at e-scrutiny',
      'not returned',
    ])
      expect(lines).toContain(words)
    expect(lines).toContain('by e-mail and on its desk')
    expect((await prepare(wish('withdraw-admission', 1))).status).toBe(303)
    expect(stateOf(1)).toBe('admitted')
    expect((await release(1, first)).status).toBe(403)
    expect((await second.get('orders')).text).toContain('Person of so confirmed')
    expect((await release(1)).status).toBe(303)

    expect([stateOf(1), portal.services.reporting.admissionOf(ids[0]!)]).toEqual(['ended', null])
    expect(portal.services.seatAcceptance.entry(ids[0]!, 2)).toEqual({ kind: 'takes-part' })
    expect(rows("SELECT template FROM outbox WHERE template = 'admission-withdrawn'").length).toBeGreaterThan(0)
    expect(rows("SELECT template FROM outbox WHERE template = 'institute-admission-withdrawn'")).toHaveLength(2)
    expect(told()).toEqual([])
    expect(auditOf('orders.admission-withdrawn')).toHaveLength(1)
    expect(auditOf('orders.verifier-noted')).toMatchObject([{ subject: `staff:${officer.id}` }])
    const desk = await atDesk(portal, 'institute', undefined, { institute })
    const page = await desk.get(`reporting/${userIdOf(1)}`)
    expect(page.text).toContain('took this seat back')
    expect((await first.get(`help-desk/${userIdOf(1)}?tab=allotment`)).text).toContain(
      `taken back by order ${paper.orderNumber}`,
    )
    // The first tab says so too, though the form is still confirmed.
    expect((await first.get(`help-desk/${userIdOf(1)}`)).text).toMatch(
      new RegExp(`By order ${paper.orderNumber} of .*: Withdraw an admission`),
    )
    expect(portal.services.reporting.unsigned(1)).toBeDefined()
  })

  test('a seat that nobody is admitted to has no admission to withdraw, before and at the release', async () => {
    acceptSeat(portal.services.db, ids[0]!, 1, 'freeze', decidedAt)
    expect(messageOf(await post(first, wish('withdraw-admission', 1)))).toContain(
      'No institute has this candidate admitted now',
    )
    admit(1)
    await prepare(wish('withdraw-admission', 1))
    // The candidate cancels meanwhile.
    expect(portal.services.cancellation.cancelUnasked(ids[0]!, 'Another college').ok).toBe(true)
    expect(messageOf(await release(1))).toContain('No institute has this candidate admitted now')
    expect(auditOf('orders.admission-withdrawn')).toEqual([])
  })

  test('another admission than the one that was looked at is not withdrawn', async () => {
    admit(1)
    await prepare(wish('withdraw-admission', 1))
    const { db } = portal.services
    db.sqlite.prepare('UPDATE admissions SET undone_at = ?').run(afterAcceptance)
    const later = plus(afterAcceptance, minutes(5))
    admitTo(db, ids[0]!, 1, codes.second, later, first.id)
    expect(messageOf(await release(1))).toBe(
      'The seat has changed since this order was prepared. Refuse it and prepare a new one.',
    )
    expect(stateOf(1)).toBe('admitted')
  })

  test('of two orders about one candidate only one waits; both at the same moment withdraw once', async () => {
    admit(1)
    const answers = await Promise.all([prepare(wish('withdraw-admission', 1)), prepare(wish('debar', 1))])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(messageOf(answers.find(({ status }) => status === 409)!)).toContain('only one of the two can stand')
    // A third one is refused before anything is shown of it, and where it is begun from the candidate's page.
    const third = await post(first, wish('cancel-allotment', 1))
    expect([third.status, messageOf(third)]).toEqual([409, messageOf(answers.find(({ status }) => status === 409)!)])
    const begun = viewOf<View<{ barredBy: string | null }>>(
      await first.get(`orders?kind=debar&applicationId=${userIdOf(1).toLowerCase()}`),
    ).data
    expect(begun.barredBy).toBe(messageOf(third))
    const elsewhere = await first.get(`orders?kind=extend&applicationId=${userIdOf(1)}`)
    expect(viewOf<View<{ barredBy: string | null }>>(elsewhere).data.barredBy).toBeNull()
    const released = await Promise.all([release(1), release(1)])
    expect(released.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(stateOf(1)).toBe('ended')
    expect(auditOf('orders.admission-withdrawn')).toHaveLength(1)
  })

  test('an order that restores the seat gives it back without the admission, and an older order does not take it again', async () => {
    admit(1)
    await inForce(1, wish('withdraw-admission', 1))
    expect(messageOf(await post(first, wish('withdraw-admission', 1)))).toContain('No institute has')
    await prepare(wish('restore-allotment', 1))
    expect(messageOf(await prepare(wish('restore-allotment', 1)))).toContain('only one of the two can stand')
    expect((await release(2)).status).toBe(303)
    expect(stateOf(1)).toBe('to-report')
    admitTo(portal.services.db, ids[0]!, 1, codes.second, plus(afterAcceptance, minutes(9)), first.id)
    expect(stateOf(1)).toBe('admitted')
    await inForce(3, wish('withdraw-admission', 1))
    expect(stateOf(1)).toBe('ended')
  })

  test.each([
    ['withdrawn first', true],
    ['restored first', false],
  ])(
    'an admission that two orders withdraw and restore at the same moment is withdrawn once: %s',
    async (_, isFirst) => {
      admit(1)
      await prepare(wish('withdraw-admission', 1))
      const withdraw = () => release(1)
      const restore = () => prepare(wish('restore-allotment', 1))
      const acts = isFirst ? [withdraw, restore] : [restore, withdraw]
      const answers = await Promise.all(acts.map((act) => act()))
      const [withdrawn, restored] = isFirst ? answers : answers.toReversed()
      expect([withdrawn!.status, stateOf(1), auditOf('orders.admission-withdrawn').length]).toEqual([303, 'ended', 1])
      // The order that restores it either found the admission in force, or waits for its own second person.
      expect([303, 409]).toContain(restored!.status)
      const waiting = portal.services.db.sqlite.prepare("SELECT count(*) FROM special_orders WHERE state = 'prepared'")
      expect(waiting.pluck().get()).toBe(restored!.status === 303 ? 1 : 0)
    },
  )
  test('a restored seat has one next act for the order page, the messages and the dashboard, and the institute hears of it', async () => {
    const { db, seatAcceptance } = portal.services
    db.sqlite
      .prepare("INSERT OR REPLACE INTO institutes (code, email, facilities) VALUES (?, 'office@example.org', '[]')")
      .run(institute)
    admit(1)
    await inForce(1, wish('withdraw-admission', 1))
    const shown = linesOf(await post(first, wish('restore-allotment', 1)))!.join('\n')
    expect(shown).toContain('Report to the institute')
    expect(shown).toContain('That admission does not come back')
    expect(shown).not.toContain('accept it')
    await prepare(wish('restore-allotment', 1))
    expect((await second.get('orders')).text).toContain('That admission does not come back')
    expect((await release(2)).status).toBe(303)
    const said = rows("SELECT language, params FROM outbox WHERE template = 'seat-order'") as {
      language: 'en' | 'mr'
      params: string
    }[]
    expect(said).not.toEqual([])
    for (const { language, params } of said)
      expect(JSON.parse(params).next).toContain(seatAcceptance.nextInWords(ids[0]!, language))
    expect(seatAcceptance.current(ids[0]!)?.act?.kind).toBe('report')
    const offices = rows("SELECT params FROM outbox WHERE template = 'institute-seat-restored'") as { params: string }[]
    expect(offices).toHaveLength(2)
    expect(JSON.parse(offices[0]!.params)).toMatchObject({ userId: userIdOf(1), choiceCode: codes.second })
  })

  test('debarring an admitted candidate withdraws the admission with the same order', async () => {
    admit(1)
    const shown = await post(first, wish('debar', 1))
    expect(linesOf(shown)!.join('\n')).toContain('goes into CAP Round 2')
    await inForce(1, wish('debar', 1))
    expect([stateOf(1), portal.services.ordersInForce.exclusion(ids[0]!)?.kind]).toEqual(['ended', 'debar'])
    expect(auditOf('orders.admission-withdrawn')).toHaveLength(1)
  })

  test('an institute that signed has its vacancies counted again, and one that signs meanwhile counts what is so then', async () => {
    admit(1)
    portal.clock.set(plus(roundOne.closed, days(13)))
    signLastDays(portal, first.id, 1)
    const vacant = () =>
      rows(
        `SELECT sum(count) AS n FROM institute_vacancies WHERE choice_code = '${codes.second}' AND seat_type = 'GOPENS'`,
      )
    expect(vacant()).toEqual([{ n: 0 }])
    await inForce(1, wish('withdraw-admission', 1))
    expect(vacant()).toEqual([{ n: 1 }])
  })
})

describe('withdrawing an acceptance', () => {
  test('the candidate decides again until the moment of the order, however long acceptance has been over', async () => {
    acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', decidedAt)
    portal.clock.set(afterAcceptance)
    expect(stateOf(2)).toBe('held')
    await inForce(1, wish('withdraw-acceptance', 2))
    expect(stateOf(2)).toBe('to-decide')
    const { seatAcceptance } = portal.services
    expect(seatAcceptance.current(ids[1]!)?.act).toEqual({
      kind: 'decide',
      by: ist('2024-09-05 17:00'),
    })
    expect(seatAcceptance.decideUnasked(ids[1]!, 1, 'freeze')).toMatchObject({ ok: true })
    expect(stateOf(2)).toBe('to-report')
  })

  test('a moment before the end of acceptance shortens nothing, and the message gives the deadline that counts', async () => {
    acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', decidedAt)
    portal.clock.set(decidedAt)
    await inForce(1, wish('withdraw-acceptance', 2, { date: '2024-08-31' }))
    const next = portal.services.seatAcceptance.nextInWords(ids[1]!, 'en')
    expect(next).toContain('Decide')
    expect(next).not.toContain('31 Aug')
    expect(JSON.stringify(told())).toContain(portal.services.seatAcceptance.nextInWords(ids[1]!, 'mr'))
  })

  test('without another decision the seat is released at that moment', async () => {
    acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', decidedAt)
    portal.clock.set(afterAcceptance)
    await inForce(1, wish('withdraw-acceptance', 2))
    const clocks = () => portal.services.specialClocks.list({ role: 'admin' })
    expect(clocks()).toEqual([])
    portal.clock.set(ist('2024-09-05 16:00'))
    expect(clocks()).toMatchObject([{ userId: userIdOf(2), act: 'accept', reason: 'order', isOver: false }])
    portal.clock.set(ist('2024-09-05 17:00'))
    expect(stateOf(2)).toBe('not-accepted')
    expect(clocks()).toMatchObject([{ endsAt: ist('2024-09-05 17:00'), isOver: true }])
  })

  test('a seat that nobody accepted has nothing to withdraw, and a moment that has passed gives no time', async () => {
    expect(messageOf(await post(first, wish('withdraw-acceptance', 2)))).toBe(
      'This candidate has not accepted the seat.',
    )
    acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', decidedAt)
    await prepare(wish('withdraw-acceptance', 2))
    portal.clock.set(ist('2024-09-05 17:00'))
    expect((await release(1)).status).toBe(409)
  })
})

describe('restoring an allotment', () => {
  const lapse = () => portal.clock.set(afterAcceptance)

  test('a cancelled seat comes back with its decision and fee, and may be used until the moment of the order', async () => {
    acceptSeat(portal.services.db, ids[1]!, 1, 'freeze', decidedAt)
    await inForce(1, wish('cancel-allotment', 2))
    lapse()
    await inForce(2, wish('restore-allotment', 2))
    expect(stateOf(2)).toBe('to-report')
  })

  test('a lapsed seat can be verified and accepted again', async () => {
    lapse()
    expect(stateOf(1)).toBe('not-accepted')
    const shown = await post(first, wish('restore-allotment', 1))
    expect(linesOf(shown)?.slice(1)).toEqual([
      `${userIdOf(2)}, Entrant 2: ${codes.second} GOPENS, Institute 8002, MBA → ${codes.first} GOPENS, Institute 8001, MBA. Would have a seat that they prefer less.`,
      `${userIdOf(3)}, Entrant 3: ${codes.first} GOPENS, Institute 8001, MBA → –. Would have lost the seat.`,
      expect.stringMatching(/^The candidate is told: “Check your facts.*5 Sep 2024, 17:00/),
    ])
    await inForce(1, wish('restore-allotment', 1))
    expect(stateOf(1)).toBe('to-verify')
    expect(portal.services.seatAcceptance.mayVerify(ids[0]!, 1, portal.clock.portal()).ok).toBe(true)
  })

  test('a seat that somebody else has by now is refused, also if it was free when the order was prepared', async () => {
    const { db } = portal.services
    acceptSeat(db, ids[1]!, 1, 'betterment', decidedAt)
    await inForce(1, wish('cancel-allotment', 1))
    expect((await prepare(wish('restore-allotment', 1, { date: '2024-09-25' }))).status).toBe(303)
    addOptions(db, ids[1]!, 2, [codes.second, codes.first])
    await publishRound(2)
    expect(stateOf(2), 'the seat is theirs now').toBe('to-decide')
    const taken = 'The seat is taken. It can only be restored as a supernumerary seat.'
    expect(messageOf(await release(2))).toBe(taken)
    await first.post('orders', { intent: 'refuse', order: '2' })
    expect(messageOf(await post(first, wish('restore-allotment', 1, { date: '2024-09-25' })))).toBe(taken)
    expect(stateOf(1)).toBe('ended')
  })

  test('as a supernumerary seat it concerns nobody, can only be frozen, and takes no seat of the next round', async () => {
    const { db, seatAcceptance } = portal.services
    acceptSeat(db, ids[1]!, 1, 'betterment', decidedAt)
    await inForce(1, wish('cancel-allotment', 1))
    addOptions(db, ids[1]!, 2, [codes.second, codes.first])
    await publishRound(2)
    const extra = wish('restore-allotment', 1, { date: '2024-09-25', supernumerary: 'true' })
    expect(linesOf(await post(first, extra))?.slice(1)).toEqual([
      "No other candidate's seat would differ.",
      expect.stringMatching(/^The candidate is told: “Check your facts/),
    ])
    await inForce(2, extra)
    expect(seatAcceptance.current(ids[0]!)).toMatchObject({
      state: 'to-verify',
      decisions: ['freeze'],
    })
    expect(seatAcceptance.mayVerify(ids[0]!, 1, portal.clock.portal()).ok).toBe(true)
    const { kept, absent } = await seatAcceptance.keptFor(3, portal.clock.portal() as Instant)
    expect(kept.map(({ candidateId }) => candidateId)).toEqual([ids[1]])
    expect(absent.has(ids[0]!)).toBe(true)

    // Round 2 is published; the fee of the seat of round 1 counts all the same, until the moment of the order.
    portal.services.selfVerification.verifyUnasked(ids[0]!, 1)
    expect(seatAcceptance.decideUnasked(ids[0]!, 1, 'freeze').ok).toBe(true)
    expect(seatAcceptance.mayPay(ids[0]!, portal.clock.portal()).ok).toBe(true)
    const ends = ist('2024-09-25 17:00')
    const grace = minutes(portal.services.course.paymentTime.grace)
    const uses = [-1, 0].map((after) => seatAcceptance.feeUse(ids[0]!, plus(ends, grace + after)))
    expect(uses).toEqual(['wanted', 'too-late'])
  })

  test('there is nothing to restore while the candidate has the seat', async () => {
    expect(messageOf(await post(first, wish('restore-allotment', 1)))).toContain('There is nothing to restore.')
  })
})
