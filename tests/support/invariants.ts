import { readFileSync } from 'node:fs'
import path from 'node:path'
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

/** What does not hold, in a line for each fault. */
type Broken = string[]

/** A fault for each pool whose counts differ. */
function differences(what: string, found: Map<string, number>, wanted: Map<string, number>): Broken {
  return [...new Set([...found.keys(), ...wanted.keys()])].flatMap((pool) => {
    const [count = 0, due = 0] = [found.get(pool), wanted.get(pool)]
    return count === due ? [] : [`${what}: ${pool} has ${count} instead of ${due}`]
  })
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

/** Nobody has two seats or two admissions, and no pool more occupants than seats. */
function seatFaults(portal: Services): Broken {
  const newest = portal.seatAcceptance.newestRound()
  if (newest === null) return []
  const broken: Broken = []
  const occupied: Pool[] = []
  for (const seats of seatsByCandidate(portal)) {
    const { offer } = seats.at(-1)!
    const own = nameOf(asOne(offer))
    // A seat kept for betterment is offered again in the next round; every other earlier one is lost.
    const live = new Set(seats.filter(isLive).map((seat) => nameOf(asOne(seat.offer))))
    live.delete(own)
    if (live.size) broken.push(`candidate ${offer.candidateId} has ${own} and ${[...live]}`)
    // Where everybody reports, a better seat leaves the admission of an earlier round behind, which counts no longer.
    const admitted = new Set(seats.filter(({ state }) => state === 'admitted').map((seat) => seat.offer.choiceCode))
    if (admitted.size > 1) broken.push(`candidate ${offer.candidateId} is admitted at ${[...admitted]}`)
    if (isLive(seats.at(-1)!) && !offer.isSupernumerary) occupied.push(asOne(offer))
  }
  const intake = counted(matrixOf(portal, newest))
  for (const [pool, count] of counted(occupied))
    if (count > (intake.get(pool) ?? 0)) broken.push(`${pool} has ${count} occupants`)
  const strays = portal.db.sqlite
    .prepare<[], string>(
      `SELECT 'candidate ' || m.candidate_id || ' is admitted without a seat at ' || m.choice_code FROM admissions m
       WHERE m.undone_at IS NULL AND NOT EXISTS (SELECT 1 FROM allotments a
         JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published' AND r.round = m.round
         WHERE a.candidate_id = m.candidate_id AND a.choice_code = m.choice_code)`,
    )
    .pluck()
    .all()
  return [...broken, ...strays]
}

/**
 * Each dossier holds, and each round offers every seat that nobody keeps: its input has the matrix without the seats
 * that are final or held after a conversion, and its result gives each seat out or reports it vacant.
 */
async function dossierFaults(portal: Services, isJustPublished: boolean): Promise<Broken> {
  const broken: Broken = []
  const runs = portal.db.sqlite
    .prepare<[], { round: number; hash: string }>(
      "SELECT round, result_hash AS hash FROM allotment_runs WHERE state = 'published' ORDER BY round",
    )
    .all()
  for (const { round, hash } of runs) {
    const folder = path.join(portal.folder, 'dossiers', hash)
    const { code, lines } = command('verify-allotment', [folder], folder)
    if (code !== 0) broken.push(...lines)
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
    broken.push(
      ...differences(`round ${round}, given out or vacant`, counted([...stored, ...result.vacancies]), offered),
    )
    if (round !== runs.at(-1)!.round || !isJustPublished) continue
    const { kept } = await portal.seatAcceptance.keptFor(round)
    const final = kept.filter(({ isFinal }) => isFinal).map(asOne)
    const held = input.candidates.flatMap(({ holds }) => (holds?.originalType ? [asOne(holds)] : []))
    const inHand = counted([...input.seats, ...final, ...held])
    broken.push(...differences(`round ${round}, the matrix`, inHand, counted(matrixOf(portal, round))))
  }
  return broken
}

/** After every institute has signed a round, each seat of the matrix is kept or reported vacant. */
function vacancyFaults(portal: Services): Broken {
  const newest = portal.seatAcceptance.newestRound()
  if (newest === null || portal.reporting.unsigned(newest).length > 0) return []
  const vacant = portal.db.sqlite
    .prepare<[number], Pool>(
      'SELECT choice_code AS choiceCode, seat_type AS seatType, count FROM institute_vacancies WHERE round = ?',
    )
    .all(newest)
  const institutes = new Set(vacant.map(({ choiceCode }) => choiceCode))
  const kept = seatsByCandidate(portal).flatMap((seats) =>
    seats.slice(-1).filter((seat) => isLive(seat) && !seat.offer.isSupernumerary),
  )
  const all = [...vacant, ...kept.map(({ offer }) => asOne(offer)).filter((one) => institutes.has(one.choiceCode))]
  const matrix = matrixOf(portal, newest).filter(({ choiceCode }) => institutes.has(choiceCode))
  return differences(`after round ${newest}, kept or vacant`, counted(all), counted(matrix))
}

/** Each captured payment has its due, its sum and its record, and each accepted seat its one fee. */
function moneyFaults(portal: Services): Broken {
  const { applicationFees, seatAcceptanceFee } = portal.course
  type Paid = { candidateId: number; due: string; amount: number; events: number; convertFee: number | null }
  const paid = portal.db.sqlite
    .prepare<[], Paid>(
      `SELECT p.candidate_id AS candidateId, p.due, p.amount, a.convert_fee AS convertFee,
         (SELECT count(*) FROM payment_events e WHERE e.payment_id = p.id AND e.kind IN ('captured', 'try-captured')) AS events
       FROM payments p LEFT JOIN applications a ON a.candidate_id = p.candidate_id
       WHERE p.status = 'captured' AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id)`,
    )
    .all()
  const sumsOf: Record<string, (one: Paid) => (number | null)[]> = {
    'application-fee': () => [applicationFees.open, applicationFees.reserved],
    'difference-fee': () => [applicationFees.open - applicationFees.reserved],
    'conversion-fee': ({ convertFee }) => [convertFee],
    'seat-acceptance': () => [seatAcceptanceFee],
  }
  const broken: Broken = []
  const fees = new Set<string>()
  for (const one of paid) {
    const fee = `${one.due} of candidate ${one.candidateId}`
    if (!sumsOf[one.due]!(one).includes(one.amount)) broken.push(`${fee} is ${one.amount} paise`)
    if (one.events === 0) broken.push(`${fee} was captured by no event`)
    if (fees.has(fee)) broken.push(`${fee} was paid twice`)
    fees.add(fee)
  }
  const feePaid = new Set(paid.filter(({ due }) => due === 'seat-acceptance').map(({ candidateId }) => candidateId))
  for (const seats of seatsByCandidate(portal)) {
    const { candidateId } = seats[0]!.offer
    const isAccepted = seats.some(({ state }) => ['held', 'to-report', 'admitted', 'not-reported'].includes(state))
    const isPaid = feePaid.delete(candidateId)
    if (isAccepted && !isPaid) broken.push(`candidate ${candidateId} accepted a seat without the fee`)
    if (isPaid && seats.every(({ offer }) => offer.decision === null && offer.orderedUntil === null))
      broken.push(`candidate ${candidateId} paid for a seat without a decision`)
  }
  return [...broken, ...[...feePaid].map((id) => `candidate ${id} paid for a seat that no round allotted`)]
}

/**
 * What does not hold of the seats and the money of a portal: one seat and one admission for each candidate, seats within
 * the intake, every seat kept or vacant once the institutes have signed, every rupee explained, a whole audit log.
 */
export const brokenBooks = (portal: Services): Broken => [
  ...seatFaults(portal),
  ...vacancyFaults(portal),
  ...moneyFaults(portal),
  ...(verifyLog(auditStore(portal.db)).isWhole ? [] : ['the audit log is broken']),
]

/**
 * The same, and what does not hold of the dossier of each round. `isJustPublished`: nothing has happened since the newest
 * round.
 */
export const brokenInvariants = async (portal: Services, isJustPublished = false): Promise<Broken> => [
  ...brokenBooks(portal),
  ...(await dossierFaults(portal, isJustPublished)),
]
