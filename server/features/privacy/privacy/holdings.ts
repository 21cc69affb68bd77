import type { DataPart } from '#server/domain/privacy/erasure.ts'

/**
 * One table that holds data about candidates. `of`: the condition that finds the rows of
 * the candidate with this id, which is an SQL expression. `given`: the
 * columns that the candidate gets in a download; null for rows that are only secrets, or marks that say nothing about a
 * person. `says`: the condition of the rows among them that say something; all, unless it is there. `json`: those of them that hold JSON. `erase`: `rows` deletes the rows, `set` gives columns these SQL values, null keeps rows
 * that hold no name (their numbers add up to the seats and the money of the portal). `endedBy`: the column with the instant, by
 * the machine's clock, from which the time of a login counts.
 */
export type Holding = {
  table: string
  part: DataPart
  of(id: string): string
  given: readonly string[] | null
  says?: string
  json?: readonly string[]
  erase: 'rows' | { set: Readonly<Record<string, string>> } | null
  endedBy?: string
}

const own = (id: string) => `candidate_id = ${id}`
const through = (column: string, table: string) => (id: string) =>
  `${column} IN (SELECT id FROM ${table} WHERE candidate_id = ${id})`
const ofGrievances = through('grievance_id', 'grievances')
const ofPayments = through('payment_id', 'payments')
const ofSessions = through('session_id', 'sessions')

/** How subjects of OTPs that the candidate asked for begin. A bound number is a real one: 1.0. */
const askedBy = (id: string) => `'candidate:' || CAST(${id} AS INTEGER)`

const file = ['hash', 'media_type', 'bytes', 'pages', 'original_name'] as const

/**
 * Everything that a portal holds about a candidate, in the order in which it is erased: rows that refer to others come
 * first. Downloads, retention and erasure read this list; a test compares it with the database, so a new table about
 * candidates must be added here.
 */
