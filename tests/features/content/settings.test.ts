import { describe, expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { cellSettings } from '#server/domain/season/cell-settings.ts'
import { settingForm } from '#server/domain/season/setting-forms.ts'
import { createContent } from '#server/features/content/content/service.ts'
import { portalCookies } from '#server/http/cookies.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { hasTextFor, translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, faultsOf, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { approve, formOf, propose, waitingId } from '#tests/support/settings.ts'

const page = async (portal: TestPortal, path: string) => (await browser(portal).get(path)).text

const contact = {
  phone: '1800 111 2222',
  email: 'new.help@example.org',
  hoursEn: 'Every day, 8:00 to 20:00',
  hoursMr: 'दररोज, 8:00 ते 20:00',
  officerEn: 'Officer for Grievances',
  officerMr: 'तक्रार अधिकारी',
  officerEmail: 'officer@example.org',
}

/** Two admins who are two persons. */
async function twoAdmins(options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal(options)
  return { portal, first: await atDesk(portal, 'admin', 'first'), second: await atDesk(portal, 'admin', 'second') }
}

test('new contact details appear on every page and in every message once another person has approved them', async () => {
  const { portal, first, second } = await twoAdmins()
  expect(await page(portal, 'contactus')).toContain('1800 000 0000')
  const preview = await first.post('settings/contact', formOf(portal, 'contact', contact))
  expect(preview.status, 'looked at first').toBe(409)
  expect(preview.text).toContain('1800 000 0000 → 1800 111 2222')
  expect(preview.text, 'without a script the page opens where it asks').toMatch(/role="alert"[^>]*autofocus/i)
  expect((await propose(portal, first, 'contact', contact)).status).toBe(303)
  expect(await page(portal, 'contactus')).toContain('1800 000 0000')
  expect((await approve(portal, first, 'contact')).status, 'the one who proposed it').toBe(403)
  expect((await approve(portal, second, 'contact')).status).toBe(303)
  for (const path of ['contactus', 'home']) expect(await page(portal, path)).toContain('1800 111 2222')
  expect(await page(portal, 'privacyandpolicy')).toContain('officer@example.org')
  expect(await page(portal, 'contactus?lang=mr')).toContain('तक्रार अधिकारी')
  expect(portal.services.course.contact.email).toBe('new.help@example.org')
})

test('the name of the cell changes on every page, and the year of Application IDs cannot once one is issued', async () => {
  const { portal, first, second } = await twoAdmins({ mode: 'demo' })
  await propose(portal, first, 'head', { nameEn: 'Admissions Office of the Hills', footerDate: '2026-05-01' })
  await approve(portal, second, 'head')
  const home = await page(portal, 'home')
  expect(home).toContain('Admissions Office of the Hills')
  expect(home).toContain('01-05-2026')
  const year = { academicYear: '2026-2027', applicationIdPrefix: 'QQ' }
  const refused = await first.post('settings/year', formOf(portal, 'year', year))
  expect([refused.status, refused.text.includes('It stays for this season')]).toEqual([409, true])
})

test('a login link leads to the site that the cell names; if it is empty, it leads to the desk again', async () => {
  const { portal, first, second } = await twoAdmins()
  async function save(so: string) {
    await propose(portal, first, 'login-links', { so })
    await approve(portal, second, 'login-links')
  }
  expect(await page(portal, 'home')).toContain('href="/mbale/cell/login/so"')
  await save('https://so.example.org/login')
  const linked = await page(portal, 'home')
  expect(linked).toContain('href="https://so.example.org/login"')
  expect(linked).not.toContain('href="/mbale/cell/login/so"')
  await save('')
  expect(await page(portal, 'home')).toContain('href="/mbale/cell/login/so"')
  // The authority's pages are other sites: the portal has no login to put in their place.
  const authority = { 'ara-home': 'https://authority.example.org/', 'ara-courses': '' }
  await propose(portal, first, 'login-links', authority)
  await approve(portal, second, 'login-links')
  const named = await page(portal, 'home')
  expect(named).toMatch(/href="https:\/\/authority\.example\.org\/"[^>]*>(?:<[^>]*>|[^<])*?ARA Home/)
  expect(named).not.toContain('ARA Courses')
})

test.each(['javascript:alert(1)', 'http://so.example.org', 'https://x"onclick=alert(1)', '//so.example.org'])(
  'case 21: the login link %s is refused',
  async (so) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const answer = await admin.post('settings/login-links', formOf(portal, 'login-links', { so }))
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, ['so']])
  },
)

