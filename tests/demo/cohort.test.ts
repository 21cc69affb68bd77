import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import { cohortCandidate, cohortSize } from '#server/demo/cohort.ts'
import { declarationNow } from '#server/domain/application/declaration.ts'
import { checkStep } from '#server/domain/application/form/check.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { applicationFee } from '#server/domain/money/fees.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { printStep } from '#server/domain/terms/journey.ts'
import { type Answers, questionSteps } from '#server/domain/terms/question.ts'
import { civilDate, ist } from '#server/kernel/time.ts'
import { openPortal } from '#tests/support/portal.ts'

const now = ist('2024-08-12 16:20')
const cohortOf = (course: (typeof courses)[number]) => {
  const size = cohortSize(course.slug)
  return Array.from({ length: size }, (_, n) => cohortCandidate(course, n, size, now))
}

describe.each(courses.map((course) => [course.slug, course] as const))('the cohort of %s', (_, course) => {
  const cohort = cohortOf(course)
  const begun = cohort.flatMap(({ createdAt, application }) => (application ? [{ ...application, createdAt }] : []))

  test("every candidate's answers fit the form unchanged, on the day when they began", () => {
    const forms = stepForms(course.form)
    for (const { answers, createdAt } of begun) {
      const today = civilDate(createdAt as typeof now)
      const checked = questionSteps.map((step) => [step, checkStep(forms[step], answers[step]!, answers, today)])
      expect(checked).toEqual(questionSteps.map((step) => [step, { ok: true, value: answers[step] }]))
    }
  })

  test('the cohort has every type, category, claim and form of result', () => {
    const share = (of: (application: (typeof begun)[number]) => boolean) => begun.filter(of).length / begun.length
    for (const type of course.form.types)
      expect([type, share(({ story }) => story.type === type) > 0]).toEqual([type, true])
    const claims = begun.map(({ answers }) => claimsOf(answers)!)
    for (const category of ['OPEN', 'SC', 'ST', 'VJ', 'NT-B', 'NT-C', 'NT-D', 'OBC', 'SBC', 'SEBC']) {
      expect([category, claims.some((claim) => claim.category === category)]).toEqual([category, true])
    }
    for (const claim of ['isEws', 'isDisabled', 'isOrphan', 'isTfws'] as const) {
      expect([claim, claims.some((one) => one[claim])]).toEqual([claim, true])
    }
    expect(new Set(claims.map(({ defence }) => defence))).toEqual(new Set([null, 'DEF-1', 'DEF-2', 'DEF-3']))
    expect(claims.some(({ minorities }) => minorities.length === 2)).toBe(true)
    const states = ['validityStatus', 'creamyLayerStatus'].flatMap((name) =>
      begun.map(({ answers }) => answers['category-details']?.[name]),
    )
    for (const status of ['have', 'applied', 'not-applied']) expect(states).toContain(status)
    if (course.form.qualification === 'degree') {
      expect(share(({ story }) => story.result === 'cgpa')).toBeGreaterThan(0.1)
      expect(share(({ answers }) => answers['qualifications-details']?.afterSsc === 'diploma')).toBeGreaterThan(0.1)
    }
    expect(share(({ progress }) => progress.submittedAt !== null)).toBeGreaterThan(0.75)
  })

  test('some candidates have equal results, so that a list has ties to decide', () => {
    const results = begun.map(({ answers: { 'qualifications-details': passed = {} } }) =>
      course.form.qualification === 'degree'
        ? Number(passed.degreeMarks) / Number(passed.degreeOutOf)
        : Number(passed.physics) + Number(passed.chemistry) + Number(passed.mathematics ?? passed.biology),
    )
    expect(new Set(results).size).toBeLessThan(results.length * 0.8)
  })
})

/** A portal with the whole cohort, and a query on its tables. */
async function seeded(slug: string, cohort = cohortSize(slug)) {
  const portal = await openPortal({ mode: 'demo', at: now, slugs: [slug], cohort })
  const all = <T>(sql: string, ...values: unknown[]) => portal.services.db.sqlite.prepare(sql).all(...values) as T[]
  return { portal, all }
}

