import { setImmediate as breath } from 'node:timers/promises'
import type { OfferState } from '#server/domain/admission/offer.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { Services } from '#server/features/index.ts'
import { type BooksStore, booksStore, type PaidRow } from './store'

const lost: readonly OfferState[] = ['not-accepted', 'not-reported', 'ended']
const isLive = ({ state }: Seat) => !lost.includes(state)

export type Pool = { choiceCode: string; seatType: string; count: number }
const nameOf = ({ choiceCode, seatType }: Pick<Pool, 'choiceCode' | 'seatType'>) => `${choiceCode} ${seatType}`

/** Adds counts by pool. */
export function counted(pools: Iterable<Pool>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const pool of pools) counts.set(nameOf(pool), (counts.get(nameOf(pool)) ?? 0) + pool.count)
  return counts
}

/** What does not hold, in a line for each fault. */
export type Broken = string[]

/** A fault for each pool whose counts differ. */
export function differences(what: string, found: Map<string, number>, wanted: Map<string, number>): Broken {
  return [...new Set([...found.keys(), ...wanted.keys()])].flatMap((pool) => {
    const [count = 0, due = 0] = [found.get(pool), wanted.get(pool)]
    return count === due ? [] : [`${what}: ${pool} has ${count} instead of ${due}`]
  })
}

/** A seat, under its type in the matrix. */
export const asOne = (seat: { choiceCode: string; seatType: string; originalType?: string | null }): Pool => ({
  choiceCode: seat.choiceCode,
  seatType: seat.originalType ?? seat.seatType,
  count: 1,
})

/** What every check reads: the rows, and the seats of each candidate to whom a round has allotted one. */
type Books = { portal: Services; store: BooksStore; seatsByCandidate: readonly Seat[][]; newest: number }

/** Candidates read before pages get their turn. */
const readAtOnce = 50

async function booksOf(portal: Services): Promise<Books> {
  const store = booksStore(portal.db)
  const seatsByCandidate: Seat[][] = []
  for (const candidateId of store.allotted()) {
    seatsByCandidate.push(portal.seatAcceptance.seats(candidateId))
    if (seatsByCandidate.length % readAtOnce === 0) await breath()
  }
  return { portal, store, seatsByCandidate, newest: portal.seatAcceptance.newestRound() ?? 0 }
}

/** Nobody has two seats or two admissions, and no pool more occupants than seats. */
function seatFaults({ store, seatsByCandidate, newest }: Books): Broken {
  const broken: Broken = []
  const occupied: Pool[] = []
  for (const seats of seatsByCandidate) {
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
  const intake = counted(store.matrixOf(newest))
  for (const [pool, count] of counted(occupied))
    if (count > (intake.get(pool) ?? 0)) broken.push(`${pool} has ${count} occupants`)
  const strays = store
    .strayAdmissions()
    .map(({ candidateId, choiceCode }) => `candidate ${candidateId} is admitted without a seat at ${choiceCode}`)
  return [...broken, ...strays]
}

/** After every institute has signed a round, each seat of the matrix is kept or reported vacant. */
function vacancyFaults({ portal, store, seatsByCandidate, newest }: Books): Broken {
  if (newest === 0 || portal.reporting.unsigned(newest).length > 0) return []
  const vacant = store.vacancies(newest)
  const institutes = new Set(vacant.map(({ choiceCode }) => choiceCode))
  const kept = seatsByCandidate.flatMap((seats) =>
    seats.slice(-1).filter((seat) => isLive(seat) && !seat.offer.isSupernumerary),
  )
  const all = [...vacant, ...kept.map(({ offer }) => asOne(offer)).filter((one) => institutes.has(one.choiceCode))]
  const matrix = store.matrixOf(newest).filter(({ choiceCode }) => institutes.has(choiceCode))
  return differences(`after round ${newest}, kept or vacant`, counted(all), counted(matrix))
}

/** Each captured payment has its due, its sum and its record, and each accepted seat its one fee. */
function moneyFaults({ portal, store, seatsByCandidate }: Books): Broken {
  const { applicationFees, seatAcceptanceFee } = portal.course
  const paid = store.payments()
  const sumsOf: Record<string, (one: PaidRow) => (number | null)[]> = {
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
  for (const seats of seatsByCandidate) {
    const { candidateId } = seats[0]!.offer
    const isAccepted = seats.some(({ state }) => ['held', 'to-report', 'admitted', 'not-reported'].includes(state))
    const isPaid = feePaid.delete(candidateId)
    if (isAccepted && !isPaid) broken.push(`candidate ${candidateId} accepted a seat without the fee`)
    // An order and a reset by the institute take the decision back; the fee stays paid.
    const mayDecideAgain = seats.some(({ offer }) => offer.orderedUntil !== null || offer.resetAt !== null)
    if (isPaid && !mayDecideAgain && seats.every(({ offer }) => offer.decision === null))
      broken.push(`candidate ${candidateId} paid for a seat without a decision`)
  }
  return [...broken, ...[...feePaid].map((id) => `candidate ${id} paid for a seat that no round allotted`)]
}

/**
 * What does not hold of the seats and the money of a portal: one seat and one admission for each candidate, seats within
 * the intake, every seat kept or vacant once the institutes have signed, every rupee explained.
 */
export async function brokenBooks(portal: Services): Promise<Broken> {
  const books = await booksOf(portal)
  return [...seatFaults(books), ...vacancyFaults(books), ...moneyFaults(books)]
}
