import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { applicationIdSeries, candidates, secondReceivers } from '#db/schema/accounts.ts'
import { applications } from '#db/schema/application.ts'
import type { certificates } from '#db/schema/certificates.ts'
import type { documents } from '#db/schema/documents.ts'
import { mobileRequests } from '#db/schema/help-desk.ts'
import { finalMeritInForce } from '#db/schema/in-force.ts'
import { inboxMessages } from '#db/schema/inbox.ts'
import { outbox } from '#db/schema/messages.ts'
import { specialOrders } from '#db/schema/orders.ts'
import { portalFacts } from '#db/schema/portal.ts'
import { consents, dataRequests } from '#db/schema/privacy.ts'
import type { scrutinyFindings } from '#db/schema/scrutiny.ts'
import { staff } from '#db/schema/staff.ts'
import type { DemoOrder, DemoOrders } from '#server/adapters/payment-gateway/demo-gateway.ts'
import type { MeritList } from '#server/domain/merit/lists.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { noticeVersion } from '#server/domain/privacy/purposes.ts'
import { type ScrutinyQueue, stateOfQueue } from '#server/domain/terms/states.ts'
import { demoClockIn } from '#server/features/operations/identity/service.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'

import type { Offered } from './cohort-options'
import type { Persona } from './personas'

type SeedCandidate = Pick<
  typeof candidates.$inferInsert,
  'userId' | 'fullName' | 'email' | 'mobile' | 'state' | 'district' | 'passwordHash' | 'createdAt' | 'language'
>
type SeedApplication = Omit<Required<typeof applications.$inferInsert>, 'candidateId' | 'excludedAt'>
type SeedDocument = Omit<typeof documents.$inferInsert, 'id' | 'supersededAt'>
/** A complete step. `answers`: JSON. */
type SeedStep = { candidateId: number; step: number; answers: string; at: number }
/** The attempt to pay the application fee. `capturedAt`: null while it is under way. */
type SeedPayment = {
  candidateId: number
  userId: string
  amount: Paise
  at: number
  capturedAt: number | null
  /** When the gateway was last asked, by the machine's clock. */
  checkedAt: number
}
/** A discrepancy that the candidate was told. */
type SeedFinding = Omit<Required<typeof scrutinyFindings.$inferInsert>, 'isAccepted' | 'toldAt'>
/** A version that was submitted. */
type SeedVersion = {
  candidateId: number
  number: number
  submittedAt: number
  snapshot: string
  fingerprint: string
}

type SeedAppointment = { candidateId: number; slotId: number; bookedAt: number; arrivedAt: number | null }

type SeedCertificate = Omit<typeof certificates.$inferInsert, 'id' | 'supersededAt' | 'decidedBy' | 'remark'>
/** A persona's message. `at`: by the demo's clock. */
export type SeedMessage = {
  candidateId: number
  channel: 'sms' | 'email'
  to: string
  template: MessageTemplate
  language: Language
  params: Record<string, string | number>
  at: number
  isRead: boolean
}

/** A captured fee, for the demo's settlements. */
export type UnsettledFee = {
  id: number
  amount: Paise
  orderId: string
  gatewayPaymentId: string
  capturedAt: number
  isReturned: 0 | 1
}

/**
 * Writes that only a demo may make: people who never registered, forms they never filled in, and the demo's clock.
 * Long: one prepared statement for each table that a demo fills.
 */
