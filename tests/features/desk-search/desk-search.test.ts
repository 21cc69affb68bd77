import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asha, openPortal, viewOf } from '#tests/support/portal.ts'

type Found = { found: { userId: string }[]; courses: object[] }

test('one candidate within reach opens at once, by ID or mobile, and the search is written down', async () => {
  const portal = await openPortal()
  const one = await applicant(portal, asha)
  const admin = await atDesk(portal, 'admin')
  for (const q of [one.userId, one.userId.toLowerCase(), asha.mobile]) {
    const answer = await admin.get(`search?q=${q}`)
    expect(answer.headers.location).toContain(`help-desk/${one.userId}`)
  }
  const acts = portal.services.db.sqlite.prepare('SELECT act FROM audit_log').pluck().all()
  expect(acts.filter((act) => act === 'help-desk.searched')).toHaveLength(3)
})

test('a candidate out of reach is not found, and an institute finds no candidates at all', async () => {
  const portal = await openPortal()
  const one = await applicant(portal, asha)
  const far = await atDesk(portal, 'ro', 'far', { region: 'nagpur' })
  expect(viewOf<View<Found>>(await far.get(`search?q=${one.userId}`)).data.found).toEqual([])
  const institute = await atDesk(portal, 'institute')
  expect(viewOf<View<Found>>(await institute.get(`search?q=${one.userId}`)).data.found).toEqual([])
})

type Meant = { pages: { route: string }[]; elsewhere: { page: string; roles: string } | null }

test('who looks for the work of others is told whose it is, and gets no link to it', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const answer = await admin.get('search?q=answer+a+complaint+about+the+process')
  expect(viewOf<View<Meant>>(answer).data.elsewhere).toEqual({
    page: 'Grievances',
    roles: expect.stringContaining('Scrutiny officer'),
  })
  expect(answer.text).not.toContain('/cell/grievances"')
  const clerk = await atDesk(portal, 'so')
  const own = await clerk.get('search?q=answer+a+complaint+about+the+process')
  expect(own.headers.location, 'the only page that is meant opens at once').toBe('/mbale/cell/grievances')
})

test.each([
  ['फी कोणी भरली नाही', 'not-acted'],
  ['who has not paid', 'not-acted'],
  ['unpaid', 'overview'],
  ['application fee not paid', 'overview'],
  ['मोबाईल बदला', 'help-desk'],
  ['who has access', 'staff'],
])('a clerk who types “%s” is led to %s', async (typed, route) => {
  const admin = await atDesk(await openPortal(), 'admin')
  const found = viewOf<View<Meant>>(await admin.get(`search?q=${encodeURIComponent(typed)}`)).data.pages
  expect(found.slice(0, 3).map((page) => page.route)).toContain(route)
})
