import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { portalCookies } from '../../../server/http/cookies'
import { rupees } from '../../../server/kernel/money'
import { ist } from '../../../server/kernel/time'
import { atDesk } from '../../support/desk'
import { browser, faultsOf, openPortal, type TestPortal } from '../../support/portal'

const page = async (portal: TestPortal, path: string) => (await browser(portal).get(path)).text

const contact = {
  intent: 'contact',
  phone: '1800 111 2222',
  email: 'new.help@example.org',
  hoursEn: 'Every day, 8:00 to 20:00',
  hoursMr: 'दररोज, 8:00 ते 20:00',
  officerEn: 'Officer for Grievances',
  officerMr: 'तक्रार अधिकारी',
  officerEmail: 'officer@example.org',
  confirmed: 'yes',
}

test('new contact details appear on every page and in every message at once', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  expect(await page(portal, 'contactus')).toContain('1800 000 0000')
  const { confirmed: _, ...unseen } = contact
  const preview = await admin.post('settings', unseen)
  expect(preview.status, 'looked at first').toBe(409)
  expect(preview.text, 'each address says whose it is').toContain(
    'E-mail of the grievance officer: officer@example.org',
  )
  expect(preview.text, 'without a script the page opens where it asks').toMatch(/role="alert"[^>]*autofocus/i)
  expect(await page(portal, 'contactus')).toContain('1800 000 0000')
  expect((await admin.post('settings', contact)).status).toBe(303)
  for (const path of ['contactus', 'home']) expect(await page(portal, path)).toContain('1800 111 2222')
  expect(await page(portal, 'privacyandpolicy')).toContain('officer@example.org')
  expect(await page(portal, 'contactus?lang=mr')).toContain('तक्रार अधिकारी')
  expect(portal.services.course.contact.email).toBe('new.help@example.org')
})

test('a login link leads to the site that the cell names; if it is empty, it leads to the desk again', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const save = (so: string) => admin.post('settings', { intent: 'login-links', so, confirmed: 'yes' })
  expect(await page(portal, 'home')).toContain('href="/mbale/cell/login/so"')
  await save('https://so.example.org/login')
  const linked = await page(portal, 'home')
  expect(linked).toContain('href="https://so.example.org/login"')
  expect(linked).not.toContain('href="/mbale/cell/login/so"')
  await save('')
  expect(await page(portal, 'home')).toContain('href="/mbale/cell/login/so"')
})

test.each(['javascript:alert(1)', 'http://so.example.org', 'https://x"onclick=alert(1)', '//so.example.org'])(
  'case 21: the login link %s is refused',
  async (so) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const answer = await admin.post('settings', { intent: 'login-links', so })
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, ['so']])
  },
)

describe('fees have versions', () => {
  const fees = (open: string, reserved: string, date = '') => ({
    intent: 'fees',
    open,
    reserved,
    ...(date && { date }),
    confirmed: `${open} ${reserved} ${date}`.trim(),
  })

  test('new fees are previewed first, and apply from their date', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const { confirmed: _, ...unseen } = fees('1500', '1100', '2024-08-05')
    expect((await admin.post('settings', unseen)).status).toBe(409)
    expect((await admin.post('settings', fees('1500', '1100', '2024-08-05'))).status).toBe(303)
    expect(portal.services.course.applicationFees).toEqual({ open: rupees(1200), reserved: rupees(1000) })
    const announced = await page(portal, 'application_Fee')
    expect(announced).toContain('From 5 Aug 2024, 00:00 on: ₹1,500, and ₹1,100 for the reserved categories.')
    expect(portal.services.nextPublicChange()).toBe(ist('2024-08-05 00:00'))
    portal.clock.set(ist('2024-08-05 00:00'))
    expect(portal.services.course.applicationFees).toEqual({ open: rupees(1500), reserved: rupees(1100) })
    expect(await page(portal, 'application_Fee')).toContain('These fees count from 5 Aug 2024, 00:00 on.')
  })

  test.each([
    ['1000', '1200', '', 'reserved'],
    ['0', '0', '', 'open'],
    ['12.5', '10', '', 'open'],
    ['1500', '1100', '2024-07-01', 'date'],
    ['1500', '1100', '2024-02-30', 'date'],
  ])('%s and %s from %s on are refused', async (open, reserved, date, field) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const answer = await admin.post('settings', fees(open, reserved, date))
    expect([answer.status, Object.keys(faultsOf(answer))[0]]).toEqual([422, field])
  })

  test('a candidate who has begun to pay pays the old fee, one who has paid owes nothing more, and one who begins later pays the new fee', async () => {
    const portal = await openPortal({ mode: 'demo' })
    const admin = await atDesk(portal, 'admin', 'fee-setter')
    const { payments, db } = portal.services
    const candidates = db.sqlite
      .prepare(
        `SELECT candidate_id AS id, status FROM payments WHERE due = 'application-fee' AND status IN ('captured', 'pending')`,
      )
      .all() as { id: number; status: string }[]
    const before = candidates.map(({ id }) => payments.dues({ candidateId: id }))
    expect(new Set(candidates.map(({ status }) => status))).toEqual(new Set(['captured', 'pending']))
    await admin.post('settings', fees('2000', '1900'))
    expect(candidates.map(({ id }) => payments.dues({ candidateId: id }))).toEqual(before)
    const unpaid = db.sqlite
      .prepare(
        `SELECT c.id FROM candidates c JOIN application_steps s ON s.candidate_id = c.id
         WHERE c.id NOT IN (SELECT candidate_id FROM payments) GROUP BY c.id`,
      )
      .all() as { id: number }[]
    const due = unpaid.flatMap(({ id }) => payments.dues({ candidateId: id }).due?.amount ?? [])
    expect(due.length).toBeGreaterThan(0)
    for (const amount of due) expect([rupees(2000), rupees(1900)]).toContain(amount)
  })
})

