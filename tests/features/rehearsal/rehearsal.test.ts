import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginningOf } from '#server/demo/phases.ts'
import type { PlayedSeason } from '#server/domain/rehearsal/played-season.ts'
import { rulesIn } from '#server/features/seats/rehearsal/rules-file.ts'
import { ist } from '#server/kernel/time.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { openPortal } from '#tests/support/portal.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>
let portal: Portal

beforeAll(async () => {
  portal = await openPortal({
    mode: 'demo',
    at: beginningOf('registration'),
    slugs: ['mbale'],
    cohort: 120,
    shared: true,
  })
  first = await atDesk(portal, 'admin', 'first')
})
afterAll(() => portal.close())

let first: DeskBrowser
const desk = async () => first

/** The season's own rules as the form sends them, with these changes. */
function typed(changes: Record<string, string> = {}): Record<string, string> {
  const [season] = portal.services.rehearsal.seasons()
  const fields: Record<string, string> = { season: season!.academicYear }
  for (const [place, { autoFreezeUpTo, whoReports, stages }] of season!.plan.entries())
    Object.assign(fields, {
      [`freeze${place + 1}`]: String(autoFreezeUpTo),
      [`reports${place + 1}`]: whoReports,
      [`stages${place + 1}`]: stages.at(-1)!,
    })
  for (const [place, criterion] of season!.criteria.entries()) fields[`criterion${place + 1}`] = criterion
  return { ...fields, ...changes }
}

async function played(screen: Awaited<ReturnType<typeof desk>>, changes: Record<string, string>) {
  const sent = await screen.post('rehearsal', typed(changes))
  expect(sent.status).toBe(303)
  const id = Number(/rehearsal\/(\d+)/.exec(String(sent.headers.location))![1])
  for (let n = 0; n < 600 && portal.services.rehearsal.rehearsal(id)!.state === 'running'; n++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return { id, page: (await screen.get(`rehearsal/${id}`)).text }
}

describe('at the desk', () => {
  test('the demo has a season to play, which its own rules give again', async () => {
    const screen = await desk()
    expect((await screen.get('rehearsal')).text).toContain('Its own rules give that season again, seat for seat.')
    const { id, page } = await played(screen, {})
    expect(portal.services.rehearsal.rehearsal(id)!.comparison).toMatchObject({ changed: 0, assumed: 0 })
    expect(page).toContain('no rule was changed')
    // Every rule is named, changed or not, with the season it was played on.
    expect(page).toContain('All rules that were played')
    expect(page).toContain(portal.services.rehearsal.seasons()[0]!.academicYear)
    expect(page).toContain('are this season&#x27;s already')
  })

  test('other thresholds are played, and one press makes them the draft that another admin approves', async () => {
    const screen = await desk()
    const { id, page } = await played(screen, { freeze2: '3', freeze3: '6' })
    expect(portal.services.rehearsal.rehearsal(id)!.state).toBe('done')
    expect(page).toContain('Make it the draft of this season')
    // Before anybody relies on a value no order is asked for.
    expect(page).not.toContain('name="orderNumber"')
    const list = (await screen.get('rehearsal')).text
    expect(list).toContain('Round 2: a seat freezes automatically at choices 1 to: 1 → 3')
    const pressed = await screen.post(`rehearsal/${id}`, {})
    expect(pressed.status).toBe(303)
    const waiting = portal.services.settings.waiting({ id: 0 } as never).find(({ key }) => key === 'rounds')!
    const { plan } = waiting.value as { plan: { autoFreezeUpTo: number }[] }
    expect(plan.map(({ autoFreezeUpTo }) => autoFreezeUpTo)).toEqual([1, 3, 6])
    expect((await (await atDesk(portal, 'admin', 'second')).get('settings/rounds')).text).toContain('Approve')
    // A second press finds the proposal waiting and says so.
    expect((await screen.post(`rehearsal/${id}`, {})).status).toBe(409)
  })

  test('both languages, and nobody is named', async () => {
    const screen = await desk()
    const { id } = await played(screen, { from: 'GOPENS', to: 'GOBCS', percent: '50' })
    const marathi = (await screen.get(`rehearsal/${id}?lang=mr`)).text
    await screen.get('rehearsal?lang=en')
    expect(marathi).toContain('नियमांची चाचणी')
    const outcome = JSON.stringify(portal.services.rehearsal.rehearsal(id)!.comparison)
    const names = portal.services.db.sqlite.prepare('SELECT full_name FROM candidates').pluck().all() as string[]
    expect(names.some((name) => outcome.includes(name))).toBe(false)
  })

  test.each([
    [{ from: 'GOPENS' }, 'Fill in all three, or none'],
    [{ from: 'AI', to: 'AI', percent: '10' }, 'Choose another type than the first one'],
    [{ from: 'AI', to: 'GOPENS', percent: '0' }, 'Write a whole number from 1 to 100'],
    [{ from: 'AI', to: 'GOPENS', percent: '1.5' }, 'Write a whole number from 1 to 100'],
    [{ freeze2: '', reports2: '', stages2: '' }, 'Fill in CAP Round 2, or leave out the later ones'],
    [{ freeze4: '1' }, 'Round 4: fill in all three fields, or none'],
    [{ reports6: 'frozen' }, 'Fill in CAP Round '],
    [{ criterion2: 'degree' }, 'This criterion is chosen above already'],
    [{ season: '2001-2002' }, 'There is no such season to play'],
    [{ season: '../../etc' }, 'Choose a season'],
  ])('rules that cannot be played are refused, %o', async (changes, words) => {
    const screen = await desk()
    const before = portal.services.rehearsal.newest().length
    const refused = await screen.post('rehearsal', typed(changes))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.text).toContain(words)
    expect(portal.services.rehearsal.newest()).toHaveLength(before)
  })

  test('only admins rehearse', async () => {
    const screen = await atDesk(portal, 'so', 'third')
    expect((await screen.get('rehearsal')).text).not.toContain('name="freeze1"')
    expect((await screen.post('rehearsal', typed())).status).not.toBe(303)
  })

  test('a record altered by one byte is not played', async () => {
    const screen = await desk()
    const { sqlite } = portal.services.db
    const kept = sqlite.prepare('SELECT record FROM played_seasons').pluck().get() as Buffer
    const altered = Buffer.from(kept)
    altered[altered.length >> 1]! ^= 1
    sqlite.prepare('UPDATE played_seasons SET record = ?').run(altered)
    const refused = await screen.post('rehearsal', typed())
    sqlite.prepare('UPDATE played_seasons SET record = ?').run(kept)
    expect([refused.status, refused.text.includes('has changed since it was kept')]).toEqual([409, true])
  })

  test('one whose process ended reads as stopped', async () => {
    const { sqlite } = portal.services.db
    const id = Number(
      sqlite
        .prepare(
          `INSERT INTO rehearsals (academic_year, typed, state, made_by, made_at)
           SELECT academic_year, ?, 'running', (SELECT min(id) FROM staff), 1 FROM played_seasons`,
        )
        .run(JSON.stringify(typed())).lastInsertRowid,
    )
    const page = (await (await desk()).get(`rehearsal/${id}`)).text
    expect(page).toContain('The server ended before the rehearsal was done')
  })

  test('an unknown number leads nowhere', async () => {
    const screen = await desk()
    for (const id of ['0', '999999', 'x', "1'--"]) expect((await screen.get(`rehearsal/${id}`)).status).not.toBe(500)
  })
})

