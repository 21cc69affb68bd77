import type { Database } from '#db/client.ts'
import type { MeritList, MeritStage } from '#server/domain/merit/lists.ts'
import type { CandidatureType, Category } from '#server/domain/terms/claims.ts'
import type { DecidedBy } from '#server/domain/terms/criteria.ts'
import type { Answers, QuestionStep } from '#server/domain/terms/question.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'
import { sealed } from '#server/features/application/application/snapshot.ts'
import { rupees } from '#server/kernel/money.ts'
import { answersWith, ashasAnswers } from './answers'
import { atDesk } from './desk'
import type { TestPortal } from './portal'

type Form = {
  fullName?: string
  /** Changes to Asha's answers, which are those of type A, Scheduled Caste, with marks. */
  answers?: Partial<Record<QuestionStep, Record<string, string | undefined>>>
  isConfirmed?: boolean
  district?: string
}

/** A candidate with a submitted form, confirmed unless the test says otherwise. `nth`: the place in the series. */
export function addForm(
  { sqlite }: Database,
  nth: number,
  { fullName = `Candidate ${nth}`, answers: changes = {}, isConfirmed = true, district = 'MH-pune' }: Form = {},
): { id: number; userId: string } {
  const userId = `ML24${100_000 + nth}`
  const id = Number(
    sqlite
      .prepare(
        `INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
         VALUES (?, ?, ?, ?, 'MH', ?, 'en', 1, 1)`,
      )
      .run(userId, fullName, `c${nth}@example.org`, String(9_100_000_000 + nth), district).lastInsertRowid,
  )
  const type = changes['type-of-candidature']?.type
  const own = type === 'OMS' || type?.startsWith('J-') ? { 'category-details': {} } : {}
  const answers: Answers = answersWith({ ...ashasAnswers, ...own }, changes)
  const { snapshot, fingerprint } = sealed({
    userId,
    fullName,
    answers,
    declaration: 1,
    documents: [],
    feePaid: rupees(1000),
  })
  sqlite
    .prepare(
      'INSERT INTO applications (candidate_id, mode, submitted_at, picked_up_at, confirmed_at) VALUES (?, 1, 1, 1, ?)',
    )
    .run(id, isConfirmed ? 2 : null)
  for (const [step, given] of Object.values(answers).entries())
    sqlite
      .prepare(
        'INSERT INTO application_steps (candidate_id, step, version, answers, saved_at, completed_at) VALUES (?, ?, 1, ?, 1, 1)',
      )
      .run(id, step, JSON.stringify(given))
  sqlite
    .prepare(
      'INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint) VALUES (?, 1, 1, ?, ?)',
    )
    .run(id, snapshot, fingerprint)
  return { id, userId }
}

/** A degree with this many marks of 4000. */
export const degree = (marks: number | string) => ({ 'qualifications-details': { degreeMarks: String(marks) } })

/** Two admins: one prepares, the other releases. */
export const twoAdmins = async (portal: TestPortal) =>
  [await atDesk(portal, 'admin', 'first'), await atDesk(portal, 'admin', 'second')] as const

type Admin = { id: number; loginName: string }
const actor = ({ id, loginName }: Admin) => ({ id, loginName, role: 'admin' as const })

/** Prepares an edition, waits for it and returns its number. */
export async function prepared(
  portal: Pick<TestPortal, 'services'>,
  by: Admin,
  stage: MeritStage = 'provisional',
  reason?: string,
): Promise<number> {
  const begun = portal.services.meritLists.prepare(actor(by), { stage, reason })
  if (!begun.ok) throw new Error(begun.refusal.code)
  await begun.value.finished
  return begun.value.id
}

/** Prepares, releases and publishes an edition. Its instant must have passed. */
export async function published(
  portal: Pick<TestPortal, 'services'>,
  [first, second]: readonly [Admin, Admin],
  stage: MeritStage = 'provisional',
  reason?: string,
): Promise<number> {
  const { meritLists } = portal.services
  const id = await prepared(portal, first, stage, reason)
  const released = meritLists.decide(
    actor(second),
    id,
    { intent: 'release', checked: true },
    meritLists.concerns(stage),
  )
  if (!released.ok) throw new Error(released.refusal.code)
  meritLists.publishDue()
  return id
}

