import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk } from '#tests/support/desk.ts'
import {
  asData,
  browser,
  type Fields,
  faultsOf,
  openPortal,
  register,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'

const reasons = {
  reasonEn: 'Heavy rain in Konkan kept candidates from their documents.',
  reasonMr: 'कोकणातील अतिवृष्टीमुळे उमेदवारांना कागदपत्रे मिळू शकली नाहीत.',
}
type Desk = Awaited<ReturnType<typeof atDesk>>
type Row = { key: string; opens: string; closes: string; isLeftOut: boolean; isChanged: boolean; faults: unknown[] }
type Data = {
  version: number
  isWaiting: boolean
  change: { id: number; count: number; isSecondPerson: boolean } | null
  rows: Row[]
  preview: { changes: { key: string; effects: string[] }[]; notices: { title: { en: string } } } | null
  history: { reason: string }[]
}

const pageOf = async (portal: TestPortal, path: string) => (await browser(portal).get(path)).text
const dataOf = async (desk: Desk, path = 'schedule') => viewOf<View<Data>>(await desk.get(path, asData)).data

/** The table as the page sends it, with some fields typed anew. */
async function tableOf(desk: Desk, typed: Fields = {}): Promise<Fields> {
  const { version, rows } = await dataOf(desk)
  const fields: Fields = { version: String(version) }
  for (const { key, opens, closes, isLeftOut } of rows) {
    fields[`opens-${key}`] = opens
    if (closes) fields[`closes-${key}`] = closes
    if (isLeftOut) fields[`out-${key}`] = 'true'
  }
  return { ...fields, ...typed }
}
const save = async (desk: Desk, typed: Fields) => desk.post('schedule', await tableOf(desk, typed))
const act = async (desk: Desk, intent: string) =>
  desk.post('schedule', { intent, id: String((await dataOf(desk)).change?.id ?? 1) })
const handOver = async (desk: Desk) =>
  desk.post('schedule', { intent: 'prepare', version: String((await dataOf(desk)).version), ...reasons })
const twoAdmins = async (portal: TestPortal) =>
  [await atDesk(portal, 'admin', 'first'), await atDesk(portal, 'admin', 'second')] as const

/** Drafts, hands over and releases a change. */
async function changed(portal: TestPortal, typed: Fields): Promise<void> {
  const [first, second] = await twoAdmins(portal)
  expect((await save(first, typed)).status).toBe(303)
  expect((await handOver(first)).status).toBe(303)
  expect((await act(second, 'release')).status).toBe(303)
}

test('two people change dates with one preview and one notice, and then everybody reads them with the reason', async () => {
  const portal = await openPortal()
  await register(portal)
  const [first, second] = await twoAdmins(portal)
  // These pages are cached before the change, which must clear them.
  expect(await pageOf(portal, 'importantdate')).toContain('14 Aug 2024, 17:00')
  const typed = { 'closes-registration': '2024-08-15T17:00', 'closes-certificates': '2024-08-20T17:00' }
  const saved = await first.post('schedule', { ...(await tableOf(first, typed)), intent: 'preview' })
  expect([saved.status, saved.headers.location]).toEqual([303, '/mbale/cell/schedule?preview=1#preview'])
  const { preview, change } = await dataOf(first, 'schedule?preview=1')
  expect(change).toMatchObject({ count: 2, isSecondPerson: false })
  expect(preview!.changes.map(({ key, effects }) => [key, effects])).toEqual([
    ['registration', ['1 form not submitted yet']],
    ['certificates', []],
  ])
  expect(preview!.notices.title.en).toBe('New dates in the schedule')
  expect(portal.services.notices.activity('registration')?.closesAt).toBe(ist('2024-08-14 17:00'))
  expect(await pageOf(portal, 'importantdate')).toContain('14 Aug 2024, 17:00')

  expect((await handOver(first)).status).toBe(303)
  expect((await act(first, 'release')).status).toBe(403)
  const notices = portal.rows().notices!
  expect((await act(second, 'release')).status).toBe(303)
  expect(portal.rows().notices).toBe(notices + 1)
  expect(portal.services.notices.activity('registration')?.closesAt).toBe(ist('2024-08-15 17:00'))
  const page = await pageOf(portal, 'importantdate')
  expect(page).toContain('15 Aug 2024, 17:00')
  expect(page).toContain('Before: 12 Jul 2024, 10:00 to 14 Aug 2024, 17:00.')
  expect(page).toContain(reasons.reasonEn)
  expect(await pageOf(portal, 'importantdate?lang=mr')).toContain(reasons.reasonMr)
  const published = await pageOf(portal, 'notifications')
  expect(published).toContain('New dates in the schedule')
  expect(published).toContain(reasons.reasonEn)
  const { data } = (await portal.api('GET', 'schedule')).body
  expect(data.find(({ key }: { key: string }) => key === 'registration')).toMatchObject({
    closesAt: '2024-08-15T11:30:00.000Z',
    changed: { reason: reasons.reasonEn },
  })
  const acts = auditLines(portal).map(({ act, actorName }) => [act, actorName])
  expect(acts.slice(0, 3)).toEqual([
    ['notices.rescheduled', 'second'],
    ['schedule.prepared', 'first'],
    ['schedule.drafted', 'first'],
  ])
  expect(await dataOf(first)).toMatchObject({ change: null, version: 0, history: [{}, {}] })
})

test('the cell moves the due date of one kind of certificate, and reads how many were promised and not accepted', async () => {
  const portal = await openPortal()
  const candidate = await applicant(portal)
  await candidate.complete(
    answersWith(ashasAnswers, {
      'category-details': {
        validityStatus: 'applied',
        validityNumber: undefined,
        validityDate: undefined,
        validityReceiptNumber: 'R/77',
        validityReceiptDate: '2024-05-02',
      },
    }),
  )
  await candidate.submit()
  const [first, second] = await twoAdmins(portal)
  const moved = { 'closes-certificates-caste-validity': '2024-10-31T17:00' }
  const more = { ...moved, 'closes-certificates-non-creamy-layer': '2024-10-30T17:00' }
  expect((await save(first, more)).status).toBe(303)
  expect((await dataOf(first, 'schedule?preview=1')).preview!.changes).toMatchObject([
    { key: 'certificates-non-creamy-layer', effects: [] },
    { key: 'certificates-caste-validity', effects: ['1 promised certificate not accepted yet'] },
  ])
  expect((await handOver(first)).status).toBe(303)
  expect((await act(second, 'release')).status).toBe(303)
  expect((await browser(portal, { ...candidate.cookies }).get('certificates')).text).toContain('31 Oct 2024, 17:00')
  expect(await pageOf(portal, 'importantdate')).toContain('Upload of pending caste validity certificates')
})

describe('each reason is told at its row', () => {
  test.each([
    ['a closing in the past', { 'closes-registration': '2024-07-31T17:00' }, 'registration', 'closes'],
    ['a closing before the opening', { 'closes-late-registration': '2024-08-22T17:00' }, 'late-registration', 'closes'],
    ['an opening without a closing', { 'closes-grievances': '' }, 'grievances', 'closes'],
    ['a closing without an opening', { 'opens-grievances': '' }, 'grievances', 'opens'],
    ['a stage that ends after the next one', { 'closes-registration': '2024-08-17T10:00' }, 'scrutiny', 'closes'],
    ['grievances that end after the final list', { 'closes-grievances': '2024-08-23T10:00' }, 'final-merit', 'opens'],
    [
      'acceptance before its allotment',
      { 'opens-round-1-acceptance': '2024-08-29T10:00' },
      'round-1-acceptance',
      'opens',
    ],
    ['an activity that rules need', { 'out-scrutiny': 'true' }, 'scrutiny', 'out'],
  ] as const)('%s', async (_, typed, key, field) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    expect((await save(admin, typed)).status).toBe(303)
    const { rows } = await dataOf(admin)
    expect(rows.flatMap((row) => row.faults.map((fault) => [row.key, (fault as { field: string }).field]))).toEqual([
      [key, field],
    ])
    const before = await portal.contents()
    expect((await handOver(admin)).status).toBe(409)
    expect(await portal.contents()).toBe(before)
  })

  test('case 95: an opening stays once something has happened on it, and can change until then', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    expect((await save(admin, { 'opens-registration': '2024-08-02T10:00' })).status).toBe(303)
    expect((await dataOf(admin)).rows.flatMap(({ faults }) => faults)).toEqual([])
    await register(portal)
    expect((await dataOf(admin)).rows[0]!.faults).toMatchObject([{ field: 'opens' }])
    expect((await handOver(admin)).status).toBe(409)
  })
})

