import { beforeEach, describe, expect, test } from 'vitest'
import { complaintRules } from '#server/domain/scrutiny/grievances.ts'
import { days, ist, minutes, plus } from '#server/kernel/time.ts'
import { type Applicant, applicant } from '#tests/support/applicant.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { asha, browser, openPortal, type TestPortal } from '#tests/support/portal.ts'

let portal: TestPortal
let owner: Applicant
let officer: DeskBrowser
const words = 'The centre closed two hours before its time.'
const lastAdmission = () => portal.services.notices.activity('round-3-reporting')!.closesAt!

/** Somebody who has only registered, on a day outside the time for grievances. */
beforeEach(async () => {
  portal = await openPortal()
  owner = await applicant(portal)
  portal.clock.set(ist('2024-08-05 12:00'))
  officer = await atDesk(portal, 'so')
})

const complain = (text = words, more = {}) =>
  portal.api('POST', 'grievances', { type: 'process', text, ...more }, owner.from)
const page = async () => (await browser(portal).get('complaints?lang=en')).text
const figure = (text: string, label: string) =>
  new RegExp(`${label}(?:<[^>]+>)+([^<]+)<`).exec(text.replace(/<!-- -->/g, ''))?.[1]
const decide = (id: number, fields: Record<string, string>) =>
  officer.post(`grievances/${id}`, {
    text: 'The centre stays open now.',
    ...(fields.intent !== 'approve' && { agreed: fields.intent! }),
    ...fields,
  })

