import { describe, expect, test } from 'vitest'
import { factsToCheck } from '#server/domain/scrutiny/scrutiny.ts'
import { leftAloneFor } from '#server/domain/scrutiny/workload.ts'
import type { View } from '#server/domain/site/view.ts'
import { noWork, teamFigures } from '#server/features/scrutiny/scrutiny/team-figures.ts'
import { teamStore } from '#server/features/scrutiny/scrutiny/team-store.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { civilDate, days, hours, ist } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { browser, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

const answers = answersWith(ashasAnswers, { 'qualifications-details': { degreeMarks: '2400' } })

/** Two officers, an admin, and Asha's submitted form, which the first officer has picked up. */
async function picked() {
  const opened = await openWithApplicant({ answers, officers: ['first'] })
  const { portal, owner: candidate } = opened
  const first = opened.officers[0]!
  const second = await atDesk(portal, 'so', 'second')
  const admin = await atDesk(portal, 'admin')
  const page = `scrutiny/${candidate.userId}`
  expect((await first.post(page, { intent: 'pick-up' })).status).toBe(303)
  const facts = () => factsToCheck(portal.services.application.answers(candidate.id))
  const accepted = () => Object.fromEntries(facts().map(({ name }) => [`verdict-${name}`, 'accepted']))
  async function finish(officer: DeskBrowser) {
    const asked = await officer.post(page, accepted())
    const confirm = viewOf<View>(asked).form?.confirm
    return confirm ? officer.post(page, { ...accepted(), agreed: confirm.value }) : asked
  }
  /** Time passes, and both officers log in again. */
  async function wait(milliseconds: number) {
    portal.clock.advance(milliseconds)
    for (const officer of [first, second]) {
      officer.jar.mbale_desk = portal.services.staff.openFor(officer.loginName, { network: '127.0.0.1', device: '—' })!
      await officer.get('account')
    }
  }
  const standing = () =>
    portal.services.db.sqlite
      .prepare('SELECT officer_id AS officer, held_by AS holder FROM scrutinies WHERE candidate_id = ?')
      .get(candidate.id)
  return { portal, first, second, admin, candidate, page, accepted, finish, standing, wait }
}

/** What an officer reads whose form a colleague has held from now on. */
const heldBy = (name: string, { clock }: TestPortal) =>
  `${name} has held this form since ${formatDateTime(clock.portal(), 'en')}, so nothing was saved. Ask them to release it. After two hours without a change, or while they are on leave, you can take it over.`

describe('two officers on one form', () => {
  test('while its holder is at it, nobody else takes it over', async () => {
    const { second, page, first, accepted, wait } = await picked()
    const refused = await second.post(page, { intent: 'take-over' })
    expect([refused.status, refused.text.includes('is working on this form')]).toEqual([409, true])
    await wait(leftAloneFor - 1000)
    await first.post(page, { ...accepted(), intent: 'save' })
    await wait(leftAloneFor - 1000)
    expect((await second.post(page, { intent: 'take-over' })).status).toBe(409)
  })

  test('a form left alone is taken over with its saved decisions, and its former holder can no longer finish it', async () => {
    const { portal, first, second, page, accepted, finish, standing, candidate, wait } = await picked()
    await first.post(page, { 'verdict-name': 'accepted', intent: 'save' })
    await wait(leftAloneFor)
    expect((await second.post(page, { intent: 'take-over' })).status).toBe(303)
    expect(standing()).toEqual({ officer: second.id, holder: second.id })
    const { facts } = viewOf<View<{ facts: { name: string; verdict: object | null }[] }>>(await second.get(page)).data
    expect(facts.filter(({ verdict }) => verdict).map(({ name }) => name)).toEqual(['name'])
    // The first one's browser still shows the form: neither saving nor finishing changes it.
    for (const act of [{ intent: 'save' }, { intent: 'finish' }]) {
      const late = await first.post(page, { ...accepted(), ...act })
      expect([late.status, viewOf<View>(late).form?.message]).toEqual([409, heldBy('Person of so', portal)])
    }
    expect((await finish(second)).status).toBe(303)
    const over = await first.post(page, { ...accepted(), intent: 'save' })
    expect([over.status, viewOf<View>(over).form?.message]).toEqual([
      409,
      'This form does not wait for scrutiny now, so nothing was changed.',
    ])
    const judged = portal.services.db.sqlite.prepare('SELECT officer_id FROM scrutiny_judgements').pluck().all()
    expect(judged).toEqual([second.id])
    expect(portal.services.application.standing(candidate.id).facts.confirmedAt).not.toBeNull()
  })

  test('a take-over between the outcome and the agreement decides nothing', async () => {
    const { portal, first, second, page, accepted, candidate, wait } = await picked()
    const asked = viewOf<View>(await first.post(page, accepted())).form!.confirm!
    await wait(leftAloneFor)
    await second.post(page, { intent: 'take-over' })
    expect((await first.post(page, { ...accepted(), agreed: asked.value })).status).toBe(409)
    expect(portal.services.application.standing(candidate.id).facts.confirmedAt).toBeNull()
  })
})

