import { expect, test } from 'vitest'
import { deskPages } from '#scripts/bench/desk-rows.ts'
import { roundPages } from '#scripts/bench/season-round.ts'
import type { View } from '#server/domain/site/view.ts'
import { cellRoutes } from '#server/domain/terms/routes.ts'
import { translate } from '#server/i18n/texts.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

type Shown = {
  list: {
    rows: { id: number; userId: string; fullName: string }[]
    columns: { key: string; isShown: boolean; sort?: { href: string; order: string | null } }[]
    next: string | null
    first: string | null
    views: { name: string; href: string }[]
  }
}

const listOf = async (screen: Pick<DeskBrowser, 'get'>, address = 'grievances'): Promise<Shown['list']> =>
  viewOf<View<Shown>>(await screen.get(address)).data.list

/** As many open grievances of one candidate each; names in the opposite order of their numbers. */
async function withGrievances(count: number): Promise<TestPortal> {
  const portal = await openPortal()
  const { sqlite } = portal.services.db
  const candidate = sqlite.prepare(
    `INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
     VALUES (?, ?, ?, ?, 'MH', 'MH-pune', 'en', 0, 0) RETURNING id`,
  )
  const grievance = sqlite.prepare(
    "INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (?, 'other', 0, 'open', ?) RETURNING id",
  )
  const message = sqlite.prepare(
    "INSERT INTO grievance_messages (grievance_id, entry, text, at) VALUES (?, 'filed', 'Words', ?)",
  )
  for (let n = 1; n <= count; n++) {
    const number = String(n).padStart(5, '0')
    const name = `Candidate ${String(count - n).padStart(5, '0')}`
    const { id } = candidate.get(`ML241${number}`, name, `c${n}@example.org`, `98765${number}`) as { id: number }
    const { id: filed } = grievance.get(id, 1000 + n) as { id: number }
    message.run(filed, 1000 + n)
  }
  return portal
}

test('a list is sorted by its headers and read in pages, each row once', async () => {
  const portal = await withGrievances(60)
  const officer = await atDesk(portal, 'so')
  const first = await listOf(officer, 'grievances?sort=fullName&size=25')
  expect(first.rows).toHaveLength(25)
  expect(first.rows[0]!.fullName).toBe('Candidate 00000')
  expect(first.columns.find(({ key }) => key === 'fullName')!.sort!.order).toBe('ascending')
  const second = await listOf(officer, first.next!)
  const third = await listOf(officer, second.next!)
  expect(third.next).toBeNull()
  const names = [first, second, third].flatMap(({ rows }) => rows.map(({ fullName }) => fullName))
  expect(names).toEqual([...names].sort())
  expect(new Set(names).size).toBe(60)
})

test('a view is saved for its owner alone, opens again and is deleted', async () => {
  const portal = await withGrievances(3)
  const officer = await atDesk(portal, 'so')
  const search = 'type=other&sort=-number&columns=number.fullName'
  const saved = await officer.post('list-view', { list: 'grievances', search, name: 'Newest', intent: 'save' })
  expect(saved.status).toBe(303)
  const [view] = (await listOf(officer)).views
  expect(view!.name).toBe('Newest')
  const again = await listOf(officer, view!.href)
  expect(again.columns.filter(({ isShown }) => isShown).map(({ key }) => key)).toEqual(['number', 'fullName'])
  expect(again.rows[0]!.fullName).toBe('Candidate 00000')
  expect((await listOf(await atDesk(portal, 'ro'))).views).toEqual([])
  await officer.post('list-view', { list: 'grievances', name: 'Newest', intent: 'delete' })
  expect((await listOf(officer)).views).toEqual([])
})

test('the file of a view has its columns, its filter and every row, and is written down', async () => {
  const portal = await withGrievances(60)
  const officer = await atDesk(portal, 'so')
  const search = 'columns=number.userId&applicationId=ML24100007'
  const one = await officer.post('list.csv', { list: 'grievances', search })
  expect(one.text.replace('\uFEFF', '')).toBe('Number,Application ID\r\nML24-G00007,ML24100007\r\n')
  const all = await officer.post('list.csv', { list: 'grievances', search: 'size=25' })
  expect(all.text.trim().split('\r\n')).toHaveLength(61)
  const acts = portal.services.db.sqlite.prepare('SELECT act FROM audit_log').pluck().all()
  expect(acts.filter((act) => act === 'desk-lists.exported')).toHaveLength(2)
})

test('nobody takes a list of a page that is closed to them, or beyond their reach', async () => {
  const portal = await withGrievances(2)
  const admin = await atDesk(portal, 'admin')
  expect((await admin.post('list.csv', { list: 'grievances' })).status).toBe(403)
  expect((await admin.post('list.csv', { list: 'constructor' })).status).toBe(404)
  const far = await atDesk(portal, 'ro', 'far', { region: 'nagpur' })
  expect((await far.post('list.csv', { list: 'grievances' })).text.trim().split('\r\n')).toHaveLength(1)
})

test('every list is read in each of its orders, backwards too, and with each of its filters; its columns have titles', async () => {
  const portal = await openPortal()
  await atDesk(portal, 'admin')
  const { lists } = portal.services.deskLists
  const actor = {
    id: 1,
    loginName: 'x',
    fullName: 'X',
    role: 'admin',
    centre: null,
    region: null,
    institute: null,
  } as never
  expect(Object.keys(lists).length).toBeGreaterThan(10)
  for (const [name, list] of Object.entries(lists)) {
    expect(list.shape.list).toBe(name)
    expect(Object.hasOwn(cellRoutes, name), name).toBe(true)
    await list.ready?.()
    const orders = list.shape.columns.flatMap(({ key, isSortable }) => (isSortable ? [key, `-${key}`] : []))
    expect(orders, name).toContain(list.shape.order)
    for (const sort of orders) {
      for (const filter of ['', ...list.shape.filters]) {
        const asked = askedOf(list.shape, { sort, ...(filter && { [filter]: '1' }), after: '["",1]' })
        expect(() => list.piece(actor, asked), `${name} ${sort} ${filter}`).not.toThrow()
        expect(() => [...list.all(actor, asked)], `${name} ${sort} ${filter}`).not.toThrow()
      }
    }
    for (const { key } of list.shape.columns)
      for (const language of ['en', 'mr'] as const)
        expect(translate(language, `list:column.${key}` as 'list:column.userId'), `${name} ${key}`).not.toContain(
          'column.',
        )
  }
})

test('the bench measures the page of every list', async () => {
  const { services } = await openPortal()
  const measured = [...deskPages, ...roundPages].map(({ path }) => path.split(/[?/]/)[0])
  expect(Object.keys(services.deskLists.lists).filter((name) => !measured.includes(name))).toEqual([])
})
