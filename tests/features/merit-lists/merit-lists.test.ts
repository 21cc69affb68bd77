import { describe, expect, test, vi } from 'vitest'
import { meritActivity } from '#server/domain/merit/lists.ts'
import type { View } from '#server/domain/site/view.ts'
import { noticesStore } from '#server/features/content/notices/store.ts'
import { meritListsStore } from '#server/features/merit/merit-lists/store.ts'
import { hours, ist, plus } from '#server/kernel/time.ts'
import { confirmForm, sendBack } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { addForm, degree, listed, prepared, published, twoAdmins } from '#tests/support/merit.ts'
import {
  asha,
  browser,
  calls,
  faultsOf,
  folderOfTest,
  openPortal,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'
import { elsewhere, releaseAt } from '#tests/support/release.ts'
import { moveActivity } from '#tests/support/schedule.ts'

const instant = ist('2024-08-17 17:00')
const before = ist('2024-08-17 12:00')
const after = ist('2024-08-17 18:00')

const release = (desk: DeskBrowser, id: number) => releaseAt(desk, `merit-lists/${id}`)
const messageOf = (answer: Parameters<typeof viewOf>[0]) => viewOf<View>(answer).form?.message
const order = (portal: TestPortal, id: number, list?: string) =>
  listed(portal.services.db, id, list).map(({ userId }) => Number(userId.slice(-3)))
const state = ({ services: { db } }: TestPortal, id: number) =>
  db.sqlite.prepare('SELECT state FROM merit_editions WHERE id = ?').pluck().get(id)
/** Withdraws a candidate's confirmation, as a grievance does. */
const reopen = (portal: TestPortal, id: number) => sendBack(portal, id, [3])
type Found = { finding: string; first: { userId: string; about: string | null }[] }
const reportOf = ({ services: { db } }: TestPortal, id: number) =>
  JSON.parse(db.sqlite.prepare('SELECT report FROM merit_editions WHERE id = ?').pluck().get(id) as string)

describe('an edition', () => {
  test('is prepared by one admin, released by another, and published at the scheduled instant', async () => {
    const portal = await openPortal({ at: before })
    const { db, meritLists } = portal.services
    addForm(db, 1, { answers: degree(2500) })
    addForm(db, 2, { answers: degree(3000) })
    addForm(db, 3, { answers: { 'type-of-candidature': { type: 'OMS' }, ...degree(3900) } })
    addForm(db, 4, { answers: { 'type-of-candidature': { type: 'J-1' }, ...degree(2000) } })
    addForm(db, 5, { answers: degree(3999), isConfirmed: false })
    const [first, second] = await twoAdmins(portal)

    const begun = await first.post('merit-lists', { stage: 'provisional' })
    expect([begun.status, begun.headers.location]).toEqual([303, '/mbale/cell/merit-lists/1'])
    await expect.poll(() => state(portal, 1), { timeout: 20_000 }).toBe('prepared')
    expect(order(portal, 1)).toEqual([2, 1])
    expect(order(portal, 1, 'all-india')).toEqual([3, 2, 1, 4])
    expect(order(portal, 1, 'jk')).toEqual([4])
    const page = await second.get('merit-lists/1?list=all-india&from=2')
    expect(page.status).toBe(200)
    expect(page.text).toContain('ML24100001')
    expect(page.text).not.toContain('ML24100003')
    expect(page.text).not.toContain('2001-05-31')

    expect(faultsOf(await second.post('merit-lists/1', { intent: 'release' }))).toEqual({
      unscrutinised: 'Look at this, and tick it',
      checked: 'Confirm that you have checked it',
    })
    expect((await release(second, 1)).status).toBe(303)
    portal.clock.set(ist('2024-08-17 16:59'))
    meritLists.publishDue()
    expect(state(portal, 1)).toBe('released')
    portal.clock.set(instant)
    meritLists.publishDue()
    expect(state(portal, 1)).toBe('published')
    const acts = db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'merit-lists.%' ORDER BY id").pluck().all()
    // Three reads: after the error the page shows the list again, and once more for the ticks.
    const reads = ['merit-lists.read', 'merit-lists.read', 'merit-lists.read']
    expect(acts).toEqual(['merit-lists.prepared', ...reads, 'merit-lists.released', 'merit-lists.published'])
  })

  test('case 72: this process respects an instant that another process has moved', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ at: before, dataDir })
    addForm(portal.services.db, 1)
    const [first, second] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    await release(second, id)
    const other = await openPortal({ at: before, dataDir })
    const activity = meritActivity('provisional')
    const was = portal.services.notices.activity(activity)!
    noticesStore(other.services.db).changeActivity(
      { ...was, opensAt: plus(instant, hours(24)) },
      { opensBefore: was.opensAt, closesBefore: was.closesAt, reason: { en: 'More time', mr: 'जादा वेळ' }, at: before },
    )
    portal.clock.set(after)
    portal.services.meritLists.publishDue()
    expect(state(portal, id)).toBe('released')
    portal.clock.set(plus(instant, hours(24)))
    portal.services.meritLists.publishDue()
    expect(state(portal, id)).toBe('published')
  })

  test('case 18: the admin who prepared an edition cannot release it, and no other role can touch it', async () => {
    const portal = await openPortal({ at: after })
    addForm(portal.services.db, 1)
    const [first, second] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    const own = await release(first, id)
    expect([own.status, messageOf(own)]).toEqual([403, expect.stringContaining('Another person has to release this.')])
    for (const role of ['fc', 'so', 'ro', 'institute'] as const) {
      const desk = await atDesk(portal, role)
      expect((await release(desk, id)).status, role).toBe(403)
      expect((await desk.post('merit-lists', { stage: 'provisional' })).status, role).toBe(403)
      expect((await desk.get(`merit-lists/${id}`)).text, role).not.toContain('ML24100001')
    }
    expect(state(portal, id)).toBe('prepared')
    expect((await release(second, id)).status).toBe(303)
    expect((await release(second, id)).status, 'twice').toBe(409)
  })

  test('case 19: a list that is prepared or released is visible only at the desk', async () => {
    const portal = await openPortal({ at: ist('2024-08-10 12:00') })
    const { cookies, token, userId } = await signIn(portal, asha)
    portal.clock.set(before)
    const { db } = portal.services
    const id = db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').pluck().get(userId) as number
    const { id: twin } = addForm(db, 77, { fullName: asha.fullName })
    // Asha's own form is confirmed, with a copy of the other answers.
    db.sqlite.exec(`
      INSERT INTO applications (candidate_id, mode, submitted_at, picked_up_at, confirmed_at) VALUES (${id}, 1, 1, 1, 2);
      INSERT INTO application_versions SELECT ${id}, 1, 1, snapshot, fingerprint FROM application_versions WHERE candidate_id = ${twin}`)
    const seen = async () => {
      const details = await portal.api('POST', calls.details, undefined, { token })
      const pages = [
        'dashboard',
        'provisional-merit',
        'message',
        'sms',
        'meritstatus/provisional-merit',
        'home',
        'news',
      ]
      const texts = await Promise.all(pages.map(async (page) => (await browser(portal, cookies).get(page)).text))
      const visible = texts.map((text) => text.replace(/[\w-]{20,}|\d{13}/g, ''))
      return [details.body.data, visible]
    }
    // The message of the registration is delivered beside what follows.
    await vi.waitFor(() =>
      expect(db.sqlite.prepare("SELECT count(*) FROM outbox WHERE state <> 'sent'").pluck().get()).toBe(0),
    )
    const quiet = await seen()
    const [first, second] = await twoAdmins(portal)
    const edition = await prepared(portal, first)
    expect(await seen()).toEqual(quiet)
    expect((await release(second, edition)).status).toBe(303)
    portal.services.meritLists.publishDue()
    portal.services.meritLists.tellDue()
    expect(await seen()).toEqual(quiet)
    expect(await portal.sentTo(asha.mobile, 'merit-provisional')).toBe(0)
    for (const cookie of [{}, cookies])
      expect((await portal.ask('GET', `/mbale/cell/merit-lists/${edition}`, { cookies: cookie })).status).toBe(303)

    portal.clock.set(instant)
    portal.services.meritLists.publishDue()
    const details = await portal.api('POST', calls.details, undefined, { token })
    expect(details.body.data).toMatchObject({ isCandidateinProMerit: true, isCandidateinFinalMerit: false })
    expect(details.body.data.permissions).toMatchObject({ pMerit: true, fMerit: false })
  })

  test('a published edition cannot be discarded or replaced; a correction is a new edition with a reason', async () => {
    const portal = await openPortal({ at: after })
    const { db } = portal.services
    addForm(db, 1)
    const admins = await twoAdmins(portal)
    const id = await published(portal, admins)
    const held = () => JSON.stringify(db.sqlite.prepare('SELECT * FROM merit_entries WHERE edition_id = ?').all(id))
    const was = held()
    expect((await admins[0].post(`merit-lists/${id}`, { intent: 'discard' })).status).toBe(409)
    expect(faultsOf(await admins[0].post('merit-lists', { stage: 'provisional' }))).toEqual({
      reason: 'Say why there is a correction',
    })
    addForm(db, 2, { answers: degree(3999) })
    const next = await published(portal, admins, 'provisional', 'Marks of one board were corrected.')
    expect(held()).toBe(was)
    expect(order(portal, next)).toEqual([2, 1])
    expect(portal.services.meritLists.inForce('provisional')).toMatchObject({
      id: next,
      number: 2,
      reason: 'Marks of one board were corrected.',
    })
    expect(reportOf(portal, next).diff[0]).toMatchObject({ list: 'state', entered: 1, left: 0, changed: 0, moved: 1 })
  })

  test('the first final list is compared with the provisional one, and its findings are a file', async () => {
    const portal = await openPortal({ at: ist('2024-08-23 12:00') })
    const { db } = portal.services
    addForm(db, 1)
    addForm(db, 2, { answers: { 'qualifications-details': {} } })
    const [first, second] = await twoAdmins(portal)
    const provisional = await published(portal, [first, second])
    addForm(db, 3, { answers: degree(3999) })
    const id = await prepared(portal, first, 'final')
    expect(reportOf(portal, id)).toMatchObject({ against: provisional })
    expect(reportOf(portal, id).diff[0]).toMatchObject({ list: 'state', entered: 1, left: 0, moved: 2 })
    expect((await second.get(`merit-lists/${id}`)).text).toContain('Changes from Provisional merit list, edition 1')
    expect((await release(second, id)).status).toBe(303)
    const file = await second.post('merit-findings.csv', { edition: String(id) })
    expect(file.text).toMatch(/^\uFEFFfinding,application id,about,not ranked\r\n[a-z-]+,ML24100002,/)
    expect((await second.post('merit-findings.csv', { edition: '99' })).status).toBe(404)
    expect((await second.post('merit-findings.csv', { edition: 'x' })).status).toBe(422)
  })

  test('a correction of the provisional list is not released once the final list is out', async () => {
    const portal = await openPortal({ at: ist('2024-08-23 12:00') })
    addForm(portal.services.db, 1)
    const [first, second] = await twoAdmins(portal)
    await published(portal, [first, second])
    const late = await prepared(portal, first, 'provisional', 'A certificate was read wrongly.')
    await published(portal, [first, second], 'final')
    const answer = await release(second, late)
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'The final merit list is published, so the provisional one can no longer be corrected.',
    ])
    expect((await second.post(`merit-lists/${late}`, { intent: 'discard' })).status).toBe(303)
  })

  test('only one is prepared at a time; discarding it frees its number and leaves nothing behind', async () => {
    const portal = await openPortal({ at: before })
    const { db, meritLists } = portal.services
    addForm(db, 1)
    const [first] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    expect((await first.post('merit-lists', { stage: 'provisional' })).status).toBe(409)
    expect((await first.post('merit-lists', { stage: 'final' })).status).toBe(409)
    expect((await first.post(`merit-lists/${id}`, { intent: 'discard' })).status).toBe(303)
    meritLists.sweep()
    expect(portal.rows().merit_entries).toBe(0)
    const next = await prepared(portal, first)
    expect(db.sqlite.prepare('SELECT number FROM merit_editions WHERE id = ?').pluck().get(next)).toBe(1)
    expect((await first.get('merit-lists/99')).status).toBe(404)
    expect((await first.post('merit-lists/99', { intent: 'discard' })).status).toBe(404)
  })

  test('an edition discarded during its preparation stays discarded', async () => {
    const portal = await openPortal({ at: before })
    const { db, meritLists } = portal.services
    for (let n = 1; n <= 600; n++) addForm(db, n)
    const [first] = await twoAdmins(portal)
    const actor = { id: first.id, loginName: 'first', role: 'admin' as const }
    const begun = meritLists.prepare(actor, { stage: 'provisional' })
    if (!begun.ok) throw new Error('not begun')
    expect((await first.get('merit-lists/1')).text).toContain('Being prepared')
    expect(meritLists.decide(actor, 1, { intent: 'discard' }).ok).toBe(true)
    await begun.value.finished
    expect(state(portal, 1)).toBe('discarded')
    meritLists.sweep()
    expect(portal.rows().merit_entries).toBe(0)
  })

  test('an edition whose process was killed fails after a minute of silence, and another can be prepared', async () => {
    const portal = await openPortal({ at: before })
    const { db, meritLists } = portal.services
    const [first] = await twoAdmins(portal)
    db.sqlite
      .prepare(
        `INSERT INTO merit_editions (id, stage, number, state, prepared_at, prepared_by, fingerprint, report)
         VALUES (7, 'provisional', 1, 'preparing', 1, ?, '', '{}')`,
      )
      .run(first.id)
    elsewhere(portal, 'merit-list', 7)
    meritLists.sweep()
    expect(state(portal, 7)).toBe('preparing')
    portal.clock.advance(61_000)
    meritLists.sweep()
    expect(state(portal, 7)).toBe('failed')
    expect((await first.get('merit-lists/7')).text).toContain('could not be prepared')
    expect(state(portal, await prepared(portal, first))).toBe('prepared')
  })

  test('the lists of 600 candidates are written in batches, complete and in order', async () => {
    const portal = await openPortal({ at: before })
    const { db } = portal.services
    for (let n = 1; n <= 600; n++) addForm(db, n, { answers: degree(1800 + ((n * 7919) % 600)) })
    const [first] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    const list = listed(db, id)
    expect(list.map(({ number }) => number)).toEqual(Array.from({ length: 600 }, (_, n) => n + 1))
    const percentages = list.map(({ percentage }) => Number(percentage))
    expect(percentages).toEqual([...percentages].sort((a, b) => b - a))
    expect(portal.rows().merit_entries).toBe(1200)
  })
})

