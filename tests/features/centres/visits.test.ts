import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatDateTime } from '#server/i18n/format.ts'
import { type Instant, ist, minutes } from '#server/kernel/time.ts'
import { sendBack } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser, deskBrowser, staffAccount } from '#tests/support/desk.ts'
import { pdf } from '#tests/support/files.ts'
import {
  asha,
  browser,
  type Fields,
  faultsOf,
  folderOfTest,
  openPortal,
  ravi,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'
import { slotsAt, visitor } from './visitors'

/** Asha with an appointment at Pune's centre on 2 August at 10:00, and an officer of that centre. */
async function appointed(portal: TestPortal) {
  const candidate = await visitor(portal)
  const [slot] = slotsAt(portal, 'FC02')
  await portal.api('PUT', `appointments/${slot}`, {}, candidate.from)
  const fc = await atDesk(portal, 'fc')
  portal.clock.set(ist('2024-08-02 09:50'))
  return { candidate, fc, at: `centre/${candidate.userId}` }
}

/** The verdicts that accept every fact of a form, except the named ones, which get a finding. */
async function verdicts(fc: Desk, at: string, faults: Record<string, Record<string, string>> = {}) {
  const { facts, version } = await visitOn(fc, at)
  const posted = facts.flatMap(({ name }) =>
    Object.entries(faults[name] ? { verdict: 'discrepancy', ...faults[name] } : { verdict: 'accepted' }).map(
      ([field, value]) => [`${field}-${name}`, value],
    ),
  )
  return { version: String(version), ...Object.fromEntries(posted) } as Record<string, string>
}

/** Finishes the check, and agrees to what the page asks. `version`: the one that the officer looked at. */
async function finish(fc: Desk, at: string, { faults = {}, ...more }: Faults & Record<string, unknown> = {}) {
  const given = { ...(await verdicts(fc, at, faults)), ...more } as Record<string, string>
  const asked = await fc.post(at, given)
  const confirm = asked.status === 409 ? viewOf(asked).form?.confirm : null
  return confirm ? fc.post(at, { ...given, agreed: confirm.value! }) : asked
}

const messageOf = (answer: Parameters<typeof viewOf>[0]) => viewOf(answer).form?.message
const acts = (portal: TestPortal, candidateId: number) =>
  portal.services.db.sqlite
    .prepare('SELECT act FROM audit_log WHERE candidate_id = ? ORDER BY id')
    .all(candidateId)
    .map((row) => (row as { act: string }).act)

type Visit = {
  data: {
    mayConfirm: boolean
    mayCheck: boolean
    version: number
    whyNot: string | null
    isEditable: boolean
    facts: { name: string; verdict: { isAccepted: boolean } | null }[]
  }
}
type Desk = { get(path: string): ReturnType<typeof browser.prototype.get>; post: DeskBrowser['post'] }
type Faults = { faults?: Record<string, Record<string, string>> }
const visitOn = async (fc: Pick<Desk, 'get'>, at: string) => viewOf<Visit>(await fc.get(at)).data

test('a candidate who comes a week late takes another appointment', async () => {
  const portal = await openPortal()
  const { candidate, at } = await appointed(portal)
  portal.clock.set(ist('2024-08-09 10:30'))
  const fc = await atDesk(portal, 'fc', 'later')
  const arrives = () => fc.post('appointments', { intent: 'arrived', userId: candidate.userId })
  const late = await arrives()
  expect([late.status, messageOf(late)]).toEqual([409, expect.stringContaining('cannot book another one now')])
  portal.services.db.sqlite
    .prepare("INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 5)")
    .run(ist('2024-08-12 10:00'), ist('2024-08-12 10:30'))
  expect(messageOf(await arrives())).toContain('Ask the candidate to choose another')
  expect(acts(portal, candidate.id)).not.toContain('centres.arrival-marked')
  expect((await visitOn(fc, at)).mayConfirm).toBe(false)
  // The list offers the act as long as it can be done.
  const offered = async () => (await fc.get('appointments')).text.includes('value="arrived"')
  expect(await offered()).toBe(false)
  portal.clock.set(ist('2024-08-09 10:29'))
  expect(await offered()).toBe(true)
  expect((await fc.post('appointments', { intent: 'arrived', userId: candidate.userId })).status).toBe(303)
})

test('from slot to confirmation: the candidate arrives, the originals are seen, the form is confirmed', async () => {
  const portal = await openPortal()
  const { candidate, fc, at } = await appointed(portal)
  const list = await fc.get('appointments')
  expect(list.text).toContain(asha.fullName)
  expect(list.text).toContain('10:00–10:30')

  // A centre confirms nothing for an absent candidate.
  expect((await visitOn(fc, at)).mayConfirm).toBe(false)
  expect(messageOf(await finish(fc, at, { version: '1' }))).toContain('has arrived')
  expect((await fc.post('appointments', { intent: 'arrived', userId: candidate.userId })).status).toBe(303)

  const visit = await visitOn(fc, at)
  expect(visit).toMatchObject({ mayConfirm: true, version: 1 })
  // Nothing is confirmed before every fact has a verdict and the officer has said that the originals were seen.
  expect(faultsOf(await fc.post(at, { version: '1' }))).toHaveProperty('verdict-name')
  expect(viewOf(await fc.post(at, await verdicts(fc, at))).form?.confirm?.submit).toContain('Originals seen')
  expect((await candidate.details()).isarcconfirmed).toBe(0)
  expect((await finish(fc, at, { version: '1' })).status).toBe(303)
  // A second press does it once.
  expect((await finish(fc, at, { version: '1' })).status).toBe(303)
  expect(await portal.sentTo(asha.mobile, 'confirmed-at-centre')).toBe(1)
  expect(await portal.sentTo(asha.mobile, 'application-confirmed'), 'told once').toBe(0)
  expect(await candidate.details()).toMatchObject({ isarcconfirmed: 1, mode: 2 })
  expect((await candidate.save('personal-details', {})).status).toBe(423)
  expect([...new Set(acts(portal, candidate.id))]).toEqual([
    'centres.form-read',
    'centres.arrival-marked',
    'centres.confirmed',
  ])
})

test('a form that the candidate has changed meanwhile is viewed again before it is confirmed', async () => {
  const portal = await openPortal()
  const { candidate, fc, at } = await appointed(portal)
  await fc.post(at, { intent: 'arrived', userId: candidate.userId })
  const { version } = await visitOn(fc, at)
  const read = await candidate.read('personal-details')
  const saved = await candidate.save('personal-details', { ...read.body.data.values, town: 'Lohegaon' })
  expect(saved.status).toBe(200)
  const refused = await finish(fc, at, { version: String(version) })
  expect([refused.status, messageOf(refused)]).toEqual([409, expect.stringContaining('was changed')])
  expect((await candidate.details()).isarcconfirmed).toBe(0)

  // What was typed in English is marked as English on a Marathi page, in every place.
  const marathi = (await fc.get(`${at}?lang=mr`)).text
  expect(marathi).toContain('<dd lang="en">Lohegaon</dd>')
  expect(marathi).not.toContain('<dd>Lohegaon</dd>')
})

test("with the candidate's OTP the centre changes a step, which makes a version and sends a message", async () => {
  const portal = await openPortal()
  const { candidate, fc, at } = await appointed(portal)
  await fc.post(at, { intent: 'arrived', userId: candidate.userId })
  const step = `${at}/personal-details`
  // Without the OTP the step redirects back and saves nothing.
  expect((await fc.get(step)).headers.location).toBe(`/mbale/cell/${at}`)
  const { values, version } = (await candidate.read('personal-details')).body.data
  const change = { ...values, town: 'Lohegaon', version: String(version) }
  expect((await fc.post(step, change)).headers.location).toBe(`/mbale/cell/${at}`)
  expect((await candidate.read('personal-details')).body.data.values.town).toBe('Wagholi')

  portal.clock.advance(31_000)
  expect((await fc.post(at, { intent: 'edit-otp', version: '1' })).status).toBe(303)
  expect((await fc.get(`${at}?step=edit`)).text).toContain('You can ask for another OTP 30 seconds from now.')
  // Another OTP, by the second button of a form that says its intent.
  portal.clock.advance(31_000)
  const again = await fc.post(`${at}?step=edit`, { intent: 'edit', otp: '', again: 'resend' })
  expect(again.headers.location).toContain('step=edit')
  const otp = await portal.otpFor(asha.mobile)
  expect(
    faultsOf(await fc.post(`${at}?step=edit`, { intent: 'edit', otp: otp === '111111' ? '222222' : '111111' })),
  ).toHaveProperty('otp')
  expect((await fc.post(`${at}?step=edit`, { intent: 'edit', otp })).status).toBe(303)
  expect((await visitOn(fc, at)).isEditable).toBe(true)
  expect((await fc.get(step)).text).toContain('Wagholi')
  expect(faultsOf(await fc.post(step, { ...change, pin: 'x' }))).toHaveProperty('pin')
  expect((await fc.post(step, change)).status).toBe(303)
  expect((await visitOn(fc, at)).version).toBe(2)
  expect((await candidate.read('personal-details')).body.data.values.town).toBe('Lohegaon')
  expect(await portal.sentTo(asha.mobile, 'changed-at-centre')).toBe(1)
  expect(acts(portal, candidate.id)).toContain('centres.step-saved')

  // A scan made at the centre is kept as the candidate's, with a line in the log.
  const { uploadAtCentre } = portal.services.centres
  const officer = { ...fc, role: 'fc', centre: 'FC02', region: null, institute: null } as const
  const file = path.join(folderOfTest(), 'scan.pdf')
  writeFileSync(file, await pdf(2))
  const scan = [{ field: 'file', at: 0, path: file, bytes: 1, isTooLarge: false, originalName: 'scan.pdf' }]
  const kept = await uploadAtCentre(officer, candidate.userId, 'ssc-marksheet', scan, portal.clock.portal())
  expect(kept.ok).toBe(true)
  expect(acts(portal, candidate.id)).toContain('centres.document-uploaded')
  const seen = await fc.get(`centre/${candidate.userId}/documents/ssc-marksheet/2`)
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await fc.get(`centre/${candidate.userId}/documents/ssc-marksheet/3`)).status).toBe(404)

  // The OTP opens it to this officer only, for half an hour.
  await staffAccount(portal, 'fc', 'fc-2')
  const colleague = deskBrowser(portal)
  colleague.jar.mbale_desk = portal.services.staff.openFor('fc-2', { network: '127.0.0.1', device: '—' })!
  expect((await colleague.get(step)).status).toBe(303)
  portal.clock.advance(minutes(29))
  expect((await fc.get(step)).status).toBe(200)
  portal.clock.advance(minutes(2))
  expect((await fc.get(step)).status).toBe(303)
})

