import { expect, test } from 'vitest'
import { type Course, type CourseProfile, courseIn, type SeasonDefaults } from '#server/courses/course.ts'
import { scd } from '#server/courses/courses.ts'
import { cancellationSchedule, roundSchedule } from '#server/courses/state-cell.ts'
import { surfaceCoatingDiploma } from '#server/courses/surface-coating-diploma.ts'
import { surfaceCoatingDiplomaSeason } from '#server/courses/surface-coating-diploma-season.ts'
import { beginningOf, demoPhases, firstPhase } from '#server/demo/phases.ts'
import { checkStep } from '#server/domain/application/form/check.ts'
import { eligibilityOf } from '#server/domain/application/form/eligibility.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { civilDate, ist } from '#server/kernel/time.ts'
import { applicant } from '#tests/support/applicant.ts'
import { brokenInvariants } from '#tests/support/invariants.ts'
import { browser, openPortal, viewOf } from '#tests/support/portal.ts'

// An invented course: a certificate in stage design after an engineering diploma, with a drawing test. Everything that
// is different from the other courses is in this screen.

const profile: CourseProfile = {
  ...surfaceCoatingDiploma,
  slug: 'stage',
  courseTitle: { en: 'Certificate in Stage Design', mr: 'रंगमंच रचना प्रमाणपत्र' },
  courseShortTitle: { en: 'Stage Design', mr: 'रंगमंच रचना' },
  courseBarTitle: { en: 'Stage Design', mr: 'रंगमंच रचना' },
  loginNeedsOtp: false,
  form: {
    types: ['A', 'B', 'OMS'],
    modes: [1],
    withoutSeatTypes: ['TFWS'],
    qualification: {
      eligibleBy: 'drawing',
      criteria: ['marks-drawing+stagecraft', 'marks-diplomaMarks', 'ssc', 'birth-date'],
      sections: [
        'ssc',
        'diploma',
        {
          name: 'test',
          hasAbout: true,
          questions: [
            { name: 'testYear', kind: 'year', min: 2020 },
            ...['drawing', 'stagecraft'].flatMap((name) => [
              { name, kind: 'decimal' as const, min: 0, max: 200 },
              { name: `${name}OutOf`, kind: 'integer' as const, min: 1, max: 200 },
            ]),
          ],
        },
      ],
    },
  },
  words: {
    'form:qualifications-details.test.title': { en: 'Drawing test', mr: 'चित्रकला चाचणी' },
    'form:qualifications-details.test.about': { en: 'As on the score card.', mr: 'गुणपत्रकानुसार.' },
    'form:qualifications-details.testYear': { en: 'Year of the test', mr: 'चाचणीचे वर्ष' },
    'form:qualifications-details.drawing': { en: 'Marks in drawing', mr: 'चित्रकलेतील गुण' },
    'form:qualifications-details.drawingOutOf': { en: 'Drawing: out of', mr: 'चित्रकला: एकूण गुण' },
    'form:qualifications-details.stagecraft': { en: 'Marks in stagecraft', mr: 'रंगमंच तंत्रातील गुण' },
    'form:qualifications-details.stagecraftOutOf': { en: 'Stagecraft: out of', mr: 'रंगमंच तंत्र: एकूण गुण' },
    'merit:criterion.marks-drawing+stagecraft': { en: 'Drawing and stagecraft', mr: 'चित्रकला आणि रंगमंच तंत्र' },
    'merit:criterion.marks-diplomaMarks': { en: 'Diploma percentage', mr: 'पदविका टक्केवारी' },
  },
}

const rounds = surfaceCoatingDiplomaSeason.rounds.slice(0, 2)
const opensAt = ist('2024-08-24 10:00')
const season: SeasonDefaults = {
  ...surfaceCoatingDiplomaSeason,
  applicationIdPrefix: 'SD',
  rounds,
  merit: ['marks-drawing+stagecraft', 'marks-diplomaMarks', 'birth-date'],
  form: {
    ...surfaceCoatingDiplomaSeason.form,
    eligibility: { of: 'marks', question: 'drawing', percent: 50, percentReserved: 45 },
  },
  schedule: [
    ...surfaceCoatingDiplomaSeason.schedule.filter(({ key }) => !/^round-|^cancellation$/.test(key)),
    ...roundSchedule(rounds, opensAt),
    cancellationSchedule(rounds, opensAt),
  ],
}

const course: Course = courseIn(profile, season)
/** The portal of the invented course; the base that it replaces is the one that tests know. */
const open = (cohort: number) =>
  openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['scd'], course, cohort })

