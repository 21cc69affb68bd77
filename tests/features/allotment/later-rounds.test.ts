import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { load } from '#pages/candidate/allotment/page.server.ts'
import { type Duty, dutiesOf } from '#server/domain/site/next-duties.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { command } from '#server/features/seats/allotment/commands.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { TextValues } from '#server/i18n/page-text.ts'
import { translate } from '#server/i18n/texts.ts'
import { days, type Instant, ist, plus } from '#server/kernel/time.ts'
import { acceptSeat, admitTo } from '#tests/support/acceptance.ts'
import { addOptions, addRound, codes, type Entrant, roundOne } from '#tests/support/allotment.ts'
import { keepsBooks } from '#tests/support/books.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { releaseAt, signLastDays } from '#tests/support/release.ts'

type Desk = Awaited<ReturnType<typeof atDesk>>
let portal: TestPortal
let first: Desk
let second: Desk
let ids: number[]

/** A choice that the seat matrix no longer has. */
const gone = '899910110'
/** In the first round: frozen, kept for betterment, not frozen in time, left alone, and no seat. */
const entrants: Entrant[] = [
  { merit: 1, options: [codes.first] },
  { merit: 2, options: [codes.first, codes.second] },
  { merit: 3, options: [codes.first], gender: 'female' },
  { merit: 4, options: [codes.first, codes.second], category: 'OBC' },
  { merit: 5, options: [codes.first, codes.second], category: 'OBC' },
]

/** The same moment of a later round: the rounds are thirteen days apart. */
const inRound = (round: number, at: Instant) => plus(at, days(13 * (round - 1)))
const decidedAt = ist('2024-08-31 12:00')
const reportedAt = ist('2024-09-03 12:00')

beforeEach(async () => {
  portal = await openPortal()
  keepsBooks(portal, { hasDossiers: true })
  first = await atDesk(portal, 'admin', 'first')
  second = await atDesk(portal, 'admin', 'second')
  ids = addRound(portal.services.db, entrants, first.id)
})

/**
 * Prepares a round, releases it and lets the job publish it; returns the input of its dossier. `meanwhile`: what happens
 * between release and publication.
 */
async function publishRound(round: number, meanwhile: () => unknown = () => {}): Promise<AllotmentInput> {
  portal.clock.set(inRound(round, roundOne.closed))
  if (round > 1) signLastDays(portal, first.id, round - 1)
  const begun = await first.post('allotments', { round: String(round) })
  expect([round, begun.status]).toEqual([round, 303])
  await portal.services.releases.settled()
  const run = /allotments\/(\d+)$/.exec(String(begun.headers.location))![1]!
  expect((await releaseAt(second, `allotments/${run}`)).status).toBe(303)
  meanwhile()
  portal.clock.set(inRound(round, roundOne.publishAt))
  portal.services.allotment.publishDue()
  const { hash } = portal.services.db.sqlite
    .prepare("SELECT result_hash AS hash FROM allotment_runs WHERE id = ? AND state = 'published'")
    .get(run) as { hash: string }
  const dossier = path.join(portal.services.folder, 'dossiers', hash)
  expect(command('verify-allotment', [dossier], dossier)).toEqual({ code: 0, lines: ['All promises hold'] })
  return JSON.parse(readFileSync(path.join(dossier, 'input.json'), 'utf8'))
}

const seatsOf = (round: number) =>
  portal.services.db.sqlite
    .prepare(
      `SELECT candidate_id AS id, choice_code AS code, seat_type AS type, original_type AS original, retained
       FROM allotments WHERE run_id = (SELECT id FROM allotment_runs WHERE round = ? AND state = 'published')
       ORDER BY candidate_id`,
    )
    .all(round)

const counts = ({ seats }: AllotmentInput) =>
  Object.fromEntries(seats.map(({ choiceCode, seatType, count }) => [`${choiceCode} ${seatType}`, count]))

/** Plays round 1 to the end of its reporting. */
async function playRoundOne() {
  await publishRound(1)
  const { db } = portal.services
  acceptSeat(db, ids[0]!, 1, 'freeze', decidedAt)
  admitTo(db, ids[0]!, 1, codes.first, reportedAt, first.id)
  acceptSeat(db, ids[1]!, 1, 'betterment', decidedAt)
}

/** Fills the forms of round 2 and publishes it. */
async function playRoundTwo(meanwhile?: () => unknown) {
  const { db } = portal.services
  addOptions(db, ids[1]!, 2, [gone, codes.first])
  addOptions(db, ids[2]!, 2, [codes.first])
  addOptions(db, ids[3]!, 2, [codes.first, codes.second])
  addOptions(db, ids[4]!, 2, [codes.first, codes.second])
  return publishRound(2, meanwhile)
}