describe('while rounds run', () => {
  const approve = async (screen: DeskBrowser) => {
    const [proposal] = portal.services.settings.waiting({ id: 0 } as never)
    return screen.post('settings/rounds', { intent: 'approve', id: String(proposal!.id) })
  }

  test('a proposal that waits is named, and no button offers a second one', async () => {
    const { page } = await played(await desk(), { freeze2: '6' })
    expect(page).toContain('A proposal for this setting already waits')
    expect(page).not.toContain('Make it the draft of this season')
    const [proposal] = portal.services.settings.waiting({ id: 0 } as never)
    await (await desk()).post('settings/rounds', { intent: 'discard', id: String(proposal!.id) })
  })

  test('once a round has begun the button asks for the order, and whoever takes part is told', async () => {
    portal.clock.set(ist('2024-09-07 10:00'))
    const screen = await desk()
    const { id, page } = await played(screen, { freeze2: '3', freeze3: '6', stages3: 'II' })
    expect(page).toContain('Round 2 has begun by then.')
    expect(page).toContain('name="orderNumber"')
    // A remark, not a refusal: the last round converts less far than the one before it.
    expect(page).toContain('Round 3 converts seats only up to stage II, less far than the round before it')
    const without = await screen.post(`rehearsal/${id}`, {})
    expect([
      without.status,
      without.text.includes('Round 2 has begun by then, and candidates rely on its rules'),
    ]).toEqual([422, true])
    for (const orderNumber of ['<script>', 'x'.repeat(41), ' '])
      expect((await screen.post(`rehearsal/${id}`, { orderNumber })).status).toBe(422)
    expect((await screen.post(`rehearsal/${id}`, { orderNumber: 'GR 14 of 06-09-2024' })).status).toBe(303)
    const second = await atDesk(portal, 'admin', 'fourth')
    const { sqlite } = portal.services.db
    const before = portal.services.notices.published('notice').length
    expect((await approve(second)).status).toBe(303)
    const [notice] = portal.services.notices.published('notice')
    expect(portal.services.notices.published('notice')).toHaveLength(before + 1)
    expect(notice!.title.en).toBe('The rules of the rounds have changed from CAP Round 2 on')
    expect(notice!.body.en).toContain('GR 14 of 06-09-2024')
    expect(notice!.body.en).toContain('Round 2: a seat freezes automatically at choices 1 to: 1 → 3')
    expect(notice!.title.mr).toBe('कॅप फेरी 2 पासून फेऱ्यांचे नियम बदलले आहेत')
    const told = sqlite
      .prepare('SELECT segment, state, length(sms_en) AS en, length(sms_mr) AS mr FROM bulk_messages ORDER BY id DESC')
      .get() as { segment: string; state: string; en: number; mr: number }
    expect(told).toMatchObject({ segment: 'in-play', state: 'published' })
    expect([told.en <= 160, told.mr <= 268]).toEqual([true, true])
  })

  test('a value that cannot change any more is named, and there is no button', async () => {
    portal.clock.set(ist('2024-09-12 10:00'))
    const screen = await desk()
    const { id, page } = await played(screen, { freeze2: '6' })
    expect(page).toContain('Seats of CAP Round 2 are allotted by then.')
    expect(page).toContain('This value cannot change any more in this season')
    expect(page).not.toContain('Make it the draft of this season')
    const pressed = await screen.post(`rehearsal/${id}`, { orderNumber: 'GR 15' })
    expect([pressed.status, pressed.text.includes('The rules of this round stay for this season')]).toEqual([409, true])
    expect(portal.services.settings.waiting({ id: 0 } as never)).toEqual([])
  })

  test('two settings become the draft together or not at all', async () => {
    const screen = await desk()
    // The order of merit is fixed by now; the last round is not.
    const { id } = await played(screen, { freeze3: 'any', criterion4: '' })
    expect((await screen.post(`rehearsal/${id}`, { orderNumber: 'GR 16' })).status).toBe(409)
    expect(portal.services.settings.waiting({ id: 0 } as never)).toEqual([])
  })
})

