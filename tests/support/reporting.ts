import type { StaffRole } from '#server/domain/terms/staff.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import type { Placed } from '#tests/features/allotment/published-round.ts'
import { runOf } from '#tests/features/allotment/published-round.ts'
import { ashasAnswers } from './answers'
import { applicant, applicantOf, confirmForm } from './applicant'
import { keepsBooks, noteCaptures } from './books'
import { staffAccount } from './desk'
import { openAfter } from './lived'
import { addForm } from './merit'
import { asha, type TestPortal } from './portal'

/** The dates of round 1 of `mbale`: published, acceptance, and three days of reporting. */
export const roundOne = {
  published: ist('2024-08-29 17:00'),
  accepted: ist('2024-08-31 12:00'),
  acceptBy: ist('2024-09-01 15:00'),
  reporting: ist('2024-09-02 11:00'),
  reportBy: ist('2024-09-04 17:00'),
} as const

export const ownInstitute = '3015'
export const otherInstitute = '4026'
const own = '301582310'
const other = '402682310'

/** A member of staff as the services know them. */
async function officer(portal: TestPortal, role: StaffRole, loginName: string, institute: string | null = null) {
  const { id } = await staffAccount(portal, role, loginName, institute === null ? {} : { institute })
  return { id, loginName, role, centre: null, region: null, institute }
}
export type TestOfficer = Awaited<ReturnType<typeof officer>>

type Guest = { id: number; userId: string; fullName: string }

/** Inserts what self-verification, decision and payment of the seat-acceptance fee leave behind. */
export function accept(
  { services }: TestPortal,
  candidateId: number,
  {
    round = 1,
    at = roundOne.accepted as Instant,
    decision = 'freeze',
    fee = 'captured',
  }: { round?: number; at?: Instant; decision?: 'freeze' | 'betterment'; fee?: 'captured' | 'pending' | null } = {},
): void {
  const { sqlite } = services.db
  services.db.transact(() => {
    sqlite
      .prepare(
        `INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at)
         SELECT ?, id, '[]', ? FROM allotment_runs WHERE round = ? AND state = 'published'`,
      )
      .run(candidateId, at, round)
    sqlite
      .prepare(`INSERT OR REPLACE INTO seat_decisions (candidate_id, round, decision, decided_at) VALUES (?, ?, ?, ?)`)
      .run(candidateId, round, decision, at)
    const isPaid = sqlite
      .prepare("SELECT 1 FROM payments WHERE candidate_id = ? AND due = 'seat-acceptance'")
      .get(candidateId)
    if (fee !== null && !isPaid)
      sqlite
        .prepare(
          `INSERT INTO payments (candidate_id, due, amount, gateway, status, order_id, created_at, changed_at, captured_at)
           VALUES (?, 'seat-acceptance', 100000, 'razorpay', ?, 'order_' || ?, ?, ?, ?)`,
        )
        .run(candidateId, fee, candidateId, at, at, fee === 'captured' ? at : null)
    noteCaptures(services.db)
  })
}

/**
 * Round 1 after its acceptance, on the first day of reporting. Asha, who can log in, and three others have seats of
 * institute 3015; a fifth has one of 4026. All accepted but the fourth, who did nothing.
 */
export async function reportingRound() {
  const { portal, told } = await openAfter('until reporting', {}, untilReporting)
  keepsBooks(portal)
  const { login, ...people } = told
  return { portal, her: applicantOf(portal, asha, login), own, other, ...people }
}

/** What happens until then; answers who is who. */
async function untilReporting(portal: TestPortal) {
  const her = await applicant(portal, asha)
  await her.complete(ashasAnswers)
  const submitted = await her.submit()
  if (submitted.status !== 200) throw new Error(submitted.text)
  confirmForm(portal, her.id)
  const guest = (nth: number, fullName: string): Guest => ({
    ...addForm(portal.services.db, nth, { fullName }),
    fullName,
  })
  const ashaPatil: Guest = { id: her.id, userId: her.userId, fullName: asha.fullName }
  const guests = [
    guest(901, 'Ravi Kulkarni'),
    guest(902, '=HYPERLINK("http://x","Sunita")'),
    guest(903, 'Did Nothing'),
    guest(904, 'Another Institute'),
  ] as const
  const [ravi, sunita, idle, far] = guests
  portal.clock.set(roundOne.published)
  const placed = [ashaPatil, ravi, sunita, idle, far].map(
    (one, place): Placed => ({
      ...one,
      state: 10 + place,
      allIndia: 10 + place,
      seat: { choiceCode: one === far ? other : own, seatType: 'GOPENS', preference: 1 },
    }),
  )
  runOf(portal, {
    courses: [
      { choiceCode: own, seats: { GOPENS: 4 } },
      { choiceCode: other, instituteCode: otherInstitute, institute: 'Kaveri College', seats: { GOPENS: 1 } },
    ],
    placed,
  })
  for (const { id } of [ashaPatil, ravi, sunita, far]) accept(portal, id)
  portal.clock.set(roundOne.reporting)
  const desk = await officer(portal, 'institute', 'desk.3015', ownInstitute)
  const second = await officer(portal, 'institute', 'second.3015', ownInstitute)
  const stranger = await officer(portal, 'institute', 'desk.4026', otherInstitute)
  const admin = await officer(portal, 'admin', 'cell.admin')
  const { userId, token, cookies } = her
  const login = { userId, token, cookies }
  return { login, asha: ashaPatil, ravi, sunita, idle, far, desk, second, stranger, admin }
}

/** The answers of a form that admits: every original seen, or awaited where the form says so. */
export function everySeen(portal: TestPortal, desk: TestOfficer, userId: string): Record<string, string> {
  const found = portal.services.reporting.candidate(desk, userId, 'en')
  if (!found.ok) throw new Error(found.refusal.code)
  const originals = found.value.originals.map(({ kind, mayBeAwaited }) => [
    `original-${kind}`,
    mayBeAwaited ? 'awaited' : 'true',
  ])
  return { intent: 'admit', ...Object.fromEntries(originals) }
}
