import { beforeEach, describe, expect, test } from 'vitest'
import { askedOf } from '#server/kernel/lists.ts'
import { days, hours, type Instant, ist, minutes, plus } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { runOf } from '#tests/features/allotment/published-round.ts'
import { admitTo } from '#tests/support/acceptance.ts'
import { deskBrowser } from '#tests/support/desk.ts'
import { faultsOf } from '#tests/support/portal.ts'
import { accept, everySeen, otherInstitute, ownInstitute, reportingRound, roundOne } from '#tests/support/reporting.ts'

type Round = Awaited<ReturnType<typeof reportingRound>>
let round: Round
beforeEach(async () => {
  round = await reportingRound()
})

const now = () => round.portal.clock.portal()
const reporting = () => round.portal.services.reporting
const admit = (userId: string, by = round.desk, at: Instant = now()) =>
  reporting().admit(by, userId, everySeen(round.portal, round.desk, userId), at)
const reset = (userId: string, by = round.desk, at: Instant = now()) =>
  reporting().reset(
    by,
    userId,
    { intent: 'reset', fact: 'category', reason: 'The certificate names another caste' },
    at,
  )
const stateOf = (candidateId: number) => round.portal.services.seatAcceptance.current(candidateId)?.state
const told = async (template: string) => {
  await round.portal.services.messages.deliverDue()
  return round.portal.box.sent.filter((message) => message.template === template)
}