test("a confirmation is withdrawn with the candidate's OTP, and the form is confirmed again", async () => {
  const portal = await openPortal()
  const { candidate, fc, at } = await appointed(portal)
  await fc.post(at, { intent: 'arrived', userId: candidate.userId })
  await finish(fc, at, { version: '1' })
  // The OTP for one act does not serve the other.
  portal.clock.advance(31_000)
  expect((await fc.post(at, { intent: 'edit-otp' })).status).toBe(409)
  expect((await fc.post(at, { intent: 'withdraw-otp' })).status).toBe(303)
  const otp = await portal.otpFor(asha.mobile)
  expect((await fc.post(at, { intent: 'edit', otp })).status).toBe(409)
  expect((await fc.post(at, { intent: 'withdraw', otp })).status).toBe(303)
  expect((await candidate.details()).isarcconfirmed).toBe(0)
  expect(await portal.sentTo(asha.mobile, 'confirmation-withdrawn')).toBe(1)
  expect(await visitOn(fc, at)).toMatchObject({ isEditable: true, mayConfirm: true })
  expect((await finish(fc, at, { version: '1' })).status).toBe(303)
  expect((await candidate.details()).isarcconfirmed).toBe(1)
})

test('after scrutiny the centre neither confirms nor withdraws a confirmation', async () => {
  const portal = await openPortal()
  const { candidate, fc, at } = await appointed(portal)
  await fc.post(at, { intent: 'arrived', userId: candidate.userId })
  portal.clock.set(ist('2024-08-16 17:00'))
  const refused = await finish(fc, at, { version: '1' })
  expect(refused.status).toBe(422)
  expect((await candidate.details()).isarcconfirmed).toBe(0)
})

