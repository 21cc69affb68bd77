import { beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { ist, minutes, plus } from '#server/kernel/time.ts'
import { acceptSeat, admitTo } from '#tests/support/acceptance.ts'
import { addRound, codes, type Entrant, roundOne, userIdOf } from '#tests/support/allotment.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { asha, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { releaseAt } from '#tests/support/release.ts'

const paper = { orderNumber: 'CELL/2024/501', authority: 'Commissioner of the cell', reason: 'By order of the court.' }
const released = (desk: DeskBrowser, order: number) => desk.post('orders', { intent: 'release', order: String(order) })
const post = (desk: DeskBrowser, intent: string, applicationId: string, more: Record<string, string> = {}) =>
  desk.post(`orders?kind=${intent}`, { intent, applicationId, ...paper, ...more })
const formOf = (answer: Parameters<typeof viewOf>[0]) => viewOf<View>(answer).form

/** Prepared by one admin and released by the other. */
async function inForce(
  [first, second]: readonly [DeskBrowser, DeskBrowser],
  ...[order, intent, userId, more]: [number, string, string, Record<string, string>?]
) {
  expect((await post(first, intent, userId, { ...more, agreed: 'true' })).status).toBe(303)
  expect((await released(second, order)).status).toBe(303)
}

describe('a candidate who has submitted', () => {
  let portal: TestPortal
  let admins: readonly [DeskBrowser, DeskBrowser]
  beforeEach(async () => {
    portal = await openPortal()
    admins = [await atDesk(portal, 'admin', 'first'), await atDesk(portal, 'admin', 'second')]
  })

  test('loses the application by an order of two people, is told, and changes nothing until another order', async () => {
    const her = await applicant(portal, asha)
    await her.complete()
    expect((await her.submit()).status).toBe(200)
    const [first, second] = admins
    const { candidateId } = her.actor
    const state = () => portal.services.db.sqlite.prepare('SELECT form_state FROM applications').pluck().get()

    const shown = await post(first, 'cancel-application', her.userId)
    expect([shown.status, formOf(shown)?.confirm?.lines.at(-1)]).toEqual([
      409,
      'The candidate has no seat. Nobody else is affected.',
    ])
    expect((await post(first, 'cancel-application', her.userId, { agreed: 'true' })).status).toBe(303)
    expect(state()).toBe('submitted')
    expect((await second.get(`help-desk/${her.userId}`)).text).toContain('An order about this candidate waits')
    expect((await released(first, 1)).status).toBe(403)
    expect((await released(second, 1)).status).toBe(303)
    expect(state()).toBe('excluded')
    expect(await portal.sentTo(asha.mobile, 'candidature-order')).toBe(1)

    expect(portal.services.application.mayUnlock(her.actor.candidateId)).toMatchObject({
      ok: false,
      refusal: { code: 'application-excluded', status: 423 },
    })
    expect(portal.services.application.maySubmit(her.actor.candidateId).ok).toBe(false)
    const dashboard = async () => portal.ask('GET', '/mbale/candidate/dashboard', { cookies: her.cookies })
    const page = await dashboard()
    for (const words of ['has been cancelled by order', paper.orderNumber, paper.authority, paper.reason])
      expect(page.text).toContain(words)
    expect((await second.get('scrutiny?queue=new')).text).not.toContain(her.userId)
    const record = await second.get(`help-desk/${her.userId}`)
    expect(record.text).toContain(`was cancelled by order ${paper.orderNumber}`)
    expect(record.text).toContain('Readmit the candidate')

    expect(formOf(await post(first, 'cancel-application', her.userId))?.message).toBe(
      'This application has been cancelled by order already.',
    )
    expect(
      formOf(await post(first, 'correct', her.userId, { step1: 'true', date: '2024-08-20', time: '17:00' }))?.message,
    ).toContain('Readmit them first')
    await inForce(admins, 2, 'debar', her.userId)
    expect(portal.services.ordersInForce.exclusion(candidateId)?.kind).toBe('debar')
    expect((await dashboard()).text).toContain('You have been debarred by order')
    await inForce(admins, 3, 'readmit', her.userId)
    expect([state(), portal.services.ordersInForce.exclusion(candidateId)]).toEqual(['submitted', null])
    expect(formOf(await post(first, 'readmit', her.userId))?.message).toContain('No order has cancelled')
    const acts = portal.services.db.sqlite.prepare("SELECT count(*) FROM audit_log WHERE act = 'orders.released'")
    expect(acts.pluck().get()).toBe(3)
  })

  test('case 18: nobody but an admin prepares or releases such an order', async () => {
    const her = await applicant(portal, asha)
    for (const role of ['fc', 'so', 'ro', 'institute'] as const)
      expect((await post(await atDesk(portal, role), 'debar', her.userId)).status, role).toBe(403)
  })

  test('a merge names the application that goes on, which must be another one', async () => {
    const her = await applicant(portal, asha)
    const wrong = async (kept: string) =>
      formOf(await post(admins[0], 'cancel-application', her.userId, { kept }))?.errors
    expect(await wrong(her.userId)).toMatchObject([
      { field: 'kept', message: expect.stringContaining('to be cancelled') },
    ])
    expect(await wrong('ML24109999')).toMatchObject([{ field: 'kept', message: 'Nobody has this Application ID' }])
  })
})

describe('a candidate with a seat', () => {
  /** A chain: each of the two courses has one seat. */
  const entrants: Entrant[] = [1, 2, 3].map((merit) => ({ merit, options: [codes.second, codes.first] }))
  let portal: TestPortal
  let admins: readonly [DeskBrowser & { id: number }, DeskBrowser & { id: number }]
  let ids: number[]
  beforeEach(async () => {
    portal = await openPortal()
    admins = [await atDesk(portal, 'admin', 'first'), await atDesk(portal, 'admin', 'second')]
    ids = addRound(portal.services.db, entrants, admins[0].id)
    portal.services.db.sqlite.exec("DELETE FROM seat_matrix_pools WHERE seat_type <> 'GOPENS'")
    portal.clock.set(roundOne.closed)
    const begun = await admins[0].post('allotments', { round: '1' })
    await portal.services.releases.settled()
    const run = /allotments\/(\d+)$/.exec(String(begun.headers.location))![1]!
    await releaseAt(admins[1], `allotments/${run}`)
    portal.clock.set(plus(roundOne.publishAt, minutes(1)))
    portal.services.allotment.publishDue()
  })

  test('gives it back: the desk sees first whom that concerns, and the next round has neither', async () => {
    const shown = await post(admins[0], 'debar', userIdOf(1))
    expect(formOf(shown)?.confirm?.lines.slice(1)).toEqual([
      expect.stringContaining(`The seat ${codes.second} GOPENS goes back`),
      `${userIdOf(2)}, Entrant 2: ${codes.first} GOPENS, Institute 8001, MBA → ${codes.second} GOPENS, Institute 8002, MBA. Would have a seat that they prefer.`,
      `${userIdOf(3)}, Entrant 3: – → ${codes.first} GOPENS, Institute 8001, MBA. Would have got a seat.`,
    ])
    await inForce(admins, 1, 'debar', userIdOf(1))
    const actor = { candidateId: ids[0]! }
    expect(portal.services.seatAcceptance.current(actor.candidateId)?.offer.ending).toBe('withdrawn-by-order')
    expect(portal.services.optionForm.mayChange(actor.candidateId, 2)).toMatchObject({
      ok: false,
      refusal: { code: 'application-excluded' },
    })
    // The next ranking and the next round read confirmed forms alone.
    const confirmed = portal.services.db.sqlite.prepare(
      'SELECT candidate_id FROM applications WHERE confirmed_at IS NOT NULL ORDER BY 1',
    )
    expect(confirmed.pluck().all()).toEqual(ids.slice(1))
  })

  test('loses it with the admission, if the institute has admitted them', async () => {
    const at = ist('2024-08-31 12:00')
    acceptSeat(portal.services.db, ids[0]!, 1, 'freeze', at)
    admitTo(portal.services.db, ids[0]!, 1, codes.second, ist('2024-09-02 16:00'), admins[0].id)
    portal.clock.set(ist('2024-09-02 17:00'))
    const shown = formOf(await post(admins[0], 'cancel-application', userIdOf(1)))?.confirm?.lines
    expect(shown).toContainEqual(expect.stringContaining('admitted the candidate on 2 Sep 2024, 16:00'))
    await inForce(admins, 1, 'cancel-application', userIdOf(1))
    expect(portal.services.seatAcceptance.current(ids[0]!)?.state).toBe('ended')
    expect(portal.services.reporting.admissionOf(ids[0]!)).toBeNull()
    // The same seat, admission and application are not taken twice.
    expect(formOf(await post(admins[1], 'cancel-application', userIdOf(1)))?.message).toContain(
      'cancelled by order already',
    )
  })
})