describe('the institute', () => {
  test('lists its own candidates by state, and nobody else', () => {
    const day = reporting().day(round.desk, {})
    expect(day).toMatchObject({
      value: {
        institute: ownInstitute,
        name: 'Sahyadri Institute',
        round: 1,
        counts: { 'to-report': 3, admitted: 0, 'not-recorded': 0, accepting: 0, lost: 1 },
        days: [
          { day: '2024-09-02', isOver: false, signed: null },
          { day: '2024-09-03', isOver: false, signed: null },
          { day: '2024-09-04', isOver: false, signed: null },
        ],
      },
    })
    const listed = (query: Record<string, string>) => {
      const { candidates } = reporting()
      return candidates.piece(round.desk, askedOf(candidates.shape, query)).rows
    }
    expect(listed({ sort: '-state' }).map(({ state }) => state)).toEqual([
      ...Array(3).fill('to-report'),
      'not-accepted',
    ])
    expect(JSON.stringify([day, listed({})])).not.toContain(round.far.userId)
    expect(listed({ group: 'lost' })).toMatchObject([{ fullName: 'Did Nothing' }])
    expect(listed({ group: 'to-report', userId: round.asha.userId })).toMatchObject([{ userId: round.asha.userId }])
  })

  test('sees a name that changed after the allotment beside the one before', async () => {
    const wrong = [
      { fact: 'name', stated: { fullName: 'Asha Ramesh Patil' }, right: { fullName: 'Aasha Ramesh Patil' } },
    ]
    const { sqlite } = round.portal.services.db
    const noted = sqlite.prepare('UPDATE self_verifications SET answers = ? WHERE candidate_id = ?')
    expect(noted.run(JSON.stringify(wrong), round.asha.id).changes).toBe(1)
    const desk = deskBrowser(round.portal)
    desk.jar.mbale_desk = round.portal.services.staff.openFor('desk.3015', { network: '127.0.0.1', device: '—' })!
    const { text } = await desk.get(`reporting/${round.asha.userId}`)
    expect(text).toMatch(/Asha Ramesh Patil<[^→]*→[^A]*Aasha Ramesh Patil/)
    expect(text).toContain('Only the spelling, or the place of the surname, changed')
    const other = await desk.get(`reporting/${round.idle.userId}`)
    expect(other.text).not.toContain('changed after the allotment')
  })

  test('sees facts beside documents of those who accepted, and of them alone', () => {
    const hers = reporting().candidate(round.desk, round.asha.userId, 'en')
    expect(hers).toMatchObject({ value: { state: 'to-report', mayRecord: { ok: true } } })
    expect(hers.ok && hers.value.facts.map(({ name }) => name)).toContain('category')
    expect(hers.ok && hers.value.facts.find(({ name }) => name === 'category')?.documents).not.toEqual([])
    const idle = reporting().candidate(round.desk, round.idle.userId, 'en')
    expect(idle).toMatchObject({ value: { state: 'not-accepted', facts: [], originals: [] } })
  })

  test('admits: the candidate is told, sees it at once, and the list counts it', async () => {
    expect(admit(round.asha.userId)).toMatchObject({ ok: true })
    expect(stateOf(round.asha.id)).toBe('admitted')
    expect(reporting().standingOf(round.asha.id)).toEqual({
      kind: 'recorded',
      institute: 'Sahyadri Institute',
      round: 1,
      at: now(),
      awaited: [],
    })
    expect(reporting().standingOf(round.ravi.id)).toMatchObject({
      kind: 'not-recorded',
      by: roundOne.reportBy,
    })
    expect((await told('seat-admitted')).map(({ to }) => to)).toContain('9876543210')
    expect(reporting().day(round.desk, {})).toMatchObject({ value: { counts: { 'to-report': 2, admitted: 1 } } })
    const { admitted } = reporting()
    expect(admitted.piece(round.desk, askedOf(admitted.shape, {}))).toMatchObject({
      rows: [{ userId: round.asha.userId }],
      next: null,
    })
    expect(admit(round.asha.userId)).toMatchObject({ refusal: { code: 'already-admitted', status: 409 } })
  })

  test('admits nobody without every original, and names those that are missing', () => {
    const { 'original-ssc-marksheet': _, ...rest } = everySeen(round.portal, round.desk, round.asha.userId)
    expect(reporting().admit(round.desk, round.asha.userId, rest, now())).toMatchObject({
      refusal: { code: 'check-answers', fields: [{ field: 'original-ssc-marksheet', code: 'original.missing' }] },
    })
    const awaited = { ...rest, 'original-ssc-marksheet': 'awaited' }
    expect(reporting().admit(round.desk, round.asha.userId, awaited, now()).ok).toBe(false)
    expect(stateOf(round.asha.id)).toBe('to-report')
  })

  test('case 92: admits until 17:00:00, and not in the request after', () => {
    const last = plus(roundOne.reportBy, -1)
    round.portal.clock.set(last)
    expect(admit(round.asha.userId, round.desk, last)).toMatchObject({ ok: true })
    round.portal.clock.set(roundOne.reportBy)
    expect(admit(round.ravi.userId, round.desk, roundOne.reportBy)).toMatchObject({
      refusal: { code: 'reporting-closed' },
    })
    // The request arrived in time and was worked on later.
    expect(admit(round.sunita.userId, round.desk, last)).toMatchObject({ ok: true })
    expect(stateOf(round.ravi.id)).toBe('not-reported')
    expect(reporting().standingOf(round.ravi.id)).toMatchObject({ kind: 'missed' })
  })

  test('case 92: of two offices and two tabs that record one person, one does', () => {
    const form = everySeen(round.portal, round.desk, round.asha.userId)
    const answers = [round.desk, round.second, round.stranger].map((by) =>
      reporting().admit(by, round.asha.userId, form, now()),
    )
    expect(answers.map((one) => (one.ok ? 'ok' : one.refusal.code))).toEqual([
      'ok',
      'already-admitted',
      'reporting-unknown',
    ])
    expect(reset(round.asha.userId, round.second)).toMatchObject({ refusal: { code: 'already-admitted' } })
    expect(round.portal.rows().admissions).toBe(1)
  })

  test('resets with a fact and a reason: the candidate verifies and accepts again, without paying twice', async () => {
    expect(reset(round.asha.userId)).toMatchObject({ ok: true })
    expect(stateOf(round.asha.id)).toBe('to-verify')
    expect(reporting().standingOf(round.asha.id)).toMatchObject({
      kind: 'reset',
      fact: 'category',
      by: roundOne.reportBy,
    })
    const [sms] = (await told('seat-reset')).filter(({ to }) => to === '9876543210')
    expect(sms!.text).toContain('Category')
    expect(reset(round.asha.userId)).toMatchObject({ refusal: { code: 'not-accepted' } })
    expect(admit(round.asha.userId)).toMatchObject({ ok: false })
    round.portal.clock.advance(hours(1))
    accept(round.portal, round.asha.id, { at: now() })
    expect(stateOf(round.asha.id)).toBe('to-report')
    expect(admit(round.asha.userId)).toMatchObject({ ok: true })
  })

  test('resets only for a fact that the candidate stated, with a reason', () => {
    const given = { intent: 'reset', fact: 'orphan', reason: 'No such certificate was shown' }
    expect(reporting().reset(round.desk, round.asha.userId, given, now())).toMatchObject({
      refusal: { fields: [{ field: 'fact' }] },
    })
    expect(
      reporting().reset(round.desk, round.asha.userId, { intent: 'reset', fact: 'category' }, now()),
    ).toMatchObject({ refusal: { fields: [{ field: 'reason' }] } })
  })
})