test('a course in one screen of data plays its season, by its own questions, criteria, rounds and seats', async () => {
  const portal = await open(120)
  const { services } = portal
  const { application, db, results, seats } = services
  const ids = db.sqlite.prepare<[], number>('SELECT candidate_id FROM applications').pluck().all()
  const forms = stepForms(course.form)
  const today = civilDate(beginningOf(firstPhase))
  for (const id of ids) {
    const answers = application.answers(id)
    for (const step of questionSteps.filter((one) => answers[one]))
      expect([step, checkStep(forms[step], answers[step]!, answers, today)]).toEqual([
        step,
        { ok: true, value: answers[step] },
      ])
    expect(Object.keys(answers['qualifications-details'] ?? {})).not.toContain('hscBoard')
    expect(Object.keys(answers['category-details'] ?? {})).not.toContain('tfws')
  }
  expect(
    seats
      .inForce()!
      .courses.flatMap((one) => one.seats)
      .some(({ seatType }) => seatType === 'TFWS'),
  ).toBe(false)

  for (const phase of demoPhases.slice(1)) {
    const moved = await portal.ask('POST', '/demo/clock', { body: { phase } })
    expect([phase, moved.status]).toEqual([phase, 200])
    expect(await brokenInvariants(services, { isJustPublished: phase.endsWith('-allotment') })).toEqual([])
  }
  expect(results.rounds()).toEqual([1, 2])
  const { admitted } = db.sqlite.prepare('SELECT count(*) AS admitted FROM admissions').get() as { admitted: number }
  expect(admitted).toBeGreaterThan(20)

  // The merit list follows the course's own criteria.
  const list = db.sqlite
    .prepare<[], string>(
      `SELECT criteria FROM merit_entries WHERE list = 'all-india' AND edition_id =
         (SELECT max(id) FROM merit_editions WHERE state = 'published') ORDER BY merit_number`,
    )
    .pluck()
    .all()
    .map((kept) => JSON.parse(kept) as Record<string, [number, number]>)
  const shares = list.map((kept) => kept['marks-drawing+stagecraft']!).map(([got, of]) => got / of)
  expect(shares.length).toBeGreaterThan(40)
  expect(shares).toEqual([...shares].sort((a, b) => b - a))
})

test('its pages, its API, its desk and its files use its own words and rules', async () => {
  const portal = await open(3)
  const { services } = portal
  for (const [language, words] of [
    ['en', 'Marks in drawing'],
    ['mr', 'चित्रकलेतील गुण'],
  ] as const) {
    const { text } = await browser(portal).get(`/stage/candidate/home?lang=${language}`)
    expect(text).toContain(profile.courseTitle[language])
    const step = services.application.step(1, 'qualifications-details', language, portal.clock.portal())
    expect(JSON.stringify(step)).toContain(words)
  }
  expect(
    viewOf<{ course: { words: Record<string, string> } }>(await browser(portal).get('/stage/candidate/home')).course
      .words,
  ).toEqual(Object.fromEntries(Object.entries(profile.words!).map(([key, { en }]) => [key, en])))
  expect((await portal.ask('GET', '/demo')).status).toBe(200)

  // A pass needs 50 per cent in drawing, 45 for a reserved category.
  const passes = (drawing: string, category: string) =>
    eligibilityOf(
      {
        'type-of-candidature': { type: 'A' },
        'category-details': { category },
        'qualifications-details': { drawing, drawingOutOf: '200' },
      },
      course.form.eligibility,
    )?.isEligible
  expect([passes('99.5', 'OPEN'), passes('100', 'OPEN'), passes('90', 'SC'), passes('89', 'SC')]).toEqual([
    false,
    true,
    true,
    false,
  ])

  // A seat matrix with a type of seat that the course does not have is refused.
  const admin = services.staff.list().find(({ loginName }) => loginName === 'admin')!
  const matrix = [...seatMatrixCsv(services.seats.inForce()!.courses)].join('')
  const withWaiver = matrix.replace(/^(pool,\d{9},.*),GOPENS,(\d+)\s*$/m, '$1,TFWS,$2')
  expect(withWaiver).not.toBe(matrix)
  expect(services.seatMatrix.importText(admin, 'waiver.csv', withWaiver)).toMatchObject({
    ok: false,
    refusal: { fields: [{ code: 'seatLine.seat-type' }] },
  })
  expect(scd.form.withoutSeatTypes).toBeUndefined()
})

test('a percentage that is too low is named by its own question, not by a degree', async () => {
  const portal = await openPortal({ slugs: ['scd'], course: { ...course, slug: 'scd' } })
  const asha = await applicant(portal)
  const add = portal.services.db.sqlite.prepare(
    'INSERT INTO application_steps (candidate_id, step, version, answers, completed_at) VALUES (?, ?, 1, ?, 1)',
  )
  const answers = [
    { mode: '1', type: 'A' },
    {},
    { category: 'OPEN', ews: 'no', disability: 'no', defence: 'none', orphan: 'no' },
    { drawing: '80', drawingOutOf: '200' },
  ]
  for (const [step, given] of answers.entries()) add.run(asha.id, step, JSON.stringify(given))
  for (const [language, words] of [
    ['en', 'Marks in drawing: the course needs 50 %; these marks are 40.00 %.'],
    ['mr', 'चित्रकलेतील गुण: या अभ्यासक्रमासाठी 50 % लागतात; हे गुण 40.00 % आहेत.'],
  ])
    expect((await browser(portal, asha.cookies).get(`qualifications-details?lang=${language}`)).text).toContain(words)
})

test('the desk asks for its least percentage without naming a degree', async () => {
  const { services } = await openPortal({ slugs: ['scd'], course: { ...course, slug: 'scd' } })
  const labels = services.settings.formOf('limits').fields.map(({ label }) => translate('en', label as TextKey))
  expect(labels).toContain(translate('en', 'season:field.limits.percentOfMarks'))
  expect(labels.join()).not.toMatch(/degree/)
})