test('the centre confirms a form that a grievance opened, until the final merit list is due', async () => {
  const portal = await openPortal()
  const { candidate, fc, at } = await appointed(portal)
  await fc.post(at, { intent: 'arrived', userId: candidate.userId })
  await finish(fc, at, { version: '1' })
  portal.clock.set(ist('2024-08-18 12:00'))
  sendBack(portal, candidate.id, [4])
  portal.clock.advance(minutes(1))
  const { values } = (await candidate.read('personal-details')).body.data
  expect((await candidate.save('personal-details', { ...values, town: 'Lohegaon' })).status).toBe(200)
  const again = await portal.api('GET', 'discrepancyController/submitDiscrepancy', undefined, candidate.from)
  expect(again.status).toBe(200)

  // The candidate may choose another time, despite the earlier visit.
  const slot = portal.services.db.sqlite
    .prepare("INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 5)")
    .run(ist('2024-08-19 10:00'), ist('2024-08-19 10:30')).lastInsertRowid
  expect((await portal.api('PUT', `appointments/${slot}`, {}, candidate.from)).status).toBe(200)
  portal.clock.set(ist('2024-08-19 10:00'))
  await fc.post(at, { intent: 'arrived', userId: candidate.userId })
  expect((await finish(fc, at, { version: '2' })).status).toBe(303)
  expect((await candidate.details()).isarcconfirmed).toBe(1)
})