describe('case 18: another institute, another role', () => {
  test('finds nothing and changes nothing', async () => {
    const before = round.portal.rows()
    const form = everySeen(round.portal, round.desk, round.asha.userId)
    for (const by of [round.stranger, round.admin]) {
      expect(reporting().candidate(by, round.asha.userId, 'en').ok).toBe(false)
      expect(await reporting().document(by, round.asha.userId, 'ssc-marksheet')).toMatchObject({ ok: false })
      expect(reporting().admit(by, round.asha.userId, form, now()).ok).toBe(false)
      expect(reset(round.asha.userId, by).ok).toBe(false)
      expect(
        reporting().prepareCorrection(by, round.asha.userId, { intent: 'undo', reason: 'It was recorded by mistake' })
          .ok,
      ).toBe(false)
    }
    expect(reporting().exportDay(round.admin, '1').ok).toBe(false)
    expect(reporting().roundDays(round.desk, {}).ok).toBe(false)
    expect(reporting().instituteDays.piece(round.desk, askedOf(reporting().instituteDays.shape, {})).rows).toEqual([])
    expect(reporting().signFor(round.desk, otherInstitute, 1, '2024-09-02').ok).toBe(false)
    expect(round.portal.rows().admissions).toBe(before.admissions)
    expect(round.portal.rows().seat_resets).toBe(before.seat_resets)
  })
})

/** Asha's seat is her third preference, which she keeps for betterment. */
function keepsForBetterment(): void {
  const { sqlite } = round.portal.services.db
  sqlite.prepare('UPDATE allotments SET preference = 3 WHERE candidate_id = ?').run(round.asha.id)
  sqlite.prepare("UPDATE seat_decisions SET decision = 'betterment' WHERE candidate_id = ?").run(round.asha.id)
}

/** Publishes a second round, in which Asha gets a seat at the other institute. */
const betterSeat = () =>
  runOf(round.portal, {
    round: 2,
    courses: [
      { choiceCode: round.own, seats: { GOPENS: 4 } },
      { choiceCode: round.other, instituteCode: otherInstitute, institute: 'Kaveri College', seats: { GOPENS: 2 } },
    ],
    placed: [
      { ...round.asha, state: 10, allIndia: 10, seat: { choiceCode: round.other, seatType: 'GOPENS', preference: 1 } },
    ],
  })

test('case 18: after a better seat in round 2 its institute alone records the candidate, and not the one of round 1', async () => {
  const { asha, desk, stranger, portal } = round
  const { sqlite } = portal.services.db
  keepsForBetterment()
  expect(stateOf(asha.id)).toBe('held')
  const form = everySeen(portal, desk, asha.userId)
  expect(reporting().admit(desk, asha.userId, form, now())).toMatchObject({ refusal: { code: 'not-accepted' } })

  const inRoundTwo = (at: Instant) => plus(at, days(13))
  portal.clock.set(inRoundTwo(roundOne.published))
  betterSeat()
  const expectNothingAtTheFirst = async () => {
    expect(reporting().candidate(desk, asha.userId, 'en')).toMatchObject({
      value: { round: 1, state: 'ended', mayRecord: { ok: false }, facts: [], originals: [] },
    })
    expect(await reporting().document(desk, asha.userId, 'ssc-marksheet')).toMatchObject({ ok: false })
    const refused = { refusal: { code: 'seat-of-earlier-round' } }
    expect(reporting().admit(desk, asha.userId, form, now())).toMatchObject(refused)
    expect(reset(asha.userId)).toMatchObject(refused)
    for (const [intent, code] of [
      ['undo', 'not-admitted-yet'],
      ['record-late', 'not-late'],
    ])
      expect(
        reporting().prepareCorrection(desk, asha.userId, { ...form, intent, reason: 'Recorded by mistake' }),
      ).toMatchObject({ refusal: { code } })
  }
  await expectNothingAtTheFirst()
  expect(reporting().admit(stranger, asha.userId, form, now())).toMatchObject({ refusal: { code: 'not-accepted' } })

  accept(portal, asha.id, { round: 2, at: inRoundTwo(roundOne.accepted) })
  portal.clock.set(inRoundTwo(roundOne.reporting))
  await expectNothingAtTheFirst()
  expect(reporting().admit(stranger, asha.userId, everySeen(portal, stranger, asha.userId), now()).ok).toBe(true)
  await expectNothingAtTheFirst()
  expect(sqlite.prepare('SELECT round, institute_code AS at FROM admissions').all()).toEqual([
    { round: 2, at: otherInstitute },
  ])
  expect(portal.rows()).toMatchObject({ seat_resets: 0, admission_corrections: 0 })
})

