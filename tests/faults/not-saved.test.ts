import { describe, expect, test } from 'vitest'
import { openWithApplicant } from '#tests/support/applicant.ts'
import { withAChooser } from '#tests/support/options.ts'
import {
  type Answer,
  asha,
  browser,
  calls,
  openPortal,
  register,
  signIn,
  type TestPortal,
} from '#tests/support/portal.ts'
import { reportingRound } from '#tests/support/reporting.ts'
import { seated } from '#tests/support/seated.ts'

const newMobile = '7654321098'
const newPassword = { password: 'NewPass1', confirmPassword: 'NewPass1' }

/** While `press` runs, the database takes this many writes and no more. */
async function withWrites<T>({ services }: TestPortal, most: number, press: () => Promise<T>): Promise<T> {
  const { sqlite, onWritten } = services.db
  let left = most
  const stopWhenOut = () => void (left === 0 && sqlite.pragma('query_only = ON'))
  onWritten(() => {
    left--
    stopWhenOut()
  })
  stopWhenOut()
  try {
    return await press()
  } finally {
    onWritten(() => {})
    sqlite.pragma('query_only = OFF')
  }
}

/**
 * Somebody presses one button with the same words until it is done, while each write of the request in its turn cannot be made.
 * Whatever is answered "not saved" has changed nothing and sent nothing. The answer of the last press.
 */
async function pressUntilSaved(portal: TestPortal, press: () => Promise<Answer>): Promise<Answer> {
  for (let writes = 0; ; writes++) {
    const before = await portal.contents()
    const sent = portal.box.sent.length
    const answer = await withWrites(portal, writes, press)
    if (answer.status !== 503) {
      expect(writes).toBeGreaterThan(0)
      return answer
    }
    if (typeof answer.body === 'object') expect(answer.body.code).toBe('not-saved')
    expect(await portal.contents(), `after ${writes} writes`).toBe(before)
    expect(portal.box.sent).toHaveLength(sent)
  }
}

/** Asks for an OTP of an act and does the act with it; presses again whatever is not saved. */
async function actsWithOtp(
  portal: TestPortal,
  { token, purpose, mobile, to = asha.mobile }: { token: string; purpose: string; mobile?: string; to?: string },
  act: (proof: { password: string; otp: string }) => Promise<Answer>,
): Promise<void> {
  portal.clock.advance(31_000)
  const asked = await pressUntilSaved(portal, () => portal.api('POST', calls.otp, { purpose, mobile }, { token }))
  expect(asked.status, asked.text).toBe(200)
  const proof = { password: asha.password, otp: await portal.otpFor(to) }
  const done = await pressUntilSaved(portal, () => act(proof))
  expect([200, 201], done.text).toContain(done.status)
  // Done once, and its OTP serves nothing more.
  const before = await portal.contents()
  expect((await act(proof)).status).toBeGreaterThanOrEqual(400)
  expect(await portal.contents()).toBe(before)
}

