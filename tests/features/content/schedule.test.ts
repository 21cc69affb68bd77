import { describe, expect, test } from 'vitest'
import type { View } from '../../../pages/ui/view'
import { type Instant, ist } from '../../../server/kernel/time'
import { atDesk } from '../../support/desk'
import { asData, browser, faultsOf, openPortal, type TestPortal, viewOf } from '../../support/portal'

const longer = {
  activity: 'registration',
  opensDate: '2024-07-12',
  opensTime: '10:00',
  closesDate: '2024-08-15',
  closesTime: '17:00',
  reasonEn: 'Heavy rain in Konkan kept candidates from their documents.',
  reasonMr: 'कोकणातील अतिवृष्टीमुळे उमेदवारांना कागदपत्रे मिळू शकली नाहीत.',
}
const agreed = `${ist('2024-07-12 10:00')} ${ist('2024-08-15 17:00')}`
const edit = 'schedule?activity=registration'

const pageOf = async (portal: TestPortal, path: string) => (await browser(portal).get(path)).text

test('an extension is previewed first; then everybody reads it with its reason, in both languages', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const before = await portal.contents()
  // These pages are cached before the change, which must clear them.
  expect(await pageOf(portal, 'importantdate')).toContain('14 Aug 2024, 17:00')

  const asked = await admin.post(edit, longer)
  expect(asked.status).toBe(409)
  expect(viewOf<View>(asked).form?.confirm).toMatchObject({
    lines: ['Closes: 14 Aug 2024, 17:00 → 15 Aug 2024, 17:00'],
    value: agreed,
  })
  expect(await portal.contents()).toBe(before)

  const done = await admin.post(edit, { ...longer, confirmed: agreed })
  expect([done.status, done.headers.location]).toEqual([303, '/mbale/cell/schedule'])
  expect(portal.services.notices.activity('registration')?.closesAt).toBe(ist('2024-08-15 17:00'))
  const page = await pageOf(portal, 'importantdate')
  expect(page).toContain('15 Aug 2024, 17:00')
  expect(page).toContain('Before: 12 Jul 2024, 10:00 to 14 Aug 2024, 17:00.')
  expect(page).toContain(longer.reasonEn)
  expect(await pageOf(portal, 'importantdate?lang=mr')).toContain(longer.reasonMr)
  const notices = await pageOf(portal, 'notifications')
  expect(notices).toContain('New dates: Registration and application form')
  expect(notices).toContain(longer.reasonEn)
  expect(await pageOf(portal, 'notifications?lang=mr')).toContain(longer.reasonMr)
  const { data } = (await portal.api('GET', 'schedule')).body
  expect(data.find(({ key }: { key: string }) => key === 'registration')).toMatchObject({
    closesAt: '2024-08-15T11:30:00.000Z',
    changed: { reason: longer.reasonEn },
  })
  const found = portal.services.audit.search({})
  const [line] = found.ok ? found.value.lines : []
  expect(line).toMatchObject({ act: 'notices.rescheduled', subject: 'activity:registration', actorName: 'admin' })
})

test('a value changed after the preview is previewed again', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const asked = await admin.post(edit, { ...longer, closesTime: '18:00', confirmed: agreed })
  expect(asked.status).toBe(409)
  expect(portal.services.notices.activity('registration')?.closesAt).toBe(ist('2024-08-14 17:00'))
})

describe('a forbidden change names the field at fault', () => {
  test.each([
    ['a closing in the past is refused', { closesDate: '2024-07-31' }, 'closesDate'],
    ['a closing before the opening is refused', { closesDate: '2024-07-01' }, 'closesDate'],
    ['an unchanged activity is refused', { closesDate: '2024-08-14' }, 'closesDate'],
    ['a changed beginning that has passed is refused', { opensDate: '2024-08-02' }, 'opensDate'],
    ['an end after scrutiny is refused', { closesDate: '2024-08-17' }, 'closesDate'],
    ['an impossible day is refused', { closesDate: '2024-08-32' }, 'closesDate'],
    ['an impossible time is refused', { closesTime: '25:00' }, 'closesTime'],
    ['a missing reason is refused', { reasonEn: '' }, 'reasonEn'],
    ['a reason in one language is refused', { reasonMr: '' }, 'reasonMr'],
  ])('%s', async (_, change, field) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const before = await portal.contents()
    const answer = await admin.post(edit, { ...longer, confirmed: agreed, ...change })
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsOf(answer))).toEqual([field])
    expect(await portal.contents()).toBe(before)
  })
})

test('a closed window can be opened again, and registration follows at once', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  portal.clock.set(ist('2024-08-14 20:00') as Instant)
  expect(portal.services.notices.isOpen('registration')).toBe(false)
  const done = await admin.post(edit, { ...longer, confirmed: agreed })
  expect(done.status).toBe(303)
  expect(portal.services.notices.isOpen('registration')).toBe(true)
})

test('the public page shows only the latest change of an activity, and the desk shows all of them', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await admin.post(edit, { ...longer, confirmed: agreed })
  const later = { ...longer, closesTime: '20:00', reasonEn: 'The payment gateway was down.' }
  await admin.post(edit, { ...later, confirmed: `${ist('2024-07-12 10:00')} ${ist('2024-08-15 20:00')}` })
  const page = await pageOf(portal, 'importantdate')
  expect(page).toContain('The payment gateway was down.')
  expect(page).not.toContain(longer.reasonEn)
  const desk = viewOf<View<{ changes: { reason: string }[] }>>(await admin.get('schedule', asData))
  expect(desk.data.changes.map(({ reason }) => reason)).toEqual([later.reasonEn, longer.reasonEn])
})