test('case 18: where everybody reports, an admission of round 1 ends at its institute with a better seat elsewhere', () => {
  const { asha, desk, portal } = round
  const { sqlite } = portal.services.db
  keepsForBetterment()
  admitTo(portal.services.db, asha.id, 1, round.own, now(), desk.id)
  sqlite
    .prepare(
      `INSERT INTO admission_checks (admission_id, verdict, reason, checked_at, checked_by)
       SELECT id, 'objected', 'No caste certificate', ?, ? FROM admissions`,
    )
    .run(now(), round.admin.id)
  const atTheFirst = () => {
    const { admitted, admittedHere } = reporting()
    return {
      listed: admitted.piece(desk, askedOf(admitted.shape, {})).rows.map(({ userId }) => userId),
      objections: portal.services.admissionReports.objectionsAt(desk).length,
      printsReceipt: admittedHere(desk, asha.userId).ok,
    }
  }
  expect(atTheFirst()).toEqual({ listed: [asha.userId], objections: 1, printsReceipt: true })
  betterSeat()
  expect(atTheFirst()).toEqual({ listed: [], objections: 0, printsReceipt: false })
})

describe('the signed day', () => {
  const day = ist('2024-09-02 17:00')

  test('is signed once it has closed; the round when every institute has signed its last day', () => {
    admit(round.asha.userId)
    round.portal.clock.set(plus(day, -1))
    expect(reporting().sign(round.desk, 1, '2024-09-02')).toMatchObject({ refusal: { code: 'reporting-day-open' } })
    round.portal.clock.set(day)
    expect(reporting().sign(round.desk, 1, '2024-09-02')).toMatchObject({ ok: true })
    expect(reporting().sign(round.second, 1, '2024-09-02')).toMatchObject({ refusal: { code: 'reporting-day-signed' } })
    expect(reporting().day(round.desk, {})).toMatchObject({
      value: {
        days: [{ signed: { admitted: 1, notRecorded: 2 } }, { signed: null }, { signed: null }],
        isSigned: false,
      },
    })
    expect(reporting().isRoundSigned(1)).toBe(false)
    expect(reporting().waiting(round.desk)).toMatchObject([{ kind: 'day-to-sign', count: 0 }])
    expect(reporting().waiting(round.admin)).toMatchObject([{ kind: 'institute-to-sign', count: 1, oldestAt: day }])

    round.portal.clock.set(roundOne.reportBy)
    const left = { kind: 'day-to-sign', count: 2, oldestAt: ist('2024-09-03 17:00'), dueAt: roundOne.reportBy }
    expect(round.portal.services.waiting.for(round.desk)).toContainEqual(
      expect.objectContaining({ ...left, isOverdue: true }),
    )
    expect(reporting().waiting(round.admin)).toMatchObject([{ count: 2 }])
    expect(reporting().sign(round.desk, 1, '2024-09-04')).toMatchObject({
      value: [{ day: '2024-09-03' }, { day: '2024-09-04' }],
    })
    expect(reporting().unsigned(1)).toMatchObject([{ code: otherInstitute, name: 'Kaveri College' }])
    expect(reporting().signFor(round.admin, otherInstitute, 1, '2024-09-04')).toMatchObject({ ok: true })
    expect(reporting().isRoundSigned(1)).toBe(true)
  })

  test('the cell sees every institute, with the numbers of those not recorded', async () => {
    admit(round.asha.userId)
    round.portal.clock.set(roundOne.reportBy)
    reporting().sign(round.desk, 1, '2024-09-04')
    expect(reporting().roundDays(round.admin, {})).toMatchObject({ value: { institutes: 2 } })
    const asked = (query: Record<string, string>) => {
      const { shape, piece } = reporting().instituteDays
      return piece(round.admin, askedOf(shape, query)).rows
    }
    const own = { code: ownInstitute, admitted: 1, notRecorded: 2, signing: 'signed', lastDay: '2024-09-04' }
    const other = { code: otherInstitute, admitted: 0, notRecorded: 1, signing: 'open', lastDay: null }
    expect(asked({})).toMatchObject([own, other])
    expect(asked({ sort: '-code' })).toMatchObject([other, own])
    expect(asked({ signing: 'open' })).toMatchObject([other])
    expect(asked({ round: '1', name: 'kaveri' })).toMatchObject([other])
    expect(reporting().notRecorded(round.admin, otherInstitute, '1')).toMatchObject({
      value: { name: 'Kaveri College', rows: [{ userId: round.far.userId, state: 'not-reported' }] },
    })
  })
})