describe('fees have versions', () => {
  const fees = (open: string, reserved: string, date = '') => ({ open, reserved, ...(date && { date }) })

  test('new fees are previewed first, and apply from their date', async () => {
    const { portal, first, second } = await twoAdmins()
    const change = fees('1500', '1100', '2024-08-05')
    expect((await first.post('settings/fees', formOf(portal, 'fees', change))).status).toBe(409)
    expect((await propose(portal, first, 'fees', change)).status).toBe(303)
    expect((await approve(portal, second, 'fees')).status).toBe(303)
    expect(portal.services.course.applicationFees).toEqual({ open: rupees(1200), reserved: rupees(1000) })
    const announced = await page(portal, 'application_Fee')
    expect(announced).toContain('From 5 Aug 2024, 00:00 on: ₹1,500, and ₹1,100 for the reserved categories.')
    expect(portal.services.nextPublicChange()).toBe(ist('2024-08-05 00:00'))
    portal.clock.set(ist('2024-08-05 00:00'))
    expect(portal.services.course.applicationFees).toEqual({ open: rupees(1500), reserved: rupees(1100) })
    expect(await page(portal, 'application_Fee')).toContain('These fees apply from 5 Aug 2024, 00:00.')
  })

  test('a proposal whose date passes while it waits takes effect when it is approved', async () => {
    const { portal, first, second } = await twoAdmins()
    await propose(portal, first, 'fees', fees('1500', '1100', '2024-08-05'))
    portal.clock.set(ist('2024-08-09 09:00'))
    expect(portal.services.course.applicationFees.open).toBe(rupees(1200))
    await approve(portal, second, 'fees')
    expect(portal.services.content.currentFees()).toMatchObject({
      open: rupees(1500),
      effectiveAt: ist('2024-08-09 09:00'),
    })
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
    const answer = await propose(portal, admin, 'fees', fees(open, reserved, date))
    expect([answer.status, Object.keys(faultsOf(answer))[0]]).toEqual([422, field])
  })

  test('case 95: a candidate who has begun to pay pays the old fee, one who has paid owes nothing more, and one who begins later pays the new fee', async () => {
    const { portal, first, second } = await twoAdmins({ mode: 'demo' })
    const { payments, db } = portal.services
    const candidates = db.sqlite
      .prepare(
        `SELECT candidate_id AS id, status FROM payments WHERE due = 'application-fee' AND status IN ('captured', 'pending')`,
      )
      .all() as { id: number; status: string }[]
    const before = candidates.map(({ id }) => payments.dues(id))
    expect(new Set(candidates.map(({ status }) => status))).toEqual(new Set(['captured', 'pending']))
    const preview = await first.post('settings/fees', formOf(portal, 'fees', fees('2000', '1900')))
    expect(preview.text, 'whom it touches').toMatch(/\d+ candidates who have begun to pay: the old value stays/)
    await propose(portal, first, 'fees', fees('2000', '1900'))
    await approve(portal, second, 'fees')
    expect(candidates.map(({ id }) => payments.dues(id))).toEqual(before)
    const unpaid = db.sqlite
      .prepare(
        `SELECT c.id FROM candidates c JOIN application_steps s ON s.candidate_id = c.id
         WHERE c.id NOT IN (SELECT candidate_id FROM payments) GROUP BY c.id`,
      )
      .all() as { id: number }[]
    const due = unpaid.flatMap(({ id }) => payments.dues(id).due?.amount ?? [])
    expect(due.length).toBeGreaterThan(0)
    for (const amount of due) expect([rupees(2000), rupees(1900)]).toContain(amount)
  })
})

describe('two people edit one setting', () => {
  test('case 95: a change based on an older version is refused, and so is a second proposal while one waits', async () => {
    const { portal, first, second } = await twoAdmins()
    const stale = { ...formOf(portal, 'acceptance-fee', { amount: '3000' }), confirmed: 'yes' }
    await propose(portal, first, 'acceptance-fee', { amount: '2000' })
    const beside = await second.post('settings/acceptance-fee', stale)
    expect([beside.status, beside.text.includes('is already waiting')]).toEqual([409, true])
    await approve(portal, second, 'acceptance-fee')
    const late = await second.post('settings/acceptance-fee', stale)
    expect([late.status, late.text.includes('has changed this value')]).toEqual([409, true])
    expect(portal.services.course.seatAcceptanceFee).toBe(rupees(2000))
  })

  test('a discarded proposal changes nothing, and nobody can approve it any more', async () => {
    const { portal, first, second } = await twoAdmins()
    await propose(portal, first, 'own-time', { hours: '48' })
    const id = waitingId(portal)
    expect((await second.post('settings/own-time', { intent: 'discard', id })).status).toBe(303)
    expect((await second.post('settings/own-time', { intent: 'approve', id })).status).toBe(409)
    expect(portal.services.course.ownHours).toBe(24)
  })
})

test('the districts of the border area change by codes of districts outside Maharashtra', async () => {
  const { portal, first, second } = await twoAdmins()
  for (const [districts, words] of [
    ['KA-nowhere', 'not a district outside Maharashtra'],
    ['MH-pune', 'not a district outside Maharashtra'],
    ['Bidar; Belagavi', 'separated by commas'],
  ] as const) {
    const refused = await propose(portal, first, 'border-area', { districts })
    expect([refused.status, refused.text.includes(words)], districts).toEqual([422, true])
  }
  await propose(portal, first, 'border-area', { districts: 'KA-bidar , KA-vijayapura,KA-bidar' })
  await approve(portal, second, 'border-area')
  expect(portal.services.course.form.borderDistricts).toEqual(['KA-bidar', 'KA-vijayapura'])
  expect((await first.get('settings/border-area')).text).toContain('Now: Bidar, Vijayapura (Bijapur).')
})