describe('bad input is refused whole', () => {
  test.each([
    ['an impossible day', { 'closes-registration': '2024-08-32T10:00' }, 'closes-registration'],
    ['an impossible time', { 'closes-registration': '2024-08-15T25:00' }, 'closes-registration'],
    ['words', { 'opens-grievances': 'tomorrow' }, 'opens-grievances'],
    ['another century', { 'opens-grievances': '1999-08-15T10:00' }, 'opens-grievances'],
    ['a shift by nothing', { intent: 'shift', from: 'grievances', days: '0' }, 'days'],
    ['a shift by a fraction', { intent: 'shift', from: 'grievances', days: '1.5' }, 'days'],
    ['a shift without a row', { intent: 'shift', days: '3' }, 'from'],
    ['a shift from an unknown row', { intent: 'shift', from: 'talk', days: '3' }, 'from'],
  ] as const)('%s', async (_, typed, field) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const before = await portal.contents()
    const answer = await save(admin, typed)
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsOf(answer))).toEqual([field])
    expect(await portal.contents()).toBe(before)
  })

  test.each([
    ['an unknown activity', { 'opens-talk': '2024-08-15T10:00' }],
    ['a version that is no number', { version: 'x' }],
  ] as [string, Fields][])('%s', async (_, typed) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const before = await portal.contents()
    expect((await save(admin, typed)).status).toBeGreaterThanOrEqual(400)
    expect(await portal.contents()).toBe(before)
  })

  test('a missing reason, or one in one language, hands nothing over', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    await save(admin, { 'closes-registration': '2024-08-15T17:00' })
    const version = String((await dataOf(admin)).version)
    for (const [reasonEn, reasonMr, field] of [
      ['', reasons.reasonMr, 'reasonEn'],
      [reasons.reasonEn, '', 'reasonMr'],
    ] as const) {
      const answer = await admin.post('schedule', { intent: 'prepare', version, reasonEn, reasonMr })
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, [field]])
    }
    expect((await dataOf(admin)).isWaiting).toBe(false)
  })

  test('a time is typed as people write it, its day stands beside it, and a day that is none is refused by name', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const field = 'closes-grievances'
    for (const typed of ['31 February 2025, 17:00', '2025-02-31T17:00', '३१ फेब्रु २०२५ १७:००']) {
      const answer = await save(admin, { [field]: typed })
      expect([typed, answer.status, faultsOf(answer)[field]]).toEqual([
        typed,
        422,
        `The calendar has no such day: ${typed}`,
      ])
    }
    for (const typed of ['31 Aug 2024', 'soon', '31/8/24 17:00'])
      expect(faultsOf(await save(admin, { [field]: typed }))[field]).toContain('This is not a date and time')
    for (const typed of ['31 Aug 2024, 17:00', '31/8/2024 5:00 pm', '३१ ऑगस्ट २०२४, १७:००']) {
      expect((await save(admin, { [field]: typed })).status, typed).toBe(303)
      expect((await dataOf(admin)).rows.find(({ key }) => key === 'grievances')!.closes).toBe('2024-08-31 17:00')
    }
    const { text } = await admin.get('schedule')
    expect(text).toContain('value="31 Aug 2024, 17:00"')
    expect(text).toMatch(/31 Aug 2024 · Sat, in \d+ days/)
    expect((await admin.get('schedule?lang=mr')).text).toContain('31 ऑगस्ट 2024 · शनि')
  })

  test('a draft with faults leads to no preview: the page says that it is saved and cannot be submitted', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const answer = await save(admin, { 'closes-registration': '2024-07-01 10:00', intent: 'preview' })
    expect([answer.status, answer.headers.location]).toEqual([303, '/mbale/cell/schedule'])
    expect((await admin.get('schedule')).text).toContain('cannot be submitted yet')
  })

  test('a list of holidays names the line at fault', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const send = (holidays: string) => admin.post('schedule', { intent: 'holidays', holidays })
    for (const [text, words] of [
      ['2024-08-15 Independence Day\nGanesh', 'Line 2 is not'],
      ['2024-02-30 No day', 'Line 1: the calendar has no such day'],
      ['15 Aug 2024 Independence Day\n31 Feb 2024 No day', 'Line 2: the calendar has no such day'],
      ['2024-08-15 A\n\n2024-08-15 B', 'Line 3 repeats'],
    ] as const) {
      const answer = await send(text)
      expect(answer.status).toBe(422)
      expect(faultsOf(answer).holidays).toContain(words)
    }
    expect((await send('१५ ऑगस्ट २०२४ Independence Day')).status).toBe(303)
    expect((await admin.get('schedule')).text).toContain('15 Aug 2024 Independence Day')
    expect(portal.services.scheduleDesk.view(admin as never).holidays).toEqual([
      { date: '2024-08-15', name: 'Independence Day' },
    ])
  })

  test('a holiday that is listed later moves nothing: the page names the dates and the times of centres on it', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const shown = async () => viewOf<View<{ onHolidays: string[] }>>(await admin.get('schedule')).data.onHolidays
    expect(await shown()).toEqual([])
    portal.services.db.sqlite
      .prepare('INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES (?, ?, ?, 5), (?, ?, ?, 0)')
      .run(
        'FC01',
        ist('2024-08-14 10:00'),
        ist('2024-08-14 10:30'),
        'FC02',
        ist('2024-08-14 10:00'),
        ist('2024-08-14 10:30'),
      )
    await admin.post('schedule', { intent: 'holidays', holidays: '2023-08-14 Long ago\n2024-08-14 Fair' })
    expect(await shown()).toEqual([
      'Registration and application form ends on 14 Aug 2024, 17:00: Fair',
      'Appointment times of 1 centre on 14 Aug 2024, booked: 0. Fair',
    ])
    expect((await admin.get('schedule?lang=mr')).text).toContain('1 केंद्राच्या भेटीच्या वेळा')
    await admin.post('schedule', { intent: 'holidays', holidays: '2024-08-13 Fair' })
    expect(await shown()).toEqual([])
  })

  test('the holidays of the state are added to the list once, and what the desk calls a day stays', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const add = (year: string) => admin.post('schedule', { intent: 'state-holidays', year })
    await admin.post('schedule', { intent: 'holidays', holidays: '2026-10-02 Our own name' })
    expect((await admin.get('schedule')).text).toContain('General Administration Department')
    expect((await add('2026')).status).toBe(303)
    const list = () => portal.services.scheduleDesk.view(admin as never).holidays
    expect(list()).toHaveLength(23)
    expect(list()).toContainEqual({ date: '2026-10-02', name: 'Our own name' })
    expect((await add('2026')).status).toBe(303)
    expect(list()).toHaveLength(23)
    for (const year of ['2031', '0', 'next']) expect([year, (await add(year)).status >= 400]).toEqual([year, true])
    expect(
      (
        await atDesk(portal, 'so').then((officer) =>
          officer.post('schedule', { intent: 'state-holidays', year: '2026' }),
        )
      ).status,
    ).toBe(403)
  })
})