test('frozen seats leave the second round, held ones stay in it, and candidates who left take no part', async () => {
  await playRoundOne()
  expect(seatsOf(1)).toEqual([
    { id: ids[0], code: codes.first, type: 'GOPENS', original: null, retained: 0 },
    { id: ids[1], code: codes.second, type: 'GOPENS', original: null, retained: 0 },
    { id: ids[2], code: codes.first, type: 'LOPENS', original: null, retained: 0 },
    { id: ids[3], code: codes.second, type: 'GOBCS', original: null, retained: 0 },
  ])
  const input = await playRoundTwo()
  expect(counts(input)).toEqual({
    [`${codes.first} LOPENS`]: 1,
    [`${codes.first} GOPENS`]: 0,
    [`${codes.second} GOPENS`]: 1,
    [`${codes.second} GOBCS`]: 1,
  })
  expect(input.candidates.map(({ stateMerit, holds }) => [stateMerit, holds])).toEqual([
    [2, { choiceCode: codes.second, seatType: 'GOPENS' }],
    [4, null],
    [5, null],
  ])
  // The better seat, converted from a ladies' one, releases the held one to the next in merit.
  expect(seatsOf(2)).toEqual([
    { id: ids[1], code: codes.first, type: 'GOPENS', original: 'LOPENS', retained: 0 },
    { id: ids[3], code: codes.second, type: 'GOPENS', original: null, retained: 0 },
    { id: ids[4], code: codes.second, type: 'GOBCS', original: null, retained: 0 },
  ])
})

/** My allotment of a candidate, as its page is loaded. */
function allotmentOf(candidateId: number, duty?: Duty) {
  const t = (key: TextKey, values?: TextValues) => translate('en', key, values)
  const named = (name: string) => name
  const page = {
    services: portal.services,
    actor: { candidateId },
    language: 'en',
    base: portal.base,
    t,
    named,
    session: { duty },
  }
  return load(page as unknown as CandidatePage)
}

test('My allotment shows only rounds that the candidate could enter, and how the seat stands', async () => {
  await playRoundOne()
  await playRoundTwo()
  const shown = (candidateId: number) => {
    const { outcomes, nextOptions } = allotmentOf(candidateId)
    return [outcomes.map(({ round, state }) => `${round} ${state}`), nextOptions?.round]
  }
  expect(ids.map(shown)).toEqual([
    [['1 allotted'], undefined],
    [['2 allotted', '1 allotted'], undefined],
    [['1 allotted'], undefined],
    [['2 allotted', '1 allotted'], undefined],
    [['2 allotted', '1 not-allotted'], undefined],
  ])
  // Each ticket says how its seat stands, and that of an earlier round what became of it.
  const ticketsOf = (candidateId: number) =>
    allotmentOf(candidateId).outcomes.map(({ ticket }) => ticket && [ticket.headline, ticket.isGone])
  const another = ['A later round gave you another seat', true]
  const won = ['Congratulations! You have a seat', false]
  expect(ids.map(ticketsOf)).toEqual([
    [['You are admitted', false]],
    [['You have a seat. It is not accepted yet', false], another],
    [['You did not accept the seat in time, so you lost it', true]],
    [won, another],
    [won, null],
  ])
})

test('whoever has confirmed the list of the next round is told that it counts and when its result comes', async () => {
  await playRoundOne()
  portal.clock.set(ist('2024-09-08 12:00'))
  addOptions(portal.services.db, ids[4]!, 2, [codes.first, codes.second])
  const { nextList } = allotmentOf(ids[4]!)
  expect(nextList).toMatchObject({ round: 2, isOpen: true })
  expect(nextList!.sentences[0]).toMatch(
    /^2 choices are confirmed and will count in the allotment\. You can still change/,
  )
  expect(nextList!.sentences[1]).toMatch(/^The result comes on \d+ Sep 2024, /)
  expect(allotmentOf(ids[3]!).nextList).toBeUndefined()
  portal.clock.set(inRound(2, roundOne.closed))
  expect(allotmentOf(ids[4]!).nextList).toMatchObject({ isOpen: false })
  expect(allotmentOf(ids[4]!).nextList!.sentences[0]).toBe(
    '2 choices of yours are confirmed and count in the allotment.',
  )
  expect(allotmentOf(ids[3]!).nextList!.sentences).toEqual([
    'You confirmed no list in time, so this round gives you no new seat.',
  ])
  // Who is out of the later rounds has no list to speak of.
  expect(allotmentOf(ids[0]!).nextList).toBeUndefined()
})

