import { describe, expect, test } from 'vitest'
import { readProviderId, smsTemplates } from '#server/domain/messages/message-templates.ts'
import type { View } from '#server/domain/site/view.ts'
import { atDesk } from '#tests/support/desk.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { everyId, idNumbered } from '#tests/support/message-ids.ts'
import { faultsOf, openPortal, signIn, viewOf } from '#tests/support/portal.ts'

const header = 'message,language,words,provider_id'
const all = 2 * smsTemplates.length

test('all ids come by one file, and each SMS goes out under its own', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  expect(portal.services.templates.idCounts()).toEqual({ all, missing: all, changed: 0 })
  const file = await keeper.bring('message-ids', everyId(portal))
  expect(file.counts).toMatchObject({ new: 0, changed: all, gone: 0 })
  expect((await keeper.apply(file.address)).status).toBe(303)
  expect(portal.services.templates.idCounts()).toEqual({ all, missing: 0, changed: 0 })
  await signIn(portal)
  await portal.services.messages.deliverDue()
  const place = portal.services.templates.idLines().findIndex(({ template }) => template === 'registration-welcome')
  const sms = portal.box.sent.find((one) => one.template === 'registration-welcome' && one.channel === 'sms')!
  expect([sms.templateId, sms.text.startsWith('Registered for')]).toEqual([idNumbered(place), true])
  expect(portal.services.templates.view('registration-welcome')!.isChanged, 'an id changes no words').toBe(false)
})

test('a file may leave out the words, holds them for the provider, and is read back as it was exported', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  const exported = await keeper.exported('message-ids')
  expect(exported.split('\r\n')[0]).toBe(header)
  expect(exported).toContain('{{otp}}')
  for (const [name, content] of [
    ['as it is', exported],
    [
      'UTF-16 of Excel',
      Buffer.from(`\uFEFF${exported.replace(/("[^"]*")|,/g, (_, quoted) => quoted ?? '\t')}`, 'utf16le'),
    ],
    ['no words', exported.replace(/^([a-z-]+,(?:en|mr)),.*,$/gm, '$1,,')],
  ] as const) {
    const file = await keeper.bring('message-ids', content, { isWhole: 'true' })
    expect([name, file.faults, file.counts.unchanged]).toEqual([name, [], file.counts.lines])
  }
})

test('a complete file takes away what it leaves out, another one leaves it', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  await keeper.apply((await keeper.bring('message-ids', everyId(portal))).address)
  const one = `${header}\nlogin-otp,en,,${idNumbered(900)}`
  const partial = await keeper.bring('message-ids', one)
  expect(partial.counts).toMatchObject({ changed: 1, gone: 0 })
  const whole = await keeper.bring('message-ids', one, { isWhole: 'true' })
  expect(whole.counts).toMatchObject({ changed: 1, gone: all - 1 })
  await keeper.apply(whole.address)
  expect(portal.services.templates.idCounts().missing).toBe(all - 1)
})

test('all faults of a file are named at once, with line and value', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  const given = `${header}\nlogin-otp,mr,,${idNumbered(7)}`
  await keeper.apply((await keeper.bring('message-ids', given)).address)
  const bad = [
    header,
    'login-otp,hi,,1107160000000041904',
    'alotment-out,en,,1107160000000041905',
    'registration-otp,en,,1.10716E+18',
    'registration-otp,mr,,11071600000000419O1',
    `seat-allotted,en,Another text,1107160000000041906`,
    `recovery-otp,en,,${idNumbered(1)}`,
    `recovery-otp,mr,,${idNumbered(1)}`,
    'seat-kept,en,,=1+1',
    'seat-kept,mr,,abc',
    'recovery-otp,en,,',
  ]
  const file = await keeper.bring('message-ids', bad.join('\n'))
  expect(file.faults.map(({ line, column, why }) => `${line} ${column} ${why}`)).toEqual([
    '2 language value',
    '3 message value',
    '4 provider_id sheet-exponent',
    '5 provider_id value',
    '6 words words-differ',
    '8 provider_id id-twice',
    '9 provider_id formula',
    '10 provider_id value',
    '11 null twice',
  ])
  expect((await keeper.get(file.address)).text).toContain('11071600000000419O1')
  expect((await keeper.get(file.address)).text).toContain('abc')
  const held = await keeper.bring('message-ids', `${header}\nrecovery-otp,en,,${idNumbered(7)}`)
  expect(held.faults).toMatchObject([{ why: 'id-held', params: { holder: 'login-otp mr', other: 'recovery-otp en' } }])
  const swapped = `${header}\nrecovery-otp,en,,${idNumbered(7)}\nlogin-otp,mr,,${idNumbered(8)}`
  expect((await keeper.bring('message-ids', swapped)).state, 'an id that the file gives away is free').toBe('prepared')
})

test('an id that is shortened, rounded or of letters is seen', () => {
  expect(readProviderId('1107160000000041772')).toBe('1107160000000041772')
  for (const bad of [
    'abc',
    'flow-5f3b2c.OTP',
    '1'.repeat(18),
    '1'.repeat(20),
    '-107160000000041772',
    '110716000000004l772',
    '11O7160000000041772',
    'a b',
    'क',
    '',
    '1'.repeat(61),
  ])
    expect(readProviderId(bad), bad).toBeNull()
})