describe('values that people rely on', () => {
  test('criteria and limits need an order once forms are submitted, and stay once the final list is due', async () => {
    const { portal, first, second } = await twoAdmins({ mode: 'demo' })
    const order = { criterion3: 'birth-date', criterion4: '' }
    const bare = await first.post('settings/merit', formOf(portal, 'merit', order))
    expect([bare.status, Object.keys(faultsOf(bare))]).toEqual([422, ['orderNumber']])
    const preview = await first.post('settings/merit', formOf(portal, 'merit', { ...order, orderNumber: 'GR 12/2024' }))
    expect(preview.text).toMatch(/\d+ submitted forms are judged by the new value/)
    await propose(portal, first, 'merit', { ...order, orderNumber: 'GR 12/2024' })
    await approve(portal, second, 'merit')
    expect(portal.services.course.merit).toEqual(['degree', 'hsc-or-diploma', 'birth-date'])
    expect(await (await first.get('settings/merit')).text).toContain('GR 12/2024')
    portal.clock.set(ist('2024-08-23 10:00'))
    const late = await first.post('settings/limits', formOf(portal, 'limits', { percent: '55', orderNumber: 'GR 13' }))
    expect([late.status, late.text.includes('This value is in use')]).toEqual([409, true])
  })

  test('case 95: a list made under the old criteria keeps them, and an approval that comes too late is refused', async () => {
    const { portal, first, second } = await twoAdmins()
    await propose(portal, first, 'merit', { criterion4: '' })
    portal.clock.set(ist('2024-08-23 10:00'))
    const late = await approve(portal, second, 'merit')
    expect([late.status, late.text.includes('This value is in use')]).toEqual([409, true])
    expect(portal.services.course.merit).toEqual(['degree', 'hsc-or-diploma', 'ssc', 'birth-date'])
  })

  test.each([
    [{ criterion2: 'degree' }, 'criterion2'],
    [{ criterion2: '', criterion3: 'ssc' }, 'criterion2'],
    [{ criterion1: 'birth-date' }, 'criterion1'],
  ])('criteria %j are refused', async (changes, field) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const answer = await propose(portal, admin, 'merit', changes)
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, [field]])
  })

  test('a later round can change until it begins; one that is allotted cannot', async () => {
    const { portal, first, second } = await twoAdmins()
    await propose(portal, first, 'rounds', { freeze2: '3', stages2: 'IV' })
    await approve(portal, second, 'rounds')
    expect(portal.services.course.rounds[1]).toEqual({
      autoFreezeUpTo: 3,
      whoReports: 'frozen',
      stages: ['I', 'II', 'III', 'IV'],
    })
    portal.clock.set(ist('2024-09-07 10:00'))
    const begun = await propose(portal, first, 'rounds', { freeze2: '1' })
    expect([begun.status, Object.keys(faultsOf(begun))]).toEqual([422, ['orderNumber']])
    portal.clock.set(ist('2024-09-12 10:00'))
    const allotted = await propose(portal, first, 'rounds', { freeze2: '1', orderNumber: 'GR 14' })
    expect([allotted.status, allotted.text.includes('Seats of CAP Round 2 are allotted by then')]).toEqual([409, true])
  })

  test.each([
    [{ freeze4: '1' }, 'reports4'],
    [{ freeze2: '', reports2: '', stages2: '' }, 'freeze2'],
    [{ freeze1: '99' }, 'freeze1'],
  ])('rounds %j are refused', async (changes, field) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const answer = await propose(portal, admin, 'rounds', changes)
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, [field]])
  })
})

test('every field of every setting has its words in both languages, in both courses', () => {
  for (const course of courses)
    for (const setting of cellSettings)
      for (const field of settingForm(setting, course.form).fields) {
        const words = field.kind === 'choice' ? field.options.map((option) => `${field.words}${option}`) : []
        for (const key of [field.label, ...(field.hint ? [field.hint] : []), ...words])
          for (const language of languages) expect(translate(language, key as TextKey), key).not.toBe(key)
        for (const code of [`${field.fault}.required`, `${field.fault}.invalid`])
          expect(hasTextFor('fault', code), code).toBe(true)
      }
})

test('every setting reads back what it writes', () => {
  for (const course of courses) {
    const { initial } = createContent({
      store: { settings: () => new Map() } as never,
      clock: {} as never,
      defaults: course,
      lists: listsOf({}),
    })
    for (const setting of cellSettings) {
      const form = settingForm(setting, course.form)
      const typed = form.typedOf(initial[setting] as never)
      const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))
      expect(form.valueOf(given), setting).toEqual({ value: initial[setting] })
    }
  }
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