test('an institute at which a round allotted no seat has nothing to sign and is counted nowhere', async () => {
  const { asha, desk, stranger, admin, portal } = round
  const { seats, waiting, db } = portal.services
  const later = (at: Instant) => plus(at, days(13))
  admit(round.ravi.userId)
  keepsForBetterment()
  portal.clock.set(later(roundOne.published))
  betterSeat()
  accept(portal, asha.id, { round: 2, at: later(roundOne.accepted) })
  portal.clock.set(later(roundOne.reportBy))
  const last = '2024-09-17'

  expect(reporting().day(desk, {})).toMatchObject({ value: { round: 2, hasSeats: false, days: [] } })
  const nothing = { refusal: { code: 'reporting-nothing-to-sign', status: 409 } }
  expect(reporting().sign(desk, 2, last)).toMatchObject(nothing)
  expect(reporting().signFor(admin, ownInstitute, 2, last)).toMatchObject(nothing)
  expect(waiting.for(desk).filter(({ kind }) => kind === 'day-to-sign')).toEqual([])
  // A signature from before this was refused.
  db.sqlite
    .prepare(
      `INSERT INTO institute_days (institute_code, day, round, signed_at, signed_by, admitted, not_recorded)
       VALUES (?, ?, 2, ?, ?, 0, 0)`,
    )
    .run(ownInstitute, last, now(), desk.id)
  const cell = () => {
    const found = reporting().roundDays(admin, {})
    return found.ok && found.value && [found.value.days.at(-1)?.signed, found.value.institutes]
  }
  expect([cell(), seats.vacancies(2)]).toMatchObject([[0, 1], { counted: 0, institutes: 1 }])
  expect(reporting().sign(stranger, 2, last)).toMatchObject({ ok: true })
  expect([cell(), seats.vacancies(2)]).toMatchObject([[1, 1], { counted: 1, institutes: 1 }])
  expect(reporting().isRoundSigned(2)).toBe(true)

  // A seat of round 1 that is given back is vacant after round 2 at once.
  const prepared = reporting().prepareCorrection(desk, round.ravi.userId, { intent: 'undo', reason: 'Another person' })
  expect(prepared).toMatchObject({ ok: true })
  expect(seats.vacantAt(ownInstitute, 2).get(round.own)).toEqual([])
  portal.clock.advance(minutes(1))
  const { id } = db.sqlite.prepare('SELECT id FROM admission_corrections').get() as { id: number }
  expect(reporting().decideCorrection(round.second, id, 'release')).toMatchObject({ ok: true })
  expect(seats.vacantAt(ownInstitute, 2).get(round.own)).toMatchObject([{ seatType: 'GOPENS' }])
  expect(seats.vacancies(2)).toMatchObject({ counted: 1, institutes: 1 })
})

describe('the form that signs a day', () => {
  const signing = async (login: string) => {
    const screen = deskBrowser(round.portal)
    screen.jar.mbale_desk = round.portal.services.staff.openFor(login, { network: '127.0.0.1', device: '—' })!
    return screen
  }
  const form = { intent: 'sign', round: '1', day: '2024-09-02' }

  test('asks whether the list was read only where somebody is on it', async () => {
    round.portal.clock.set(ist('2024-09-02 18:00'))
    const own = await signing('desk.3015')
    expect((await own.get('reporting')).text).toContain('3 candidates are not recorded')
    expect(faultsOf(await own.post('reporting', form))).toHaveProperty('checked')
    for (const { userId } of [round.asha, round.ravi, round.sunita]) admit(userId)
    expect((await own.get('reporting')).text).not.toContain('name="checked"')
    expect((await own.post('reporting', form)).status).toBe(303)
  })
})

