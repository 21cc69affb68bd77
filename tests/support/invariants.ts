import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { OfferState } from '../../server/domain/admission/offer'
import type { AllotmentInput, AllotmentResult } from '../../server/domain/allotment/format/format'
import { command } from '../../server/features/allotment/commands'
import { auditStore } from '../../server/features/audit/store'
import { verifyLog } from '../../server/features/audit/verify'
import type { Seat } from '../../server/features/seat-acceptance/service'
import type { Services } from '../../server/services'

const lost: readonly OfferState[] = ['not-accepted', 'not-reported', 'ended']
const isLive = ({ state }: Seat) => !lost.includes(state)

type Pool = { choiceCode: string; seatType: string; count: number }
const nameOf = ({ choiceCode, seatType }: Pick<Pool, 'choiceCode' | 'seatType'>) => `${choiceCode} ${seatType}`

/** Adds counts by pool. */
function counted(pools: Iterable<Pool>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const pool of pools) counts.set(nameOf(pool), (counts.get(nameOf(pool)) ?? 0) + pool.count)
  return counts
}

/** The same pools with the same counts, zeros apart. */
function expectSame(what: string, found: Map<string, number>, wanted: Map<string, number>): void {
  const solid = (counts: Map<string, number>) => [...counts].filter(([, count]) => count !== 0).sort()
  expect([what, solid(found)]).toEqual([what, solid(wanted)])
}

/** A seat, under its type in the matrix. */
const asOne = (seat: { choiceCode: string; seatType: string; originalType?: string | null }): Pool => ({
  choiceCode: seat.choiceCode,
  seatType: seat.originalType ?? seat.seatType,
  count: 1,
})

/** Every candidate to whom a round has allotted a seat, with all of their seats. */
function seatsByCandidate({ db, seatAcceptance }: Services): Seat[][] {
  const ids = db.sqlite
    .prepare<[], number>(
      `SELECT DISTINCT candidate_id FROM allotments a JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'`,
    )
    .pluck()
    .all()
  return ids.map((candidateId) => seatAcceptance.seats({ candidateId }))
}

/** The seats of the matrix that a round was allotted on. */
const matrixOf = ({ db }: Services, round: number): Pool[] =>
  db.sqlite
    .prepare<[number], Pool>(
      `SELECT p.choice_code AS choiceCode, p.seat_type AS seatType, p.count FROM allotment_runs r
       JOIN seat_matrix_pools p ON p.edition_id = r.seat_matrix_edition_id WHERE r.round = ? AND r.state = 'published'`,
    )
    .all(round)

/** Nobody has two seats, and no pool more occupants than seats. */
function expectOneSeatEach(portal: Services): void {
  const newest = portal.seatAcceptance.newestRound()
  if (newest === null) return
  const occupied: Pool[] = []
  for (const seats of seatsByCandidate(portal)) {
    const own = asOne(seats.at(-1)!.offer)
    // A seat kept for betterment is offered again in the next round; every other earlier one is lost.
    const others = seats
      .slice(0, -1)
      .filter(isLive)
      .map(({ offer }) => nameOf(asOne(offer)))
    expect([nameOf(own), others.filter((other) => other !== nameOf(own))]).toEqual([nameOf(own), []])
    if (isLive(seats.at(-1)!)) occupied.push(own)
  }
  const intake = counted(matrixOf(portal, newest))
  for (const [pool, count] of counted(occupied))
    expect([pool, count <= (intake.get(pool) ?? 0), count]).toEqual([pool, true, count])
  const admitted = portal.db.sqlite
    .prepare('SELECT candidate_id FROM admissions WHERE undone_at IS NULL GROUP BY candidate_id HAVING count(*) > 1')
    .all()
  expect(admitted).toEqual([])
}

/**
 * Each dossier holds, and each round offers every seat that nobody keeps: its input has the matrix without the seats
 * that are final or held after a conversion, and its result gives each seat out or reports it vacant.
 */