describe('the lead of scrutiny', () => {
  test('only an admin sees the figures, and only an admin moves forms', async () => {
    const { portal, first, admin } = await picked()
    expect((await first.get('officers')).status).toBe(403)
    const { team } = portal.services.scrutiny
    expect(await team({ ...first, role: 'so', centre: null, region: null, institute: null })).toBeNull()
    expect((await admin.get('officers')).text).toContain('Person of so')
  })

  test('gives a held form to another officer, all named forms or none', async () => {
    const { portal, admin, first, second, candidate, page, standing, accepted } = await picked()
    const give = (userIds: string) =>
      admin.post('officers', { intent: 'reassign', userIds, officer: String(second.id) })
    const unknown = await give(`${candidate.userId}, ML24999999`)
    expect([unknown.status, unknown.text.includes('ML24999999 does not wait for scrutiny')]).toEqual([422, true])
    expect(standing()).toEqual({ officer: first.id, holder: first.id })
    expect((await give(candidate.userId.toLowerCase())).status).toBe(303)
    expect(standing()).toEqual({ officer: second.id, holder: null })
    // Nobody holds it until the other officer picks it up.
    const unheld = await first.post(page, { ...accepted(), intent: 'save' })
    expect([unheld.status, unheld.text.includes('Pick it up first')]).toEqual([409, true])
    const acts = portal.services.db.sqlite.prepare("SELECT count(*) FROM audit_log WHERE act = 'scrutiny.reassigned'")
    expect(acts.pluck().get()).toBe(1)
  })

  test('notes leave: the officer gets no new form, a colleague may take over, and sharing moves the waiting ones', async () => {
    const { portal, admin, first, second, page, standing, candidate } = await picked()
    const day = civilDate(portal.clock.portal())
    const leave = (firstDay: string, lastDay: string) =>
      admin.post('officers', { intent: 'leave', absent: String(first.id), firstDay, lastDay })
    expect((await leave(day, '2020-01-01')).status).toBe(422)
    expect((await leave('2024-02-31', day)).status).toBe(422)
    expect((await leave(day, day)).status).toBe(303)

    const other = await applicant(portal, ravi)
    await other.complete(answers, 1000)
    expect((await other.submit()).status).toBe(200)
    const officerOf = (id: number) =>
      portal.services.db.sqlite.prepare('SELECT officer_id FROM scrutinies WHERE candidate_id = ?').pluck().get(id)
    expect(officerOf(other.id)).toBe(second.id)

    expect((await second.post(page, { intent: 'take-over' })).status).toBe(303)
    await second.post(page, { intent: 'release' })
    portal.services.db.sqlite.prepare('UPDATE scrutinies SET officer_id = ?').run(first.id)
    const asked = viewOf<View>(await admin.post('officers', { intent: 'balance' })).form!.confirm!
    expect(asked.lines).toContain('Person of so: 2 given away, 0 received')
    expect((await admin.post('officers', { intent: 'balance', agreed: '1' })).status).toBe(409)
    expect((await admin.post('officers', { intent: 'balance', agreed: asked.value })).status).toBe(303)
    expect([officerOf(candidate.id), officerOf(other.id)]).toEqual([second.id, second.id])
    expect(standing()).toEqual({ officer: second.id, holder: null })

    const id = portal.services.db.sqlite.prepare('SELECT id FROM officer_leaves').pluck().get()
    expect((await admin.post('officers', { intent: 'end-leave', leave: String(id) })).status).toBe(303)
    expect((await admin.post('officers', { intent: 'end-leave', leave: String(id) })).status).toBe(404)
  })

  test('closes the account of an officer who holds a form: the form waits with a colleague', async () => {
    const { admin, first, second, standing, page, finish } = await picked()
    expect((await admin.post('staff', { intent: 'disable', staffId: String(first.id) })).status).toBe(303)
    expect(standing()).toEqual({ officer: second.id, holder: null })
    expect((await second.post(page, { intent: 'pick-up' })).status).toBe(303)
    expect((await finish(second)).status).toBe(303)
  })

  test('reads how many forms an officer finished, and how long the middle one took', async () => {
    const { portal, admin, first, finish } = await picked()
    portal.clock.advance(9 * 60_000)
    expect((await finish(first)).status).toBe(303)
    type Seen = {
      officers: { id: number; finished: number; returned: number; reversed: number; median: string | null }[]
    }
    const { officers } = viewOf<View<Seen>>(await admin.get('officers')).data
    expect(officers.find(({ id }) => id === first.id)).toMatchObject({
      finished: 1,
      returned: 0,
      reversed: 0,
      median: '9 min',
    })
  })
})