describe('publication times', () => {
  /** A portal with one edition released before its instant. */
  async function released() {
    const portal = await openPortal({ at: before })
    addForm(portal.services.db, 1)
    const [first, second] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    await release(second, id)
    const publish = () => {
      portal.services.meritLists.publishDue()
      return state(portal, id)
    }
    return { portal, id, publish, admins: [first, second] as const }
  }

  test('case 52: nothing is out a millisecond before the instant, and the list is out at it', async () => {
    const { portal, publish } = await released()
    portal.clock.set((instant - 1) as typeof instant)
    expect(publish()).toBe('released')
    portal.clock.set(instant)
    expect(publish()).toBe('published')
  })

  test('a form confirmed after the release raises the alarm at once, and the list is still published as it is', async () => {
    const { portal, publish, admins } = await released()
    const faults = () => portal.services.waiting.alarms().map(({ activity, fault }) => [activity, fault])
    expect(faults()).toEqual([])
    addForm(portal.services.db, 2)
    expect(faults()).toEqual([['provisional-merit', 'changed']])
    expect((await admins[0].get('home')).text).toContain('is released with old data')
    portal.clock.set(instant)
    expect(publish()).toBe('published')
    expect(faults()).toEqual([])
  })

  test('case 52: the instant is Indian time, wherever the server is', async () => {
    const { portal, publish } = await released()
    portal.clock.set(Date.parse('2024-08-17T11:29:59Z') as typeof instant)
    expect(publish()).toBe('released')
    portal.clock.set(Date.parse('2024-08-17T11:30:00Z') as typeof instant)
    expect(publish()).toBe('published')
  })

  test('case 52: a clock that jumps over the instant publishes once, and one that jumps back unpublishes nothing', async () => {
    const { portal, publish } = await released()
    portal.clock.set(ist('2024-08-25 09:00'))
    expect(publish()).toBe('published')
    portal.clock.set(before)
    expect(publish()).toBe('published')
    portal.clock.set(ist('2024-08-26 09:00'))
    expect(publish()).toBe('published')
    expect(portal.rows().merit_announcements).toBe(1)
    expect(portal.services.meritLists.inForce('provisional')!.publishedAt).toBe(ist('2024-08-25 09:00'))
  })

  test('case 53: an instant moved after the release counts from then on', async () => {
    const { portal, publish, admins, id } = await released()
    moveActivity(portal, 'provisional-merit', { opensAt: ist('2024-08-17 19:30') })
    portal.clock.set(ist('2024-08-17 19:29'))
    expect(publish()).toBe('released')
    expect((await admins[1].get(`merit-lists/${id}`)).text).toContain('17 Aug 2024, 19:30')
    portal.clock.set(ist('2024-08-17 19:30'))
    expect(publish()).toBe('published')
  })
})

