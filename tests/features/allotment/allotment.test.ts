import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '#pages/parts/allotment/sha256.ts'
import { dossierFiles } from '#server/adapters/dossiers.ts'
import type { Config } from '#server/config.ts'
import { checkInput } from '#server/domain/allotment/check.ts'
import { verifyDossier } from '#server/domain/allotment-dossier/dossier.ts'
import type { View } from '#server/domain/site/view.ts'
import { candidateRoutes } from '#server/domain/terms/routes.ts'
import { command } from '#server/features/seats/allotment/commands.ts'
import type { RunView } from '#server/features/seats/allotment/desk.ts'
import { verify } from '#server/features/seats/allotment/verify.ts'
import { hours, ist, minutes, plus } from '#server/kernel/time.ts'
import { addMatrix, addOptions, addRound, codes, type Entrant, roundOne, userIdOf } from '#tests/support/allotment.ts'
import { atDesk } from '#tests/support/desk.ts'
import { type Answer, browser, folderOfTest, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { elsewhere, releaseAt, signLastDays } from '#tests/support/release.ts'
import { moveActivity } from '#tests/support/schedule.ts'

type Desk = Awaited<ReturnType<typeof atDesk>>
let portal: TestPortal
let first: Desk
let second: Desk
let ids: number[]

const entrants: Entrant[] = [
  { merit: 1, options: [codes.first, codes.second] },
  { merit: 2, options: [codes.first, codes.second] },
  { merit: 3, options: [codes.first], gender: 'female' },
  { merit: 4, options: [codes.second], category: 'OBC' },
  { merit: 5, options: [codes.first, codes.second] },
  { merit: 6, options: [codes.first], confirmedAt: null },
]

beforeEach(() => openRound())

async function openRound(config: Partial<Config> = {}): Promise<void> {
  portal = await openPortal({ config })
  first = await atDesk(portal, 'admin', 'first')
  second = await atDesk(portal, 'admin', 'second')
  ids = addRound(portal.services.db, entrants, first.id)
  portal.clock.set(roundOne.closed)
}

const messageOf = (answer: Answer) => viewOf<View>(answer).form?.message
/** Prepares a run as the first admin, waits for it and returns its number. */
async function prepared(desk = first, round = '1'): Promise<number> {
  const answer = await desk.post('allotments', { round })
  expect(answer.status).toBe(303)
  await portal.services.releases.settled()
  return Number(/allotments\/(\d+)$/.exec(String(answer.headers.location))![1])
}
const seen = async (desk: Desk, id: number) => viewOf<View<RunView>>(await desk.get(`allotments/${id}`)).data
const release = (desk: Desk, id: number) => releaseAt(desk, `allotments/${id}`)
const stored = () =>
  portal.services.db.sqlite
    .prepare(
      'SELECT candidate_id AS id, choice_code AS code, seat_type AS type, preference FROM allotments ORDER BY run_id, candidate_id',
    )
    .all()

describe('preparing a round', () => {
  test('reads merit list, seat matrix and confirmed option forms, and allots seats by merit', async () => {
    const run = await prepared()
    expect(stored()).toEqual([
      { id: ids[0], code: codes.first, type: 'GOPENS', preference: 1 },
      { id: ids[1], code: codes.second, type: 'GOPENS', preference: 2 },
      { id: ids[2], code: codes.first, type: 'LOPENS', preference: 1 },
      { id: ids[3], code: codes.second, type: 'GOBCS', preference: 1 },
    ])
    const view = await seen(second, run)
    expect(view).toMatchObject({ state: 'prepared', mayRelease: true, isCurrent: true, failure: null })
    expect(view.verifiedAt).not.toBeNull()
    expect(view.summary).toMatchObject({ candidates: 5, allotted: 4, seats: 4, vacant: 0, leftOut: 0 })
    expect(view.summary!.byType).toEqual([
      { seatType: 'LOPENS', allotted: 1, vacant: 0 },
      { seatType: 'GOPENS', allotted: 2, vacant: 0 },
      { seatType: 'GOBCS', allotted: 1, vacant: 0 },
    ])
    expect(view.summary!.byPreference[1]).toEqual({ group: '2', count: 1 })
  })

  test('waits for a merit list, a seat matrix and one minute after the option form closes', async () => {
    const post = () => first.post('allotments', { round: '1' })
    portal.clock.set(plus(roundOne.closed, -minutes(4) - 1))
    expect(messageOf(await post())).toBe('A round can be prepared one minute after its option form has closed.')
    portal.clock.set(roundOne.closed)
    const { sqlite } = portal.services.db
    sqlite.exec("UPDATE seat_matrix_editions SET state = 'prepared'")
    expect(messageOf(await post())).toBe('The seat matrix has not been published yet.')
    sqlite.exec("UPDATE merit_editions SET stage = 'provisional'")
    expect(messageOf(await post())).toBe('The final merit list has not been published yet.')
    expect(messageOf(await first.post('allotments', { round: '2' }))).toBe(
      'The final merit list has not been published yet.',
    )
    expect(stored()).toEqual([])
  })

  test('leaves out candidates whose application is no longer confirmed, and drops choices that no longer exist', async () => {
    const { sqlite } = portal.services.db
    sqlite.prepare('UPDATE applications SET confirmed_at = NULL WHERE candidate_id = ?').run(ids[0]!)
    sqlite
      .prepare('UPDATE option_choices SET choice_code = ? WHERE candidate_id = ? AND position = 1')
      .run('999999999', ids[1]!)
    const view = await seen(second, await prepared())
    expect(view.summary).toMatchObject({ candidates: 4, leftOut: 1, droppedChoices: 1 })
    // Numbered as on the confirmed form.
    expect(stored()[0]).toEqual({ id: ids[1], code: codes.second, type: 'GOPENS', preference: 2 })
  })

  test('a vacant ladies’ seat becomes a general one and keeps its original type', async () => {
    const { sqlite } = portal.services.db
    sqlite.prepare("UPDATE application_versions SET snapshot = replace(snapshot, 'female', 'male')").run()
    await prepared()
    const kept = sqlite.prepare(
      'SELECT candidate_id AS id, seat_type AS type, original_type AS original FROM allotments WHERE choice_code = ? ORDER BY 1',
    )
    expect(kept.all(codes.first)).toEqual([
      { id: ids[0], type: 'GOPENS', original: null },
      { id: ids[1], type: 'GOPENS', original: 'LOPENS' },
    ])
    expect(sqlite.prepare('SELECT "from", "to", count FROM allotment_conversions').all()).toEqual([
      { from: 'LOPENS', to: 'GOPENS', count: 1 },
    ])
  })

  test('a second run is compared with the first: candidates with another outcome, by Application ID', async () => {
    const before = await prepared()
    portal.services.db.sqlite
      .prepare('UPDATE option_choices SET choice_code = ? WHERE candidate_id = ? AND position = 1')
      .run(codes.second, ids[0]!)
    portal.services.db.sqlite
      .prepare('UPDATE option_choices SET choice_code = ? WHERE candidate_id = ? AND position = 2')
      .run(codes.first, ids[0]!)
    const after = await prepared()
    const { comparison } = await seen(second, after)
    expect(comparison).toMatchObject({ run: before, same: 2, moved: 2, gained: 0, lost: 0 })
    expect(comparison!.changes).toEqual([
      { userId: userIdOf(1), before: `${codes.first} GOPENS`, after: `${codes.second} GOPENS` },
      { userId: userIdOf(2), before: `${codes.second} GOPENS`, after: `${codes.first} GOPENS` },
    ])
    expect((await seen(second, before)).state).toBe('superseded')
    const looks = portal.services.db.sqlite
      .prepare("SELECT count(*) AS n FROM audit_log WHERE act = 'allotment.read'")
      .get()
    expect(looks).toEqual({ n: 1 })
  })

  test('the dossier is the input without names, the result and the manifest, and anybody can check it', async () => {
    const run = await prepared()
    const file = async (name: string) => {
      const answer = await second.get(`allotments/${run}/dossier/${name}`)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
      return JSON.parse(answer.text)
    }
    const [input, result, manifest] = [await file('input.json'), await file('result.json'), await file('manifest.json')]
    expect(checkInput(input).isSound).toBe(true)
    expect(verify(input, result)).toEqual([])
    const view = await seen(second, run)
    expect(manifest).toMatchObject({ inputHash: view.inputHash, resultHash: view.resultHash })
    const folder = folderOfTest()
    for (const name of dossierFiles) {
      const { text } = await second.get(`allotments/${run}/dossier/${name}`)
      writeFileSync(path.join(folder, name), text)
    }
    expect(command('verify-allotment', [folder], folder)).toMatchObject({ code: 0 })
    expect(JSON.stringify([input, result])).not.toMatch(/Entrant|ML24|@|98000000/)
    for (const name of ['..%2Finput.json', 'portal.db', 'input']) {
      expect((await second.get(`allotments/${run}/dossier/${name}`)).status).toBe(404)
    }
    const taken = portal.services.db.sqlite
      .prepare("SELECT count(*) AS n FROM audit_log WHERE act = 'allotment.dossier-taken'")
      .get()
    expect(taken).toEqual({ n: 6 })
  })
})

describe('release and publication', () => {
  const statesOf = () =>
    portal.services.db.sqlite.prepare('SELECT id, state FROM allotment_runs ORDER BY id').all() as {
      id: number
      state: string
    }[]
  const tellAll = async () => {
    for (let tick = 0; tick < 4; tick++) {
      portal.services.allotment.tellDue()
      await portal.services.messages.deliverDue()
    }
  }
  const told = (template: string) => portal.box.sent.filter((message) => message.template === template)

  test('case 18: the admin who prepared a run does not release it, and no admin does without viewing it', async () => {
    const run = await prepared()
    expect((await seen(first, run)).mayRelease).toBe(false)
    expect(messageOf(await release(first, run))).toContain('Another person has to release this.')
    expect((await second.post(`allotments/${run}`, { intent: 'release' })).status).toBe(422)
    for (const role of ['fc', 'so', 'ro', 'institute'] as const) {
      const desk = await atDesk(portal, role)
      expect((await release(desk, run)).status, role).toBe(403)
    }
    expect(statesOf()).toEqual([{ id: run, state: 'prepared' }])
    expect((await release(second, run)).status).toBe(303)
    expect(messageOf(await release(second, run))).toBe('This run has already been decided, or is not ready yet.')
    expect(statesOf()).toEqual([{ id: run, state: 'released' }])
  })

  test('a run from an older list or matrix is not released', async () => {
    const run = await prepared()
    addMatrix(portal.services.db, 2, first.id)
    expect(messageOf(await release(second, run))).toBe(
      'The merit list, the seat matrix or the time for options has changed since this run was prepared. Discard it and prepare another.',
    )
    expect((await seen(second, run)).isCurrent).toBe(false)
  })

  const optionsOpenUntil = (to: number) =>
    portal.services.db.transact(() => portal.services.notices.moveClosings([{ key: 'round-1-options', to }]))

  test('case 53: a run prepared before candidates got more time is neither released nor published', async () => {
    const run = await prepared()
    optionsOpenUntil(plus(roundOne.closed, hours(5)))
    expect((await seen(second, run)).isCurrent).toBe(false)
    expect(messageOf(await release(second, run))).toBe(
      'The merit list, the seat matrix or the time for options has changed since this run was prepared. Discard it and prepare another.',
    )
    portal.clock.set(plus(roundOne.closed, hours(6)))
    const fresh = await prepared()
    expect((await release(second, fresh)).status).toBe(303)
    optionsOpenUntil(plus(roundOne.closed, hours(9)))
    portal.clock.set(roundOne.publishAt)
    portal.services.allotment.publishDue()
    expect(statesOf()).toEqual([
      { id: run, state: 'superseded' },
      { id: fresh, state: 'released' },
    ])
    expect((await second.get(`allotments/${fresh}`)).text).toContain('Discard it and prepare another.')
  })

  test('a newer merit list or matrix keeps a released run from being published', async () => {
    const run = await prepared()
    await release(second, run)
    addMatrix(portal.services.db, 2, first.id)
    portal.clock.set(roundOne.publishAt)
    portal.services.allotment.publishDue()
    expect(statesOf()).toEqual([{ id: run, state: 'released' }])
  })

  /** Publishes round 1, and returns what the page of its check says, with the answers to its three files. */
  async function publishedCheck() {
    const visitor = browser(portal)
    expect((await visitor.get('allotment/round-one/check')).status).toBe(404)
    const run = await prepared()
    await release(second, run)
    expect((await visitor.get('allotment/round-one/dossier/input.json')).status).toBe(404)
    portal.clock.set(roundOne.publishAt)
    portal.services.allotment.publishDue()
    const { inputHash, resultHash } = await seen(second, run)
    const page = await visitor.get('allotment/round-one/check?lang=mr')
    expect(page.status).toBe(200)
    for (const hash of [inputHash, resultHash]) expect(page.text).toContain(hash)
    const files = dossierFiles.map((name) => portal.ask('GET', `${portal.base}allotment/round-one/dossier/${name}`))
    return { page, files: await Promise.all(files), inputHash, resultHash }
  }

  test('everybody reads the hashes of a published round, and checks its dossier', async () => {
    await openRound({ arePublicDossiers: true })
    const { page, files, inputHash, resultHash } = await publishedCheck()
    expect(page.text).toContain('/dossier/manifest.json')
    const [input, result, manifest] = files.map(({ text }) => text) as [string, string, string]
    expect(verifyDossier({ input, result, manifest }, sha256)).toMatchObject({ state: 'holds', result: { inputHash } })
    expect(sha256([result])).toBe(resultHash)
    for (const name of ['portal.db', '..%2Finput.json', 'input'])
      expect((await portal.ask('GET', `${portal.base}allotment/round-one/dossier/${name}`)).status).toBe(404)
    expect((await browser(portal).get('allotment/round-nine/check')).status).toBe(404)
  })

  test('case 18: where dossiers are not public, a visitor reads the hashes and gets no file', async () => {
    const { page, files } = await publishedCheck()
    expect(page.text).not.toContain('/dossier/')
    expect(files.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('one of two runs of a round is released, and the other does not block later rounds', async () => {
    const run = await prepared()
    const other = first.post('allotments', { round: '1' })
    expect((await other).status).toBe(303)
    expect((await release(second, run)).status).toBe(303)
    await portal.services.releases.settled()
    expect(messageOf(await release(second, run + 1))).toBe(
      'A run of this round is already released. Discard it before you prepare another.',
    )
    portal.clock.set(roundOne.publishAt)
    portal.services.allotment.publishDue()
    expect(messageOf(await release(second, run + 1))).toBe('This round is published.')
    portal.services.allotment.publishDue()
    expect(statesOf()).toEqual([
      { id: run, state: 'published' },
      { id: run + 1, state: 'prepared' },
    ])
  })

  test('the job publishes a released run once, at the schedule’s instant, and notifies each candidate once', async () => {
    const run = await prepared()
    const { allotment, messages } = portal.services
    portal.clock.set(plus(roundOne.publishAt, 1))
    allotment.publishDue()
    expect(statesOf(), 'prepared is not released').toEqual([{ id: run, state: 'prepared' }])
    portal.clock.set(plus(roundOne.publishAt, -1))
    await release(second, run)
    allotment.publishDue()
    await tellAll()
    expect([statesOf(), told('seat-allotted')]).toEqual([[{ id: run, state: 'released' }], []])
    portal.clock.set(roundOne.publishAt)
    allotment.publishDue()
    allotment.publishDue()
    await tellAll()
    await tellAll()
    expect(statesOf()).toEqual([{ id: run, state: 'published' }])
    expect(told('seat-allotted').length).toBe(4 * 2)
    expect(
      told('seat-not-allotted')
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['9800000014', 'entrant5@example.org'])
    expect(told('seat-allotted').find(({ to }) => to === '9800000010')!.text).toContain(
      `you have been allotted a seat, ${codes.first}, preference 1. Check your facts to keep your CAP Round 1 seat, by 1 Sep 2024, 15:00.`,
    )
    const acts = portal.services.db.sqlite
      .prepare("SELECT count(*) AS n FROM audit_log WHERE act = 'allotment.published'")
      .get()
    expect(acts).toEqual({ n: 1 })
    expect(messages.isWaiting('seat-allotted')).toBe(false)
    // A published run is neither given up nor repeated.
    expect((await second.post(`allotments/${run}`, { intent: 'discard' })).status).toBe(409)
    expect(messageOf(await first.post('allotments', { round: '1' }))).toBe('This round is published.')
  })

  test('the job follows the schedule of its day, and never publishes a run that was given up', async () => {
    const run = await prepared()
    await release(second, run)
    const later = plus(roundOne.publishAt, hours(1))
    moveActivity(portal, 'round-1-allotment', { opensAt: later })
    portal.clock.set(roundOne.publishAt)
    portal.services.allotment.publishDue()
    expect(statesOf()[0]!.state).toBe('released')
    expect((await first.post(`allotments/${run}`, { intent: 'discard' })).status).toBe(303)
    portal.clock.set(later)
    portal.services.allotment.publishDue()
    expect(statesOf()).toEqual([{ id: run, state: 'discarded' }])
  })

  test('the next round is prepared once the one before is published, and its reporting is over and signed', async () => {
    for (const id of ids) addOptions(portal.services.db, id, 2, [codes.second])
    moveActivity(portal, 'round-2-options', { opensAt: 0, closesAt: 1 })
    expect(messageOf(await first.post('allotments', { round: '2' }))).toBe(
      'The previous round has not been published yet.',
    )
    await release(second, await prepared())
    portal.clock.set(roundOne.publishAt)
    portal.services.allotment.publishDue()
    portal.clock.set(plus(ist('2024-09-04 17:00'), -1))
    expect(messageOf(await first.post('allotments', { round: '2' }))).toBe(
      'Wait until acceptance and reporting of the previous round are over: only then is it certain which seats are kept.',
    )
    portal.clock.set(ist('2024-09-04 17:00'))
    expect(messageOf(await first.post('allotments', { round: '2' }))).toBe(
      '2 institutes have not signed their last day of reporting in the previous round.',
    )
    signLastDays(portal, first.id, 1)
    const run = await prepared(first, '2')
    const view = await seen(second, run)
    expect(view.comparison).toMatchObject({ round: 1, run: 1 })
    // Three of the six did not freeze their first choice in time, and have left.
    expect(view.summary!.candidates).toBe(3)
  })

  test('case 19: no public page, API call or message reveals a prepared or released run', async () => {
    const pages = Object.entries(candidateRoutes)
      .filter(([route, rule]) => rule.audience === 'public' && !route.includes(':'))
      .map(([route]) => route)
    const calls = portal
      .routes()
      .filter(({ method, url }) => method === 'GET' && url.startsWith(`${portal.base}api/`) && !url.includes(':'))
      .map(({ url }) => url)
    const everything = async () => {
      const answers: string[] = []
      for (const address of [...pages.map((route) => `${portal.base}${route}`), ...calls]) {
        const answer = await portal.ask('GET', address, { headers: { accept: 'text/html' } })
        answers.push(`${address} ${answer.status} ${answer.text}`)
      }
      return answers
    }
    const before = await everything()
    const run = await prepared()
    expect(await everything()).toEqual(before)
    await release(second, run)
    expect(await everything()).toEqual(before)
    await tellAll()
    expect(portal.box.sent).toEqual([])
  })
})

describe('case 58: a crash', () => {
  test('case 58: a run whose process has died fails after a while and leaves nothing, and the round can be prepared', async () => {
    const { sqlite } = portal.services.db
    sqlite
      .prepare(
        `INSERT INTO allotment_runs (id, round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by)
         VALUES (7, 1, 'preparing', 1, 1, ?, ?)`,
      )
      .run(roundOne.closed, first.id)
    elsewhere(portal, 'allotment', 7)
    sqlite.prepare("INSERT INTO allotments VALUES (7, ?, ?, 'GOPENS', NULL, 1, 'I', 0)").run(ids[0]!, codes.first)
    expect(messageOf(await first.post('allotments', { round: '1' }))).toBe('A run of this round is being prepared.')
    expect((await release(second, 7)).status).toBe(409)
    portal.clock.set(roundOne.publishAt)
    portal.clock.advance(minutes(1) + 1)
    portal.services.allotment.publishDue()
    portal.services.allotment.failAbandoned()
    expect(await seen(second, 7)).toMatchObject({ state: 'failed', failure: { fault: 'abandoned' }, summary: null })
    expect(stored()).toEqual([])
    expect(await prepared()).toBe(8)
  })

  test('case 58: a run that the verifier rejects, or that cannot be read, fails and is never released', async () => {
    const { sqlite } = portal.services.db
    // Two candidates with one merit number: not a valid input of the engine.
    sqlite.prepare("UPDATE merit_entries SET merit_number = 99 WHERE list = 'state' AND merit_number = 1").run()
    sqlite.prepare('UPDATE application_versions SET snapshot = replace(snapshot, \'"OBC"\', \'"NOBODY"\')').run()
    const run = await prepared()
    const view = await seen(second, run)
    expect(view).toMatchObject({ state: 'failed', summary: null, verifiedAt: null })
    expect((await release(second, run)).status).toBe(409)
    expect(stored()).toEqual([])
  })
})