/**
 * The lines of a list in an edition, in order: Application ID and the criterion that placed it below the one before.
 */
export const listed = ({ sqlite }: Database, edition: number, list = 'state') =>
  sqlite
    .prepare(
      'SELECT user_id AS userId, merit_number AS number, percentage, decided_by AS decidedBy FROM merit_entries WHERE edition_id = ? AND list = ? ORDER BY merit_number',
    )
    .all(edition, list) as { userId: string; number: number; percentage: string; decidedBy: string | null }[]
/** A line of a list as ranking writes it. Without a `candidateId` it gets an account made for the purpose. */
export type RankedLine = {
  candidateId?: number
  userId: string
  fullName: string
  type?: CandidatureType
  category?: Category
  percentage?: string
  criteria?: object
  decidedBy?: DecidedBy | null
}

/**
 * Writes an edition as ranking, release and publication leave it, with each list in the order of its lines. Returns its
 * id.
 */
export function writeEdition(
  { services, clock }: TestPortal,
  {
    stage = 'final',
    number = 1,
    state = 'published',
    reason = number > 1 ? 'A mark was typed wrongly' : null,
    lists,
  }: {
    stage?: MeritStage
    number?: number
    state?: ReleaseState
    reason?: string | null
    lists: Partial<Record<MeritList, readonly RankedLine[]>>
  },
): number {
  const { db } = services
  const at = clock.portal()
  return db.transact(() => {
    const maker = db.sqlite
      .prepare(`INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at)
        VALUES ('ranker', 'Who Ranks', 'admin', 'x', 0, 0) ON CONFLICT (login_name) DO UPDATE SET role = 'admin' RETURNING id`)
      .pluck()
      .get() as number
    const edition = db.sqlite
      .prepare(`INSERT INTO merit_editions (stage, number, state, reason, prepared_at, prepared_by, published_at, fingerprint, report)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'f', '{}')`)
      .run(stage, number, state, reason, at, maker, state === 'published' ? at : null)
    const id = Number(edition.lastInsertRowid)
    const person = db.sqlite
      .prepare(`INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
        VALUES (@userId, @fullName, @userId || '@example.org', @userId, 'MH', 'MH-pune', 'en', 0, 0)
        ON CONFLICT (user_id) DO UPDATE SET language = language RETURNING id`)
      .pluck()
    const entry = db.sqlite.prepare(`INSERT INTO merit_entries
        (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category, percentage, criteria, decided_by)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    for (const [list, lines] of Object.entries(lists)) {
      lines.forEach((line, place) => {
        const { userId, fullName, type = 'A', category = 'OPEN', percentage = '61.2500' } = line
        const { criteria = { degree: [2450, 4000], 'birth-date': '2001-05-31' } } = line
        const decidedBy = line.decidedBy === undefined ? (place === 0 ? null : 'degree') : line.decidedBy
        const candidateId = line.candidateId ?? person.get({ userId, fullName })
        const columns = [userId, fullName, type, category, percentage, JSON.stringify(criteria), decidedBy]
        entry.run(id, list, place + 1, candidateId, ...columns)
      })
    }
    return id
  })
}

/** This many made-up lines, starting at an Application ID. */
export const madeUpLines = (count: number, from = 500_001): RankedLine[] =>
  Array.from({ length: count }, (_, place) => ({
    userId: `ML24${from + place}`,
    fullName: `${givenNames[place % givenNames.length]} ${familyNames[Math.floor(place / 7) % familyNames.length]}`,
    type: place % 10 === 9 ? 'OMS' : 'A',
    category: place % 10 === 9 ? 'OPEN' : (['OPEN', 'SC', 'OBC', 'NT-B'] as const)[place % 4],
  }))
const givenNames = ['Asha', 'Ravi', 'Sunita', 'Anil', 'Priya', 'Sagar', 'Neha', 'Kiran', 'Mahesh']
const familyNames = ['Patil', 'Kulkarni', 'Deshmukh', 'Jadhav', 'Shinde', 'Pawar', 'More', 'Joshi']
