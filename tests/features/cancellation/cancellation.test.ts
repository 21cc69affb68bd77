import { beforeEach, describe, expect, test } from 'vitest'
import { askedOf } from '#server/kernel/lists.ts'
import { days, type Instant, ist, plus } from '#server/kernel/time.ts'
import { asha, browser, calls } from '#tests/support/portal.ts'
import { accept, everySeen, ownInstitute, reportingRound } from '#tests/support/reporting.ts'

type Round = Awaited<ReturnType<typeof reportingRound>>
let round: Round
beforeEach(async () => {
  round = await reportingRound()
})

const cutOff = ist('2024-10-10 17:00')
const now = () => round.portal.clock.portal()
const cancellation = () => round.portal.services.cancellation
const actor = () => ({ candidateId: round.asha.id })
async function proof() {
  round.portal.clock.advance(31_000)
  const asked = await round.portal.api('POST', calls.otp, { purpose: 'cancel' }, round.her.from)
  if (asked.status !== 200) throw new Error(asked.text)
  return { password: round.her.person.password, otp: await round.portal.otpFor(round.her.person.mobile) }
}
const post = (body: object) => round.portal.api('POST', 'cancellation', body, round.her.from)
const read = async () => (await round.portal.api('GET', 'cancellation', undefined, round.her.from)).body.data
const sound = {
  paid: '85000',
  charge: '1000',
  mode: 'bank-transfer',
  number: 'UTR 1',
  originalsReturned: true,
} as const

