import { describe, expect, test, vi } from 'vitest'
import { type ReminderName, reminderNames, reminderRow, reminderTimes } from '#server/domain/messages/reminders.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { translate } from '#server/i18n/texts.ts'
import { runScheduled } from '#server/jobs.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { days, hours, type Instant, ist, minutes, plus } from '#server/kernel/time.ts'
import { runOf } from '#tests/features/allotment/published-round.ts'
import { acceptSeat, admitTo } from '#tests/support/acceptance.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { atDesk } from '#tests/support/desk.ts'
import { folderOfTest, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { moveActivity } from '#tests/support/schedule.ts'

type Person = { id: number; userId: string; mobile: string; email: string }

/** How a reminder comes to be owed, and how it stops being owed. Everything is written as the features write it. */
type Case = {
  /** An instant far from the quiet hours at every time of the row. */
  instant: Instant
  owes(portal: TestPortal, person: Person, instant: Instant): void
  act(portal: TestPortal, person: Person, at: Instant): void
  /** Moves the instant; undefined if nothing can move it. */
  move?(portal: TestPortal, person: Person, to: Instant): void
}

const run = ({ services }: TestPortal, sql: string, ...values: unknown[]) =>
  Number(services.db.sqlite.prepare(sql).run(...values).lastInsertRowid)
const closing = (key: string) => (portal: TestPortal, _: unknown, to: Instant) => {
  moveActivity(portal, key, { closesAt: to })
}
const form = (portal: TestPortal, { id }: Person, columns: Record<string, number | null>) => {
  const names = Object.keys(columns)
  run(
    portal,
    `INSERT INTO applications (candidate_id, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})
     ON CONFLICT (candidate_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    id,
    ...Object.values(columns),
  )
}
const staffOf = (portal: TestPortal) =>
  (portal.services.db.sqlite.prepare('SELECT id FROM staff').pluck().get() as number | undefined) ??
  run(
    portal,
    `INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at)
     VALUES ('maker', 'A Maker', 'admin', 'x', 0, 1)`,
  )

/** A slot of two hours and an appointment in it, from `begin` on. */
function book(portal: TestPortal, person: Person, begin: Instant, bookedAt = plus(begin, -days(3))) {
  run(portal, 'UPDATE appointments SET ended_at = 1 WHERE candidate_id = ?', person.id)
  run(
    portal,
    "INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES ('FC02', ?, ?, 9) ON CONFLICT DO NOTHING",
    begin,
    plus(begin, hours(2)),
  )
  const id = portal.services.db.sqlite.prepare('SELECT id FROM centre_slots WHERE starts_at = ?').pluck().get(begin)
  run(portal, 'INSERT INTO appointments (candidate_id, slot_id, booked_at) VALUES (?, ?, ?)', person.id, id, bookedAt)
}

const draft: Pick<Case, 'instant' | 'act' | 'move'> = {
  instant: ist('2024-08-14 17:00'),
  act: (portal, person, at) => form(portal, person, { mode: 1, submitted_at: at }),
  move: closing('registration'),
}
const atCentre = { mode: 2, submitted_at: ist('2024-08-01 10:00') }
const confirm: Case['act'] = (portal, person, at) => form(portal, person, { confirmed_at: at })
const code = '301510110'
/** A seat of round 1 for this person; each has an own run only if there is none yet. */
function seat(portal: TestPortal, person: Person) {
  const { sqlite } = portal.services.db
  const known = sqlite.prepare("SELECT id FROM allotment_runs WHERE state = 'published'").pluck().get()
  form(portal, person, { mode: 1, submitted_at: 1, confirmed_at: 2 })
  if (known === undefined)
    runOf(portal, {
      courses: [{ choiceCode: code, seats: { GOPENS: 9 } }],
      placed: [
        {
          ...person,
          fullName: 'Somebody',
          state: 1,
          allIndia: 1,
          seat: { choiceCode: code, seatType: 'GOPENS', preference: 1 },
        },
      ],
      preparedAt: ist('2024-08-29 12:00'),
    })
  else
    run(
      portal,
      `INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, preference, stage, retained)
       VALUES (?, ?, ?, 'GOPENS', 1, 'I', 0)`,
      known,
      person.id,
      code,
    )
}
const freeze = (portal: TestPortal, { id }: Person, at: Instant) => acceptSeat(portal.services.db, id, 1, 'freeze', at)
const awaiting = answersWith(ashasAnswers, {
  'category-details': {
    validityStatus: 'applied',
    validityNumber: undefined,
    validityDate: undefined,
    validityReceiptNumber: 'R/9',
    validityReceiptDate: '2024-05-09',
  },
})

const cases: Record<ReminderName, Case> = {
  'not-submitted': { ...draft, owes() {} },
  'paid-not-submitted': {
    ...draft,
    owes: (portal, { id }) =>
      void run(
        portal,
        'INSERT INTO application_steps (candidate_id, step, version, saved_at, completed_at) VALUES (?, 7, 1, 1, 1)',
        id,
      ),
  },
  'sent-back': {
    instant: ist('2024-08-16 17:00'),
    owes: (portal, person) => form(portal, person, { mode: 1, submitted_at: 1, reverted_at: 2, last_reverted_at: 2 }),
    act: (portal, person, at) => form(portal, person, { submitted_at: at, reverted_at: null }),
    move: closing('scrutiny'),
  },
  'not-confirmed': {
    instant: ist('2024-08-16 17:00'),
    owes: (portal, person) => form(portal, person, atCentre),
    act: confirm,
    move: closing('scrutiny'),
  },
  'scrutiny-ended': {
    instant: ist('2024-08-16 17:00'),
    owes: (portal, person) => form(portal, person, { mode: 1, submitted_at: 1, picked_up_at: 2 }),
    act: confirm,
    move: closing('scrutiny'),
  },
  'appointment-tomorrow': {
    instant: ist('2024-08-13 00:00'),
    owes(portal, person, instant) {
      form(portal, person, atCentre)
      book(portal, person, plus(instant, hours(11)))
    },
    act: (portal, { id }, at) =>
      void run(portal, 'UPDATE appointments SET ended_at = ? WHERE candidate_id = ?', at, id),
    move: (portal, person, to) => book(portal, person, plus(to, hours(10))),
  },
  'appointment-missed': {
    instant: ist('2024-08-13 13:00'),
    owes(portal, person, instant) {
      form(portal, person, atCentre)
      book(portal, person, plus(instant, -hours(2)))
    },
    act: (portal, { id }, at) =>
      void run(portal, 'UPDATE appointments SET arrived_at = ? WHERE candidate_id = ?', at, id),
    move: (portal, person, to) => book(portal, person, plus(to, -hours(2))),
  },
  'grievances-open': {
    instant: ist('2024-08-18 10:00'),
    owes(portal, { id, userId }) {
      form(portal, { id } as Person, { mode: 1, submitted_at: 1, confirmed_at: 2 })
      const known = portal.services.db.sqlite.prepare('SELECT id FROM merit_editions').pluck().get()
      const edition =
        (known as number | undefined) ??
        run(
          portal,
          `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
           VALUES ('provisional', 1, 'published', 1, ?, 1, 'f', '{}')`,
          staffOf(portal),
        )
      run(
        portal,
        `INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category,
           percentage, criteria) VALUES (?, 'state', ?, ?, ?, 'Somebody', 'A', 'OPEN', '61.5000', '[]')`,
        edition,
        id,
        id,
        userId,
      )
    },
    act: (portal, { id }, at) =>
      void run(
        portal,
        "INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (?, 'marks', 8, 'open', ?)",
        id,
        at,
      ),
    move: (portal, _, to) => moveActivity(portal, 'grievances', { opensAt: to, closesAt: plus(to, days(2)) }),
  },
  certificates: {
    instant: ist('2024-08-21 17:00'),
    owes(portal, person) {
      form(portal, person, { mode: 1, submitted_at: 1 })
      for (const [step, slug] of questionSteps.entries())
        run(
          portal,
          'INSERT INTO application_steps (candidate_id, step, version, answers, saved_at, completed_at) VALUES (?, ?, 1, ?, 1, 1)',
          person.id,
          step,
          JSON.stringify(awaiting[slug]),
        )
    },
    act: (portal, { id }, at) =>
      void run(
        portal,
        `INSERT INTO certificates (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
         VALUES (?, 'caste-validity', 'h', 'application/pdf', 1, 1, 'a.pdf', ?)`,
        id,
        at,
      ),
    move: closing('certificates-caste-validity'),
  },
  options: {
    instant: ist('2024-08-27 17:00'),
    owes(portal, person) {
      form(portal, person, { mode: 1, submitted_at: 1, confirmed_at: 2 })
      run(portal, 'INSERT INTO option_forms (candidate_id, round, version, saved_at) VALUES (?, 1, 1, 1)', person.id)
    },
    act: (portal, { id }, at) =>
      void run(portal, 'UPDATE option_forms SET confirmed_at = ? WHERE candidate_id = ?', at, id),
    move: closing('round-1-options'),
  },
  'roll-call': {
    instant: ist('2024-08-27 17:00'),
    owes(portal, { id, userId }) {
      const known = portal.services.db.sqlite.prepare('SELECT id FROM merit_editions').pluck().get()
      const edition =
        (known as number | undefined) ??
        run(
          portal,
          `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
           VALUES ('final', 1, 'published', 1, ?, 1, 'f', '{}')`,
          staffOf(portal),
        )
      run(
        portal,
        `INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category,
           percentage, criteria) VALUES (?, 'all-india', ?, ?, ?, 'Somebody', 'A', 'OPEN', '61.5000', '[]')`,
        edition,
        id,
        id,
        userId,
      )
    },
    act: (portal, { id }, at) =>
      void run(
        portal,
        "INSERT INTO roll_call_answers (candidate_id, round, answer, answered_at) VALUES (?, 1, 'in', ?)",
        id,
        at,
      ),
    move: closing('round-1-options'),
  },
  seat: { instant: ist('2024-09-01 15:00'), owes: seat, act: freeze, move: closing('round-1-acceptance') },
  report: {
    instant: ist('2024-09-04 17:00'),
    owes(portal, person) {
      seat(portal, person)
      freeze(portal, person, ist('2024-08-31 09:00'))
    },
    act: (portal, { id }, at) => admitTo(portal.services.db, id, 1, code, at, staffOf(portal)),
    move: closing('round-1-reporting'),
  },
  'seat-lapsed': { instant: ist('2024-09-01 15:00'), owes: seat, act: freeze, move: closing('round-1-acceptance') },
  'return-late': {
    instant: ist('2024-09-05 12:00'),
    owes(portal, person, instant) {
      seat(portal, person)
      freeze(portal, person, ist('2024-08-31 09:00'))
      run(
        portal,
        `INSERT INTO cancellations (candidate_id, case_number, round, choice_code, institute_code, reason, requested_at)
         VALUES (?, ?, 1, ?, '3015', 'r', ?)`,
        person.id,
        person.id,
        code,
        plus(instant, -days(2)),
      )
    },
    act: (portal, { id }, at) =>
      void run(portal, 'UPDATE cancellations SET returned_at = ? WHERE candidate_id = ?', at, id),
  },
}

let nth = 0
function person(portal: TestPortal, language: Language = 'en', createdAt = 1): Person {
  nth++
  const one = { userId: `ML24${300_000 + nth}`, mobile: String(8_100_000_000 + nth), email: `r${nth}@example.org` }
  const id = run(
    portal,
    `INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
     VALUES (?, 'Somebody', ?, ?, 'MH', 'MH-pune', ?, 1, ?)`,
    one.userId,
    one.email,
    one.mobile,
    language,
    createdAt,
  )
  return { id, ...one }
}

/** A portal long before the instant, with somebody whom the reminder will concern. */
async function opened(name: ReminderName, { language = 'en' as Language, instant = cases[name].instant } = {}) {
  const portal = await openPortal({ at: plus(instant, -days(12)), course: { rollCall: name === 'roll-call' } })
  if (instant !== cases[name].instant) cases[name].move?.(portal, {} as Person, instant)
  const somebody = person(portal, language)
  cases[name].owes(portal, somebody, instant)
  const { template } = reminderRow(name)
  const tick = async (at: Instant) => {
    portal.clock.set(at)
    await portal.services.reminders.remind()
  }
  const deliver = () => portal.services.messages.deliverDue()
  /** A tick whose messages the providers do not take yet; they wait in the outbox until `later`. */
  const queue = async (at: Instant) => {
    portal.box.answers.push({ kind: 'failed', reason: 'busy' }, { kind: 'failed', reason: 'busy' })
    await tick(at)
    await deliver()
    portal.box.answers.length = 0
    portal.box.sent.length = 0
  }
  const later = async () => {
    portal.clock.advance(minutes(3))
    await deliver()
  }
  const sent = (channel: string, to = somebody) =>
    portal.box.sent.filter(
      (one) => one.template === template && one.channel === channel && (one.to === to.mobile || one.to === to.email),
    )
  const states = () =>
    portal.services.db.sqlite
      .prepare('SELECT channel, state FROM outbox WHERE candidate_id = ? AND template = ? ORDER BY id')
      .all(somebody.id, template)
      .map((row) => Object.values(row as object).join(' '))
  return { portal, somebody, tick, deliver, queue, later, sent, states, times: reminderTimes(name, instant) }
}

describe.each(reminderNames)('%s', (name) => {
  const { instant, act, move } = cases[name]

  test('goes out once at each of its times, in the language of the candidate, and not before', async () => {
    for (const language of ['en', 'mr'] as const) {
      const { tick, deliver, sent, times } = await opened(name, { language })
      for (const [place, { at }] of times.entries()) {
        await tick(plus(at, -1))
        await deliver()
        expect(sent('sms').length, 'not before').toBe(place)
        for (const later of [0, minutes(1), minutes(30)]) {
          await tick(plus(at, later))
          await deliver()
        }
        expect([sent('sms').length, sent('email').length]).toEqual([place + 1, place + 1])
      }
      for (const { text } of [...sent('sms'), ...sent('email')]) {
        expect(text).not.toMatch(/\{\{|undefined|null/)
        expect(/[अ-ह]/.test(text)).toBe(language === 'mr')
      }
      // The lost seat is news; every other e-mail leads to its page.
      if (name !== 'seat-lapsed')
        expect(sent('email')[0]!.text).toMatch(/https:\/\/admissions\.example\.org\/mbale\/candidate\/[a-z/-]+/)
    }
  })

  test('does not go out once the act is recorded', async () => {
    const { portal, somebody, tick, deliver, sent, times } = await opened(name)
    act(portal, somebody, plus(times[0]!.at, -hours(2)))
    for (const { at } of times) await tick(at)
    await deliver()
    expect(sent('sms')).toEqual([])
    expect(sent('email')).toEqual([])
  })

  test('is not delivered if the act is recorded while it waits in the outbox', async () => {
    const { portal, somebody, queue, later, sent, states, times } = await opened(name)
    await queue(times[0]!.at)
    expect(states()).toEqual(['sms waiting', 'email waiting'])
    act(portal, somebody, plus(portal.clock.portal(), minutes(1)))
    await later()
    expect([...sent('sms'), ...sent('email')]).toEqual([])
    expect(states()).toEqual(['sms stopped', 'email stopped'])
  })

  test('is not written to somebody whose record is erased or restricted, nor delivered', async () => {
    for (const column of ['erased_at', 'restricted_at']) {
      const { portal, somebody, queue, later, tick, sent, times, states } = await opened(name)
      const close = (id: number) => run(portal, `INSERT INTO data_states (candidate_id, ${column}) VALUES (?, 1)`, id)
      const closed = person(portal)
      cases[name].owes(portal, closed, instant)
      close(closed.id)
      await queue(times[0]!.at)
      close(somebody.id)
      await later()
      for (const { at } of times.slice(1)) await tick(at)
      await later()
      expect([sent('sms'), sent('sms', closed), sent('email', closed), sent('email')]).toEqual([[], [], [], []])
      expect(states()).toEqual(['sms stopped', 'email stopped'])
    }
  })

  test.runIf(move)('moves with its instant: what waits is dropped, and nobody gets two for the same time', async () => {
    const { portal, somebody, queue, later, tick, deliver, sent, states, times } = await opened(name)
    await queue(times[0]!.at)
    const to = plus(instant, days(2))
    move!(portal, somebody, to)
    await later()
    expect(states()).toEqual(['sms stopped', 'email stopped'])
    const now = portal.clock.portal()
    const fresh = reminderTimes(name, to).filter(({ at }) => at > now)
    expect(fresh.length).toBeGreaterThan(0)
    for (const { at } of times.filter(({ at }) => at > now && at < fresh[0]!.at)) await tick(at)
    await deliver()
    expect(sent('sms')).toEqual([])
    for (const [place, { at }] of fresh.entries()) {
      await tick(at)
      await tick(plus(at, minutes(2)))
      await deliver()
      expect(sent('sms').length).toBe(place + 1)
    }
  })
})

describe('at night', () => {
  // 24 hours before: 22:00; 6 hours before: 16:00; 1 hour before: 21:00.
  const closesAt = ist('2024-08-27 22:00')

  test('an SMS waits for the morning and an e-mail does not; what is due by then is asked for again', async () => {
    const { portal, somebody, tick, deliver, sent, states } = await opened('options', { instant: closesAt })
    await tick(ist('2024-08-26 22:00'))
    await deliver()
    expect([sent('sms').length, sent('email').length]).toEqual([0, 1])
    // The next reminders and OTPs do not queue behind what waits.
    expect(portal.services.messages.isWaiting('options-reminder')).toBe(false)
    expect(portal.services.messages.lag()).toBe(0)
    await tick(ist('2024-08-27 08:59'))
    await deliver()
    expect(sent('sms').length).toBe(0)
    await tick(ist('2024-08-27 09:00'))
    await deliver()
    expect(sent('sms').length).toBe(1)
    expect(states()).toEqual(['sms sent', 'email sent'])
    // At 21:00 the deadline is nearer than the morning.
    await tick(ist('2024-08-27 16:00'))
    await tick(ist('2024-08-27 21:00'))
    await deliver()
    expect(sent('sms').length).toBe(3)
    cases.options.act(portal, somebody, portal.clock.portal())
  })

  test('whoever acts before the morning gets no SMS', async () => {
    const { portal, somebody, tick, deliver, sent, states } = await opened('options', { instant: closesAt })
    await tick(ist('2024-08-26 22:00'))
    await deliver()
    cases.options.act(portal, somebody, ist('2024-08-27 07:00'))
    await tick(ist('2024-08-27 09:00'))
    await deliver()
    expect(sent('sms')).toEqual([])
    expect(states()).toEqual(['sms stopped', 'email sent'])
  })

  test('what was held goes out after what others wait for', async () => {
    const { portal, tick, deliver } = await opened('options', { instant: closesAt })
    await tick(ist('2024-08-26 22:00'))
    await deliver()
    portal.clock.set(ist('2024-08-27 09:00'))
    const stranger = { candidateId: null, channel: 'sms', to: '9999999999', language: 'en' } as const
    portal.services.messages.send({ ...stranger, template: 'mobile-changed' })
    portal.box.sent.length = 0
    await deliver()
    expect(portal.box.sent.map(({ template }) => template)).toEqual(['mobile-changed', 'options-reminder'])
  })
})

describe('whoever came into the state after a time', () => {
  test('is not reminded of it: a registration, a form sent back, an appointment that was booked late', async () => {
    const { portal, tick, deliver, times } = await opened('not-submitted')
    portal.clock.advance(times[0]!.at - portal.clock.portal() + minutes(5))
    const newcomer = person(portal, 'en', portal.clock.real())
    portal.clock.advance(minutes(5))
    await tick(portal.clock.portal())
    await deliver()
    const to = ({ mobile }: Person) => portal.box.sent.filter((one) => one.to === mobile).length
    expect(to(newcomer)).toBe(0)
    portal.clock.advance(times[1]!.at - portal.clock.portal())
    await tick(portal.clock.portal())
    await deliver()
    expect(to(newcomer)).toBe(1)

    const returned = await opened('sent-back')
    form(returned.portal, returned.somebody, { reverted_at: plus(returned.times[0]!.at, minutes(1)) })
    await returned.tick(plus(returned.times[0]!.at, minutes(2)))
    expect(returned.states()).toEqual([])
    await returned.tick(returned.times[1]!.at)
    expect(returned.states().length).toBe(2)

    const visit = await opened('appointment-tomorrow')
    const evening = visit.times[0]!.at
    book(visit.portal, visit.somebody, plus(visit.times[0]!.at, hours(16)), plus(evening, minutes(1)))
    await visit.tick(plus(evening, minutes(2)))
    expect(visit.states()).toEqual([])
  })
})

test('a candidate with more time by an order is reminded of that time, and of it alone', async () => {
  const { portal, somebody, tick, deliver, sent, times } = await opened('not-submitted')
  const until = plus(cases['not-submitted'].instant, days(4))
  run(
    portal,
    `INSERT INTO special_orders (kind, candidate_id, order_number, authority, reason, until, steps, state, prepared_at, prepared_by, decided_at)
     VALUES ('extend', ?, 'X/1', 'The cell', 'r', ?, 0, 'published', 1, ?, 1)`,
    somebody.id,
    until,
    staffOf(portal),
  )
  const other = person(portal)
  for (const { at } of times) await tick(at)
  await deliver()
  const to = ({ mobile }: Person) => portal.box.sent.filter((one) => one.to === mobile)
  expect([to(other).length, to(somebody).map(({ text }) => text.includes('18 Aug 2024, 17:00'))]).toEqual([3, []])
  for (const { at } of reminderTimes('not-submitted', until)) {
    await tick(at)
    await tick(plus(at, minutes(1)))
  }
  await deliver()
  expect(sent('sms').map(({ text }) => text.includes('by 18 Aug 2024, 17:00'))).toEqual([true, true, true])
  expect(to(other).length).toBe(3)
})

test('the fee decides by which words a form that is not submitted is asked for', async () => {
  const { portal, somebody, tick, deliver, times } = await opened('not-submitted')
  await tick(times[0]!.at)
  cases['paid-not-submitted'].owes(portal, somebody, times[0]!.at)
  await tick(times[1]!.at)
  await deliver()
  const texts = portal.box.sent.filter(({ to }) => to === somebody.mobile).map(({ text }) => text)
  expect(texts).toEqual([
    expect.stringContaining('your form is NOT submitted. Steps left: 9.'),
    expect.stringContaining('your fee is paid, but your form is NOT submitted.'),
  ])
})

test('two processes at once remind nobody twice, and leave nobody out', async () => {
  const folder = folderOfTest()
  const at = plus(cases.options.instant, -hours(24))
  const one = await openPortal({ at, dataDir: folder })
  const other = await openPortal({ at, dataDir: folder })
  const crowd = Array.from({ length: 230 }, () => person(one))
  one.services.db.transact(() => {
    for (const somebody of crowd) cases.options.owes(one, somebody, at)
  })
  await Promise.all([
    one.services.reminders.remind(),
    other.services.reminders.remind(),
    one.services.reminders.remind(),
  ])
  const counts = one.services.db.sqlite
    .prepare(
      `SELECT count(*) AS reminded, count(DISTINCT candidate_id) AS people,
        (SELECT count(*) FROM outbox WHERE template = 'options-reminder' AND channel = 'sms') AS messages FROM reminders`,
    )
    .get()
  expect(counts).toEqual({ reminded: 230, people: 230, messages: 230 })
  await Promise.all([one.services.reminders.remind(), other.services.reminders.remind()])
  expect(one.services.db.sqlite.prepare('SELECT count(*) FROM reminders').pluck().get()).toBe(230)
  await one.services.messages.deliverDue()
  await other.services.messages.deliverDue()
  expect([...one.box.sent, ...other.box.sent].filter(({ channel }) => channel === 'sms').length).toBe(230)
})

test('while the time of the machine is doubted, nobody is reminded', async () => {
  const { portal, states, times } = await opened('not-submitted')
  portal.clock.set(times[0]!.at)
  vi.spyOn(portal.services.machineTime, 'isTrusted').mockReturnValue(false)
  vi.spyOn(portal.services.housekeeping, 'hasJobs').mockReturnValue(true)
  const log = { warn: vi.fn(), error: vi.fn() }
  await runScheduled([portal.services], log)
  expect(states()).toEqual([])
  vi.mocked(portal.services.machineTime.isTrusted).mockReturnValue(true)
  await runScheduled([portal.services], log)
  expect(states().length).toBe(2)
  expect(log.error).not.toHaveBeenCalled()
})

test('nothing is looked through again once it was: a time that is done costs no look at candidates', async () => {
  const { portal, tick, times } = await opened('not-submitted')
  await tick(times[0]!.at)
  const among = vi.spyOn(portal.services.application.reminders, 'among')
  await tick(plus(times[0]!.at, minutes(1)))
  await tick(plus(times[0]!.at, hours(20)))
  expect(among).not.toHaveBeenCalled()
  await tick(times[1]!.at)
  expect(among).toHaveBeenCalled()
})

describe('the page of the desk', () => {
  test('lists every reminder with its time and its counts, in both languages, for those who may publish', async () => {
    const { portal, somebody, queue, later, times } = await opened('not-submitted')
    await queue(times[0]!.at)
    draft.act(portal, somebody, portal.clock.portal())
    await later()
    person(portal)
    person(portal)
    const line = (await portal.services.reminders.overview()).lines.filter(({ name }) => name === 'not-submitted')
    expect(line).toEqual([
      {
        name: 'not-submitted',
        times: [
          { hours: 72, sent: 1 },
          { hours: 24, sent: 0 },
          { hours: 6, sent: 0 },
        ],
        nextAt: times[1]!.at,
        people: 2,
        waiting: 0,
        stopped: 2,
        failed: 0,
      },
    ])
    const admin = await atDesk(portal, 'admin')
    for (const language of languages) {
      const page = await admin.get(`reminders?lang=${language}`)
      expect(page.status).toBe(200)
      for (const name of reminderNames) expect(page.text).toContain(translate(language, `reminders:${name}`))
    }
    expect((await (await atDesk(portal, 'so')).get('reminders')).status).toBe(403)
  })
})
