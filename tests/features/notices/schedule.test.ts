import { expect, test } from 'vitest'
import { createNotices } from '#server/features/content/notices/service.ts'
import { noticesStore } from '#server/features/content/notices/store.ts'
import { openPortal } from '#tests/support/portal.ts'

test('the cached schedule shows a new activity and the passing of time at once, even if the clock moves back', async () => {
  const { services } = await openPortal()
  const { db, course } = services
  let now = 1000
  const store = noticesStore(db)
  const notices = createNotices({
    db,
    store,
    course,
    clock: { real: () => now, portal: () => now } as never,
    record: () => {},
    onChanged: () => {},
  })
  const known = notices.schedule().length
  const states = () => notices.schedule().flatMap(({ key, state }) => (key === 'talk' ? [state] : []))
  expect(states()).toEqual([])
  store.addActivity({ key: 'talk', title: { en: 'Talk', mr: 'चर्चा' }, opensAt: 2000, closesAt: 3000 })
  expect(notices.schedule()).toHaveLength(known + 1)
  expect(states()).toEqual(['next'])
  expect(notices.schedule()).toBe(notices.schedule())
  for (const [at, state] of [
    [2000, 'now'],
    [2999, 'now'],
    [3000, 'past'],
    [1999, 'next'],
  ] as const) {
    now = at
    expect(states()).toEqual([state])
  }
  expect(notices.isOpen('talk')).toBe(false)
})
