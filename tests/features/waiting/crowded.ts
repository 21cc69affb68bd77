import { days } from '#server/kernel/time.ts'
import type { TestPortal } from '#tests/support/portal.ts'

/** The helpers of both: rows are written as their features write them, with an admin as the one who prepared them. */
function writerOf({ services, clock }: TestPortal) {
  const { sqlite } = services.db
  const run = (sql: string, values: object = {}) =>
    sqlite
      .prepare<[object]>(sql)
      .run({ now: clock.portal(), by: idOf('admin'), long: clock.portal() - days(10), ...values })
  const ids = (sql: string, values: object = {}) => sqlite.prepare<[object], number>(sql).pluck().all(values)
  const idOf = (login: string): number =>
    sqlite.prepare<[string], number>('SELECT id FROM staff WHERE login_name = ?').pluck().get(login)!
  /** Closes the record of a candidate, as a request for erasure does. */
  const close = (candidateId: number) =>
    run('INSERT INTO data_states (candidate_id, restricted_at) VALUES (@candidateId, @now) ON CONFLICT DO NOTHING', {
      candidateId,
    })
  return { run, ids, idOf, close }
}

/** A row of each kind that waits while forms are checked, some of them of closed records, of other regions and answered already. */
export function letWait(portal: TestPortal): void {
  const { run, ids, idOf, close } = writerOf(portal)
  const forms = ids(
    "SELECT candidate_id FROM applications WHERE mode = 1 AND form_state = 'submitted' ORDER BY candidate_id",
  )
  const [closed, nobodys, again, held, alsoHeld, colleagues] = forms
  close(closed!)
  run('UPDATE scrutinies SET officer_id = NULL WHERE candidate_id IN (@closed, @nobodys)', { closed, nobodys })
  run('UPDATE applications SET last_reverted_at = 1 WHERE candidate_id = @again', { again })
  run('UPDATE applications SET picked_up_at = 1 WHERE candidate_id IN (@held, @alsoHeld)', { held, alsoHeld })
  run('UPDATE scrutinies SET held_by = @so, held_since = 1 WHERE candidate_id IN (@held, @alsoHeld)', {
    held,
    alsoHeld,
    so: idOf('so'),
  })
  close(alsoHeld!)
  // Assigned to one officer and held by a colleague, who may have moved to another region since.
  run('UPDATE applications SET picked_up_at = 1 WHERE candidate_id = @colleagues', { colleagues })
  run('UPDATE scrutinies SET officer_id = @so, held_by = @colleague, held_since = 1 WHERE candidate_id = @colleagues', {
    colleagues,
    so: idOf('so'),
    colleague: idOf('so-nagpur'),
  })

  const confirmed = ids("SELECT candidate_id FROM applications WHERE form_state = 'confirmed' ORDER BY candidate_id")
  for (const [place, candidateId] of confirmed.slice(0, 4).entries())
    run(
      `INSERT INTO second_readings (candidate_id, version, first_id, confirmed_at, lot, share)
       SELECT @candidateId, max(number), @first, @now, 0, 5 FROM application_versions WHERE candidate_id = @candidateId
       ON CONFLICT DO NOTHING`,
      { candidateId, first: place === 0 ? idOf('so') : idOf('so-nagpur') },
    )
  close(confirmed[1]!)

  const everybody = ids('SELECT id FROM candidates ORDER BY id')
  for (const [place, type] of [
    'merit',
    'process',
    'self-verification',
    'merit',
    'merit',
    'self-verification',
    'process',
  ].entries()) {
    const candidateId = everybody[10 + place]
    run(
      "INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (@candidateId, @type, 0, 'open', @long)",
      { candidateId, type },
    )
    // The officer has answered every second one, which then waits for the candidate.
    run(
      `INSERT INTO grievance_messages (grievance_id, staff_id, entry, text, at)
       SELECT max(id), @officer, 'message', 'Words', @now FROM grievances`,
      { officer: place % 2 ? idOf('so') : null },
    )
  }
  // One complaint about the process is not decided within its fifteen days.
  run(
    "UPDATE grievances SET filed_at = filed_at - 1728000000 WHERE id = (SELECT min(id) FROM grievances WHERE type = 'process' AND state = 'open')",
    {},
  )
  close(everybody[13]!)
  close(everybody[16]!)

  for (const place of [13, 20])
    run(
      `INSERT INTO certificates (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
       VALUES (@candidateId, 'caste-validity', 'h', 'application/pdf', 1, 1, 'f.pdf', @now) ON CONFLICT DO NOTHING`,
      { candidateId: everybody[place] },
    )

  run("INSERT INTO shared_marks (kind, mark, found_at) VALUES ('name-and-birth', 'm', 5)")
  run(
    "INSERT INTO person_marks (candidate_id, kind, mark) SELECT id, 'name-and-birth', 'm' FROM candidates ORDER BY id LIMIT 2",
  )
  run("INSERT INTO settlement_files (id, hash, name, imported_at, imported_by) VALUES (900, 'h', 'f', 7, @by)")
  run(`INSERT INTO settlement_lines (file_id, line, entity_id, type, debit, credit, amount, fee, tax, currency, settled_at,
    settlement_id, utr, state) VALUES (900, 1, 'pay_1', 'payment', 0, 1, 1, 0, 0, 'INR', 6, 's', 'u', 'queued')`)
  run('INSERT INTO breaches (noticed_at, what_en, recorded_at, recorded_by) VALUES (@now, @text, @now, @by)', {
    text: 'A list was sent to a wrong address.',
  })
  run(
    "INSERT INTO imports (kind, file_name, is_whole, state, prepared_at, prepared_by) VALUES ('institutes', 'f.csv', 0, 'prepared', @now, @by)",
  )
  run(
    "INSERT INTO imports (kind, file_name, is_whole, state, prepared_at, prepared_by) VALUES ('staff', 'f.csv', 0, 'prepared', @now, @by)",
  )
  run(
    `INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at)
     VALUES ('so-by-file', 'Meera Joshi', 'so', '', 1, @now) ON CONFLICT DO NOTHING`,
  )
  run(`INSERT INTO refund_requests (payment_id, amount, reason, state, prepared_at, prepared_by)
    SELECT id, amount, 'Paid twice', 'prepared', @now, @by FROM payments WHERE status = 'captured' ORDER BY id LIMIT 2`)
  run(`INSERT INTO staff_changes (kind, staff_id, login_name, full_name, state, prepared_at, prepared_by)
    SELECT 'reset-password', id, login_name, full_name, 'prepared', @now, @by FROM staff WHERE login_name = 'ro'`)
  run(`INSERT INTO bulk_messages (by_sms, by_whatsapp, by_email, title_en, title_mr, body_en, body_mr, state, prepared_at, prepared_by)
    VALUES (0, 0, 1, 'T', 'T', 'B', 'B', 'prepared', @now, @by)`)
  run(
    "INSERT INTO setting_proposals (key, value, base, state, prepared_at, prepared_by) VALUES ('second-reading', '{\"percent\":7}', 0, 'prepared', @now, @by)",
  )
  run(`INSERT INTO schedule_changes (state, prepared_at, prepared_by, version, saved_at, saved_by, hands)
    VALUES ('prepared', @now, @by, 1, @now, @by, json_array(@by))`)
  run(`INSERT INTO seat_matrix_editions (number, file_name, hash, state, prepared_at, prepared_by, attest_by)
    VALUES (90, 'f.csv', 'h', 'prepared', @now, @by, @now + 1000000)`)
  run(`INSERT INTO seat_matrix_courses SELECT (SELECT max(id) FROM seat_matrix_editions), choice_code, line, institute_code, institute,
      university, district, status, autonomy, minority, course, sanctioned, maharashtra, minority_seats, all_india, institute_level
    FROM seat_matrix_courses WHERE institute_code = '9001' AND edition_id = 1`)
  run(
    "INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, fingerprint, report) VALUES ('provisional', 1, 'prepared', @now, @by, '', '{}')",
  )
}