describe('two people correct a record', () => {
  const undo = { intent: 'undo', reason: 'Another person was recorded under this number' }
  const late = (userId: string) => ({
    ...everySeen(round.portal, round.desk, userId),
    intent: 'record-late',
    reason: 'Came at 16:40; the network was down',
  })

  test('an admission is undone by a second person, and the candidate is told', async () => {
    admit(round.asha.userId)
    const prepared = reporting().prepareCorrection(round.desk, round.asha.userId, undo)
    if (!prepared.ok) throw new Error(prepared.refusal.code)
    expect(stateOf(round.asha.id)).toBe('admitted')
    expect(reporting().decideCorrection(round.desk, prepared.value, 'release')).toMatchObject({
      refusal: { code: 'second-person' },
    })
    expect(reporting().decideCorrection(round.stranger, prepared.value, 'release')).toMatchObject({
      refusal: { code: 'unknown-correction' },
    })
    expect(reporting().decideCorrection(round.second, prepared.value, 'release')).toMatchObject({ ok: true })
    expect(stateOf(round.asha.id)).toBe('to-report')
    expect((await told('admission-undone')).length).toBeGreaterThan(0)
    expect(admit(round.asha.userId)).toMatchObject({ ok: true })
  })

  test('a candidate who was not recorded in time is recorded late, until the institute signs', () => {
    expect(reporting().prepareCorrection(round.desk, round.ravi.userId, late(round.ravi.userId))).toMatchObject({
      refusal: { code: 'not-late' },
    })
    round.portal.clock.set(roundOne.reportBy)
    const prepared = reporting().prepareCorrection(round.desk, round.ravi.userId, late(round.ravi.userId))
    if (!prepared.ok) throw new Error(prepared.refusal.code)
    expect(reporting().sign(round.desk, 1, '2024-09-04')).toMatchObject({
      refusal: { code: 'reporting-corrections-wait' },
    })
    expect(reporting().decideCorrection(round.admin, prepared.value, 'release')).toMatchObject({ ok: true })
    expect(stateOf(round.ravi.id)).toBe('admitted')
    expect(reporting().sign(round.desk, 1, '2024-09-04')).toMatchObject({ ok: true })
    expect(reporting().prepareCorrection(round.desk, round.sunita.userId, late(round.sunita.userId))).toMatchObject({
      refusal: { code: 'reporting-day-signed' },
    })
  })
})

test('case 36: the exported list runs no formula and has its byte order mark', () => {
  const file = reporting().exportDay(round.desk, '1')
  if (!file.ok) throw new Error(file.refusal.code)
  const text = [...file.value.pieces].join('')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""http://x"",""Sunita"")"`)
  expect(text.trim().split('\r\n').length).toBe(5)
  expect(text).not.toContain(round.far.userId)
})

describe('the receipt of an admission', () => {
  const codeOf = (pdf: Uint8Array) => /(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/.exec(textOf(pdf))![0]
  const print = (kind: string) => round.portal.services.printables.print({ candidateId: round.asha.id }, kind, 'en')
  const check = (code: string) => round.portal.services.printables.verify(code, '127.0.0.1')

  test('names the originals, and its code says when the admission was undone or cancelled', async () => {
    round.portal.services.db.sqlite.prepare("DELETE FROM documents WHERE kind IN ('photo', 'signature')").run()
    expect(await print('admission-receipt')).toMatchObject({ refusal: { code: 'no-such-printable' } })
    admit(round.asha.userId)
    const printed = await print('admission-receipt')
    if (!printed.ok) throw new Error(printed.refusal.code)
    expect(textOf(printed.value.bytes)).toContain('Caste certificate')
    const code = codeOf(printed.value.bytes)
    expect(check(code)).toMatchObject({
      value: { kind: 'admission-receipt', state: 'valid', userId: round.asha.userId },
    })

    const undone = reporting().prepareCorrection(round.desk, round.asha.userId, {
      intent: 'undo',
      reason: 'Another person was recorded under this number',
    })
    if (!undone.ok) throw new Error(undone.refusal.code)
    reporting().decideCorrection(round.second, undone.value, 'release')
    expect(check(code)).toMatchObject({ value: { state: 'admission-undone' } })

    admit(round.asha.userId)
    const again = await print('admission-receipt')
    if (!again.ok) throw new Error(again.refusal.code)
    round.portal.services.cancellation.cancelUnasked(round.asha.id, 'Another seat')
    expect(check(codeOf(again.value.bytes))).toMatchObject({ value: { state: 'admission-cancelled' } })
    const letter = await print('cancellation')
    if (!letter.ok) throw new Error(letter.refusal.code)
    expect(check(codeOf(letter.value.bytes))).toMatchObject({ value: { kind: 'cancellation', state: 'valid' } })
  })
})