test('a candidate who missed the appointment gets a message, and may choose another time', async () => {
  const portal = await openPortal()
  const { candidate, fc } = await appointed(portal)
  await fc.post('appointments', { intent: 'missed', userId: candidate.userId })
  const screen = browser(portal, { ...candidate.cookies })
  expect((await screen.get('appointment')).text).toContain('did not come')
  const [, second] = portal.services.centres
    .choices(candidate.actor.candidateId, { district: null, centre: 'FC02', day: '2024-08-02' })
    .slots.map(({ id }) => id)
  expect((await portal.api('PUT', `appointments/${second}`, {}, candidate.from)).status).toBe(200)
})

describe('case 18: a centre reaches only its visitors', () => {
  test("case 18: a centre does not find another centre's form, documents and acts", async () => {
    const portal = await openPortal()
    const { candidate, at } = await appointed(portal)
    await staffAccount(portal, 'fc', 'fc-nashik', { centre: 'FC03' })
    const other = deskBrowser(portal)
    other.jar.mbale_desk = portal.services.staff.openFor('fc-nashik', { network: '127.0.0.1', device: '—' })!
    expect((await other.get(at)).status).toBe(404)
    expect((await other.get(`${at}/personal-details`)).status).toBe(404)
    expect((await other.get(`${at}/documents/photo`)).status).toBe(404)
    expect((await other.get('appointments')).text).not.toContain(asha.fullName)
    expect((await other.get(`appointments?userId=${candidate.userId}`)).text).toContain('no appointment at your centre')
    const attempts: Fields[] = [
      { intent: 'arrived', userId: candidate.userId },
      { intent: 'edit-otp' },
      { intent: 'withdraw-otp' },
      { intent: 'edit', otp: '123456' },
      { intent: 'save', version: '1', 'verdict-name': 'accepted' },
      { version: '1', 'verdict-name': 'accepted', agreed: 'confirm ' },
    ]
    for (const fields of attempts) {
      expect([fields.intent, (await other.post(at, fields)).status]).toEqual([fields.intent, 404])
    }
    expect((await candidate.details()).isarcconfirmed).toBe(0)
    expect(acts(portal, candidate.id)).toEqual([])
  })

  test('case 18: a candidate who has given up the appointment is out of reach again', async () => {
    const portal = await openPortal()
    const { candidate, fc, at } = await appointed(portal)
    await portal.api('DELETE', 'appointments', undefined, candidate.from)
    expect((await fc.get(at)).status).toBe(404)
  })
})

test('a centre closes a whole day, whatever its hours; nobody else books it, and who has booked comes', async () => {
  const portal = await openPortal()
  const { candidate, fc } = await appointed(portal)
  const { sqlite } = portal.services.db
  // Times of another length, and after five o'clock.
  const add = sqlite.prepare("INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 3)")
  add.run(ist('2024-08-02 17:15'), ist('2024-08-02 17:30'))
  add.run(ist('2024-08-03 10:00'), ist('2024-08-03 10:30'))
  const page = 'slots?day=2024-08-02'
  const close = { intent: 'close-day', day: '2024-08-02' }
  const stranger = await atDesk(portal, 'fc', 'fc-nashik', { centre: 'FC03' })
  expect((await stranger.post(page, close)).status, 'its own day has no times').toBe(422)
  const asked = viewOf(await fc.post(page, close)).form!.confirm!
  expect(asked.lines.join(' ')).toContain(asha.fullName)
  expect((await fc.post(page, { ...close, agreed: 'something else' })).status).toBe(409)
  expect((await fc.post(page, { ...close, agreed: asked.value })).status).toBe(303)
  const places = 'SELECT capacity, count(*) AS times FROM centre_slots GROUP BY capacity ORDER BY capacity'
  expect(sqlite.prepare(places).all()).toMatchObject([
    { capacity: 0 },
    { capacity: 1, times: 1 },
    { capacity: 3, times: 1 },
  ])
  const { text } = await fc.get(page)
  expect(text).toContain('Closed')
  expect(text).not.toContain('0 of 0 booked')
  expect(text).not.toContain('Close this day')
  const screen = browser(portal, { ...candidate.cookies })
  type Choice = { data: { days: { day: string; free: number }[]; slots: { free: number }[] } }
  const { days, slots } = viewOf<Choice>(await screen.get('appointment?centre=FC02&day=2024-08-02')).data
  expect(days.filter(({ free }) => free > 0).map(({ day }) => day)).toEqual(['2024-08-03'])
  expect(slots.filter(({ free }) => free > 0)).toEqual([])
  const late = sqlite.prepare('SELECT max(id) - 1 FROM centre_slots').pluck().get()
  expect((await portal.api('PUT', `appointments/${late}`, {}, candidate.from)).status).toBe(409)
  expect((await fc.get('appointments?day=2024-08-02')).text).toContain(asha.fullName)
  expect(faultsOf(await fc.post(page, close))).toHaveProperty('day')
})