test('case 95: two admins edit one draft: the second is told, sees what the first saved, and loses nothing unseen', async () => {
  const portal = await openPortal()
  const [first, second] = await twoAdmins(portal)
  const old = await tableOf(second, { 'closes-registration': '2024-08-16T12:00' })
  expect((await save(first, { 'closes-registration': '2024-08-15T17:00' })).status).toBe(303)
  const answer = await second.post('schedule', old)
  expect(answer.status).toBe(409)
  const { form, data } = viewOf<View<Data>>(answer)
  expect(form?.message).toContain('Person of admin saved the draft on')
  expect(faultsOf(answer)).toEqual({
    'closes-registration':
      'Your page had 16 Aug 2024, 12:00, which is not saved. Person of admin saved what is here now.',
  })
  expect(data.rows[0]).toMatchObject({ closes: '2024-08-15 17:00' })
  expect(form?.values).toEqual({})
  expect((await save(second, { 'closes-registration': '2024-08-16T12:00' })).status).toBe(303)
  // Both have drafted it, so neither may release it.
  await handOver(first)
  for (const desk of [first, second]) expect((await act(desk, 'release')).status).toBe(403)
  const third = await atDesk(portal, 'admin', 'third')
  expect((await act(third, 'release')).status).toBe(303)
  expect(portal.services.notices.activity('registration')?.closesAt).toBe(ist('2024-08-16 12:00'))
})