describe('whichever write of a request fails, what could not be saved has changed nothing and leaves its OTP good', () => {
  test('case 76: a registration, another OTP for it, and its proof', async () => {
    const portal = await openPortal()
    const begun = await pressUntilSaved(portal, () => portal.api('POST', calls.register, asha))
    const { registrationId, sentTo } = begun.body.data
    expect(sentTo).toHaveLength(1)
    portal.clock.advance(31_000)
    const again = await pressUntilSaved(portal, () => portal.api('POST', calls.resend, { registrationId }))
    expect(again.status).toBe(200)
    const otp = await portal.otpFor(asha.mobile)
    const proved = await pressUntilSaved(portal, () => portal.api('POST', calls.verify, { registrationId, otp }))
    expect(proved.status).toBe(200)
    expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(2)
  })

  test('case 76: a login by OTP', async () => {
    const portal = await openPortal({ slugs: ['scd'] })
    const userId = await register(portal)
    const given = { userId, password: asha.password }
    const asked = await pressUntilSaved(portal, () => portal.api('POST', calls.login, given))
    expect(asked.status).toBe(202)
    const otp = await portal.otpFor(asha.mobile)
    const entered = await pressUntilSaved(portal, () => portal.api('POST', calls.login, { ...given, otp }))
    expect(entered.status).toBe(200)
  })

  test('case 76: a recovery', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const asked = await pressUntilSaved(portal, () => portal.api('POST', calls.forgot, { userId }))
    const { recoveryId } = asked.body.data
    const otp = await portal.otpFor(asha.mobile)
    const body = { recoveryId, otp, ...newPassword }
    const renewed = await pressUntilSaved(portal, () => portal.api('POST', calls.recover, body))
    expect(renewed.status).toBe(200)
  })

  test('case 76: the same on pages, where the proof also opens a session', async () => {
    const portal = await openPortal()
    const screen = browser(portal)
    const post = (page: string, fields: Record<string, string>) =>
      pressUntilSaved(portal, () => screen.post(page, fields))
    expect((await post('registration', { ...asha, consent: 'true' })).status).toBe(303)
    expect((await post('otp-verify', { otp: await portal.otpFor(asha.mobile) })).headers.location).toContain('type-of')
    const lost = browser(portal)
    const again = (page: string, fields: Record<string, string>) =>
      pressUntilSaved(portal, () => lost.post(page, fields))
    expect((await again('forgot-password', { userId: asha.email })).status).toBe(303)
    const otp = await portal.otpFor(asha.mobile)
    expect((await again('forgot-otp-verify', { otp, ...newPassword })).headers.location).toContain('dashboard')
  })

  test('case 76: a change of mobile', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await actsWithOtp(portal, { token, purpose: 'change-mobile', mobile: newMobile, to: newMobile }, (proof) =>
      portal.api('POST', calls.mobile, { mobile: newMobile, ...proof }, { token }),
    )
  })

  test('case 76: the submission of a form, its change of mode, and its unlocking', async () => {
    const { portal, owner } = await openWithApplicant({ until: 'complete' })
    const { token, from } = owner
    await actsWithOtp(portal, { token, purpose: 'submit' }, (proof) =>
      portal.api('POST', 'application/submit', { declaration: true, ...proof }, from),
    )
    for (const mode of [2, 1]) {
      await actsWithOtp(portal, { token, purpose: 'change-mode' }, (proof) =>
        portal.api('POST', 'application/mode', { mode, ...proof }, from),
      )
    }
    await actsWithOtp(portal, { token, purpose: 'unlock' }, (proof) =>
      portal.api('POST', 'unLockFormController/UnlockCandidateForm', proof, from),
    )
  })

  test('case 76: an option form, confirmed and unlocked', async () => {
    const { portal, owner, form } = await withAChooser()
    await form.save(['101110110', '202210110'])
    for (const [purpose, path] of [
      ['confirm-options', '/confirm'],
      ['unlock-options', '/unlock'],
    ] as const) {
      await actsWithOtp(portal, { token: owner.token, purpose }, (proof) => form.call('POST', path, proof))
    }
  })

  test('case 76: a seat, verified and accepted', async () => {
    const { portal, owner, call, facts } = await seated()
    const { token } = owner
    const said = Object.fromEntries((await facts()).map(({ fact }) => [fact, 'correct']))
    await actsWithOtp(portal, { token, purpose: 'self-verify' }, (proof) =>
      call('POST', 'self-verification/1', { facts: said, right: {}, ...proof }),
    )
    await actsWithOtp(portal, { token, purpose: 'accept-seat' }, (proof) =>
      call('POST', 'seat-acceptance/1/freeze', proof),
    )
  })

  test('case 76: a cancellation', async () => {
    const { portal, her } = await reportingRound()
    await actsWithOtp(portal, { token: her.token, purpose: 'cancel' }, (proof) =>
      portal.api('POST', 'cancellation', { reason: 'A seat nearer to my home', ...proof }, her.from),
    )
  })
})
