import { beforeEach, describe, expect, test } from 'vitest'
import type { Answers } from '#server/domain/terms/question.ts'
import { days, minutes, plus } from '#server/kernel/time.ts'
import { addMatrix, addOptions, codes, roundOne } from '#tests/support/allotment.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk } from '#tests/support/desk.ts'
import { addForm, degree, published, twoAdmins } from '#tests/support/merit.ts'
import { openPortal, type TestPortal } from '#tests/support/portal.ts'

let portal: TestPortal
let ids: number[]
let runId: number

/**
 * Four candidates of Scheduled Caste with these marks. The first course has one general, one ladies' and one Scheduled
 * Caste
 * seat; the second has one general seat.
 */
const marks = [3600, 3400, 3200, 3000]
const matrix = [
  [codes.first, 'GOPENS', 1],
  [codes.first, 'GSCS', 1],
  [codes.second, 'GOPENS', 1],
] as const

beforeEach(async () => {
  portal = await openPortal()
  const admins = await twoAdmins(portal)
  const { db, allotment, releases } = portal.services
  ids = marks.map((one, n) => addForm(db, n + 1, { answers: degree(one) }).id)
  addMatrix(db, 1, admins[0].id, matrix)
  for (const id of ids) addOptions(db, id, 1, [codes.first, codes.second])
  portal.clock.set(roundOne.closed)
  await published(portal, admins)
  await published(portal, admins, 'final')
  const [first, second] = admins.map(({ id, loginName }) => ({ id, loginName, role: 'admin' as const }))
  const run = allotment.prepare(first!, 1)
  if (!run.ok) throw new Error(run.refusal.code)
  await releases.settled()
  runId = run.value
  allotment.release(second!, runId, allotment.concerns(runId), true)
  portal.clock.set(plus(roundOne.publishAt, minutes(1)))
  allotment.publishDue()
})

const answersOf = (changes: Parameters<typeof answersWith>[1]): Answers => answersWith(ashasAnswers, changes)
const seat = (choiceCode: string, seatType: string, preference: number) => ({ choiceCode, seatType, preference })

describe('the zone of influence', () => {
  test('names the people who would move if a candidate had taken no part', async () => {
    const { zones } = portal.services
    const zone = await zones.of({ runId, without: ids[0]! })
    expect(zone).toMatchObject({ own: { before: seat(codes.first, 'GOPENS', 1), after: null }, keepsSeat: null })
    expect(zones.named(zone).others).toEqual([
      {
        candidateId: ids[1],
        userId: 'ML24100002',
        fullName: 'Candidate 2',
        before: seat(codes.first, 'GSCS', 1),
        after: seat(codes.first, 'GOPENS', 1),
        kind: 'better',
      },
      expect.objectContaining({
        userId: 'ML24100003',
        before: seat(codes.second, 'GOPENS', 2),
        after: seat(codes.first, 'GSCS', 1),
        kind: 'better',
      }),
      expect.objectContaining({
        userId: 'ML24100004',
        before: null,
        after: seat(codes.second, 'GOPENS', 2),
        kind: 'wins',
      }),
    ])
    const back = await zones.of({ runId, without: ids[0]!, isReversed: true })
    expect(back.others.map(({ kind }) => kind)).toEqual(['worse', 'worse', 'loses'])
  })

  test('ranks a candidate by corrected marks, and finds that the wrong ones won the seat', async () => {
    const { zones } = portal.services
    const worse = await zones.of({ runId, corrected: { candidateId: ids[0]!, answers: answersOf(degree(3300)) } })
    expect(worse).toMatchObject({
      own: { before: seat(codes.first, 'GOPENS', 1), after: seat(codes.first, 'GSCS', 1) },
      keepsSeat: false,
    })
    expect(worse.others).toEqual([
      expect.objectContaining({ candidateId: ids[1], after: seat(codes.first, 'GOPENS', 1), kind: 'better' }),
    ])
    const same = await zones.of({ runId, corrected: { candidateId: ids[0]!, answers: answersOf(degree(3500)) } })
    expect(same).toMatchObject({ keepsSeat: true, others: [] })
  })

  test('equal marks are decided by the next criteria, as in the merit list', async () => {
    const { zones } = portal.services
    const of = (dateOfBirth: string) =>
      zones.of({
        runId,
        corrected: {
          candidateId: ids[0]!,
          answers: answersOf({ ...degree(3400), 'personal-details': { dateOfBirth } }),
        },
      })
    expect(await of('2001-05-31'), 'the smaller Application ID').toMatchObject({ keepsSeat: true })
    expect(await of('2000-05-31'), 'the older candidate').toMatchObject({ keepsSeat: true })
    expect(await of('2002-05-31'), 'the younger candidate').toMatchObject({ keepsSeat: false })
  })

  test('a lost claim costs only a seat that needs it', async () => {
    const { zones } = portal.services
    const open = (candidateId: number, n: number) =>
      zones.of({
        runId,
        corrected: {
          candidateId,
          answers: answersOf({ ...degree(marks[n]!), 'category-details': { category: 'OPEN', ews: 'no' } }),
        },
      })
    expect(await open(ids[0]!, 0)).toMatchObject({ keepsSeat: true, others: [] })
    const lost = await open(ids[1]!, 1)
    expect(lost).toMatchObject({
      own: { before: seat(codes.first, 'GSCS', 1), after: seat(codes.second, 'GOPENS', 2) },
      keepsSeat: false,
    })
    expect(lost.others.map(({ candidateId, kind }) => [candidateId, kind])).toEqual([[ids[2], 'better']])
  })

  test('a candidate who was never eligible on the corrected facts takes no part in the rerun', async () => {
    const { zones } = portal.services
    const failed = await zones.of({ runId, corrected: { candidateId: ids[0]!, answers: answersOf(degree(1000)) } })
    expect(failed).toMatchObject({ own: { after: null }, keepsSeat: false })
    expect(failed.others).toHaveLength(3)
  })

  test('candidates outside Maharashtra have no place in the State list, so they lose the seats of the State', async () => {
    const answers = { ...answersOf(degree(3600)), 'type-of-candidature': { mode: '1', type: 'OMS' } }
    const oms = await portal.services.zones.of({ runId, corrected: { candidateId: ids[0]!, answers } })
    expect(oms).toMatchObject({ own: { after: null }, keepsSeat: false })
  })

  test('a run that is not published, and a dossier that was altered, are outages', async () => {
    const { zones, db } = portal.services
    await expect(zones.of({ runId: runId + 1, without: ids[0]! })).rejects.toThrow('is not published')
    db.sqlite.prepare('UPDATE allotment_runs SET result_hash = ?').run('0'.repeat(64))
    await expect(zones.of({ runId, without: ids[0]! })).rejects.toThrow('missing or was altered')
  })
})

