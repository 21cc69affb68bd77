import type { Course } from '#server/courses/course.ts'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { Services } from '#server/features/index.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { type Applicant, confirmForm, openWithApplicant } from './applicant'
import { type Answer, calls, type TestPortal } from './portal'

type Offered = {
  code: string
  institute?: string
  district?: string
  minority?: string | null
  course?: string
  status?: string
  seats?: Partial<Record<SeatType, number>>
}

/** Six courses of three institutes, one of them for the tuition fee waiver. */
export const someCourses: readonly Offered[] = [
  { code: '101110110', institute: 'Sahyadri Institute of Management, Pune' },
  { code: '101110111', institute: 'Sahyadri Institute of Management, Pune', course: 'MMS' },
  { code: '101110110T', institute: 'Sahyadri Institute of Management, Pune', seats: { TFWS: 3 } },
  { code: '202210110', institute: 'Godavari College, Nashik', district: 'MH-nashik', status: 'Government' },
  { code: '202210111', institute: 'Godavari College, Nashik', district: 'MH-nashik', course: 'MMS' },
  { code: '303310110', institute: 'Wainganga Institute, Nagpur', district: 'MH-nagpur', seats: { GOPENS: 1, AI: 2 } },
]

/** The member of the cell in whose name these editions are published. */
function clerk({ db }: Services): number {
  db.sqlite
    .prepare(
      `INSERT OR IGNORE INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at)
       VALUES ('clerk', 'Clerk of the cell', 'admin', '', 0, 0)`,
    )
    .run()
  return (db.sqlite.prepare("SELECT id FROM staff WHERE login_name = 'clerk'").get() as { id: number }).id
}

/** Inserts the rows that the seat matrix feature publishes. Each call is the next edition. */
export function publishSeats(services: Services, courses: readonly Offered[] = someCourses): void {
  const { sqlite } = services.db
  const by = clerk(services)
  services.db.transact(() => {
    const { lastInsertRowid: edition } = sqlite
      .prepare(
        `INSERT INTO seat_matrix_editions (number, state, file_name, hash, prepared_at, prepared_by, decided_at, decided_by)
         SELECT coalesce(max(number), 0) + 1, 'published', 'seats.csv', '', 1, @by, 2, @by FROM seat_matrix_editions`,
      )
      .run({ by })
    const course = sqlite.prepare(
      `INSERT INTO seat_matrix_courses (edition_id, choice_code, institute_code, institute, university, district, status,
         autonomy, minority, course, sanctioned, maharashtra, minority_seats, all_india, institute_level)
       VALUES (@edition, @code, substr(@code, 1, 4), @institute, 'Savitribai Phule Pune University', @district, @status,
         'No', @minority, @course, 60, 51, 0, 9, 0)`,
    )
    const pool = sqlite.prepare(
      'INSERT INTO seat_matrix_pools (edition_id, choice_code, seat_type, count) VALUES (?, ?, ?, ?)',
    )
    for (const { code, seats = { GOPENS: 30, LOPENS: 12, GSCS: 9, AI: 9 }, ...more } of courses) {
      course.run({
        edition,
        code,
        institute: more.institute ?? `Institute ${code.slice(0, 4)}`,
        district: more.district ?? 'MH-pune',
        status: more.status ?? 'Un-Aided',
        minority: more.minority ?? null,
        course: more.course ?? 'MBA',
      })
      for (const [type, count] of Object.entries(seats)) pool.run(edition, code, type, count)
    }
  })
}

type Place = { candidateId: number; lists: Partial<Record<'state' | 'all-india' | 'jk', number>> }

/**
 * Inserts the rows that the merit list feature publishes: a final edition with these places. Each call is the next
 * edition.
 */
export function publishFinalMerit(services: Services, places: readonly Place[]): void {
  const { sqlite } = services.db
  const by = clerk(services)
  services.db.transact(() => {
    const { lastInsertRowid: edition } = sqlite
      .prepare(
        `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
         SELECT 'final', coalesce(max(number), 0) + 1, 'published', 1, ?, 2, '', '{}' FROM merit_editions
         WHERE stage = 'final'`,
      )
      .run(by)
    const entry = sqlite.prepare(
      `INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category,
         percentage, criteria)
       SELECT ?, ?, ?, id, user_id, full_name, 'A', 'SC', '47.0000', '[]' FROM candidates WHERE id = ?`,
    )
    for (const { candidateId, lists } of places) {
      for (const [list, number] of Object.entries(lists)) entry.run(edition, list, number, candidateId)
    }
  })
}

/** Inserts the rows that the allotment publishes for a round: the last place of each pool. */
export function publishClosings(
  services: Services,
  round: number,
  closings: readonly [code: string, type: SeatType, merit: number][],
): void {
  const { sqlite } = services.db
  const by = clerk(services)
  services.db.transact(() => {
    const { lastInsertRowid: run } = sqlite
      .prepare(
        `INSERT INTO allotment_runs (round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by, published_at)
         SELECT ?, 'published', (SELECT max(id) FROM merit_editions), (SELECT max(id) FROM seat_matrix_editions), 1, ?, 2`,
      )
      .run(round, by)
    const add = sqlite.prepare(
      'INSERT INTO allotment_closings (run_id, choice_code, seat_type, merit) VALUES (?, ?, ?, ?)',
    )
    for (const closing of closings) add.run(run, ...closing)
  })
}

export type Chooser = ReturnType<typeof chooserOf>

/** The acts of a candidate on an option form, through the API. */
export function chooserOf(portal: TestPortal, owner: Applicant, round = 1) {
  const call = (method: 'GET' | 'PUT' | 'POST', path = '', body?: unknown): Promise<Answer> =>
    portal.api(method, `option-form/${round}${path}`, body, owner.from)
  async function proof(purpose: StepUpPurpose) {
    portal.clock.advance(31_000)
    const asked = await portal.api('POST', calls.otp, { purpose }, owner.from)
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
    return { password: owner.person.password, otp: await portal.otpFor(owner.person.mobile) }
  }
  return {
    read: async () => (await call('GET')).body.data,
    call,
    proof,
    async save(choices: readonly string[], version?: number): Promise<Answer> {
      return call('PUT', '', { version: version ?? (await call('GET')).body.data.version, choices })
    },
    confirm: async (more: object = {}) => call('POST', '/confirm', { ...(await proof('confirm-options')), ...more }),
    unlock: async () => call('POST', '/unlock', await proof('unlock-options')),
    history: async () => (await call('GET', '/history')).body.data,
  }
}

/**
 * A portal in which Asha (type A, SC, claiming the tuition fee waiver) is number 12 of the final State list and the
 * seats are published, on a day on which the first option form is open.
 */
export async function withAChooser({
  at = ist('2024-08-25 12:00') as Instant,
  course = {},
}: {
  at?: Instant
  course?: Partial<Course>
} = {}) {
  const { portal, owner } = await openWithApplicant({ course })
  confirmForm(portal, owner.id)
  publishSeats(portal.services)
  publishFinalMerit(portal.services, [{ candidateId: owner.id, lists: { state: 12, 'all-india': 30 } }])
  portal.clock.set(at)
  return { portal, owner, form: chooserOf(portal, owner) }
}