test('the next option form is named to whoever may fill it, with a held seat, a lost one or none, until it is over', async () => {
  await playRoundOne()
  portal.clock.set(ist('2024-09-05 12:00'))
  const named = () => ids.map((id) => allotmentOf(id).nextOptions?.round)
  expect(named()).toEqual([undefined, 2, undefined, 2, 2])
  portal.clock.set(inRound(2, roundOne.closed))
  expect(named()).toEqual(ids.map(() => undefined))
})

test('the ticket of a held seat leads to the next option form until that is confirmed, and of no other seat', async () => {
  await playRoundOne()
  portal.clock.set(ist('2024-09-05 12:00'))
  const duty = (isConfirmed: boolean) => {
    const options = { round: 2, count: 3, isConfirmed, by: ist('2024-09-06 17:00') } as const
    return dutiesOf({
      ...{ application: { kind: 'confirmed' }, isPaymentPending: false, seat: null, certificates: null },
      ...{ options, owesConversionFee: false },
    })[0]
  }
  const actsOf = (candidateId: number, isConfirmed = false) => {
    const { outcomes, nextOptions } = allotmentOf(candidateId, duty(isConfirmed))
    return [outcomes.map(({ ticket }) => ticket?.act?.go?.href ?? null), nextOptions?.round]
  }
  const confirming = `${portal.base}option-form/lisitng-confirm?round=2`
  expect(actsOf(ids[1]!)).toEqual([[confirming], undefined])
  expect(actsOf(ids[1]!, true)).toEqual([[null], 2])
  // A lost seat, and a round that gave none, name the form below.
  expect(actsOf(ids[3]!)).toEqual([[null], 2])
  expect(actsOf(ids[4]!)).toEqual([[null], 2])
})

test('a held converted seat leaves the third round under its original type, and stays with its holder', async () => {
  await playRoundOne()
  await playRoundTwo()
  const { db } = portal.services
  acceptSeat(db, ids[1]!, 2, 'betterment', inRound(2, decidedAt))
  acceptSeat(db, ids[3]!, 2, 'freeze', inRound(2, decidedAt))
  admitTo(db, ids[3]!, 2, codes.second, inRound(2, reportedAt), first.id)
  addOptions(db, ids[4]!, 3, [codes.first, codes.second])
  const input = await publishRound(3)
  expect(counts(input)).toEqual({
    [`${codes.first} LOPENS`]: 0,
    [`${codes.first} GOPENS`]: 0,
    [`${codes.second} GOPENS`]: 0,
    [`${codes.second} GOBCS`]: 1,
  })
  expect(input.candidates.map(({ stateMerit, holds }) => [stateMerit, holds])).toEqual([
    [2, { choiceCode: codes.first, seatType: 'GOPENS', originalType: 'LOPENS' }],
    [5, null],
  ])
  expect(seatsOf(3)).toEqual([
    { id: ids[1], code: codes.first, type: 'GOPENS', original: 'LOPENS', retained: 1 },
    { id: ids[4], code: codes.second, type: 'GOBCS', original: null, retained: 0 },
  ])
  // Round by round, the people of each in pieces.
  for (let turn = 0; turn < 9; turn++) {
    portal.services.allotment.tellDue()
    await portal.services.messages.deliverDue()
  }
  const told = db.sqlite.prepare('SELECT template FROM outbox WHERE candidate_id = ? ORDER BY id DESC').pluck()
  expect([told.get(ids[1]), told.get(ids[4])]).toEqual(['seat-kept', 'seat-allotted'])
  // The last round is final: the retained seat is frozen, and its holder reports.
  const seat = portal.services.seatAcceptance.current(ids[1]!)
  expect(seat).toMatchObject({ state: 'to-report', mustFreeze: true, decisions: ['freeze'] })
})

test('only candidates who take part get the option form of the second round', async () => {
  await playRoundOne()
  portal.clock.set(inRound(2, ist('2024-08-25 12:00')))
  const { application, optionForm } = portal.services
  const answersOf = (id: number) => {
    const may = optionForm.mayChange(id, 2)
    const { details } = application.standing(id)
    return [details.isCandidateAllotmentRound2, may.ok ? 'ok' : may.refusal.code]
  }
  expect(ids.map(answersOf)).toEqual([
    [false, 'options-seated'],
    [true, 'ok'],
    [false, 'options-left'],
    [true, 'ok'],
    [true, 'ok'],
  ])
})