describe('slots', () => {
  const plan = {
    intent: 'plan',
    firstDay: '2024-08-05',
    lastDay: '2024-08-06',
    from: '10:00',
    until: '12:00',
    minutes: '30',
    capacity: '3',
  }

  const slotIds = (portal: TestPortal) =>
    portal.services.db.sqlite.prepare<[], number>('SELECT id FROM centre_slots ORDER BY id').pluck().all()
  const capacityOf = (portal: TestPortal, slot: number) =>
    portal.services.db.sqlite.prepare('SELECT capacity FROM centre_slots WHERE id = ?').pluck().get(slot)
  const flashOn = async (screen: DeskBrowser) =>
    viewOf<{ flash: { text: string } | null }>(await screen.get('slots?day=2024-08-02')).flash?.text

  /** Sends a plan, and agrees to its preview. */
  async function agree(screen: DeskBrowser, path: string, fields: Fields) {
    const asked = await screen.post(path, fields)
    const confirm = viewOf(asked).form?.confirm
    return confirm ? screen.post(path, { ...fields, agreed: confirm.value }) : asked
  }

  test('a plan of several days leaves out holidays; one alone is a centre that is open on it', async () => {
    const portal = await openPortal()
    const fc = await atDesk(portal, 'fc')
    const { sqlite } = portal.services.db
    sqlite.exec("DELETE FROM centre_slots; INSERT INTO holidays (date, name) VALUES ('2024-08-06', 'Local feast')")
    const days = () =>
      sqlite
        .prepare("SELECT DISTINCT date((starts_at + 19800000) / 1000, 'unixepoch') FROM centre_slots ORDER BY 1")
        .pluck()
        .all()
    const set = (firstDay: string, lastDay: string) => agree(fc, 'slots', { ...plan, firstDay, lastDay })
    expect((await set('2024-08-05', '2024-08-07')).status).toBe(303)
    expect(days()).toEqual(['2024-08-05', '2024-08-07'])
    // Independence Day needs no list.
    expect((await set('2024-08-14', '2024-08-15')).status).toBe(303)
    expect(days()).toEqual(['2024-08-05', '2024-08-07', '2024-08-14'])
    sqlite.exec("INSERT INTO holidays (date, name) VALUES ('2024-08-14', 'Local feast')")
    const refused = await set('2024-08-14', '2024-08-15')
    expect(faultsOf(refused).lastDay).toContain('All these days are holidays')
    expect((await set('2024-08-15', '2024-08-15')).status).toBe(303)
    expect(days()).toContain('2024-08-15')
  })

  test('a centre sets its times, and the cell those of any centre', async () => {
    const portal = await openPortal()
    const [fc, admin] = [await atDesk(portal, 'fc'), await atDesk(portal, 'admin')]
    expect((await agree(fc, 'slots', plan)).status).toBe(303)
    expect((await agree(admin, 'slots?centre=FC03', plan)).status).toBe(303)
    // A centre cannot name another one; the address is ignored.
    expect((await fc.post('slots?centre=FC03', plan)).status).toBe(404)
    expect((await admin.post('slots', plan)).status).toBe(404)
    const { actor } = await visitor(portal)
    const free = portal.services.centres.choices(actor.candidateId, { district: null, centre: null, day: null }).centres
    expect(free.filter(({ free }) => free > 0).map(({ code, free }) => [code, free])).toEqual([
      ['FC02', 24],
      ['FC03', 24],
    ])
  })

  test('impossible values are reported at their field', async () => {
    const portal = await openPortal()
    const fc = await atDesk(portal, 'fc')
    const faults = async (change: object) => faultsOf(await fc.post('slots', { ...plan, ...change }))
    expect(await faults({ lastDay: '2024-08-04' })).toHaveProperty('lastDay')
    expect(await faults({ firstDay: '2024-07-31' })).toHaveProperty('firstDay')
    expect(await faults({ firstDay: '2024-10-01', lastDay: '2024-10-06' })).toHaveProperty('lastDay')
    expect(await faults({ firstDay: '2024-02-30' })).toHaveProperty('firstDay')
    expect(await faults({ until: '10:10' })).toHaveProperty('until')
    expect(await faults({ from: '25:00' })).toHaveProperty('from')
    expect(await faults({ capacity: '501' })).toHaveProperty('capacity')
    await agree(fc, 'slots', plan)
    expect(await faults({ from: '10:10' })).toHaveProperty('from')
  })

  test('once the last check is over, the page says so instead of offering to set times', async () => {
    const portal = await openPortal()
    const fc = await atDesk(portal, 'fc')
    const ends = ['scrutiny', 'late-registration'].map((key) => portal.services.notices.activity(key)?.closesAt ?? 0)
    const last = Math.max(...ends, portal.services.notices.activity('final-merit')!.opensAt)
    const offered = 'name="firstDay"'
    const over = `no form is checked after ${formatDateTime(last, 'en')}. You cannot add times.`
    portal.clock.set((last - 60_000) as Instant)
    const before = (await fc.get('slots')).text
    expect([before.includes(offered), before.includes(over)]).toEqual([true, false])
    portal.clock.set(last as Instant)
    const after = (await fc.get('slots')).text
    expect([after.includes(offered), after.includes(over)]).toEqual([false, true])
  })

  test('places never fall below the bookings', async () => {
    const portal = await openPortal()
    const { fc } = await appointed(portal)
    const [slot] = portal.services.db.sqlite
      .prepare('SELECT id FROM centre_slots ORDER BY id')
      .pluck()
      .all() as number[]
    const set = (places: string) => fc.post('slots?day=2024-08-02', { intent: 'capacity', slot: String(slot), places })
    expect(faultsOf(await set('0'))).toEqual({ places: '1 is booked already' })
    const asked = await set('1')
    expect(asked.status).toBe(409)
    const agreed = { intent: 'capacity', slot: String(slot), places: '1', agreed: viewOf(asked).form!.confirm!.value }
    expect((await fc.post('slots?day=2024-08-02', agreed)).status).toBe(303)
    const today = { ...plan, firstDay: '2024-08-02', lastDay: '2024-08-02', capacity: '0' }
    expect((await agree(fc, 'slots', today)).status).toBe(303)
    expect(portal.services.db.sqlite.prepare('SELECT capacity FROM centre_slots ORDER BY id').pluck().all()).toEqual([
      1, 0, 0, 0,
    ])
  })

  test('a change names the candidates booked in the changed times before it is saved', async () => {
    const portal = await openPortal()
    const { fc, candidate } = await appointed(portal)
    const longer = { ...plan, firstDay: '2024-08-02', lastDay: '2024-08-02', minutes: '15', until: '10:15' }
    const capacities = () => portal.services.db.sqlite.prepare('SELECT ends_at, capacity FROM centre_slots').all()
    const before = capacities()
    const asked = viewOf(await fc.post('slots', longer)).form!.confirm!
    expect(asked.lines.join()).toContain(`${candidate.userId} ${asha.fullName}`)
    expect(capacities()).toEqual(before)
    // Another booking in between changes what the officer would agree to.
    expect((await fc.post('slots', { ...longer, agreed: '0 1' })).status).toBe(409)
    expect(capacities()).toEqual(before)
    expect((await fc.post('slots', { ...longer, agreed: asked.value })).status).toBe(303)
    expect(capacities()).not.toEqual(before)
  })

  test('more places at the same times concern nobody who has booked one', async () => {
    const portal = await openPortal()
    const { fc } = await appointed(portal)
    const more = { ...plan, firstDay: '2024-08-02', lastDay: '2024-08-02', capacity: '5' }
    expect(viewOf(await fc.post('slots', more)).form!.confirm!.lines).toEqual([
      '0 new times',
      '4 times get another end or number of places',
      'No booked candidate is affected.',
    ])
  })

  test('a booked candidate is told once that the appointment ends at another time; one who has come is not', async () => {
    const portal = await openPortal()
    const ravi = { ...asha, fullName: 'Ravi Suresh More', email: 'ravi@example.org', mobile: '9876500002' }
    const { fc, candidate } = await appointed(portal)
    const other = await visitor(portal, ravi)
    const [slot, next] = slotIds(portal)
    portal.services.db.sqlite.prepare('UPDATE centre_slots SET capacity = 4 WHERE id = ?').run(next)
    await portal.api('PUT', `appointments/${next}`, {}, other.from)
    const third = await visitor(portal, { ...ravi, email: 'third@example.org', mobile: '9876500003' })
    await portal.api('PUT', `appointments/${slot}`, {}, third.from)
    expect((await fc.post('appointments', { intent: 'arrived', userId: third.userId })).status).toBe(303)
    const shorter = { ...plan, firstDay: '2024-08-02', lastDay: '2024-08-02', minutes: '30', capacity: '3' }
    // The first slot loses its second half, the second one keeps its hours and loses a place.
    portal.services.db.sqlite.prepare('UPDATE centre_slots SET ends_at = ends_at - 600000 WHERE id = ?').run(slot)
    const asked = viewOf(await fc.post('slots', shorter)).form!.confirm!
    expect(asked.lines).toEqual([
      '0 new times',
      '4 times get another end or number of places',
      '2 candidates have booked times that get another end or fewer places, and keep their appointments:',
      `${candidate.userId} ${asha.fullName}, 2 Aug 2024, 10:00: until 10:30 instead of 10:20`,
      `${other.userId} ${ravi.fullName}, 2 Aug 2024, 10:30`,
      'The portal tells 1 candidate the new end of the appointment.',
    ])
    expect(await portal.sentTo(asha.mobile, 'appointment-new-end')).toBe(0)
    expect((await fc.post('slots', { ...shorter, agreed: asked.value })).status).toBe(303)
    expect((await agree(fc, 'slots', shorter)).status, 'the same times again change nothing').toBe(303)
    expect(await portal.sentTo(asha.mobile, 'appointment-new-end')).toBe(1)
    expect(await portal.sentTo(asha.email, 'appointment-new-end')).toBe(1)
    expect(await portal.sentTo(ravi.mobile, 'appointment-new-end'), 'only fewer places').toBe(0)
    expect(await portal.sentTo(third.person.mobile, 'appointment-new-end'), 'has come').toBe(0)
    expect(portal.services.centres.appointment(candidate.actor.candidateId)).toMatchObject({
      endsAt: ist('2024-08-02 10:30'),
    })
    const sms = portal.services.messages
      .outbox({ to: asha.mobile })
      .find(({ template }) => template.endsWith('new-end'))
    expect(sms!.text).toContain('on 2 Aug 2024, 10:00 now ends at 10:30. It begins as before.')
  })

  describe('the places of one time', () => {
    const lines = (answer: Parameters<typeof viewOf>[0]) => viewOf(answer).form?.confirm?.lines

    test('fewer of them beside a booking name the candidate before they are set', async () => {
      const portal = await openPortal()
      const { fc, candidate } = await appointed(portal)
      const [slot] = slotIds(portal)
      const set = (fields: Fields) =>
        fc.post('slots?day=2024-08-02', { intent: 'capacity', slot: String(slot), ...fields })
      const asked = await set({ places: '1' })
      expect([asked.status, lines(asked)]).toEqual([
        409,
        [
          '2 Aug 2024, 10:00–10:30: 1 place instead of 2',
          'Nobody else can book this time.',
          '1 candidate has booked this time and keeps the appointment:',
          `${candidate.userId} ${asha.fullName}, 2 Aug 2024, 10:00`,
        ],
      ])
      expect(capacityOf(portal, slot!)).toBe(2)
      expect(asked.text.match(/name="agreed"/g), 'only the form that asked').toHaveLength(1)
      const { value } = viewOf(asked).form!.confirm!
      expect(lines(await set({ places: '1', agreed: 'x' })), 'something else was agreed to').toBeDefined()
      expect((await set({ places: '1', agreed: value })).headers.location).toContain('day=2024-08-02')
      expect(capacityOf(portal, slot!)).toBe(1)
      expect(await flashOn(fc)).toBe('10:00–10:30 is full. The 1 booked candidate keeps the appointment.')
      expect(await portal.sentTo(asha.mobile, 'appointment-new-end')).toBe(0)
    })

    test('another booking in between asks again', async () => {
      const portal = await openPortal()
      const { fc } = await appointed(portal)
      const [slot] = slotIds(portal)
      portal.services.db.sqlite.prepare('UPDATE centre_slots SET capacity = 5 WHERE id = ?').run(slot)
      const set = (fields: Fields) =>
        fc.post('slots?day=2024-08-02', { intent: 'capacity', slot: String(slot), ...fields })
      const { value } = viewOf(await set({ places: '3' })).form!.confirm!
      const ravi = { ...asha, fullName: 'Ravi Suresh More', email: 'ravi@example.org', mobile: '9876500002' }
      const other = await visitor(portal, ravi)
      expect((await portal.api('PUT', `appointments/${slot}`, {}, other.from)).status).toBe(200)
      const again = await set({ places: '3', agreed: value })
      expect([again.status, lines(again)!.join()]).toEqual([409, expect.stringContaining(ravi.fullName)])
      expect(capacityOf(portal, slot!)).toBe(5)
    })

    test('a change that concerns nobody is made at once, and says what it means', async () => {
      const portal = await openPortal()
      const { fc } = await appointed(portal)
      const [booked, free] = slotIds(portal)
      const set = async (slot: number, places: string) => {
        const { status } = await fc.post('slots?day=2024-08-02', { intent: 'capacity', slot: String(slot), places })
        return [status, await flashOn(fc)]
      }
      expect(await set(booked!, '4')).toEqual([303, '10:00–10:30: 3 of 4 places are free.'])
      expect(await set(free!, '1')).toEqual([303, '10:30–11:00: 1 of 1 places is free.'])
      expect(await set(free!, '0')).toEqual([303, '10:30–11:00 is closed. Nobody had booked it.'])
    })
  })
})