test.each(courses.map(({ slug }) => slug))(
  'every submitted form could have been submitted through the pages: %s',
  async (slug) => {
    const { portal, all } = await seeded(slug)
    const { application, course, db } = portal.services
    const stepsOf = db.sqlite.prepare<[number], { answers: string; at: number }>(
      'SELECT answers, completed_at AS at FROM application_steps WHERE candidate_id = ? ORDER BY step',
    )
    const filesOf = db.sqlite.prepare<[number], { kind: string; hash: string; at: number }>(
      'SELECT kind, hash, uploaded_at AS at FROM documents WHERE candidate_id = ? ORDER BY kind',
    )
    const paidBy = db.sqlite.prepare<[number], { sum: number; at: number }>(
      "SELECT sum(amount) AS sum, max(captured_at) AS at FROM payments WHERE candidate_id = ? AND status = 'captured'",
    )
    const submitted = all<{ id: number; snapshot: string; fingerprint: string; submitted: number; version: number }>(
      `SELECT a.candidate_id AS id, v.snapshot, v.fingerprint, a.submitted_at AS submitted, v.submitted_at AS version
       FROM applications a LEFT JOIN application_versions v ON v.candidate_id = a.candidate_id
         AND v.number = (SELECT max(number) FROM application_versions WHERE candidate_id = a.candidate_id)
       -- Whose claims scrutiny removed has not submitted what stands there now.
       WHERE a.submitted_at IS NOT NULL AND a.convert_fee = 0`,
    )
    expect(submitted.length).toBeGreaterThan(cohortSize(slug) * 0.75)
    for (const { id, snapshot, fingerprint, submitted: at, version } of submitted) {
      const [rows, files, paid] = [stepsOf.all(id), filesOf.all(id), paidBy.get(id)!]
      const answers = Object.fromEntries(
        questionSteps.map((step, number) => [step, JSON.parse(rows[number]!.answers)]),
      ) as Answers
      const required = requiredDocuments(answers).map(({ kind }) => kind)
      const lastDone = Math.max(...rows.map((row) => row.at), ...files.map((file) => file.at), paid.at)
      expect({
        id,
        steps: rows.length,
        refused: questionSteps.filter(
          (step) => !checkStep(application.forms[step], answers[step]!, answers, civilDate(at as typeof now)).ok,
        ),
        files: files.map(({ kind }) => kind),
        paid: paid.sum,
        version,
        isInOrder: lastDone <= at && at <= now,
        fingerprint,
        snapshot: JSON.parse(snapshot),
      }).toEqual({
        id,
        steps: printStep,
        refused: [],
        files: ['photo', 'signature', ...required].sort(),
        paid: applicationFee(claimsOf(answers)!, course.applicationFees),
        version: at,
        isInOrder: true,
        fingerprint: createHash('sha256').update(snapshot).digest('hex'),
        snapshot: {
          userId: expect.any(String),
          fullName: expect.any(String),
          answers,
          documents: files.map(({ kind, hash }) => ({ kind, hash })),
          feePaid: paid.sum,
          declaration: declarationNow,
        },
      })
    }
  },
  60_000,
)

test('a review of all applications finds nothing to complete, re-open or record', async () => {
  const { portal, all } = await seeded('mbale', 300)
  const before = await portal.contents()
  portal.services.db.transact(() => {
    for (const { id } of all<{ id: number }>('SELECT candidate_id AS id FROM applications')) {
      portal.services.application.reconsider(id)
    }
  })
  expect(await portal.contents()).toBe(before)
})

test('the jobs find nothing to do in a newly seeded demo', async () => {
  const { portal } = await seeded('mbale', 60)
  // The retention counts its nights, by which it knows how long to keep what it erased; here it erases nothing.
  const contents = async () => (await portal.contents()).replace(/^erasure_nights .*$/m, '')
  const before = await contents()
  await portal.ask('POST', '/demo/jobs')
  expect(await contents()).toBe(before)
  expect(portal.rows().erased_rows).toBe(0)
})

test('two seeded portals have the same rows', async () => {
  const first = await seeded('mbale', 120)
  const second = await seeded('mbale', 120)
  expect(await second.portal.contents()).toBe(await first.portal.contents())
  expect(first.portal.rows().application_versions).toBeGreaterThan(90)
})