test('two files for the same message: the second is stale and writes nothing', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  const [one, other] = await Promise.all(
    [1, 2].map((n) => keeper.bring('message-ids', `${header}\nlogin-otp,en,,${idNumbered(n)}`)),
  )
  expect((await keeper.apply(one!.address)).status).toBe(303)
  expect((await keeper.apply(other!.address)).status).toBe(409)
  const { ids } = portal.services.templates.view('login-otp')!
  expect(ids).toEqual({ en: idNumbered(1) })
})

describe('the page of all ids', () => {
  test('saves what was typed, leaves what it did not show, and refuses an id twice or out of date', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const page = await admin.get('message-ids')
    expect(page.text).toContain(`${all} of ${all} texts by SMS have no id`)
    const first = { seen: '0', 'id-login-otp-en': idNumbered(1), 'id-login-otp-mr': idNumbered(2) }
    expect((await admin.post('message-ids', first)).status).toBe(303)
    const seen = String(portal.services.templates.newestVersion())
    const stale = await admin.post('message-ids', { ...first, 'id-login-otp-en': idNumbered(3) })
    expect([stale.status, stale.text.includes('Nothing was saved')]).toEqual([409, true])
    const twice = await admin.post('message-ids', { seen, 'id-seat-kept-en': idNumbered(1), 'id-seat-kept-mr': 'abc' })
    expect(Object.keys(faultsOf(twice)).sort()).toEqual(['id-seat-kept-mr'])
    const held = await admin.post('message-ids', { seen, 'id-seat-kept-en': idNumbered(1) })
    expect(faultsOf(held)['id-seat-kept-en']).toContain('login-otp en')
    expect((await admin.post('message-ids', { seen, 'id-login-otp-en': '' })).status).toBe(303)
    expect(portal.services.templates.view('login-otp')!.ids).toEqual({ mr: idNumbered(2) })
    const acts = portal.services.db.sqlite.prepare("SELECT count(*) FROM audit_log WHERE act = 'templates.ids'").pluck()
    expect(acts.get()).toBe(2)
  })

  test('has forty lines at a time; saving leads on through all of them, or to what is left of the missing ones', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    type Ids = { page: number; pages: number; seen: number; lines: { field: string }[] }
    const shown = async (path: string) => viewOf<View<Ids>>(await admin.get(path)).data
    const save = async (path: string, lines: Ids['lines'], seen: number, from: number) => {
      const ids = Object.fromEntries(lines.map(({ field }, place) => [field, idNumbered(from + place)]))
      const done = await admin.post(path, { seen: String(seen), ...ids })
      expect(done.status).toBe(303)
      return String(done.headers.location).split('/cell/')[1]!
    }
    let path = 'message-ids'
    const fields: string[] = []
    for (let page = 1; page <= Math.ceil(all / 40); page++) {
      const { lines, seen, ...place } = await shown(path)
      expect([place.page, place.pages, lines.length]).toEqual([
        page,
        Math.ceil(all / 40),
        Math.min(40, all - (page - 1) * 40),
      ])
      fields.push(...lines.map(({ field }) => field))
      // The first line of each page stays without an id.
      path = await save(path, lines.slice(1), seen, page * 100)
    }
    expect([path, new Set(fields).size]).toEqual(['message-ids', all])
    const left = await shown('message-ids?status=missing&page=9')
    expect([left.page, left.lines.map(({ field }) => field)]).toEqual([
      1,
      fields.filter((_, place) => place % 40 === 0),
    ])
    const next = await save('message-ids?status=missing', left.lines.slice(0, 2), left.seen, 5000)
    expect([next, (await shown(next)).lines.length]).toEqual(['message-ids?status=missing', left.lines.length - 2])
  })

  test('an id stands out once its words have changed, until it gets a new one', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    await admin.post('message-ids', { seen: '0', 'id-login-otp-en': idNumbered(1), 'id-login-otp-mr': idNumbered(2) })
    const { id } = { id: String(portal.services.templates.view('login-otp')!.version) }
    const smsMr = portal.services.templates.view('login-otp')!.parts[0]!.words.mr
    const words = { smsEn: 'Your code is {{otp}}', smsMr, idEn: idNumbered(1), idMr: idNumbered(2), confirmed: 'yes' }
    expect((await admin.post('templates/login-otp', { ...words, version: id })).status).toBe(303)
    expect(portal.services.templates.idCounts()).toMatchObject({ changed: 1 })
    expect((await admin.get('message-ids?status=changed')).text).toContain('Words changed after the id')
    const seen = String(portal.services.templates.newestVersion())
    await admin.post('message-ids', { seen, 'id-login-otp-en': idNumbered(3) })
    expect(portal.services.templates.idCounts()).toMatchObject({ changed: 0 })
    expect(portal.services.templates.view('login-otp')!.parts[0]!.words.en).toBe('Your code is {{otp}}')
  })

  test.each(['so', 'fc', 'ro', 'institute'] as const)('is not part of the work of %s', async (role) => {
    const portal = await openPortal()
    const desk = await atDesk(portal, role)
    expect((await desk.get('message-ids')).status).toBe(403)
    expect((await desk.post('message-ids', { seen: '0', 'id-login-otp-en': '1' })).status).toBe(403)
    expect(portal.services.templates.idCounts().missing).toBe(all)
  })
})