describe('a file of rules', () => {
  const season = {
    plan: [{ autoFreezeUpTo: 1, whoReports: 'accepted', stages: ['I', 'II'] }],
    criteria: ['degree', 'ssc', 'birth-date'],
  } as unknown as Pick<PlayedSeason, 'plan' | 'criteria'>

  test('leaves as it was what it does not say', () => {
    expect(rulesIn('{}', season)).toEqual({ rules: { plan: season.plan, criteria: season.criteria, moves: [] } })
    const read = rulesIn('{"criteria":["ssc"],"seats":[{"from":"AI","to":"GOPENS","percent":100}]}', season)
    expect(read).toMatchObject({ rules: { criteria: ['ssc'], moves: [{ from: 'AI', to: 'GOPENS', percent: 100 }] } })
  })

  test.each([
    ['', 'is not JSON'],
    ['[]', '$'],
    ['{"rounds":[]}', '$/rounds'],
    ['{"rounds":[{"autoFreezeUpTo":-1,"whoReports":"accepted","stages":["I"]}]}', '$/rounds/0/autoFreezeUpTo'],
    ['{"rounds":[{"autoFreezeUpTo":1,"whoReports":"accepted","stages":["II"]}]}', '$/rounds/0/stages'],
    ['{"rounds":[{"autoFreezeUpTo":1,"whoReports":"nobody","stages":["I"]}]}', '$/rounds/0/whoReports'],
    ['{"criteria":["degree","degree"]}', '$/criteria/1 stands twice'],
    ['{"criteria":["height"]}', '$/criteria/0 must be one of degree ssc birth-date'],
    ['{"criteria":["ssc"],"criteria":["degree"]}', 'stands twice'],
    ['{"seats":[{"from":"TFWS","to":"GOPENS","percent":10}]}', '$/seats/0/from'],
    ['{"seats":[{"from":"AI","to":"GOPENS","percent":101}]}', '$/seats/0/percent'],
    ['{"seats":[{"from":"AI","to":"AI","percent":10}]}', '$/seats/0 moves AI to itself'],
    ['{"roundz":1}', '$/roundz is not known'],
  ])('is refused with the place of its fault: %s', (text, place) => {
    const read = rulesIn(text, season)
    expect('faults' in read && read.faults.join('\n')).toContain(place)
  })
})