describe('the candidate', () => {
  test('reads what can be cancelled and by when, and has the permission', async () => {
    expect(await read()).toEqual({
      mayCancel: true,
      hindrance: null,
      closesAt: new Date(cutOff).toISOString(),
      seat: {
        round: 1,
        choiceCode: round.own,
        institute: 'Sahyadri Institute',
        course: 'MBA',
        isAdmitted: false,
      },
      cancelled: null,
    })
    expect(await round.her.details()).toMatchObject({
      isCandidateCancel: true,
      isCandidateCancelPrint: false,
      permissions: { cancelAdmission: true, cancelPrint: false },
    })
  })

  test('cancels with a reason, password and OTP: final at once, told, and out of the rounds', async () => {
    const given = { reason: 'A seat at a government college', ...(await proof()) }
    const answer = await post(given)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({ caseNumber: 1, reason: given.reason, returned: null, isReturnLate: false })
    expect((await post(given)).body).toMatchObject({ code: 'already-cancelled' })
    const { seatAcceptance } = round.portal.services
    expect(seatAcceptance.current(actor().candidateId)).toMatchObject({
      state: 'ended',
      offer: { ending: 'cancelled' },
    })
    expect(seatAcceptance.entry(round.asha.id, 2)).toEqual({ kind: 'left', why: 'cancelled' })
    expect((await seatAcceptance.keptFor(2)).absent.has(round.asha.id)).toBe(true)
    expect(await round.her.details()).toMatchObject({
      isCandidateCancel: false,
      isCandidateCancelPrint: true,
      permissions: { cancelAdmission: false, cancelPrint: true },
    })
    expect(await round.portal.sentTo('9876543210', 'admission-cancelled')).toBe(1)
  })

  test('reads what comes back and gives the reason before an OTP is sent; the SMS names the institute', async () => {
    const { sqlite } = round.portal.services.db
    sqlite.prepare('INSERT INTO course_fees (choice_code, annual_fee) VALUES (?, 8600000)').run(round.own)
    const screen = browser(round.portal, round.her.cookies)
    const { text } = await screen.get('cancel-admission-request')
    expect(text).toContain('the course fee of a whole year, ₹86,000, at least ₹85,000 of it comes back')
    const otps = () => round.portal.sentTo(asha.mobile, 'step-up-otp')
    const before = await otps()
    const without = await screen.post('cancel-admission-request', { intent: 'otp', reason: ' ' })
    expect([without.status, await otps()]).toEqual([422, before])
    const reason = 'A seat at a government college'
    round.portal.clock.advance(31_000)
    const sent = await screen.post('cancel-admission-request', { intent: 'otp', reason })
    expect([sent.status, await otps()]).toEqual([200, before + 1])
    expect(sent.text).toMatch(new RegExp(`<textarea[^>]*name="reason"[^>]*>${reason}</textarea>`))
    expect(sent.text).toMatch(/<input[^>]*name="otp"/)
    round.portal.clock.advance(31_000)
    const typed = { reason, password: 'Passw0rd', otp: '000000' }
    const again = await screen.post('cancel-admission-request', { ...typed, intent: 'resend' })
    expect([again.status, await otps(), again.text.includes(reason)]).toEqual([200, before + 2, true])
    expect(again.text).not.toContain(typed.password)
    const wrong = await screen.post('cancel-admission-request', typed)
    expect(wrong.text).toContain(reason)
    expect((await post({ reason, ...(await proof()) })).status).toBe(201)
    expect(await round.portal.sentTo(asha.mobile, 'admission-cancelled')).toBe(1)
    const sms = round.portal.box.sent.find(({ template }) => template === 'admission-cancelled')
    expect(sms!.text).toContain('you cancelled your admission to Sahyadri Institute. Money and papers come back by')
  })

  test('does not cancel without the proof, nor without a seat', async () => {
    expect((await post({ reason: 'Another seat', password: 'Passw0rd', otp: '000000' })).status).toBe(422)
    expect((await post({ reason: '', ...(await proof()) })).status).toBe(422)
    expect(await read()).toMatchObject({ mayCancel: true })
    expect(cancellation().cancelUnasked(round.idle.id, 'No seat')).toMatchObject({
      refusal: { code: 'not-admitted' },
    })
    expect(round.portal.rows().cancellations).toBe(0)
  })

  test.each([
    ['a request before the cut-off', -1, 201],
    ['a request at the cut-off', 0, 422],
  ])('case 92: %s', async (_, after, status) => {
    round.portal.services.reporting.admit(
      round.desk,
      round.asha.userId,
      everySeen(round.portal, round.desk, round.asha.userId),
      now(),
    )
    const given = { reason: 'Another seat', ...(await proof()) }
    round.portal.clock.set(plus(cutOff, after))
    const answer = await post(given)
    expect(answer.status).toBe(status)
    if (status === 422) {
      expect(answer.body.code).toBe('cancellation-closed')
      expect((await round.her.details()).permissions.cancelAdmission).toBe(false)
    }
  })

  test('case 92: in two tabs one cancels, and the other reads that it is done', async () => {
    const given = { reason: 'Another seat', ...(await proof()) }
    const answers = await Promise.all([post(given), post(given)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(round.portal.rows().cancellations).toBe(1)
  })

  test('case 92: admission and cancellation at the same moment leave one consistent record', async () => {
    const form = everySeen(round.portal, round.desk, round.asha.userId)
    const given = { reason: 'Another seat', ...(await proof()) }
    const [cancelled, admitted] = await Promise.all([
      post(given),
      (async () => round.portal.services.reporting.admit(round.desk, round.asha.userId, form, now()))(),
    ])
    expect(cancelled.status).toBe(201)
    expect(round.portal.rows().admissions).toBe(admitted.ok ? 1 : 0)
    expect(round.portal.services.seatAcceptance.current(actor().candidateId)).toMatchObject({ state: 'ended' })
    const after = round.portal.services.reporting.admit(round.desk, round.asha.userId, form, now())
    expect(after).toMatchObject({ refusal: { code: 'not-accepted' } })
  })
})

describe('case 45: a fee that is captured after the cancellation', () => {
  test('a candidate whose fee is at the bank has no seat to cancel yet', () => {
    const { sqlite } = round.portal.services.db
    sqlite
      .prepare("UPDATE payments SET status = 'pending' WHERE candidate_id = ? AND due = 'seat-acceptance'")
      .run(round.asha.id)
    expect(cancellation().may(actor().candidateId, now())).toMatchObject({ refusal: { code: 'not-admitted' } })
    sqlite
      .prepare("UPDATE payments SET status = 'captured' WHERE candidate_id = ? AND due = 'seat-acceptance'")
      .run(round.asha.id)
    expect(cancellation().may(actor().candidateId, now())).toMatchObject({ ok: true })
  })

  test('money captured later gives the seat back to nobody', async () => {
    await post({ reason: 'Another seat', ...(await proof()) })
    accept(round.portal, round.asha.id, { at: now(), fee: 'captured' })
    expect(round.portal.services.seatAcceptance.current(actor().candidateId)).toMatchObject({ state: 'ended' })
    expect(await read()).toMatchObject({ mayCancel: false, hindrance: 'already-cancelled' })
  })
})

describe('the institute', () => {
  const request = () => cancellation().cancelUnasked(actor().candidateId, 'Another seat')
  const late = () => plus(now(), days(2)) as Instant

  test('records what it returned; the candidate reads it and is told', async () => {
    request()
    expect(cancellation().openAt(round.desk)).toBe(1)
    expect(cancellation().recordReturn(round.desk, 1, sound)).toMatchObject({ value: { isLate: false } })
    expect(cancellation().openAt(round.desk)).toBe(0)
    expect((await read()).cancelled.returned).toMatchObject({ paid: 85000, charge: 1000, returned: 84000 })
    expect(await round.portal.sentTo('9876543210', 'return-recorded')).toBe(1)
    expect(cancellation().recordReturn(round.second, 1, sound)).toMatchObject({ refusal: { code: 'return-recorded' } })
  })

  test('the candidate says once that the money has arrived; not before it is recorded, nor where nothing was paid', async () => {
    const received = () => round.portal.api('POST', 'cancellation/received', undefined, round.her.from)
    expect((await received()).body).toMatchObject({ code: 'return-nothing-paid' })
    request()
    expect((await received()).status).toBe(409)
    cancellation().recordReturn(round.desk, 1, sound)
    const [one, other] = await Promise.all([received(), received()])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    expect((await read()).cancelled.receivedAt).toBe(new Date(now()).toISOString())
    expect((await received()).body).toMatchObject({ code: 'return-received' })
  })

  test('a return of nothing cannot arrive', async () => {
    request()
    cancellation().recordReturn(round.desk, 1, { mode: 'nothing-paid', paid: '0', originalsReturned: true })
    expect(cancellation().received(actor().candidateId)).toMatchObject({ refusal: { code: 'return-nothing-paid' } })
  })

  test.each([
    ['keeps more than ₹1,000', { ...sound, charge: '1000.01' }, 'charge'],
    ['names no transfer', { ...sound, number: undefined }, 'number'],
    ['keeps the originals', { ...sound, originalsReturned: undefined }, 'originalsReturned'],
    ['says that nothing was paid', { ...sound, mode: 'nothing-paid' as const }, 'mode'],
  ])('that %s is refused', (_, form, field) => {
    request()
    expect(cancellation().recordReturn(round.desk, 1, form)).toMatchObject({ refusal: { fields: [{ field }] } })
  })

  test('case 18: another institute and the cell record nothing, and read no case', () => {
    request()
    for (const by of [round.stranger, round.admin]) {
      expect(cancellation().open(by, 1).ok).toBe(false)
      expect(cancellation().recordReturn(by, 1, sound).ok).toBe(false)
    }
    const { returns, cancellations } = cancellation()
    const casesOf = (list: typeof returns, by: typeof round.desk) =>
      list.piece(by, askedOf(list.shape, { state: 'open' })).rows.map(({ caseNumber }) => caseNumber)
    expect([casesOf(returns, round.stranger), casesOf(cancellations, round.stranger)]).toEqual([[], []])
    expect(casesOf(returns, round.admin), 'the cell has no institute').toEqual([])
    expect([casesOf(returns, round.desk), casesOf(cancellations, round.admin)]).toEqual([[1], [1]])
  })

  test('is on the public list after two days, without a word about the candidate; the cell is told once', async () => {
    request()
    const due = late()
    round.portal.clock.set(plus(due, -1))
    await round.portal.services.reminders.remind()
    expect(cancellation().late()).toEqual([])
    round.portal.clock.set(due)
    await round.portal.services.reminders.remind()
    await round.portal.services.reminders.remind()
    const listed = cancellation().late()
    expect(listed).toEqual([{ code: ownInstitute, institute: 'Sahyadri Institute', open: [1], recordedLate: 0 }])
    expect(JSON.stringify(listed)).not.toContain(round.asha.userId)
    // Once in each language.
    expect(await round.portal.sentTo('help.mbale@example.org', 'return-late')).toBe(2)
    expect(cancellation().recordReturn(round.desk, 1, sound)).toMatchObject({ value: { isLate: true } })
    expect(cancellation().late()).toMatchObject([{ open: [], recordedLate: 1 }])
  })
})

test('the limit of ₹1,000 follows the request, not the day of the record', () => {
  expect([plus(cutOff, -1), cutOff].map((requestedAt) => cancellation().isLimited({ requestedAt }))).toEqual([
    true,
    false,
  ])
  round.portal.services.reporting.admit(
    round.desk,
    round.asha.userId,
    everySeen(round.portal, round.desk, round.asha.userId),
    now(),
  )
  round.portal.clock.set(plus(cutOff, -1))
  cancellation().cancelUnasked(actor().candidateId, 'Another seat')
  round.portal.clock.set(plus(cutOff, days(1)))
  expect(cancellation().recordReturn(round.desk, 1, { ...sound, charge: '50000', deposit: '5000' })).toMatchObject({
    refusal: { fields: [{ field: 'charge', code: 'return.charge-above-limit' }] },
  })
})