test('the certificate desk shows whom a missing certificate concerns, before the claim is removed', async () => {
  const { db, notices, seatsAtRisk } = portal.services
  const [, second] = ids
  const due = plus(portal.clock.portal(), days(11))
  const keys = ['certificates-caste-validity', 'certificates-non-creamy-layer']
  db.transact(() => notices.moveClosings(keys.map((key) => ({ key, to: due }))))
  const answers = { ...ashasAnswers['category-details'], validityStatus: 'applied', validityReceiptNumber: 'R/77' }
  db.sqlite
    .prepare('UPDATE application_steps SET answers = ? WHERE candidate_id = ? AND step = 2')
    .run(JSON.stringify({ ...answers, validityReceiptDate: '2024-05-02' }), second)
  const told = async (loginName: string, search = '') =>
    (await (await atDesk(portal, 'so', loginName)).get(`certificates${search}`)).text
  expect(await told('early')).toContain('No seat is at risk within ten days')

  portal.clock.advance(days(1))
  const officer = { id: 1, loginName: 'first', role: 'admin' as const, region: null, centre: null, institute: null }
  expect(await seatsAtRisk.list(officer)).toMatchObject({
    rows: [{ candidateId: second, userId: 'ML24100002', kinds: ['caste-validity'], dueAt: due, seatType: 'GSCS' }],
    next: null,
  })
  expect((await seatsAtRisk.zone(officer, 'ml24100002')).ok).toBe(true)
  expect(await seatsAtRisk.zone(officer, 'ML24100001')).toMatchObject({ refusal: { code: 'seat-not-at-risk' } })
  expect((await seatsAtRisk.list({ ...officer, role: 'so', region: 'nagpur' })).rows).toEqual([])
  const shown = await told('late', '?risk=ML24100002')
  for (const words of [
    'The seat is cancelled and offered in the next round',
    'Candidate 3',
    'Would have a seat that they prefer',
  ])
    expect(shown).toContain(words)
  expect(auditLines(portal).map(({ act }) => act)).toContain('certificates.zone-read')
  // Nothing has happened to the seat.
  expect(portal.services.seatAcceptance.current(second!)!.offer.ending).toBeNull()
})