async function expectSoundDossiers(portal: Services, isJustPublished: boolean): Promise<void> {
  const runs = portal.db.sqlite
    .prepare<[], { round: number; hash: string }>(
      "SELECT round, result_hash AS hash FROM allotment_runs WHERE state = 'published' ORDER BY round",
    )
    .all()
  for (const { round, hash } of runs) {
    const folder = path.join(portal.folder, 'dossiers', hash)
    expect(command('verify-allotment', [folder], folder)).toEqual({ code: 0, lines: ['All promises hold'] })
    const read = (name: string) => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'))
    const [input, result] = [read('input') as AllotmentInput, read('result') as AllotmentResult]
    const stored = portal.db.sqlite
      .prepare<[number], Pool>(
        `SELECT a.choice_code AS choiceCode, coalesce(a.original_type, a.seat_type) AS seatType, 1 AS count
         FROM allotments a JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'
         WHERE r.round = ? AND NOT (a.retained = 1 AND a.original_type IS NOT NULL)`,
      )
      .all(round)
    // A converted seat that its holder leaves for a better one comes back under its original type.
    const keeps = new Set(result.allotments.filter(({ retained }) => retained).map(({ id }) => id))
    const left = input.candidates.flatMap(({ id, holds }): Pool[] =>
      holds?.originalType && !keeps.has(id) ? [asOne(holds)] : [],
    )
    const offered = counted([...input.seats, ...left])
    expectSame(`round ${round}: given out or vacant`, counted([...stored, ...result.vacancies]), offered)
    if (round !== runs.at(-1)!.round || !isJustPublished) continue
    const { kept } = await portal.seatAcceptance.keptFor(round)
    const final = kept.filter(({ isFinal }) => isFinal).map(asOne)
    const held = input.candidates.flatMap(({ holds }) => (holds?.originalType ? [asOne(holds)] : []))
    expectSame(
      `round ${round}: the matrix`,
      counted([...input.seats, ...final, ...held]),
      counted(matrixOf(portal, round)),
    )
  }
}

/** After every institute has signed a round, each seat of the matrix is kept or reported vacant. */
function expectEverySeatReported(portal: Services): void {
  const newest = portal.seatAcceptance.newestRound()
  if (newest === null || portal.reporting.unsigned(newest).length > 0) return
  const vacant = portal.db.sqlite
    .prepare<[number], Pool>(
      'SELECT choice_code AS choiceCode, seat_type AS seatType, count FROM institute_vacancies WHERE round = ?',
    )
    .all(newest)
  const institutes = new Set(vacant.map(({ choiceCode }) => choiceCode))
  const kept = seatsByCandidate(portal).flatMap((seats) => seats.slice(-1).filter(isLive))
  const all = [...vacant, ...kept.map(({ offer }) => asOne(offer)).filter((one) => institutes.has(one.choiceCode))]
  const matrix = matrixOf(portal, newest).filter(({ choiceCode }) => institutes.has(choiceCode))
  expectSame(`after round ${newest}: kept or vacant`, counted(all), counted(matrix))
}

/** Each captured payment has its due, its sum and its record, and each accepted seat its one fee. */
function expectEveryRupeeExplained(portal: Services): void {
  const { applicationFees, seatAcceptanceFee } = portal.course
  type Paid = { candidateId: number; due: string; amount: number; events: number; convertFee: number }
  const paid = portal.db.sqlite
    .prepare<[], Paid>(
      `SELECT p.candidate_id AS candidateId, p.due, p.amount, a.convert_fee AS convertFee,
         (SELECT count(*) FROM payment_events e WHERE e.payment_id = p.id AND e.kind IN ('captured', 'try-captured')) AS events
       FROM payments p JOIN applications a ON a.candidate_id = p.candidate_id
       WHERE p.status = 'captured' AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id)`,
    )
    .all()
  const sumsOf: Record<string, (one: Paid) => number[]> = {
    'application-fee': () => [applicationFees.open, applicationFees.reserved],
    'difference-fee': () => [applicationFees.open - applicationFees.reserved],
    'conversion-fee': ({ convertFee }) => [convertFee],
    'seat-acceptance': () => [seatAcceptanceFee],
  }
  for (const one of paid)
    expect([one.due, one.amount, sumsOf[one.due]!(one)]).toEqual([
      one.due,
      one.amount,
      expect.arrayContaining([one.amount]),
    ])
  expect(paid.filter(({ events }) => events === 0)).toEqual([])
  expect(new Set(paid.map(({ candidateId, due }) => `${candidateId} ${due}`)).size).toBe(paid.length)
  const feePaid = new Set(paid.filter(({ due }) => due === 'seat-acceptance').map(({ candidateId }) => candidateId))
  const allotted = seatsByCandidate(portal)
  for (const seats of allotted) {
    const { candidateId } = seats[0]!.offer
    const isAccepted = seats.some(({ state }) => ['held', 'to-report', 'admitted', 'not-reported'].includes(state))
    if (isAccepted) expect([candidateId, feePaid.has(candidateId)]).toEqual([candidateId, true])
    if (feePaid.has(candidateId)) expect(seats.some(({ offer }) => offer.decision !== null)).toBe(true)
    feePaid.delete(candidateId)
  }
  expect([...feePaid]).toEqual([])
}

/** Checks what holds at every moment of a season; `isJustPublished`: nothing has happened since the newest round. */
export async function expectInvariants(portal: Services, isJustPublished: boolean): Promise<void> {
  expectOneSeatEach(portal)
  await expectSoundDossiers(portal, isJustPublished)
  expectEverySeatReported(portal)
  expectEveryRupeeExplained(portal)
  expect(verifyLog(auditStore(portal.db)).isWhole).toBe(true)
}
