import { describe, expect, test } from 'vitest'
import { ist } from '#server/kernel/time.ts'
import { applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { asha, browser, faultsOf, openPortal, viewOf } from '#tests/support/portal.ts'
import { slotsAt, visitor } from './visitors'

const allocation = 'candidateLoginController/getFcAllocation'
const bharat = { ...asha, fullName: 'Bharat Suresh More', email: 'bharat@example.org', mobile: '9876500002' }

type Shown = { data: { current: { centre: string; state: string } | null; closed: string | null; district: string } }

test('a candidate of mode 2 chooses district, centre, day and slot, and gets a message with time and place', async () => {
  const portal = await openPortal()
  const candidate = await visitor(portal)
  const [first] = slotsAt(portal, 'FC02')
  const screen = browser(portal, { ...candidate.cookies })

  // Her district is shown first and, as it has one centre, its days.
  const page = viewOf<Shown & { data: { days: object[]; centre: string } }>(await screen.get('appointment'))
  expect(page.data).toMatchObject({ district: 'MH-pune', centre: 'FC02', current: null, closed: null })
  expect(page.data.days).toEqual([
    { day: '2024-08-02', name: 'Fri, 2 Aug 2024', short: 'Fri, 2 Aug', free: 8, holiday: null },
  ])
  const day = viewOf<{ data: { slots: object[] } }>(await screen.get('appointment?district=MH-pune&day=2024-08-02'))
  expect(day.data.slots[0]).toEqual({ id: first, hours: '10:00–10:30', free: 2 })

  // Each step shows its own question, with what is chosen in a line above it.
  const steps = async (query: string) => {
    const { text } = await screen.get(`appointment${query}`)
    return ['See the days of', 'Choose a day', 'Choose a time<', 'Another centre', 'Another day'].filter((one) =>
      text.slice(text.indexOf('<main'), text.indexOf('</main>')).includes(one),
    )
  }
  expect(await steps('?district=')).toEqual(['See the days of'])
  expect(await steps('?district=&centre=FC02')).toEqual(['Choose a day', 'Another centre'])
  expect(await steps('?district=&centre=FC02&day=2024-08-02')).toEqual([
    'Choose a time<',
    'Another centre',
    'Another day',
  ])
  expect(await steps('?district=&centre=FC99&day=2024-08-02')).toEqual(['See the days of'])

  const booked = await screen.post('appointment', { slot: String(first) })
  expect([booked.status, booked.headers.location]).toEqual([303, '/mbale/candidate/appointment'])
  expect(viewOf<Shown>(await screen.get('appointment')).data.current).toMatchObject({ state: 'booked' })
  expect((await screen.get('dashboard')).text).toContain(
    'Your appointment: Facilitation Centre, Pune, 2 Aug 2024, 10:00',
  )
  expect(await portal.sentTo(asha.mobile, 'appointment-booked')).toBe(1)
  expect(await portal.sentTo(asha.email, 'appointment-booked')).toBe(1)

  const { body } = await portal.api('GET', allocation, undefined, candidate.from)
  expect(body.data).toEqual({
    mode: 2,
    centre: {
      code: 'FC02',
      name: 'Facilitation Centre, Pune',
      district: 'MH-pune',
      address: 'Regional Office of Technical Education, Pune',
    },
    slot: { startsAt: '2024-08-02T04:30:00.000Z', endsAt: '2024-08-02T05:00:00.000Z' },
  })
})

test('once booked, the page shows the visit with telephone and map, and folds the choice of another', async () => {
  const portal = await openPortal()
  const candidate = await visitor(portal)
  const screen = browser(portal, { ...candidate.cookies })
  const read = async (query = '') => {
    const { text } = await screen.get(`appointment${query}`)
    return text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  }
  expect(await read()).not.toContain('<details')
  portal.services.db.sqlite.exec("UPDATE facilitation_centres SET phone = '020-25512345', place = '18.52,73.85'")
  await screen.post('appointment', { slot: String(slotsAt(portal, 'FC02')[0]) })
  const booked = await read()
  for (const words of ['href="tel:', '#map=16/18.52/73.85', '10:00–10:30', 'to this centre at this time'])
    expect(booked).toContain(words)
  expect(booked).not.toContain('Choose the centre and the time.')
  expect(booked).toMatch(/<details class="fold section"><summary><span class="grow">Another centre or another time/)
  // Whoever is choosing another time finds the choice open.
  expect(await read('?district=')).toMatch(/<details class="fold section" open=""/)
})

test('a day that the cell lists as a holiday is named as one', async () => {
  const portal = await openPortal()
  const candidate = await visitor(portal)
  slotsAt(portal, 'FC02')
  const screen = browser(portal, { ...candidate.cookies })
  expect((await screen.get('appointment')).text).not.toContain('Holiday:')
  portal.services.db.sqlite.exec("INSERT INTO holidays (date, name) VALUES ('2024-08-02', 'Founding day')")
  const { text } = await screen.get('appointment')
  expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).toContain(
    'Holiday: Founding day. The centre has set times',
  )
})