describe('the forms in a list', () => {
  test('a form that a grievance reopened is in the next list only once it is confirmed again', async () => {
    const portal = await openPortal({ at: after })
    const { db } = portal.services
    const her = addForm(db, 1, { answers: degree(3000) })
    addForm(db, 2, { answers: degree(2500) })
    const admins = await twoAdmins(portal)
    await published(portal, admins)
    portal.clock.set(ist('2024-08-22 18:00'))
    reopen(portal, her.id)
    const without = await prepared(portal, admins[0], 'final')
    expect(order(portal, without)).toEqual([2])
    expect((await admins[0].post(`merit-lists/${without}`, { intent: 'discard' })).status).toBe(303)
    // She submits it again.
    db.sqlite.prepare('UPDATE applications SET reverted_at = NULL WHERE candidate_id = ?').run(her.id)
    confirmForm(portal, her.id)
    const final = await published(portal, admins, 'final')
    expect(order(portal, final)).toEqual([1, 2])
    const { isInFinalMerit, isInProvisionalMerit } = portal.services.application.standing(her.id).facts
    expect([isInProvisionalMerit, isInFinalMerit]).toEqual([true, true])
  })

  test('a candidate who registered late for seats outside the rounds is not ranked; an earlier form confirmed late is', async () => {
    const portal = await openPortal({ at: after })
    const { db } = portal.services
    const late = ist('2024-08-17 10:00')
    db.sqlite
      .prepare(
        "INSERT INTO activities (key, title_en, title_mr, opens_at, closes_at) VALUES ('late-registration', 'x', 'x', ?, NULL) ON CONFLICT (key) DO UPDATE SET opens_at = excluded.opens_at",
      )
      .run(late)
    const [early, tooLate] = [addForm(db, 1), addForm(db, 2)]
    db.sqlite.prepare('UPDATE applications SET confirmed_at = ?').run(late + 1000)
    db.sqlite.prepare('UPDATE application_versions SET submitted_at = ? WHERE candidate_id = ?').run(late, tooLate.id)
    const [first] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    expect(listed(db, id).map(({ userId }) => userId)).toEqual([early.userId])
    expect(reportOf(portal, id).confirmed).toBe(1)
  })

  test('an edition is not released if its forms have changed since', async () => {
    const portal = await openPortal({ at: after })
    const { db } = portal.services
    const her = addForm(db, 1)
    const [first, second] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    reopen(portal, her.id)
    expect((await second.get(`merit-lists/${id}`)).text).toContain('have changed since')
    expect((await release(second, id)).status).toBe(409)
    expect(state(portal, id)).toBe('prepared')
  })

  test('a percentage verified after a list counts in the next edition', async () => {
    const portal = await openPortal({ at: after })
    const { db } = portal.services
    const cgpa = { degreeResult: 'cgpa', degreeMarks: undefined, degreeOutOf: undefined, cgpa: '7', cgpaScale: '10' }
    const her = addForm(db, 1, { answers: { 'qualifications-details': { ...cgpa, cgpaPercentage: '70' } } })
    addForm(db, 2, { answers: degree(2600) })
    const admins = await twoAdmins(portal)
    const provisional = await published(portal, admins)
    expect(listed(db, provisional)).toMatchObject([
      { userId: 'ML24100001', percentage: '70.0000' },
      { userId: 'ML24100002', percentage: '65.0000' },
    ])
    expect(reportOf(portal, provisional).findings).toMatchObject([{ finding: 'cgpa-unverified', count: 1 }, {}])
    db.sqlite
      .prepare(
        `INSERT INTO certificates (candidate_id, kind, cgpa, scale, percentage, hash, media_type, bytes, pages,
           original_name, uploaded_at, verdict, decided_at)
         VALUES (?, 'cgpa-conversion', '7', '10', '62.5', 'x', 'application/pdf', 1, 1, 'a.pdf', 1, 'verified', 2)`,
      )
      .run(her.id)
    portal.clock.set(ist('2024-08-22 18:00'))
    const final = await published(portal, admins, 'final')
    expect(listed(db, final)).toMatchObject([
      { userId: 'ML24100002', decidedBy: null },
      { userId: 'ML24100001', percentage: '62.5000', decidedBy: 'degree' },
    ])
  })

  test('the last submitted version counts, not edits to an open form', async () => {
    const portal = await openPortal({ at: after })
    const { db } = portal.services
    const her = addForm(db, 1, { answers: degree(3000) })
    db.sqlite
      .prepare(
        "UPDATE application_steps SET answers = json_set(answers, '$.degreeMarks', '3999') WHERE candidate_id = ? AND step = 3",
      )
      .run(her.id)
    const [first] = await twoAdmins(portal)
    expect(listed(db, await prepared(portal, first))).toMatchObject([{ percentage: '75.0000' }])
  })

  test('missing, impossible and possibly duplicate answers are reported, and the other candidates are ranked', async () => {
    const portal = await openPortal({ at: after })
    const { db } = portal.services
    addForm(db, 1, { fullName: 'Asha Patil' })
    addForm(db, 2, { fullName: 'Asha  PATIL' })
    addForm(db, 3, { answers: { 'qualifications-details': { sscMarks: '501' } } })
    addForm(db, 4, { answers: { 'qualifications-details': { hscMarks: undefined } } })
    const [first, second] = await twoAdmins(portal)
    const id = await prepared(portal, first)
    expect(order(portal, id)).toEqual([1, 2])
    const { findings, confirmed, counts } = reportOf(portal, id)
    expect([confirmed, counts]).toEqual([4, { state: 2, 'all-india': 2, jk: 0 }])
    expect(findings.map((one: Found) => [one.finding, one.first[0]!.userId, one.first[0]!.about])).toEqual([
      ['missing-marks', 'ML24100004', 'hsc-or-diploma'],
      ['impossible-marks', 'ML24100003', 'ssc'],
      ['duplicate', 'ML24100002', 'ML24100001'],
    ])
    const page = await second.get(`merit-lists/${id}`)
    expect(page.text).toContain('Marks above the maximum')
    const marathi = await second.get(`merit-lists/${id}?lang=mr`)
    expect(marathi.text).toContain('कमाल गुणांपेक्षा जास्त गुण')
  })

  test('case 57: if no form is confirmed the lists are empty, and can still be published', async () => {
    const portal = await openPortal({ at: after })
    const id = await published(portal, await twoAdmins(portal))
    expect(portal.rows().merit_entries).toBe(0)
    portal.services.meritLists.tellDue()
    expect(state(portal, id)).toBe('published')
  })
})