describe('a form that is not as the originals say', () => {
  const wrong = { 'mother-name': { reason: 'differs', expected: 'Sunita R. Patil', found: '' } }

  test('is not confirmed: the candidate reads the reasons, corrects the form, and is confirmed', async () => {
    const portal = await openPortal()
    const { candidate, fc, at } = await appointed(portal)
    await fc.post(at, { intent: 'arrived', userId: candidate.userId })
    expect((await finish(fc, at, { faults: wrong })).status).toBe(303)
    expect((await candidate.details()).isarcconfirmed).toBe(0)
    expect(await portal.sentTo(asha.mobile, 'not-confirmed-at-centre')).toBe(1)
    expect(acts(portal, candidate.id)).toContain('centres.not-confirmed')
    const appointment = async () => (await browser(portal, { ...candidate.cookies }).get('appointment')).text
    expect(await appointment()).toContain('Sunita R. Patil')
    // A claim that fails is a reason here, too: a centre removes nothing.
    expect((await candidate.read('category-details')).body.data.values.category).not.toBe('OPEN')

    portal.clock.advance(60_000)
    const { values } = (await candidate.read('personal-details')).body.data
    expect((await candidate.save('personal-details', { ...values, motherName: 'Sunita R. Patil' })).status).toBe(200)
    expect(await appointment()).not.toContain('Why the centre has not confirmed')
    // The facts that were accepted and have not changed need no second look.
    expect((await visitOn(fc, at)).facts.filter(({ verdict }) => !verdict).map(({ name }) => name)).toEqual([
      'mother-name',
    ])
    expect((await finish(fc, at)).status).toBe(303)
    expect((await candidate.details()).isarcconfirmed).toBe(1)
    expect(await appointment()).not.toContain('Why the centre has not confirmed')
  })

  test('needs a fitting reason, and agreement to exactly these facts', async () => {
    const portal = await openPortal()
    const { candidate, fc, at } = await appointed(portal)
    await fc.post(at, { intent: 'arrived', userId: candidate.userId })
    const bare = await fc.post(at, await verdicts(fc, at, { 'mother-name': { reason: 'differs' } }))
    expect(faultsOf(bare)).toHaveProperty('expected-mother-name')
    const given = await verdicts(fc, at, wrong)
    for (const agreed of ['confirm ', 'not-confirmed ', 'not-confirmed name', 'x'.repeat(4000)])
      expect((await fc.post(at, { ...given, agreed })).status, agreed.slice(0, 20)).toBe(409)
    const agreed = 'not-confirmed mother-name'
    for (const version of ['', '0', '2', 'NaN'])
      expect((await fc.post(at, { ...given, version, agreed })).status, version).toBe(409)
    expect(await portal.sentTo(asha.mobile, 'not-confirmed-at-centre')).toBe(0)
    expect((await fc.post(at, { ...given, agreed })).status).toBe(303)
    expect(await portal.sentTo(asha.mobile, 'not-confirmed-at-centre')).toBe(1)
  })

  test('verdicts saved for later are read by nobody else, and the rest is accepted except what is flagged', async () => {
    const portal = await openPortal()
    const { candidate, fc, at } = await appointed(portal)
    await fc.post(at, { intent: 'arrived', userId: candidate.userId })
    const some = { version: '1', 'verdict-mother-name': 'discrepancy', 'reason-mother-name': 'illegible' }
    expect((await fc.post(at, { ...some, intent: 'save' })).status).toBe(303)
    expect((await browser(portal, { ...candidate.cookies }).get('appointment')).text).not.toContain('Why the centre')
    candidate.removeFile('photo')
    expect((await fc.post(at, { ...some, intent: 'accept-rest' })).status).toBe(303)
    const open = (await visitOn(fc, at)).facts.filter(({ verdict }) => !verdict?.isAccepted).map(({ name }) => name)
    expect(open).toEqual(['mother-name', 'photo'])
  })

  test('the next candidate who is here follows, longest there first; one who was told why does not come again', async () => {
    const portal = await openPortal()
    const { candidate, fc, at } = await appointed(portal)
    const second = await visitor(portal, ravi)
    await portal.api('PUT', `appointments/${slotsAt(portal, 'FC02', 2, 0)[0] ?? 2}`, {}, second.from)
    for (const { userId } of [candidate, second]) await fc.post('appointments', { intent: 'arrived', userId })
    const went = await finish(fc, at, { faults: wrong, onward: 'true' })
    expect(went.headers.location).toContain(`centre/${second.userId}`)
    const last = await finish(fc, `centre/${second.userId}`, { onward: 'true' })
    expect(last.headers.location).toContain('/cell/appointments')
  })
})
