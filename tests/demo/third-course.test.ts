import { expect, test } from 'vitest'
import { openPortal } from '../support/portal'

test('a course that the demo has no people or institutes for gets a cohort, a seat matrix and a desk', async () => {
  const portal = await openPortal({
    mode: 'demo',
    slugs: ['scd'],
    course: { slug: 'third', applicationIdPrefix: 'TH', courseTitle: { en: 'Third Course', mr: 'तिसरा अभ्यासक्रम' } },
    cohort: 20,
  })
  const { db, seats, staff } = portal.services
  expect(db.sqlite.prepare('SELECT count(*) AS count FROM candidates').get()).toEqual({ count: 20 })
  expect(seats.inForce()?.courses.some(({ course }) => course === 'Third Course')).toBe(true)
  expect(staff.list().map(({ loginName }) => loginName)).toContain('admin')
  expect((await portal.ask('GET', '/demo')).status).toBe(200)
})