/** The same once a round is published and institutes admit. */
export function letWaitAfterRound(portal: TestPortal): void {
  const { run, ids, idOf, close } = writerOf(portal)
  const [institute] = ids(
    'SELECT CAST(institute_code AS INTEGER) FROM admissions WHERE undone_at IS NULL GROUP BY institute_code ORDER BY count(*) DESC',
  )
  run("UPDATE staff SET institute = @institute WHERE role = 'institute'", { institute: String(institute) })
  run('DELETE FROM institute_days')
  const admitted = ids(
    'SELECT id FROM admissions WHERE institute_code = @institute AND undone_at IS NULL ORDER BY id',
    { institute: String(institute) },
  )
  run(
    "INSERT OR REPLACE INTO admission_checks (admission_id, verdict, reason, checked_at, checked_by) VALUES (@id, 'objected', 'Words', @now, @ro)",
    { id: admitted[0], ro: idOf('ro') },
  )
  run(
    `INSERT INTO admission_corrections (kind, candidate_id, round, choice_code, institute_code, reason, state, prepared_at, prepared_by)
     SELECT 'undo', candidate_id, round, choice_code, institute_code, 'Words', 'prepared', @now, @institute FROM admissions WHERE id = @id`,
    { id: admitted[1], institute: idOf('institute') },
  )
  // Of other institutes' candidates, where this one has too few.
  const seated = ids(
    'SELECT DISTINCT candidate_id FROM admissions WHERE id NOT IN (@one, @other) ORDER BY id DESC LIMIT 3',
    {
      one: admitted[0] ?? 0,
      other: admitted[1] ?? 0,
    },
  )
  for (const [place, candidateId] of seated.entries())
    run(
      `INSERT INTO cancellations (candidate_id, case_number, round, choice_code, institute_code, reason, requested_at)
       SELECT candidate_id, 900 + @place, round, choice_code, @institute, 'elsewhere', CASE @place WHEN 0 THEN @now ELSE @long END
       FROM admissions WHERE candidate_id = @candidateId LIMIT 1`,
      { candidateId, place, institute: String(institute) },
    )
  close(seated[2]!)
  const [answered] = ids(
    'SELECT id FROM admissions WHERE id NOT IN (@one, @other) AND undone_at IS NULL ORDER BY institute_code = @institute DESC, id',
    { one: admitted[0] ?? 0, other: admitted[1] ?? 0, institute: String(institute) },
  )
  run(
    `INSERT OR REPLACE INTO admission_checks (admission_id, verdict, reason, checked_at, checked_by, answer, answered_at, answered_by)
     VALUES (@answered, 'objected', 'Words', @now, @ro, 'An answer', @now, @institute)`,
    { answered, ro: idOf('ro'), institute: idOf('institute') },
  )
  run(`INSERT INTO jk_seatings (merit_edition_id, state, prepared_at, prepared_by)
    SELECT max(id), 'prepared', @now, @by FROM merit_editions WHERE state = 'published'`)
  run(`INSERT INTO allotment_runs (round, merit_edition_id, seat_matrix_edition_id, state, prepared_at, prepared_by)
    SELECT 2, merit_edition_id, seat_matrix_edition_id, 'prepared', @now, @by FROM allotment_runs WHERE round = 1 AND state = 'published'`)
  run(
    `INSERT INTO special_orders (kind, mobile, order_number, authority, reason, until, state, prepared_by, prepared_at, decided_by, decided_at)
     VALUES ('admit-late', '9876500000', 'CELL/7', 'The cell', 'Flood', @now + 1000000, 'published', @by, @now, @by, @now)`,
  )
  const [withdrawn] = ids('SELECT id FROM candidates WHERE id NOT IN (SELECT candidate_id FROM admissions) ORDER BY id')
  run(
    `INSERT INTO admissions (candidate_id, round, choice_code, institute_code, seen, awaited, admitted_at, admitted_by, undone_at)
     SELECT @withdrawn, round, choice_code, institute_code, '[]', '[]', @long, @institute, @now FROM admissions WHERE id = @like`,
    { withdrawn, institute: idOf('institute'), like: admitted[0] },
  )
  run(
    `INSERT INTO seat_endings (candidate_id, round, ending, at, order_id)
     SELECT @withdrawn, 1, 'withdrawn-by-order', @now, max(id) FROM special_orders`,
    { withdrawn },
  )
}