export const holdings: readonly Holding[] = [
  { table: 'kept_forms', part: 'optional', of: own, given: null, erase: 'rows' },
  { table: 'push_devices', part: 'optional', of: own, given: ['device', 'created_at'], erase: 'rows' },
  {
    table: 'second_receivers',
    part: 'optional',
    of: own,
    given: ['full_name', 'relation', 'mobile', 'email', 'asked_at', 'confirmed_at'],
    erase: 'rows',
  },
  { table: 'feedback', part: 'optional', of: own, given: ['about', 'rating', 'text', 'at'], erase: 'rows' },

  {
    table: 'self_verifications',
    part: 'seats',
    of: own,
    given: ['answers', 'submitted_at'],
    json: ['answers'],
    erase: 'rows',
  },
  { table: 'mock_seats', part: 'seats', of: own, given: null, erase: 'rows' },
  { table: 'option_choices', part: 'seats', of: own, given: ['round', 'position', 'choice_code'], erase: 'rows' },
  {
    table: 'option_history',
    part: 'seats',
    of: own,
    given: ['round', 'act', 'choices', 'at', 'device'],
    erase: 'rows',
  },
  { table: 'option_forms', part: 'seats', of: own, given: ['round', 'saved_at', 'confirmed_at'], erase: 'rows' },
  { table: 'roll_call_answers', part: 'seats', of: own, given: ['round', 'answer', 'answered_at'], erase: null },
  { table: 'starred_choices', part: 'seats', of: own, given: ['choice_code', 'starred_at'], erase: 'rows' },
  {
    table: 'jk_choices',
    part: 'seats',
    of: own,
    given: ['choices', 'was', 'reason', 'recorded_at'],
    // The row of choices that were taken away only keeps who did it.
    says: "choices <> ''",
    erase: 'rows',
  },
  { table: 'non_cap_interests', part: 'seats', of: own, given: ['institute', 'registered_at'], erase: 'rows' },
  { table: 'seat_resets', part: 'seats', of: own, given: ['round', 'reason', 'at'], erase: { set: { reason: "''" } } },
  {
    table: 'merit_entries',
    part: 'seats',
    of: own,
    given: ['edition_id', 'list', 'merit_number', 'full_name', 'type', 'category', 'percentage', 'criteria'],
    erase: { set: { full_name: "''" } },
  },
  {
    table: 'allotments',
    part: 'seats',
    of: own,
    given: ['run_id', 'choice_code', 'seat_type', 'preference', 'stage', 'retained'],
    erase: null,
  },
  { table: 'jk_allotments', part: 'seats', of: own, given: ['merit_number', 'choice_code', 'preference'], erase: null },
  { table: 'jk_admissions', part: 'seats', of: own, given: ['choice_code', 'admitted_at'], erase: null },
  { table: 'seat_decisions', part: 'seats', of: own, given: ['round', 'decision', 'decided_at'], erase: null },
  { table: 'seat_endings', part: 'seats', of: own, given: ['round', 'ending', 'at'], erase: null },
  {
    table: 'admissions',
    part: 'seats',
    of: own,
    given: ['round', 'choice_code', 'institute_code', 'seen', 'awaited', 'admitted_at', 'undone_at'],
    erase: null,
  },
  {
    table: 'admission_corrections',
    part: 'seats',
    of: own,
    given: ['kind', 'round', 'choice_code', 'reason', 'state', 'prepared_at'],
    erase: { set: { reason: "''" } },
  },
  {
    table: 'cancellations',
    part: 'seats',
    of: own,
    given: [
      'case_number',
      'round',
      'choice_code',
      'reason',
      'requested_at',
      'paid',
      'charge',
      'mode',
      'returned_at',
      'received_at',
    ],
    erase: { set: { reason: "''" } },
  },

  {
    table: 'grievance_files',
    part: 'application',
    of: (id) => `message_id IN (SELECT id FROM grievance_messages WHERE ${ofGrievances(id)})`,
    given: file,
    erase: 'rows',
  },
  {
    table: 'grievance_messages',
    part: 'application',
    of: ofGrievances,
    given: ['grievance_id', 'entry', 'text', 'at'],
    erase: 'rows',
  },
  { table: 'grievances', part: 'application', of: own, given: ['id', 'type', 'state', 'filed_at'], erase: 'rows' },
  {
    table: 'application_steps',
    part: 'application',
    of: own,
    given: ['step', 'answers', 'saved_at', 'completed_at'],
    json: ['answers'],
    erase: 'rows',
  },
  {
    table: 'application_versions',
    part: 'application',
    of: own,
    given: ['number', 'submitted_at', 'snapshot', 'fingerprint'],
    json: ['snapshot'],
    erase: 'rows',
  },
  {
    table: 'applications',
    part: 'application',
    of: own,
    given: ['mode', 'submitted_at', 'confirmed_at', 'last_reverted_at', 'claimed_type', 'claimed_category'],
    erase: { set: { claimed_type: 'NULL', claimed_category: 'NULL' } },
  },
  {
    table: 'documents',
    part: 'application',
    of: own,
    given: ['kind', ...file, 'uploaded_at', 'superseded_at'],
    erase: 'rows',
  },
  {
    table: 'certificates',
    part: 'application',
    of: own,
    given: ['kind', 'percentage', ...file, 'uploaded_at', 'verdict', 'decided_at', 'remark'],
    erase: 'rows',
  },
  {
    table: 'unfulfilled_claims',
    part: 'application',
    of: own,
    given: ['claim', 'status', 'removed_at'],
    erase: 'rows',
  },
  { table: 'person_marks', part: 'application', of: own, given: null, erase: 'rows' },
  {
    table: 'appointments',
    part: 'application',
    of: own,
    given: ['slot_id', 'booked_at', 'arrived_at', 'missed_at'],
    erase: 'rows',
  },
  {
    table: 'scrutiny_findings',
    part: 'application',
    of: (id) => `${own(id)} AND told_at IS NOT NULL`,
    given: ['version', 'fact', 'is_accepted', 'reason', 'expected', 'found', 'at'],
    erase: 'rows',
  },
  {
    table: 'scrutiny_findings',
    part: 'application',
    of: (id) => `${own(id)} AND told_at IS NULL`,
    given: null,
    erase: 'rows',
  },
  {
    table: 'scrutiny_judgements',
    part: 'application',
    of: own,
    given: ['version', 'finished_at', 'is_returned'],
    erase: 'rows',
  },
  { table: 'scrutinies', part: 'application', of: own, given: null, erase: 'rows' },
  { table: 'second_findings', part: 'application', of: own, given: null, erase: 'rows' },
  { table: 'second_readings', part: 'application', of: own, given: null, erase: 'rows' },
  { table: 'scrutiny_looks', part: 'application', of: own, given: null, erase: 'rows' },
  {
    table: 'special_orders',
    part: 'application',
    of: own,
    given: ['kind', 'order_number', 'authority', 'reason', 'until', 'state'],
    erase: { set: { mobile: 'NULL', reason: "''" } },
  },
  {
    table: 'mobile_requests',
    part: 'application',
    of: own,
    given: ['new_mobile', 'seen', 'note', 'state', 'prepared_at', 'decided_at'],
    erase: 'rows',
  },

  { table: 'payment_events', part: 'payments', of: ofPayments, given: ['payment_id', 'kind', 'at'], erase: 'rows' },
  {
    table: 'refund_requests',
    part: 'payments',
    of: ofPayments,
    given: ['payment_id', 'amount', 'reason', 'state', 'prepared_at', 'decided_at'],
    erase: 'rows',
  },
  {
    table: 'refunds',
    part: 'payments',
    of: ofPayments,
    given: ['payment_id', 'amount', 'reason', 'status', 'gateway_refund_id', 'created_at', 'changed_at'],
    erase: 'rows',
  },
  { table: 'settlement_lines', part: 'payments', of: ofPayments, given: null, erase: { set: { payment_id: 'NULL' } } },
  {
    table: 'payments',
    part: 'payments',
    of: own,
    given: ['id', 'due', 'amount', 'gateway', 'status', 'order_id', 'gateway_payment_id', 'created_at', 'captured_at'],
    erase: 'rows',
  },

  {
    table: 'inbox_messages',
    part: 'messages',
    of: own,
    given: ['template', 'params', 'language', 'at', 'read_at'],
    json: ['params'],
    erase: 'rows',
  },
  // OTPs of the registration, and messages to a number that was replaced.
  {
    table: 'outbox',
    part: 'messages',
    of: (id) => `candidate_id IS NULL AND state <> 'waiting' AND recipient IN (
      SELECT mobile FROM candidates WHERE id = ${id} UNION SELECT email FROM candidates WHERE id = ${id}
      UNION SELECT old_mobile FROM mobile_changes WHERE candidate_id = ${id}
      UNION SELECT new_mobile FROM mobile_changes WHERE candidate_id = ${id})`,
    given: null,
    erase: 'rows',
  },
  // A message under way is delivered first; the next run of the retention job removes it.
  {
    table: 'outbox',
    part: 'messages',
    of: (id) => `${own(id)} AND state <> 'waiting'`,
    given: ['channel', 'recipient', 'template', 'params', 'language', 'created_at', 'state', 'finished_at'],
    json: ['params'],
    erase: 'rows',
  },
  { table: 'call_notes', part: 'messages', of: own, given: ['text', 'at'], erase: 'rows' },
  { table: 'seat_calls', part: 'messages', of: own, given: ['round', 'act', 'called_at', 'note'], erase: 'rows' },
  { table: 'reminders', part: 'messages', of: own, given: ['time_id', 'at'], erase: 'rows' },

  { table: 'access_tokens', part: 'logins', of: ofSessions, given: null, erase: 'rows' },
  { table: 'refresh_tokens', part: 'logins', of: ofSessions, given: null, erase: 'rows' },
  {
    table: 'sessions',
    part: 'logins',
    of: own,
    given: ['device', 'created_at', 'expires_at', 'ended_at', 'end_reason'],
    erase: 'rows',
    endedBy: 'expires_at',
  },
  {
    table: 'otps',
    part: 'logins',
    // Those to the candidate's number, and those for a number that the candidate has named.
    of: (id) => `(mobile = (SELECT mobile FROM candidates WHERE id = ${id})
      OR (subject > ${askedBy(id)} || ':' AND subject < ${askedBy(id)} || ';'))`,
    given: null,
    erase: 'rows',
  },
  { table: 'registrations', part: 'logins', of: own, given: null, erase: 'rows' },
  { table: 'recoveries', part: 'logins', of: own, given: ['created_at', 'used_at'], erase: 'rows' },
  { table: 'login_challenges', part: 'logins', of: own, given: null, erase: 'rows' },
  {
    table: 'email_links',
    part: 'logins',
    of: own,
    given: ['email', 'created_at', 'used_at'],
    erase: 'rows',
    endedBy: 'created_at',
  },
  {
    table: 'mobile_changes',
    part: 'logins',
    of: own,
    given: ['old_mobile', 'new_mobile', 'requested_at', 'takes_effect_at', 'done_at', 'stopped_at'],
    erase: 'rows',
    endedBy: 'requested_at',
  },

  { table: 'consents', part: 'account', of: own, given: ['subject', 'act', 'version', 'language', 'at'], erase: null },
  {
    table: 'data_requests',
    part: 'account',
    of: own,
    given: ['id', 'kind', 'text', 'state', 'filed_at', 'due_at', 'answer', 'decided_at'],
    erase: { set: { text: "''" } },
  },
  { table: 'data_states', part: 'account', of: own, given: ['restricted_at', 'erased_at'], erase: null },
  {
    table: 'candidates',
    part: 'account',
    of: (id) => `id = ${id}`,
    given: [
      'user_id',
      'full_name',
      'email',
      'email_verified_at',
      'mobile',
      'state',
      'district',
      'language',
      'whatsapp_opted_in_at',
      'consented_at',
      'created_at',
    ],
    // The Application ID stays: receipts, seats and the audit log refer to it. No name or address does.
    erase: {
      set: {
        full_name: "''",
        email: "'erased-' || id",
        mobile: "'erased-' || id",
        email_verified_at: 'NULL',
        state: "''",
        district: "''",
        password_hash: 'NULL',
        sso_subject: 'NULL',
        whatsapp_opted_in_at: 'NULL',
      },
    },
  },
  { table: 'audit_log', part: 'audit', of: own, given: ['at', 'actor_kind', 'role', 'act'], erase: null },
]