test('case 95: a change whose time has passed while it waited is refused, and can be changed again or discarded', async () => {
  const portal = await openPortal()
  const [first, second] = await twoAdmins(portal)
  await save(first, { 'opens-provisional-merit': '2024-08-17T10:00' })
  await handOver(first)
  // While it waits, nobody edits beside it.
  expect((await save(second, { 'closes-registration': '2024-08-15T17:00' })).status).toBe(409)
  portal.clock.set(ist('2024-08-17 11:00') as Instant)
  const late = await atDesk(portal, 'admin', 'late')
  expect((await act(late, 'release')).status).toBe(409)
  expect(portal.services.notices.activity('provisional-merit')?.opensAt).toBe(ist('2024-08-17 17:00'))
  expect((await act(late, 'reopen')).status).toBe(303)
  expect(await dataOf(late)).toMatchObject({ isWaiting: false, change: { count: 1, isSecondPerson: false } })
  expect((await act(late, 'discard')).status).toBe(303)
  expect((await dataOf(late)).change).toBeNull()
})

test('a shift moves a row and all later ones by working days, and saves what was typed', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await admin.post('schedule', { intent: 'holidays', holidays: '2024-08-19 Narali Purnima' })
  const typed = { intent: 'shift', from: 'provisional-merit', days: '2', 'closes-certificates': '2024-08-20T17:00' }
  expect((await save(admin, typed)).status).toBe(303)
  const rows = new Map((await dataOf(admin)).rows.map((row) => [row.key, row]))
  expect(rows.get('scrutiny')).toMatchObject({ closes: '2024-08-16 17:00', isChanged: false })
  expect(rows.get('certificates')).toMatchObject({ closes: '2024-08-20 17:00', isChanged: true })
  // 17 August is a Saturday: Sunday and the holiday on Monday do not count.
  expect(rows.get('provisional-merit')).toMatchObject({ opens: '2024-08-21 17:00' })
  expect(rows.get('grievances')).toMatchObject({ opens: '2024-08-21 10:00', closes: '2024-08-22 17:00' })
  expect(rows.get('round-3-reporting')).toMatchObject({ isChanged: true })
})