describe('notifying candidates', () => {
  const told = ({ services: { db } }: TestPortal) =>
    db.sqlite
      .prepare(
        "SELECT c.user_id AS userId, o.channel, o.params FROM outbox o JOIN candidates c ON c.id = o.candidate_id WHERE o.template LIKE 'merit-%' ORDER BY o.id",
      )
      .all() as { userId: string; channel: string; params: string }[]

  test('every candidate gets one SMS, one e-mail and one inbox message with their numbers', async () => {
    const portal = await openPortal({ at: after })
    const { db, meritLists, messages } = portal.services
    for (let n = 1; n <= 310; n++) addForm(db, n, { answers: degree(2000 + n) })
    await published(portal, await twoAdmins(portal))
    meritLists.tellDue()
    expect(told(portal)).toHaveLength(600)
    meritLists.tellDue()
    expect(told(portal), 'the next piece waits for the one before').toHaveLength(600)
    await messages.deliverDue()
    meritLists.tellDue()
    await messages.deliverDue()
    meritLists.tellDue()
    expect(told(portal)).toHaveLength(620)
    expect(portal.rows().inbox_messages).toBe(310)
    expect(portal.box.sent.find(({ to }) => to === '9100000310')!.text).toBe(
      'ML24100310: provisional merit list, Direct Second Year MBA/MMS. State 1, All India 1. Grievances from 18 Aug 2024, 10:00 to 20 Aug 2024, 17:00.',
    )
  })

  test('a migrant from Jammu and Kashmir is told of no option form, for the rounds are not theirs', async () => {
    const portal = await openPortal({ at: after })
    const { db, meritLists, messages } = portal.services
    addForm(db, 1)
    addForm(db, 2, { answers: { 'type-of-candidature': { type: 'J-1' }, ...degree(2000) } })
    const admins = await twoAdmins(portal)
    await published(portal, admins)
    portal.clock.set(ist('2024-08-22 18:00'))
    await published(portal, admins, 'final')
    for (const _ of ['provisional', 'final']) {
      meritLists.tellDue()
      await messages.deliverDue()
    }
    const next = (nth: number) =>
      portal.box.sent.find(({ to, template }) => to === `910000000${nth}` && template === 'merit-final')!.text
    expect(next(1)).toMatch(/Option form from 24 Aug 2024, 10:00\.$/)
    expect(next(2)).toMatch(/J&K 1\. Tell the cell your choices in order of preference\.$/)
  })

  test('each batch is found by the index on candidates, however long the list is', async () => {
    const { db } = (await openPortal()).services
    const statements = vi.spyOn(db.sqlite, 'prepare')
    meritListsStore(db)
    const telling = statements.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('isAsBefore'))
    const plan = db.sqlite
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${telling}`)
      .all({ edition: 2, against: 1, after: 0, limit: 300 })
    expect(plan.map(({ detail }) => detail)).toContain(
      'SEARCH merit_entries USING COVERING INDEX merit_entries_candidate (candidate_id>?)',
    )
    expect(plan.filter(({ detail }) => detail.includes('DISTINCT'))).toEqual([])
  })

  test('a correction notifies only candidates whose place has changed or who have lost theirs', async () => {
    const portal = await openPortal({ at: after })
    const { db, meritLists, messages } = portal.services
    addForm(db, 1, { answers: degree(3000) })
    const lost = addForm(db, 2, { answers: degree(2500) })
    addForm(db, 3, { answers: degree(2000) })
    const admins = await twoAdmins(portal)
    await published(portal, admins)
    meritLists.tellDue()
    await messages.deliverDue()
    reopen(portal, lost.id)
    await published(portal, admins, 'provisional', 'One form was withdrawn.')
    const earlier = told(portal).length
    meritLists.tellDue()
    const now = told(portal)
      .slice(earlier)
      .filter(({ channel }) => channel === 'sms')
    expect(now.map(({ userId, params }) => [userId, JSON.parse(params).place])).toEqual([
      ['ML24100002', 'You are not on this list'],
      ['ML24100003', 'State 2, All India 2'],
    ])
  })
})