describe('a complaint about the process', () => {
  test('is made by anybody with an account at any time, one at a time, and decided without touching the form', async () => {
    const made = await complain(words, { 'photo-details': true })
    expect([made.status, made.body.data]).toMatchObject([201, { type: 'process', steps: [], state: 'open' }])
    expect(await complain()).toMatchObject({ status: 409, body: { code: 'complaint-open-already' } })
    expect(await portal.sentTo(asha.email, 'complaint-received')).toBe(1)
    expect((await decide(1, { intent: 'answer' })).status).toBe(303)
    const before = await owner.details()
    // Upholding is asked back once, without any step of the form.
    const asked = await decide(1, { intent: 'approve' })
    expect(asked.text).toContain('The form of the candidate stays as it is.')
    expect(await portal.sentTo(asha.email, 'complaint-decided')).toBe(0)
    const upheld = await decide(1, { intent: 'approve', agreed: 'approve' })
    expect([upheld.status, upheld.headers.location]).toEqual([303, '/mbale/cell/grievances'])
    expect(await owner.details()).toEqual(before)
    expect(await portal.sentTo(asha.email, 'complaint-decided')).toBe(1)
    expect(auditLines(portal).map(({ act }) => act)).toContain('grievances.approved')
    // It is not reopened; another one can be made.
    const again = await portal.api('POST', 'grievances/1/messages', { text: words, reopen: true }, owner.from)
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect((await complain()).status).toBe(201)
    expect((await decide(2, { intent: 'refuse' })).status).toBe(303)
  })

  test('ends with the last admission', async () => {
    portal.clock.set((lastAdmission() - 1) as never)
    expect((await complain()).status).toBe(201)
    expect((await decide(1, { intent: 'refuse' })).status).toBe(303)
    portal.clock.set(lastAdmission() as never)
    expect(await complain()).toMatchObject({ status: 422, body: { code: 'complaints-over' } })
  })

  test.each([
    ['', 422],
    ['x'.repeat(1001), 422],
    ["'; DROP TABLE grievances;--", 201],
    ['<script>alert(1)</script>', 201],
  ])('hostile words %# are refused or kept as text', async (text, status) => {
    expect((await complain(text)).status).toBe(status)
    if (status === 201) expect((await officer.get('grievances/1')).text).not.toContain('<script>alert')
  })

  test('its clock: fifteen days, or the last admission if that is earlier; counted at the desk and told to the cell once', async () => {
    await complain()
    const filedAt = portal.clock.portal()
    const { complaints } = portal.services.grievances
    expect(complaints.dueAt(filedAt)).toBe(filedAt + days(15))
    expect(complaints.dueAt(lastAdmission() - days(2))).toBe(lastAdmission())
    const line = () =>
      portal.services.waiting
        .for({ id: 1, loginName: 'x', role: 'so', centre: null, region: null, institute: null } as never)
        .find(({ kind }) => kind === 'complaint')
    expect(line()).toMatchObject({ count: 1, oldestAt: filedAt, dueAt: filedAt + days(15), isOverdue: false })
    // An answer does not stop the clock.
    await decide(1, { intent: 'answer' })
    expect(line()).toMatchObject({ count: 1 })
    const told = (template: string) =>
      portal.services.db.sqlite.prepare('SELECT count(*) FROM outbox WHERE template = ?').pluck().get(template)
    const tick = () => portal.services.waiting.tellAlarms()
    portal.clock.set(plus(filedAt, days(12) - minutes(1)))
    tick()
    expect(told('complaint-due')).toBe(0)
    portal.clock.set(plus(filedAt, days(15) - complaintRules.warning))
    tick()
    tick()
    const warned = told('complaint-due')
    expect(warned).toBeGreaterThan(0)
    portal.clock.set(plus(filedAt, days(15)))
    tick()
    tick()
    expect([told('complaint-due'), told('complaint-overdue')]).toEqual([warned, warned])
    expect(line()).toMatchObject({ isOverdue: true })
    expect((await officer.get('grievances?type=process')).text).toContain('overdue since')
    expect((await officer.get('grievances/1')).text).toContain('It had to be decided by')
  })

  test.each([
    ['en', 'Overdue since 20 Aug 2024, 12:00', 'The cell is told of every overdue complaint by e-mail.', 'Call '],
    ['mr', 'मुदत 20 ऑगस्ट 2024, 12:00 ला संपली', 'कक्षाला ई-मेलने कळवली जाते', 'वर फोन करा'],
  ])(
    'is found from the dashboard, and once overdue its candidate reads that and what to do (%s)',
    async (language, ...late) => {
      await complain()
      const filedAt = portal.clock.portal()
      const read = async (page: string) => (await browser(portal, owner.cookies).get(`${page}?lang=${language}`)).text
      portal.clock.set(plus(filedAt, days(15) - 1))
      const dashboard = await read('dashboard')
      expect(dashboard).toContain('href="/mbale/candidate/complaints"')
      expect(dashboard).toContain('ML24-G00001')
      for (const words of late) expect(await read('complaints')).not.toContain(words)
      portal.clock.set(plus(filedAt, days(15)))
      const overdue = await read('complaints')
      for (const words of late) expect(overdue).toContain(words)
      expect(overdue).toContain('href="tel:')
      expect(await read('dashboard')).toContain(late[0])
      await decide(1, { intent: 'refuse' })
      expect(await read('complaints')).not.toContain(late[0])
      expect(await read('dashboard')).not.toContain('ML24-G00001')
    },
  )

  test('everybody reads the numbers, and nothing about a person', async () => {
    expect(figure(await page(), 'Received')).toBe('0')
    await complain()
    portal.clock.set(plus(portal.clock.portal(), days(15)))
    const waiting = await page()
    expect(['Received', 'Decided', 'Waiting'].map((label) => figure(waiting, label))).toEqual(['1', '0', '1'])
    expect(waiting).toContain('5 Aug 2024')
    await decide(1, { intent: 'refuse' })
    // Decided on the very instant of the deadline is in time; the next one is a moment late.
    const text = await page()
    expect(['Decided', 'Decided in time', 'Waiting'].map((label) => figure(text, label))).toEqual(['1', '1', '0'])
    await complain()
    portal.clock.set(plus(portal.clock.portal(), days(15) + 1))
    await decide(2, { intent: 'refuse' })
    const late = await page()
    expect(['Decided', 'Decided in time'].map((label) => figure(late, label))).toEqual(['2', '1'])
    expect(late).not.toContain(words)
    expect(late).not.toContain(asha.fullName)
    expect((await browser(portal).get('complaints?lang=mr')).text).toContain('प्रक्रियेबद्दलच्या तक्रारी')
  })

  test('an officer of another region finds none, and a visitor makes none', async () => {
    await complain()
    const elsewhere = await atDesk(portal, 'ro')
    portal.services.db.sqlite.exec("UPDATE candidates SET district = 'MH-nagpur'")
    expect((await elsewhere.get('grievances/1')).status).toBe(404)
    const sent = await browser(portal).post('complaints', { type: 'process', text: words })
    expect(sent.status).toBeGreaterThanOrEqual(300)
    expect(portal.services.grievances.complaints.figures().received).toBe(1)
  })
})