test('the cell adds an activity of its own in both languages, and leaves out one that no rule needs', async () => {
  const portal = await openPortal()
  const [first, second] = await twoAdmins(portal)
  const added = await first.post('schedule', {
    intent: 'add',
    version: '0',
    titleEn: 'Counselling day',
    titleMr: 'समुपदेशन दिवस',
    kind: 'instant',
  })
  expect(added.status).toBe(303)
  await save(first, { 'opens-own-1': '2024-08-21T11:00', 'out-late-registration': 'true' })
  expect((await handOver(first)).status).toBe(303)
  expect((await act(second, 'release')).status).toBe(303)
  const { notices } = portal.services
  expect(notices.activity('own-1')).toMatchObject({ opensAt: ist('2024-08-21 11:00'), closesAt: null })
  expect(notices.activity('late-registration')).toBeUndefined()
  expect(await pageOf(portal, 'importantdate')).toContain('Counselling day')
  expect(await pageOf(portal, 'importantdate?lang=mr')).toContain('समुपदेशन दिवस')
  expect(await pageOf(portal, 'importantdate')).not.toContain('outside the rounds (non-CAP)')
  expect(await pageOf(portal, 'notifications')).toContain('left out of the schedule')
  // It may come back.
  const { rows } = await dataOf(first)
  expect(rows.find(({ key }) => key === 'late-registration')).toMatchObject({ isLeftOut: true })
})

test('a new live portal gets its first dates through the same table', async () => {
  const portal = await openPortal({ isDated: false, at: ist('2026-06-01 10:00') })
  await changed(portal, {
    'opens-registration': '2026-07-12T10:00',
    'closes-registration': '2026-08-14T17:00',
    'opens-final-merit': '2026-08-22T17:00',
  })
  const { notices } = portal.services
  expect(notices.schedule().map(({ key }) => key)).toEqual(['registration', 'final-merit'])
  expect(notices.registration()).toMatchObject({ isOpen: false })
  const page = await pageOf(portal, 'importantdate')
  expect(page).toContain('12 Jul 2026, 10:00')
  expect(page).toContain('To be announced')
  expect(page).not.toContain('Changed on')
  portal.clock.set(ist('2026-07-12 10:00') as Instant)
  expect(notices.isOpen('registration')).toBe(true)
})

test('a closed window can be opened again, and registration follows at once', async () => {
  const portal = await openPortal()
  await register(portal)
  portal.clock.set(ist('2024-08-14 20:00') as Instant)
  expect(portal.services.notices.isOpen('registration')).toBe(false)
  await changed(portal, { 'closes-registration': '2024-08-17T17:00', 'closes-scrutiny': '2024-08-17T17:00' })
  expect(portal.services.notices.isOpen('registration')).toBe(true)
})