describe('facilitation centres', () => {
  const centre = {
    isNew: 'true',
    code: 'FC07',
    district: 'MH-kolhapur',
    nameEn: 'Facilitation Centre, Kolhapur',
    nameMr: 'सुविधा केंद्र, कोल्हापूर',
    addressEn: 'Station Road, Kolhapur',
    addressMr: 'स्टेशन रोड, कोल्हापूर',
    confirmed: 'yes',
  }

  test('a new centre takes its region from its district; its text can be edited, but not its district', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    expect((await admin.post('centres', centre)).status).toBe(303)
    expect(portal.services.directory.centre('FC07')).toMatchObject({ region: 'pune', isClosed: false })
    const twice = await admin.post('centres', centre)
    expect(Object.keys(faultsOf(twice))).toEqual(['code'])
    const { isNew: _, ...words } = centre
    await admin.post('centres', { ...words, nameEn: 'Centre of Kolhapur' })
    expect(portal.services.directory.centre('FC07')?.name.en).toBe('Centre of Kolhapur')
    const moved = await admin.post('centres', { ...words, district: 'MH-nagpur' })
    expect(Object.keys(faultsOf(moved))).toEqual(['district'])
  })

  test('candidates cannot choose a closed centre; its staff and history remain', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const codes = () => portal.services.directory.centres().map(({ code }) => code)
    await admin.post('centres', { intent: 'close', code: 'FC02' })
    expect(codes()).not.toContain('FC02')
    expect(portal.services.directory.centre('FC02')?.isClosed).toBe(true)
    await admin.post('centres', { intent: 'reopen', code: 'FC02' })
    expect(codes()).toContain('FC02')
  })
})

test('the privacy notice names every cookie that the portal may set for a candidate', async () => {
  const portal = await openPortal()
  const notice = (await portal.ask('GET', `${portal.base}privacyandpolicy`, { headers: { accept: 'text/html' } })).text
  const ofStaff = ['desk', 'door']
  for (const [name, cookie] of Object.entries(portalCookies('mbale', true))) {
    if ('name' in cookie && !ofStaff.includes(name)) expect(notice).toContain(`<code>${cookie.name}</code>`)
  }
})

test('the migration turns fees in rupees into paise', async () => {
  const { sqlite } = (await openPortal()).services.db
  const add = sqlite.prepare(
    'INSERT INTO settings (key, value, effective_at, made_at) VALUES (?, ?, 1, 1) RETURNING id',
  )
  add.get('fees', '{"open":1500,"reserved":1100.5}')
  add.get('contact', '{"phone":"1"}')
  sqlite.exec(readFileSync('migrations/0029_fees-in-paise.sql', 'utf8'))
  expect(sqlite.prepare('SELECT value FROM settings ORDER BY id').pluck().all()).toEqual([
    '{"open":150000,"reserved":110050}',
    '{"phone":"1"}',
  ])
})