export function demoStore(db: Database) {
  const { orm, sqlite } = db
  const nextInSeries = sqlite.prepare<[string], { last: number }>(
    `INSERT INTO application_id_series (prefix, last) VALUES (?, 1)
     ON CONFLICT (prefix) DO UPDATE SET last = last + 1 RETURNING last`,
  )
  const insertCandidate = sqlite.prepare<SeedCandidate>(`
    INSERT INTO candidates (user_id, full_name, email, mobile, state, district, password_hash, language, consented_at, created_at)
    VALUES (@userId, @fullName, @email, @mobile, @state, @district, @passwordHash, @language, @createdAt, @createdAt)`)
  const insertConsent = sqlite.prepare<{ id: number; version: number; language: string; at: number }>(`
    INSERT INTO consents (candidate_id, subject, act, version, language, at)
    VALUES (@id, 'notice', 'given', @version, @language, @at)`)
  const insertApplication = sqlite.prepare<SeedApplication & { candidateId: number }>(`
    INSERT INTO applications (candidate_id, mode, submitted_at, picked_up_at, reverted_at, steps_to_correct, confirmed_at,
      last_reverted_at, convert_fee, claimed_type, claimed_category)
    VALUES (@candidateId, @mode, @submittedAt, @pickedUpAt, @revertedAt, @stepsToCorrect, @confirmedAt,
      @lastRevertedAt, @convertFee, @claimedType, @claimedCategory)`)
  const insertStep = sqlite.prepare<SeedStep>(`
    INSERT INTO application_steps (candidate_id, step, version, answers, saved_at, completed_at)
    VALUES (@candidateId, @step, 1, @answers, @at, @at)`)
  const insertDocument = sqlite.prepare<SeedDocument>(`
    INSERT INTO documents (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
    VALUES (@candidateId, @kind, @hash, @mediaType, @bytes, @pages, @originalName, @uploadedAt)`)
  const insertPayment = sqlite.prepare<
    SeedPayment & { status: string; orderId: string; gatewayPaymentId: string | null; changedAt: number }
  >(`
    INSERT INTO payments (candidate_id, due, amount, gateway, status, order_id, gateway_payment_id, created_at, changed_at, captured_at, checked_at)
    VALUES (@candidateId, 'application-fee', @amount, 'demo', @status, @orderId, @gatewayPaymentId, @at, @changedAt, @capturedAt, @checkedAt)`)
  const insertEvent = sqlite.prepare<[number | bigint, string, string, string, number]>(
    "INSERT INTO payment_events (payment_id, gateway, event_id, kind, detail, at) VALUES (?, 'demo', ?, ?, ?, ?)",
  )
  const insertVersion = sqlite.prepare<SeedVersion>(`
    INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint)
    VALUES (@candidateId, @number, @submittedAt, @snapshot, @fingerprint)`)
  const insertScrutiny = sqlite.prepare<{ candidateId: number; officerId: number; heldBy: number | null }>(
    'INSERT INTO scrutinies (candidate_id, officer_id, held_by) VALUES (@candidateId, @officerId, @heldBy)',
  )
  const insertSecondReadings = sqlite.prepare<{ firstId: number; most: number }>(`
    INSERT INTO second_readings (candidate_id, version, first_id, confirmed_at, lot, share)
    SELECT a.candidate_id, (SELECT max(number) FROM application_versions v WHERE v.candidate_id = a.candidate_id), @firstId,
      a.confirmed_at, 0, 1
    FROM applications a WHERE a.mode = 1 AND a.form_state = 'confirmed'
      AND NOT EXISTS (SELECT 1 FROM scrutiny_findings f WHERE f.candidate_id = a.candidate_id)
    ORDER BY a.confirmed_at, a.candidate_id LIMIT @most`)
  const insertFinding = sqlite.prepare<SeedFinding>(`
    INSERT INTO scrutiny_findings
      (candidate_id, version, fact, is_accepted, reason, document, expected, found, officer_id, at, told_at)
    VALUES (@candidateId, @version, @fact, 0, @reason, @document, @expected, @found, @officerId, @at, @at)`)
  const insertSlot = sqlite.prepare<[string, number, number, number]>(
    'INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES (?, ?, ?, ?)',
  )
  const insertAppointment = sqlite.prepare<SeedAppointment>(`
    INSERT INTO appointments (candidate_id, slot_id, booked_at, arrived_at)
    VALUES (@candidateId, @slotId, @bookedAt, @arrivedAt)`)
  const arriveNow = sqlite.prepare<[number, number]>(
    'UPDATE appointments SET arrived_at = ?, missed_at = NULL WHERE candidate_id = ? AND ended_at IS NULL',
  )
  const insertCertificate = sqlite.prepare<SeedCertificate>(`
    INSERT INTO certificates (candidate_id, kind, cgpa, scale, percentage, hash, media_type, bytes, pages, original_name, uploaded_at, verdict, decided_at)
    VALUES (@candidateId, @kind, @cgpa, @scale, @percentage, @hash, @mediaType, @bytes, @pages, @originalName, @uploadedAt, @verdict, @decidedAt)`)
  const unsettledFees = sqlite.prepare<[], UnsettledFee>(`
    SELECT p.id, p.amount, p.order_id AS orderId, p.gateway_payment_id AS gatewayPaymentId, p.captured_at AS capturedAt,
      EXISTS (SELECT 1 FROM cancellations k JOIN candidates c ON c.id = k.candidate_id AND c.password_hash IS NULL
        WHERE k.candidate_id = p.candidate_id AND k.returned_at IS NOT NULL) AS isReturned
    FROM payments p WHERE p.due = 'seat-acceptance' AND p.status = 'captured'
      AND NOT EXISTS (SELECT 1 FROM settlement_lines l WHERE l.entity_id = p.gateway_payment_id) ORDER BY p.id`)
  const putFact = sqlite.prepare<[string, string]>(
    'INSERT INTO portal_facts (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const setFact = (key: string, value: string) => void putFact.run(key, value)
  const getFact = sqlite.prepare<[string], string>('SELECT value FROM portal_facts WHERE key = ?').pluck()
  const fact = (key: string) => getFact.get(key)

  return {
    /** The next number of a series of Application IDs. */
    nextInSeries: (prefix: string): number => nextInSeries.get(prefix)!.last,
    addCandidate(row: SeedCandidate): number {
      const id = Number(insertCandidate.run(row).lastInsertRowid)
      insertConsent.run({ id, version: noticeVersion, language: row.language, at: row.createdAt })
      return id
    },
    addApplication: (candidateId: number, row: SeedApplication): void =>
      void insertApplication.run({ candidateId, ...row }),
    addStep: (row: SeedStep): void => void insertStep.run(row),
    addDocument: (row: SeedDocument): void => void insertDocument.run(row),
    /** Adds an attempt with the gateway's news of it. Returns the payment's id and the ids at the gateway. */
    addPayment(row: SeedPayment): { id: number; orderId: string; gatewayPaymentId: string } {
      const [orderId, gatewayPaymentId] = [`order_${row.userId}`, `pay_${row.userId}`]
      const { at, capturedAt } = row
      const isCaptured = capturedAt !== null
      const changedAt = capturedAt ?? at
      const { lastInsertRowid: id } = insertPayment.run({
        ...row,
        status: isCaptured ? 'captured' : 'pending',
        orderId,
        gatewayPaymentId: isCaptured ? gatewayPaymentId : null,
        changedAt,
      })
      insertEvent.run(id, `created:${id}`, 'created', JSON.stringify({ order: orderId }), at)
      const state = isCaptured ? 'captured' : 'running'
      const told = JSON.stringify({ source: 'webhook', payment: gatewayPaymentId })
      insertEvent.run(id, `asked:${gatewayPaymentId}:${state}`, `try-${state}`, told, changedAt)
      return { id: Number(id), orderId, gatewayPaymentId }
    },
    addStaff: (row: typeof staff.$inferInsert): number => Number(orm.insert(staff).values(row).run().lastInsertRowid),
    /** Somebody who has agreed to get a candidate's messages too. */
    addReceiver(candidateId: number, receiver: NonNullable<Persona['receiver']>, at: number): void {
      const { language } = orm.select().from(candidates).where(eq(candidates.id, candidateId)).get()!
      orm
        .insert(secondReceivers)
        .values({ candidateId, ...receiver, askedAt: at, confirmedAt: at })
        .run()
      orm
        .insert(consents)
        .values({ candidateId, subject: 'receiver', act: 'given', version: noticeVersion, language, at })
        .run()
    },
    addScrutiny: (row: { candidateId: number; officerId: number; heldBy: number | null }): void =>
      void insertScrutiny.run(row),
    addFinding: (row: SeedFinding): void => void insertFinding.run(row),
    /** Draws confirmed forms that nobody has found fault with, at most so many, as this officer had confirmed them. */
    addSecondReadings: (firstId: number, most: number): void => void insertSecondReadings.run({ firstId, most }),
    staffId: (loginName: string): number =>
      orm.select({ id: staff.id }).from(staff).where(eq(staff.loginName, loginName)).get()!.id,
    /** The account of an institute's officer; made at the first question, with the password of the personas. */
    officerAt(institute: string, loginName: string): number {
      const of = (name: string) => orm.select().from(staff).where(eq(staff.loginName, name)).get()
      const persona = of('institute')!
      const { id: _, ...row } = persona
      return (
        of(loginName)?.id ?? this.addStaff({ ...row, loginName, fullName: `Admissions Office ${institute}`, institute })
      )
    },
    /** Captured seat-acceptance fees that no settlement names yet, oldest first. `isReturned`: the seat was given back. */
    unsettledFees: (): UnsettledFee[] => unsettledFees.all(),
    addMobileRequest: (row: typeof mobileRequests.$inferInsert): void =>
      void orm.insert(mobileRequests).values(row).run(),
    addDataRequest: (row: typeof dataRequests.$inferInsert): void => void orm.insert(dataRequests).values(row).run(),
    addOrder: (row: typeof specialOrders.$inferInsert): void => void orm.insert(specialOrders).values(row).run(),
    /** Returns the slot's id. */
    addSlot: (centre: string, startsAt: number, endsAt: number, capacity: number): number =>
      Number(insertSlot.run(centre, startsAt, endsAt, capacity).lastInsertRowid),
    addAppointment: (row: SeedAppointment): void => void insertAppointment.run(row),
    /** The candidate has come to the visit that is booked, whether the time was met or missed. */
    arriveNow: (candidateId: number, at: number): void => void arriveNow.run(at, candidateId),
    addCertificate: (row: SeedCertificate): void => void insertCertificate.run(row),
    addVersion: (row: SeedVersion): void => void insertVersion.run(row),
    /** A message sent long ago: in the log and, for an e-mail, in the message box. */
    addMessage({ to, channel, at, isRead, ...message }: SeedMessage): void {
      orm
        .insert(outbox)
        .values({
          ...message,
          channel,
          recipient: to,
          createdAt: at,
          saidAt: at,
          state: 'sent',
          attempts: 1,
          finishedAt: at,
        })
        .run()
      if (channel === 'email') {
        orm
          .insert(inboxMessages)
          .values({ ...message, at, readAt: isRead ? at : null })
          .run()
      }
    },
    /** Confirmed candidates of the cohort, who have no password. */
    confirmedCandidates: (limit: number): number[] =>
      orm
        .select({ id: candidates.id })
        .from(candidates)
        .innerJoin(applications, eq(applications.candidateId, candidates.id))
        .where(and(isNull(candidates.passwordHash), isNotNull(applications.confirmedAt)))
        .orderBy(asc(candidates.id))
        .limit(limit)
        .all()
        .map(({ id }) => id),
    /** The cohort's members, and these others, whose forms wait in a queue of e-scrutiny or at a centre. */
    cohort: (where: ScrutinyQueue | 'at-centre', others: readonly number[] = []): number[] =>
      orm
        .select({ id: candidates.id })
        .from(candidates)
        .innerJoin(applications, eq(applications.candidateId, candidates.id))
        .where(
          and(
            or(isNull(candidates.passwordHash), inArray(candidates.id, [...others])),
            where === 'at-centre'
              ? eq(applications.formState, where)
              : and(eq(applications.mode, 1), eq(applications.formState, stateOfQueue(where))),
          ),
        )
        .orderBy(asc(candidates.id))
        .all()
        .map(({ id }) => id),
    /** Whether a merit list, or the allotment of a round, has been published. */
    isPublished: (what: 'provisional-merit' | 'final-merit' | 'allotment', round = 0): boolean =>
      sqlite
        .prepare<[{ what: string; round: number }], number>(
          `SELECT EXISTS (SELECT 1 FROM merit_editions WHERE stage || '-merit' = @what AND state = 'published')
             OR EXISTS (SELECT 1 FROM allotment_runs WHERE @what = 'allotment' AND round = @round AND state = 'published')`,
        )
        .pluck()
        .get({ what, round }) === 1,
    /** The courses of the seat matrix in force. */
    offered: (): Offered[] =>
      sqlite
        .prepare<[], Offered>(
          `SELECT choice_code AS choiceCode, institute_code AS instituteCode, district, status FROM seat_matrix_courses
           WHERE edition_id = (SELECT id FROM seat_matrix_editions WHERE state = 'published' ORDER BY number DESC LIMIT 1)
           ORDER BY choice_code`,
        )
        .all(),
    /** The choice codes by the last round's closing merit of general seats, hardest first; empty before a round. */
    hardest: (): string[] =>
      sqlite
        .prepare<[], string>(
          `SELECT choice_code FROM allotment_closings WHERE seat_type = 'GOPENS' AND run_id =
             (SELECT id FROM allotment_runs WHERE state = 'published' ORDER BY round DESC LIMIT 1)
           ORDER BY merit, choice_code`,
        )
        .pluck()
        .all(),
    /** The choice codes at which institutes counted vacant general seats after the last round, most seats first. */
    vacant: (): string[] =>
      sqlite
        .prepare<[], string>(
          `SELECT choice_code FROM institute_vacancies WHERE seat_type IN ('GOPENS', 'LOPENS') AND round =
             (SELECT max(round) FROM allotment_runs WHERE state = 'published')
           GROUP BY choice_code HAVING sum(count) > 0 ORDER BY sum(count) DESC, choice_code`,
        )
        .pluck()
        .all(),
    /** The Application IDs of those who have a password: personas, and visitors who registered. */
    personaIds: (): string[] =>
      sqlite.prepare<[], string>('SELECT user_id FROM candidates WHERE password_hash IS NOT NULL').pluck().all(),
    /** Candidates by the address with which they registered. */
    idsByEmail: (): Map<string, number> =>
      new Map(
        sqlite
          .prepare<[], [string, number]>('SELECT email, id FROM candidates WHERE password_hash IS NOT NULL')
          .raw()
          .all(),
      ),
    /** Everybody with a number in a list of the final merit edition in force, best first. */
    ranked: (list: MeritList): { candidateId: number; userId: string; email: string; district: string }[] =>
      sqlite
        .prepare<[string], { candidateId: number; userId: string; email: string; district: string }>(
          `SELECT c.id AS candidateId, c.user_id AS userId, c.email, c.district
           FROM merit_entries e JOIN candidates c ON c.id = e.candidate_id
           WHERE e.list = ? AND e.edition_id =
             ${finalMeritInForce}
           ORDER BY e.merit_number`,
        )
        .all(list),
    /** Marks this database as a demo for good; live mode refuses it. */
    mark(now: number): void {
      setFact('demo', 'yes')
      setFact('demo-clock', String(now))
    },
    isDemo: (): boolean => fact('demo') === 'yes',
    /** True if there are no candidates and no staff accounts. */
    isEmpty: (): boolean =>
      orm.select().from(applicationIdSeries).limit(1).get() === undefined &&
      orm.select().from(staff).limit(1).get() === undefined,
    /** Whether the demo is still being made, or its making was cut short. */
    isUnfinished: (): boolean => fact('demo-unfinished') === 'yes',
    setUnfinished: (isUnfinished: boolean) => setFact('demo-unfinished', isUnfinished ? 'yes' : 'no'),
    clock: (): number | null => demoClockIn(db),
    keepClock: (now: number) => setFact('demo-clock', String(now)),
    /** Orders of the demo gateway; they survive a restart. */
    gatewayOrders: {
      read(orderId) {
        const order = fact(`demo-order:${orderId}`)
        return order === undefined ? null : (JSON.parse(order) as DemoOrder)
      },
      write: (orderId, order) => setFact(`demo-order:${orderId}`, JSON.stringify(order)),
    } satisfies DemoOrders,
    userIdByEmail: (email: string): string | undefined =>
      orm.select({ userId: candidates.userId }).from(candidates).where(eq(candidates.email, email)).get()?.userId,
  }
}

/** Reads whether a database holds a demo, or nothing yet, and closes it. */
export function isDemoDatabase(database: Pick<Database, 'orm' | 'close'>): boolean {
  try {
    const fact = database.orm.select().from(portalFacts).where(eq(portalFacts.key, 'demo')).get()
    const holds = (table: typeof staff | typeof applicationIdSeries) =>
      database.orm.select().from(table).limit(1).get() !== undefined
    return fact?.value === 'yes' || (!holds(staff) && !holds(applicationIdSeries))
  } finally {
    database.close()
  }
}

export type DemoStore = ReturnType<typeof demoStore>

/** A captured payment that nothing refunds. `events`: the records of its capture. */
export type PaidRow = {
  candidateId: number
  due: string
  amount: Paise
  convertFee: Paise | null
  events: number
}

type SeatsRow = { choiceCode: string; seatType: string; count: number }
export type BooksStore = ReturnType<typeof booksStore>

/** What the check of seats and money reads. */
export function booksStore({ sqlite }: Pick<Database, 'sqlite'>) {
  const allotted = sqlite
    .prepare<[], number>(
      `SELECT DISTINCT a.candidate_id FROM allotments a
       JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'`,
    )
    .pluck()
  const matrix = sqlite.prepare<[number], SeatsRow>(
    `SELECT p.choice_code AS choiceCode, p.seat_type AS seatType, p.count FROM allotment_runs r
     JOIN seat_matrix_pools p ON p.edition_id = r.seat_matrix_edition_id WHERE r.round = ? AND r.state = 'published'`,
  )
  const strays = sqlite.prepare<[], { candidateId: number; choiceCode: string }>(
    `SELECT m.candidate_id AS candidateId, m.choice_code AS choiceCode FROM admissions m
     WHERE m.undone_at IS NULL AND NOT EXISTS (SELECT 1 FROM allotments a
       JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published' AND r.round = m.round
       WHERE a.candidate_id = m.candidate_id AND a.choice_code = m.choice_code)`,
  )
  const vacancies = sqlite.prepare<[number], SeatsRow>(
    'SELECT choice_code AS choiceCode, seat_type AS seatType, count FROM institute_vacancies WHERE round = ?',
  )
  const payments = sqlite.prepare<[], PaidRow>(
    `SELECT p.candidate_id AS candidateId, p.due, p.amount, a.convert_fee AS convertFee,
       (SELECT count(*) FROM payment_events e
        WHERE e.payment_id = p.id AND e.kind IN ('captured', 'try-captured')) AS events
     FROM payments p LEFT JOIN applications a ON a.candidate_id = p.candidate_id
     WHERE p.status = 'captured' AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id)`,
  )

  return {
    /** Every candidate to whom a published round allotted a seat. */
    allotted: (): number[] => allotted.all(),
    /** The seats of the matrix that a round was allotted on. */
    matrixOf: (round: number): SeatsRow[] => matrix.all(round),
    /** Admissions that count, at a course that their round did not allot to the candidate. */
    strayAdmissions: () => strays.all(),
    /** The vacant seats that the institutes signed after a round. */
    vacancies: (round: number): SeatsRow[] => vacancies.all(round),
    payments: (): PaidRow[] => payments.all(),
  }
}
