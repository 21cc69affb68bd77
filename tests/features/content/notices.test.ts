import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, faultsOf, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

const written = {
  kind: 'notice',
  titleEn: 'Bring the original certificates',
  titleMr: 'मूळ प्रमाणपत्रे सोबत आणा',
  bodyEn: 'At the centre.\n\nSee https://example.org/rules for more.',
  bodyMr: 'केंद्रावर आणा.\n\nअधिक माहिती: https://example.org/rules',
}
const page = async (portal: TestPortal, path: string) => (await browser(portal).get(path)).text

test('an editor previews a notice in both languages before it is published, and then everybody sees it at once', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  expect(await page(portal, 'notifications')).not.toContain(written.titleEn)

  const asked = await admin.post('notices', written)
  expect(asked.status).toBe(409)
  const { data, form } = viewOf<View<{ preview: Record<'en' | 'mr', { title: string }> }>>(asked)
  expect([data.preview.en.title, data.preview.mr.title]).toEqual([written.titleEn, written.titleMr])
  expect(form).toMatchObject({ values: written, confirm: { name: 'confirmed', value: 'yes' } })
  expect(await page(portal, 'notifications')).not.toContain(written.titleEn)

  const done = await admin.post('notices', { ...written, confirmed: 'yes' })
  expect(done.status).toBe(303)
  const english = await page(portal, 'notifications')
  expect(english).toContain(written.titleEn)
  expect(english).toContain('<a href="https://example.org/rules" rel="noopener">')
  expect(await page(portal, 'notifications?lang=mr')).toContain(written.titleMr)
  expect(await page(portal, 'home')).toContain(written.titleEn)
})

test('a scheduled notice appears at its time', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await admin.post('notices', { ...written, date: '2024-08-02', time: '09:00', confirmed: 'yes' })
  expect(await page(portal, 'notifications')).not.toContain(written.titleEn)
  expect(portal.services.nextPublicChange()).toBe(ist('2024-08-02 09:00'))
  portal.clock.set((ist('2024-08-02 09:00') - 1) as Instant)
  expect(await page(portal, 'notifications')).not.toContain(written.titleEn)
  portal.clock.set(ist('2024-08-02 09:00'))
  expect(await page(portal, 'notifications')).toContain(written.titleEn)
})

test('a notice can be changed, withdrawn and restored, and the log records each act', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const { notices } = portal.services
  const { id, publishedAt } = notices.published('notice')[0]!
  await admin.post(`notices?id=${id}`, { ...written, id: String(id), confirmed: 'yes' })
  expect(notices.notice(id)).toMatchObject({ title: { en: written.titleEn }, publishedAt })
  await admin.post('notices', { intent: 'withdraw', id: String(id) })
  expect(await page(portal, 'notifications')).not.toContain(written.titleEn)
  await admin.post('notices', { intent: 'restore', id: String(id) })
  expect(await page(portal, 'notifications')).toContain(written.titleEn)
  const acts = auditLines(portal)
    .slice(0, 3)
    .map(({ act, subject }) => [act, subject])
  expect(acts).toEqual([
    ['notices.restored', `notice:${id}`],
    ['notices.withdrawn', `notice:${id}`],
    ['notices.changed', `notice:${id}`],
  ])
})

test('news and questions have pages of their own, and each portal starts with some of both', async () => {
  const portal = await openPortal({ slugs: ['mbale', 'scd'] })
  const admin = await atDesk(portal, 'admin')
  for (const services of portal.portals) {
    for (const kind of ['notice', 'news', 'faq'] as const) expect(services.notices.published(kind)).not.toEqual([])
  }
  await admin.post('notices?kind=faq', { ...written, kind: 'faq', confirmed: 'yes' })
  await admin.post('notices?kind=news', { ...written, kind: 'news', titleEn: 'A new centre', confirmed: 'yes' })
  expect(await page(portal, 'faq')).toMatch(new RegExp(`<summary>(<[^>]*>)?${written.titleEn}<`))
  expect(await page(portal, 'news')).toContain('A new centre')
  expect(await page(portal, 'notifications')).not.toContain('A new centre')
})

describe('missing fields are reported', () => {
  test.each([
    ['titleMr', ''],
    ['titleEn', 'x'.repeat(161)],
    ['bodyEn', ''],
    ['bodyMr', 'अ'.repeat(2001)],
    ['date', '2024-02-30'],
    ['kind', 'rumour'],
    ['titleEn', 'Look\u0007here'],
  ])('%s', async (field, value) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const before = await portal.contents()
    const answer = await admin.post('notices', {
      ...written,
      time: '10:00',
      date: '2024-08-03',
      [field]: value,
      confirmed: 'yes',
    })
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, [field]])
    expect(await portal.contents()).toBe(before)
  })

  test('an act on a notice cannot change a question, or an entry that does not exist', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const [question] = portal.services.notices.published('faq')
    for (const id of [String(question!.id), '99999']) {
      expect((await admin.post('notices', { ...written, id, confirmed: 'yes' })).status).toBe(404)
    }
  })
})

test('case 21: markup in a notice appears as text on every page and in every call', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  for (const kind of ['notice', 'news', 'faq']) {
    const hostile = { ...written, kind, titleEn: evil, bodyEn: `${evil} javascript:alert(1)`, confirmed: 'yes' }
    expect((await admin.post('notices', hostile)).status).toBe(303)
  }
  for (const path of ['home', 'notifications', 'news', 'faq']) {
    const text = await page(portal, path)
    expect(text).toContain('alert(1)')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img src=x')
    expect(text).not.toMatch(/href="javascript/i)
  }
  for (const path of ['notices', 'notices?kind=faq']) {
    const text = (await admin.get(path)).text
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img src=x')
  }
  expect((await portal.api('GET', 'notices')).headers['content-type']).toContain('application/json')
})
