import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { ist } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, faultsOf, openPortal, viewOf } from '#tests/support/portal.ts'

const outage = {
  tone: 'warn',
  textEn: 'Payments pause tonight from 23:00 to 23:30.',
  textMr: 'आज रात्री 23:00 ते 23:30 पेमेंट बंद राहील.',
  fromDate: '2024-08-01',
  fromTime: '13:00',
  untilDate: '2024-08-02',
  untilTime: '00:00',
  confirmed: 'yes',
}

test('every page, cached ones included, shows the banner in its language from its first moment to its last', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const visitor = browser(portal)
  const shows = async (path = 'home', words = outage.textEn) => (await visitor.get(path)).text.includes(words)
  expect(await shows()).toBe(false)
  const { confirmed: _, ...unseen } = outage
  const seen = await admin.post('service-banner', unseen)
  expect([seen.status, viewOf<View>(seen).form?.confirm?.lines.slice(0, 2)]).toEqual([
    409,
    [outage.textEn, outage.textMr],
  ])
  expect(portal.rows().service_banners).toBe(0)
  expect((await admin.post('service-banner', outage)).status).toBe(303)
  expect(await shows()).toBe(false)
  portal.clock.set(ist('2024-08-01 13:00'))
  for (const path of ['home', 'faq', 'login', '/mbale/cell/login/fc'])
    expect([path, await shows(path)]).toEqual([path, true])
  expect(await shows('contactus?lang=mr', outage.textMr)).toBe(true)
  await visitor.get('home?lang=en')
  portal.clock.set(ist('2024-08-02 00:00'))
  expect(await shows()).toBe(false)
})

test('an admin can end it at once, and markup in it appears as text', async () => {
  const portal = await openPortal({ at: ist('2024-08-01 14:00') })
  const admin = await atDesk(portal, 'admin')
  const visitor = browser(portal)
  await admin.post('service-banner', { ...outage, textEn: '<script>alert(1)</script>' })
  const page = (await visitor.get('home')).text
  expect(page).toContain('&lt;script&gt;alert(1)')
  expect(page).not.toContain('<script>alert')
  expect((await admin.post('service-banner', { end: '1' })).status).toBe(303)
  expect((await visitor.get('home')).text).not.toContain('alert(1)')
  expect((await admin.post('service-banner', { end: '7' })).status).toBe(404)
})

test('it must end after its beginning, and not in the past', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  for (const until of [
    { untilDate: '2024-08-01', untilTime: '12:59' },
    { untilDate: '2024-07-01' },
    { untilDate: '2024-02-31' },
  ]) {
    const bad = await admin.post('service-banner', { ...outage, ...until })
    expect([bad.status, Object.keys(faultsOf(bad))]).toEqual([422, ['untilDate']])
  }
  expect(portal.rows().service_banners).toBe(0)
})
