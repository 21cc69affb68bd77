import { expect, test } from 'vitest'
import { type ImportKind, importKinds } from '#server/domain/desk/imports.ts'
import { type CourseSeats, mostMatrixRows, readSeatMatrix, wordsOf } from '#server/domain/seats/seat-matrix.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import { readCsv } from '#server/http/read-csv.ts'
import { ist } from '#server/kernel/time.ts'
import { addMatrix, codes } from '#tests/support/allotment.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { asha, openPortal, signIn, type TestPortal } from '#tests/support/portal.ts'

/** Texts that a desk can hold, and that a spreadsheet, a quote or a rule of an import could spoil. */
const awkward = [
  '=SUM(A1:A9)',
  '+91 20 2550 6970',
  '-12',
  '@hall',
  "'000123",
  '’07 batch',
  '000123',
  '01-Feb',
  '1.23E+11',
  '#N/A',
  '????',
  '05/08/2024',
  'says "hello", twice',
  'two\nlines',
  'two  spaces ',
  'semi;colon\tand tab',
  'मराठी ‘नाव’ कऱ्हाड',
  'a✓b',
  `${'long '.repeat(150)}end`,
]

/** Fills every table with awkward values where its columns hold text, as older versions and the desk may have left them. */
async function fill(portal: TestPortal, staffId: number): Promise<void> {
  const { db, clock } = portal.services
  const run = (sql: string, ...values: (string | number | null)[]) => db.sqlite.prepare(sql).run(...values)
  awkward.forEach((text, n) => {
    const two = String(n).padStart(2, '0')
    run(
      `INSERT INTO facilitation_centres (code, name_en, name_mr, district, region, address_en, address_mr, phone, place, directions_en, directions_mr, closed_at)
       VALUES (?, ?, ?, 'MH-pune', 'pune', ?, ?, ?, ?, ?, ?, ?)`,
      ...[`0${two}`, text, text, text, text, text, text, text, text, n % 3 ? null : 1],
    )
    run(
      "INSERT INTO institutes VALUES (?, ?, ?, ?, ?, ?, ?, 'both', ?, ?, ?, NULL, '[]')",
      ...[`0${two}`, text, text, text, text, text, text, text, text, text],
    )
    run('INSERT INTO institute_accounts VALUES (?, ?, ?, ?, ?, ?)', `0${two}`, text, text, text, text, text)
    run('INSERT INTO course_fees VALUES (?, ?)', `0${two}110110`, n * 100)
    run(
      "INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at, disabled_at) VALUES (?, ?, 'so', '', 0, 1, ?)",
      ...[`so.${n}`, text, n % 2 ? 1 : null],
    )
    run(
      "INSERT INTO vocabulary_entries VALUES ('castes', ?, 'no such group', ?, ?, ?, ?)",
      ...[`000${n}`, text, text, n % 2 ? '2024-08-20' : null, n % 2 ? '2024-08-05' : null],
    )
    run(
      'INSERT INTO past_closings VALUES (?, ?, ?, 1, ?, 0, 5, 5)',
      ...[n % 2 ? '2023-2024' : '2030-2031', `0${two}110110`, 'GOPENS', n],
    )
    // A centre that is closed, slots that overlap and are too short, and one that has places beyond the bound.
    const startsAt = ist('2024-09-01 09:00') + n * 60_000
    run(
      'INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES (?, ?, ?, ?)',
      ...['000', startsAt, startsAt + 120_000, 900 + n],
    )
  })
  addMatrix(db, 1, staffId)
  run(
    `INSERT INTO merit_editions (id, stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
     VALUES (1, 'final', 1, 'published', 1, ?, 1, '', '{}')`,
    staffId,
  )
  const { userId } = await signIn(portal, asha)
  const id = Number(db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').pluck().get(userId))
  run(
    "INSERT INTO merit_entries VALUES (1, 'jk', 1, ?, ?, 'Migrant', 'J-1', 'OPEN', '60.0000', '[]', NULL)",
    id,
    userId,
  )
  run("INSERT INTO jk_seats VALUES (?, 'Institute', 'Course', 900, ?)", codes.first, staffId)
  // Also a choice whose seats have been taken back.
  run(
    'INSERT INTO jk_choices (candidate_id, choices, recorded_at, recorded_by) VALUES (?, ?, ?, ?)',
    id,
    `${codes.first},${codes.second}`,
    clock.portal(),
    staffId,
  )
}

test('whatever a table holds, its export is read back without a change and without a question', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  await fill(portal, keeper.id)
  const seen: Partial<Record<ImportKind, number>> = {}
  for (const kind of importKinds) {
    const exported = await keeper.exported(kind)
    const file = await keeper.bring(kind, exported, { isWhole: 'true' })
    expect([kind, file.state, file.faults, file.counts]).toEqual([
      kind,
      'prepared',
      [],
      { new: 0, changed: 0, gone: 0, unchanged: file.counts.lines, lines: file.counts.lines },
    ])
    seen[kind] = file.counts.lines
    expect(await keeper.exported(kind), kind).toBe(exported)
  }
  const least: Record<ImportKind, number> = {
    centres: 25,
    institutes: 19,
    'course-fees': 19,
    'institute-accounts': 19,
    staff: 20,
    slots: 19,
    'jk-seats': 1,
    'jk-choices': 1,
    'past-closings': 19,
    vocabularies: 500,
    'message-ids': 138,
  }
  for (const kind of importKinds) expect(seen[kind], kind).toBeGreaterThanOrEqual(least[kind])
})

test('the seat matrix in force is read back without a change, also words that look damaged', () => {
  const [course, ...more] = sampleCourses
  const words = {
    institute: "'000123",
    university: 'says "hello", twice',
    autonomy: '‘मराठी’ नाव; दोन',
    course: '01-Feb',
  }
  const courses = [course!, ...more].map((one) => ({ ...one, ...words, instituteCode: '0007', status: '#N/A' }))
  const rows = (of: readonly CourseSeats[]) => readCsv([...seatMatrixCsv(of)].join(''), mostMatrixRows)
  const alike = courses.map((one) => ({ ...one, district: course!.district, minority: course!.minority }))
  expect(readSeatMatrix(rows(alike)).faults[0]).toMatchObject({ rule: 'damaged' })
  expect(readSeatMatrix(rows(alike), [], {}, wordsOf(alike))).toMatchObject({ faults: [], courses: alike })
})

test('a value that looks damaged is refused where it is new, also beside one that has it already', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  await fill(portal, keeper.id)
  const [header, ...lines] = (await keeper.exported('centres')).split('\r\n')
  const held = lines.find((line) => line.startsWith('007,'))!
  expect(held).toContain('01-Feb')
  const file = await keeper.bring('centres', `${header}\r\n${held}\r\n${held.replace(/^007/, 'FC99')}`)
  expect(file.state).toBe('failed')
  expect(new Set(file.faults.map(({ line }) => line))).toEqual(new Set([3]))
  expect(file.faults[0]).toMatchObject({ column: 'name_en', why: 'sheet-date', params: { value: '01-Feb' } })
})