test('mode 1 offers no choice and no centre', async () => {
  const { portal, owner: candidate } = await openWithApplicant({ until: 'complete' })
  expect((await portal.api('GET', allocation, undefined, candidate.from)).body.data).toEqual({ mode: 1 })
  const [slot] = slotsAt(portal, 'FC02')
  const refused = await portal.api('PUT', `appointments/${slot}`, {}, candidate.from)
  expect([refused.status, refused.body.code]).toEqual([409, 'appointment-other-mode'])
  const page = await browser(portal, { ...candidate.cookies }).get('appointment')
  expect(viewOf<Shown>(page).data.closed).toBe(
    'Appointments are only for forms that a facilitation centre checks (mode 2).',
  )
})

test('before the form is submitted there is no appointment', async () => {
  const portal = await openPortal()
  const candidate = await applicant(portal)
  await candidate.save('type-of-candidature', { mode: '2', type: 'A' })
  const [slot] = slotsAt(portal, 'FC02')
  const refused = await portal.api('PUT', `appointments/${slot}`, {}, candidate.from)
  expect([refused.status, refused.body.code]).toEqual([409, 'appointment-not-submitted'])
})

describe('places', () => {
  test('the last place of a slot goes to one candidate', async () => {
    const portal = await openPortal()
    const [one, other] = [await visitor(portal), await visitor(portal, bharat)]
    const [slot, next] = slotsAt(portal, 'FC02', 1)
    const book = (from: object, id = slot) => portal.api('PUT', `appointments/${id}`, {}, from)
    const answers = await Promise.all([book(one.from), book(other.from)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const loser = answers[0]!.status === 200 ? other : one
    const winner = loser === one ? other : one
    expect((await book(loser.from)).body.code).toBe('slot-full')

    // The same slot again is the same appointment, without a second message.
    expect((await book(winner.from)).status).toBe(200)
    expect(await portal.sentTo(winner.person.mobile, 'appointment-booked')).toBe(1)

    // Moving to another slot frees the place.
    expect((await book(winner.from, next)).status).toBe(200)
    expect((await book(loser.from)).status).toBe(200)
  })

  test('a refusal offers another time only where a centre has one', async () => {
    const portal = await openPortal()
    const candidate = await visitor(portal)
    const { sqlite } = portal.services.db
    const [first, second] = slotsAt(portal, 'FC02')
    const late = sqlite
      .prepare("INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 5)")
      .run(ist('2024-08-16 17:00'), ist('2024-08-16 17:30')).lastInsertRowid
    const book = async (id: number | bigint) =>
      (await portal.api('PUT', `appointments/${id}`, {}, candidate.from)).body.code
    sqlite.prepare('UPDATE centre_slots SET capacity = 0 WHERE id NOT IN (?, ?)').run(second!, late)
    expect([await book(first!), await book(late)]).toEqual(['slot-full', 'slot-too-late'])
    sqlite.prepare('UPDATE centre_slots SET capacity = 0 WHERE id = ?').run(second!)
    expect([await book(first!), await book(late)]).toEqual(['no-slot-left', 'no-slot-left'])
    portal.clock.set(ist('2024-08-02 10:00'))
    expect(await book(first!)).toBe('no-slot-left')
  })

  test('the page offers another day or centre only where one has a free time', async () => {
    const portal = await openPortal()
    const candidate = await visitor(portal)
    const { sqlite } = portal.services.db
    for (const centre of ['FC02', 'FC01']) slotsAt(portal, centre)
    const screen = browser(portal, { ...candidate.cookies })
    const shown = async () => (await screen.get('appointment?district=MH-pune&centre=FC02&day=2024-08-02')).text
    const words = ['No centre has a free time left', 'Choose another centre', 'Choose another day', 'Book this time']
    const said = async () => {
      const text = await shown()
      return words.filter(
        (one) => text.includes(`${one}.`) || text.includes(`${one} before`) || text.includes(`${one}<`),
      )
    }
    expect(await said()).toEqual(['Book this time'])
    sqlite
      .prepare('UPDATE centre_slots SET capacity = 0 WHERE centre = ? AND starts_at < ?')
      .run('FC02', ist('2024-08-03 00:00'))
    sqlite
      .prepare("INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 1)")
      .run(ist('2024-08-05 10:00'), ist('2024-08-05 10:30'))
    expect(await said()).toEqual(['Choose another day'])
    sqlite.prepare("UPDATE centre_slots SET capacity = 0 WHERE centre = 'FC02'").run()
    expect(await said()).toEqual(['Choose another centre'])
    sqlite.prepare('UPDATE centre_slots SET capacity = 0').run()
    expect(await said()).toEqual(['No centre has a free time left'])
    sqlite.prepare('DELETE FROM centre_slots').run()
    expect(await said()).toEqual(['No centre has a free time left'])
    sqlite
      .prepare("INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC01', ?, ?, 1)")
      .run(ist('2024-08-15 10:00'), ist('2024-08-15 10:30'))
    expect(await said()).toEqual(['Choose another centre'])
  })

  test('a slot that has begun, or lies after scrutiny, is not offered', async () => {
    const portal = await openPortal()
    const candidate = await visitor(portal)
    const [slot] = slotsAt(portal, 'FC02')
    const late = portal.services.db.sqlite
      .prepare("INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 5)")
      .run(ist('2024-08-16 17:00'), ist('2024-08-16 17:30')).lastInsertRowid
    const book = (id: number) => portal.api('PUT', `appointments/${id}`, {}, candidate.from)
    expect((await book(Number(late))).body.code).toBe('slot-too-late')
    portal.clock.set(ist('2024-08-02 10:00'))
    expect((await book(slot!)).body.code).toBe('slot-past')
    expect((await book(99_999)).body.code).toBe('unknown-slot')
    portal.clock.set(ist('2024-08-16 17:00'))
    expect((await book(slot! + 1)).body.code).toBe('scrutiny-closed')
  })
})

test('a late registration, or more time by an order, finds appointments in that time', async () => {
  const portal = await openPortal({ at: ist('2024-08-25 12:00') })
  const late = await visitor(portal)
  const add = portal.services.db.sqlite.prepare(
    "INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 5)",
  )
  const slot = (day: string) => add.run(ist(`${day} 10:00`), ist(`${day} 10:30`)).lastInsertRowid
  const inTime = slot('2024-08-27')
  const after = slot('2024-10-07')
  expect((await portal.api('PUT', `appointments/${after}`, {}, late.from)).body.code).toBe('slot-too-late')
  const { db } = portal.services
  db.transact(() => {
    db.sqlite.exec(`INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at)
      VALUES ('cell', 'The Cell', 'admin', 'x', 0, 0);
      INSERT INTO special_orders (kind, candidate_id, until, order_number, authority, reason, prepared_by, prepared_at, state)
      VALUES ('extend', ${late.id}, ${ist('2024-10-10 17:00')}, '1', 'Court', 'Hospital', 1, 1, 'published')`)
  })
  expect((await portal.api('PUT', `appointments/${after}`, {}, late.from)).status).toBe(200)
  expect((await portal.api('PUT', `appointments/${inTime}`, {}, late.from)).status).toBe(200)
  const { days } = portal.services.centres.choices(late.actor.candidateId, {
    district: null,
    centre: 'FC02',
    day: null,
  })
  expect(days.map(({ day }) => day)).toEqual(['2024-08-27', '2024-10-07'])
})

test('giving up an appointment is confirmed by a message, and a change of mode gives it up as well', async () => {
  const portal = await openPortal()
  const candidate = await visitor(portal)
  const [slot] = slotsAt(portal, 'FC02', 1)
  const screen = browser(portal, { ...candidate.cookies })
  await screen.post('appointment', { slot: String(slot) })
  expect((await screen.post('appointment', { intent: 'cancel' })).status).toBe(303)
  expect((await screen.post('appointment', { intent: 'cancel' })).status).toBe(303)
  expect(await portal.sentTo(asha.mobile, 'appointment-cancelled')).toBe(1)
  expect(viewOf<Shown>(await screen.get('appointment')).data.current).toBeNull()

  await screen.post('appointment', { slot: String(slot) })
  expect((await candidate.changeMode(1)).status).toBe(200)
  expect((await portal.api('GET', allocation, undefined, candidate.from)).body.data).toEqual({ mode: 1 })
  const other = await visitor(portal, bharat)
  expect((await portal.api('PUT', `appointments/${slot}`, {}, other.from)).status).toBe(200)
})

test('a form without a choice says which part is missing', async () => {
  const portal = await openPortal()
  const candidate = await visitor(portal)
  const screen = browser(portal, { ...candidate.cookies })
  expect(faultsOf(await screen.post('appointment', {}))).toEqual({ slot: 'Choose a time' })
  expect(faultsOf(await screen.post('appointment', { slot: '1; DROP' }))).toEqual({ slot: 'Choose a time' })
})

test('the list of centres is public, in both languages', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  const list = (await screen.get('fclist')).text
  expect(list).toContain('Facilitation Centre, Nashik')
  expect(list).toContain('confirms forms of mode 2')
  expect((await screen.get('fclist?lang=mr')).text).toContain('सुविधा केंद्र, नाशिक')
})

test('if all forms are checked online, no candidate is asked to come to a centre', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const list = (await browser(portal).get('fclist')).text
  expect(list).toContain('nobody has to come')
  expect(list).not.toMatch(/mode 2|Coming to have your form confirmed/)
})
