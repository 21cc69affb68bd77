import { expect, test } from 'vitest'
import type { View } from '../../../pages/ui/view'
import { ist } from '../../../server/kernel/time'
import { ashasAnswers } from '../../support/answers'
import { applicant } from '../../support/applicant'
import { atDesk, type DeskBrowser } from '../../support/desk'
import { asha, openPortal, viewOf } from '../../support/portal'

type Home = { work: { kind: string; count: number; isOverdue: boolean; href: string }[]; alarms: { fault: string }[] }

const homeOf = async (screen: Pick<DeskBrowser, 'get'>): Promise<Home> =>
  viewOf<View<Home>>(await screen.get('home')).data
const kindsOf = async (screen: Pick<DeskBrowser, 'get'>) => (await homeOf(screen)).work.map(({ kind }) => kind)

test('a submitted form waits for the officers, not for the cell', async () => {
  const portal = await openPortal()
  const one = await applicant(portal, asha)
  await one.complete(ashasAnswers)
  await one.submit()
  const [line] = (await homeOf(await atDesk(portal, 'so'))).work
  expect(line).toMatchObject({ kind: 'scrutiny', count: 1, isOverdue: false })
  expect(line!.href).toContain('scrutiny?queue=new')
  expect(await kindsOf(await atDesk(portal, 'admin'))).toEqual([])
})

test('a lost mobile waits for a second person within reach, and not for the first', async () => {
  const portal = await openPortal()
  const one = await applicant(portal, asha)
  const first = await atDesk(portal, 'admin', 'first')
  const candidateId = portal.services.db.sqlite
    .prepare<[string], number>('SELECT id FROM candidates WHERE user_id = ?')
    .pluck()
    .get(one.userId)!
  portal.services.db.sqlite
    .prepare(
      `INSERT INTO mobile_requests (candidate_id, new_mobile, seen, note, state, prepared_by, prepared_at)
       VALUES (?, '9876500000', 'aadhaar', 'Came in person', 'prepared', ?, ?)`,
    )
    .run(candidateId, first.id, portal.clock.portal())
  expect(await kindsOf(first)).toEqual([])
  expect(await kindsOf(await atDesk(portal, 'admin', 'second'))).toEqual(['mobile-request'])
  // Her home is in the region of Pune.
  expect(await kindsOf(await atDesk(portal, 'ro', 'nagpur', { region: 'nagpur' }))).toEqual([])
  expect(await kindsOf(await atDesk(portal, 'so'))).toEqual([])
})

test('a list for which nothing is released raises the alarm a day before, on home and by e-mail, once', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const told = () =>
    portal.services.db.sqlite
      .prepare<[], number>("SELECT count(*) FROM outbox WHERE template = 'publication-alarm'")
      .pluck()
      .get()
  portal.services.waiting.tellAlarms()
  expect([(await homeOf(admin)).alarms, told()]).toEqual([[], 0])
  // The provisional list is due on 17 August at 17:00.
  portal.clock.set(ist('2024-08-16 17:30'))
  portal.services.waiting.tellAlarms()
  portal.services.waiting.tellAlarms()
  expect(portal.services.waiting.alarms()).toMatchObject([{ fault: 'unreleased', isMissed: false }])
  // One e-mail in each language.
  expect(told()).toBe(2)
  const again = await atDesk(portal, 'admin', 'again')
  expect((await homeOf(again)).alarms).toMatchObject([{ fault: 'unreleased' }])
  expect((await again.get('health')).text).toContain('cannot be published')
  portal.clock.set(ist('2024-08-17 17:00'))
  portal.services.waiting.tellAlarms()
  expect([portal.services.waiting.alarms()[0]!.isMissed, told()]).toEqual([true, 4])
})
