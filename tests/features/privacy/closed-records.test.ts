import { expect, test } from 'vitest'
import { cellFiles, cellRoutes } from '#server/domain/terms/routes.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { isWhole } from '#tests/support/extent.ts'
import { asha, openPortal, type TestPortal } from '#tests/support/portal.ts'

/** Pages that keep a closed record: requests that still have to be answered, the log, and money. */
const keep = ['audit', 'data-requests', 'data-requests/:id', 'refunds', 'settlements']

/** The addresses that most probably show a record; in `test:all` every one. */
const routes = [...Object.keys(cellRoutes), ...Object.keys(cellFiles)].filter(
  (route) =>
    !keep.includes(route) &&
    (isWhole || /:userId|^(certificates|grievances|scrutiny|feedback|search|duplicates)/.test(route)),
)

/** A submitted form with a grievance, a certificate and feedback. */
async function someone(portal: TestPortal) {
  const person = await applicant(portal)
  await person.complete()
  await person.submit()
  const { sqlite } = portal.services.db
  const id = sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').pluck().get(person.userId) as number
  sqlite
    .prepare(
      "INSERT INTO grievances (id, candidate_id, type, steps, state, filed_at) VALUES (1, ?, 'merit', 1, 'open', 1)",
    )
    .run(id)
  sqlite
    .prepare(
      "INSERT INTO grievance_messages (grievance_id, entry, text, at) VALUES (1, 'filed', 'The marks are wrong', 1)",
    )
    .run()
  sqlite
    .prepare(
      `INSERT INTO certificates (id, candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
       VALUES (1, ?, 'caste-validity', 'x', 'application/pdf', 1, 1, 'a.pdf', 1)`,
    )
    .run(id)
  sqlite.prepare("INSERT INTO feedback (candidate_id, about, rating, at) VALUES (?, 'form', 3, 1)").run(id)
  return { id, userId: person.userId }
}

test('once a record is closed or erased, no page, list or file of the desk shows it, whether by Application ID or by number', async () => {
  const portal = await openPortal()
  const { id, userId } = await someone(portal)
  const [admin, officer] = [await atDesk(portal, 'admin'), await atDesk(portal, 'so')]
  /** The addresses that answer with this person. */
  async function showing(): Promise<string[]> {
    const found: string[] = []
    for (const route of routes) {
      const address = route.replace(':userId', userId).replace(/:id\b/, '1').replace(/:\w+/g, '1')
      const query = route === 'search' ? `?q=${userId}` : ''
      for (const staff of [admin, officer]) {
        const { status, text } = await staff.get(address + query)
        // A page may write the Application ID as an example, or as what was searched.
        if (status === 200 && (text.includes(asha.fullName) || text.includes(`>${userId}<`))) found.push(route)
      }
    }
    return [...new Set(found)]
  }
  const open = await showing()
  expect(open).toEqual(
    expect.arrayContaining([
      'help-desk/:userId',
      'scrutiny',
      'scrutiny/:userId',
      'grievances',
      'grievances/:id',
      'certificates',
      'certificates/:id',
      'feedback',
    ]),
  )
  // The name and the matters are left in place: the mark alone keeps them from the desk.
  for (const mark of [
    'INSERT INTO data_states (restricted_at, candidate_id) VALUES (1, ?)',
    'UPDATE data_states SET restricted_at = NULL, erased_at = 1 WHERE candidate_id = ?',
  ]) {
    portal.services.db.sqlite.prepare(mark).run(id)
    expect(await showing()).toEqual([])
    expect((await officer.get('grievances/1')).status).toBe(403)
    expect((await officer.get('certificates/1')).text).toContain('This record is closed')
    const late = await officer.post('grievances/1', { intent: 'refuse', text: 'Too late' })
    expect(late.status).toBe(403)
  }
})