/** The holder of the held seat of round 1 gives it up now. */
const giveUp = () =>
  portal.services.db.sqlite
    .prepare(
      `INSERT INTO cancellations (case_number, candidate_id, round, choice_code, institute_code, reason, requested_at)
       VALUES (1, ?, 1, ?, '8002', '', ?)`,
    )
    .run(ids[1], codes.second, portal.clock.portal())

test('a seat given up before the release goes back into the round, which is prepared again', async () => {
  await playRoundOne()
  const { db, releases } = portal.services
  addOptions(db, ids[3]!, 2, [codes.second])
  addOptions(db, ids[4]!, 2, [codes.second])
  portal.clock.set(inRound(2, roundOne.closed))
  signLastDays(portal, first.id, 1)
  const begun = await first.post('allotments', { round: '2' })
  const run = /allotments\/\d+$/.exec(String(begun.headers.location))![0]
  await releases.settled()

  portal.clock.advance(60_000)
  giveUp()
  expect((await second.get(run)).text).toContain('1 candidate has given up a seat')
  const refused = await releaseAt(second, run)
  expect([refused.status, refused.text.includes('1 candidate has given up a seat')]).toEqual([409, true])

  portal.clock.advance(60_000)
  const again = await first.post('allotments', { round: '2' })
  const anew = /allotments\/\d+$/.exec(String(again.headers.location))![0]
  await releases.settled()
  expect((await releaseAt(second, anew)).status).toBe(303)
  portal.clock.set(inRound(2, roundOne.publishAt))
  portal.services.allotment.publishDue()
  expect(seatsOf(2)).toEqual([
    { id: ids[3], code: codes.second, type: 'GOPENS', original: null, retained: 0 },
    { id: ids[4], code: codes.second, type: 'GOBCS', original: null, retained: 0 },
  ])
})

test('a holder who cancels after the release of the second round gets nothing from it, and is told of no seat', async () => {
  await playRoundOne()
  const { db, seatAcceptance } = portal.services
  await playRoundTwo(giveUp)
  for (const _ of [1, 2]) portal.services.allotment.tellDue()
  const told = db.sqlite.prepare("SELECT candidate_id FROM outbox WHERE template = 'seat-allotted'").pluck().all()
  expect(told).toContain(ids[3])
  expect(told).not.toContain(ids[1])
  expect(seatAcceptance.current(ids[1]!)?.state).toBe('ended')
  expect(seatAcceptance.entry(ids[1]!, 3)).toEqual({ kind: 'left', why: 'cancelled' })
})

test('vacant seats are those of the allotment until the institute counts the seats that nobody kept', async () => {
  await playRoundOne()
  const { services } = portal
  const vacant = async () => {
    const { data } = (await portal.api('GET', 'vacancies?round=1')).body
    return data.courses.map((one: { choiceCode: string; seats: object[]; countedAt: string | null }) => [
      one.choiceCode,
      one.seats,
      one.countedAt,
    ])
  }
  expect(await vacant()).toEqual([])
  const vacancies = async () => (await browser(portal).get('institute-wise-vacancy?round=1')).text
  expect(await vacancies()).toContain('no institute has signed its reporting')
  portal.clock.set(ist('2024-09-04 17:05'))
  const institute = { id: first.id, loginName: 'desk', role: 'institute', centre: null, region: null } as const
  expect(services.reporting.sign({ ...institute, institute: '8001' }, 1, '2024-09-04').ok).toBe(true)
  const at = new Date(portal.clock.portal()).toISOString()
  expect(await vacant()).toEqual([[codes.first, [{ seatType: 'LOPENS', count: 1 }], at]])
  const text = await vacancies()
  expect(text).toContain('1 of 2 institutes has signed its reporting')
  expect(text).not.toContain('no institute has signed')
  expect(text).toContain('What the seat codes mean')
  const { text: csv } = await portal.ask('GET', `${portal.base}institute-wise-vacancy.csv?round=1`)
  expect(csv).toContain(`LOPENS,1,${at}`)

  portal.clock.advance(1)
  // A cancellation is counted at once; an institute that has not signed yet has nothing to correct.
  services.db.sqlite
    .prepare(
      `INSERT INTO cancellations (case_number, candidate_id, round, choice_code, institute_code, reason, requested_at)
       VALUES (1, ?, 1, ?, '8001', '', ?)`,
    )
    .run(ids[0], codes.first, portal.clock.portal())
  services.db.transact(() => ['8001', '8002'].forEach(services.vacancies.recount))
  expect(await vacant()).toEqual([
    [
      codes.first,
      [
        { seatType: 'LOPENS', count: 1 },
        { seatType: 'GOPENS', count: 1 },
      ],
      new Date(portal.clock.portal()).toISOString(),
    ],
  ])
})