describe('the figures of a large season', () => {
  /** The figures of both officers, counted by a database that is slow enough for the count to be kept. */
  async function slowly() {
    const found = await picked()
    const { portal, first, second, candidate } = found
    const rows = teamStore(portal.services.db)
    const busy = {
      ...rows,
      forms(range: Parameters<typeof rows.forms>[0]) {
        const until = performance.now() + 25
        while (performance.now() < until);
        return rows.forms(range)
      },
    }
    const figures = teamFigures({ team: busy, clock: portal.clock, newestAct: portal.services.audit.newestOf })
    const seen = async () => {
      const { officers } = await figures.current()
      return [first, second].map(({ id }) => {
        const { waiting, held, oldest } = officers.get(id) ?? noWork
        return [waiting, held, oldest !== null]
      })
    }
    return { ...found, seen, candidate }
  }

  test('are kept while officers go on, and follow a lead who moves forms at once', async () => {
    const { admin, first, second, page, seen, candidate } = await slowly()
    const held = [
      [0, 1, false],
      [0, 0, false],
    ]
    expect(await seen()).toEqual(held)
    await first.post(page, { intent: 'release' })
    expect(await seen(), 'counted within the last minute').toEqual(held)
    const moved = { intent: 'reassign', userIds: candidate.userId, officer: String(second.id) }
    expect((await admin.post('officers', moved)).status).toBe(303)
    expect(await seen()).toEqual([
      [0, 0, false],
      [1, 0, true],
    ])
  })

  test('leave closed records out, as every queue does', async () => {
    const { portal, first, page, seen, candidate } = await slowly()
    await first.post(page, { intent: 'release' })
    const restrict = portal.services.db.sqlite.prepare(
      'INSERT INTO data_states (candidate_id, restricted_at) VALUES (?, 1)',
    )
    restrict.run(candidate.id)
    expect(await seen()).toEqual([
      [0, 0, false],
      [0, 0, false],
    ])
  })
})

describe('how long forms wait', () => {
  /** Records `count` forms that were decided `agoDays` ago after they had waited `waited` ms. */
  function decide(
    { services, clock }: Awaited<ReturnType<typeof picked>>['portal'],
    count: number,
    waited: number,
    agoDays = 1,
  ) {
    const { sqlite } = services.db
    const officer = sqlite.prepare('SELECT id FROM staff').pluck().get()
    const at = clock.portal() - days(agoDays)
    const one = sqlite.prepare('SELECT candidate_id AS id, snapshot FROM application_versions').get() as {
      id: number
      snapshot: string
    }
    for (let n = 0; n < count; n++) {
      const number = 1 + Number(sqlite.prepare('SELECT max(number) FROM application_versions').pluck().get())
      sqlite
        .prepare(
          'INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint) VALUES (?, ?, ?, ?, ?)',
        )
        .run(one.id, number, at - waited, one.snapshot, 'x')
      sqlite
        .prepare(
          `INSERT INTO scrutiny_judgements (candidate_id, version, officer_id, begun_at, finished_at, is_returned, unopened)
           VALUES (?, ?, ?, ?, ?, 1, 0)`,
        )
        .run(one.id, number, officer, at, at)
    }
  }

  test('is told by the forms of the last 14 days, those sent back before by themselves, and once an hour', async () => {
    const { portal } = await picked()
    const { usualWait } = portal.services.scrutiny
    // All but the first of one candidate had been sent back before.
    decide(portal, 20, days(3), 15)
    decide(portal, 19, hours(30))
    expect([usualWait(false), usualWait(true)]).toEqual([null, null])
    decide(portal, 1, hours(30))
    expect(usualWait(true)).toBeNull()
    portal.clock.advance(hours(1))
    expect([usualWait(false), usualWait(true)]).toEqual([null, 2])
    // A demo's clock that is set back does not keep the figures of a later time.
    portal.clock.set(ist('2024-07-01 10:00'))
    expect(usualWait(true)).toBeNull()
  })

  test('its candidate reads it beside the state of the form, and nothing where too few forms were checked', async () => {
    const { portal, candidate } = await picked()
    const read = async () => (await browser(portal, candidate.cookies).get('dashboard')).text
    expect(await read()).not.toContain('Lately, four of five')
    const { sqlite } = portal.services.db
    decide(portal, 25, days(2))
    // The first forms of 25 people, instead of 25 versions of one.
    sqlite.prepare('UPDATE applications SET last_reverted_at = 1').run()
    portal.clock.advance(hours(1))
    expect(await read()).toContain('Lately, four of five such forms were checked within 2 days of being submitted')
  })
})
