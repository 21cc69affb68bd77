import path from 'node:path'
import { createDossiers } from '#server/adapters/dossiers.ts'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { dossierOf } from '#server/features/seats/allotment/dossier.ts'
import { ist } from '#server/kernel/time.ts'
import { type Placed, runOf } from '#tests/features/allotment/published-round.ts'
import { type Applicant, confirmForm, openWithApplicant } from './applicant'
import { keepsBooks } from './books'
import { type Answer, calls, type Opening, type TestPortal } from './portal'

/** Round 1 of `mbale`: its publication, a day of its acceptance, and the instant at which acceptance closes. */
export const acceptance = {
  published: ist('2024-08-29 17:00'),
  open: ist('2024-08-30 12:00'),
  closes: ist('2024-09-01 15:00'),
}

/** The course in which Asha has a seat. */
export const seatOfAsha = { choiceCode: '301510110', institute: 'Sahyadri Institute' }

export type Seated = Awaited<ReturnType<typeof seated>>

/**
 * Asha (type A, SC, tuition fee waiver) with a confirmed form and a seat of the published round, on a day of its
 * acceptance. `preference`: the place of the seat in her list.
 */
export async function seated({
  preference = 2,
  round = 1,
  seatType = 'LSCS',
  ...options
}: Opening & {
  preference?: number
  round?: number
  seatType?: string
} = {}) {
  const { portal, owner } = await openWithApplicant(options)
  keepsBooks(portal)
  confirmForm(portal, owner.id)
  portal.clock.set(acceptance.published)
  const place: Placed = {
    id: owner.id,
    userId: owner.userId,
    fullName: 'Asha Ramesh Patil',
    state: 12,
    allIndia: 15,
    category: 'SC',
    seat: { choiceCode: seatOfAsha.choiceCode, seatType, preference },
  }
  const runId = runOf(portal, {
    round,
    courses: [{ choiceCode: seatOfAsha.choiceCode, seats: { GSCS: 2, LSCS: 1 } }],
    placed: [place],
  })
  await keepDossier(portal, runId, round)
  portal.clock.set(acceptance.open)
  return { portal, owner, place, ...actsOf(portal, owner, round) }
}

/** Keeps the dossier of a run with this candidate alone, as a woman of Scheduled Caste, so that it can be rerun. */
async function keepDossier({ services }: TestPortal, runId: number, round: number): Promise<void> {
  const { choiceCode } = seatOfAsha
  const input: AllotmentInput = {
    format: 'pravesh-allotment/1',
    round,
    stages: ['I'],
    seats: [
      { choiceCode, minority: null, seatType: 'LSCS', count: 1 },
      { choiceCode, minority: null, seatType: 'GSCS', count: 2 },
    ],
    candidates: [
      {
        id: 'c1',
        stateMerit: 12,
        allIndiaMerit: 15,
        gender: 'F',
        category: 'SC',
        type: 'A',
        ews: false,
        pwd: false,
        defence: false,
        orphan: false,
        minority: [],
        tfws: true,
        holds: null,
        options: [choiceCode],
      },
    ],
  }
  const { resultHash, files } = dossierOf(input, allot(input))
  await createDossiers(path.join(services.folder, 'dossiers')).keep(resultHash, files)
  services.db.sqlite.prepare('UPDATE allotment_runs SET result_hash = ? WHERE id = ?').run(resultHash, runId)
}

/** The acts of a candidate on a seat, through the API. */
function actsOf(portal: TestPortal, owner: Applicant, round = 1) {
  const call = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> =>
    portal.api(method, path, body, owner.from)

  /** Password and a fresh OTP; half a minute passes. */
  async function proof(purpose: StepUpPurpose) {
    portal.clock.advance(31_000)
    const asked = await portal.api('POST', calls.otp, { purpose }, owner.from)
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
    return { password: owner.person.password, otp: await portal.otpFor(owner.person.mobile) }
  }

  const facts = async () => (await call('GET', `self-verification/${round}`)).body.data.facts as { fact: string }[]
  const allCorrect = async () => Object.fromEntries((await facts()).map(({ fact }) => [fact, 'correct']))

  return {
    call,
    proof,
    facts,
    /** Calls every fact correct except the given ones. */
    async verify(wrong: Record<string, 'incorrect'> = {}, right: Record<string, string> = {}): Promise<Answer> {
      const answers = { ...(await allCorrect()), ...wrong }
      return call('POST', `self-verification/${round}`, { facts: answers, right, ...(await proof('self-verify')) })
    },
    seat: async () => (await call('GET', `seat-acceptance/${round}`)).body.data,
    decide: async (decision: 'freeze' | 'betterment'): Promise<Answer> =>
      call('POST', `seat-acceptance/${round}/${decision}`, await proof('accept-seat')),
  }
}
