import { expectSoundBooks } from './books'
import { lookAt } from './look'
import { become, moveClock, signIn } from './people'
import { expect, type Server, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

const password = 'Monsoon24'

type Message = { template: string; to: string; channel: string; text: string }

/** The mobile number to which a message about this candidate went. */
async function mobileOf(server: Server, template: string, userId: string): Promise<string> {
  const messages = (await (await fetch(`${server.url}/demo/outbox.json`)).json()) as Message[]
  const sms = messages.find((one) => one.template === template && one.channel === 'sms' && one.text.includes(userId))
  if (!sms) throw new Error(`no ${template} went to ${userId}`)
  return sms.to
}

/** A member of the cohort gets a password: they forgot the old one. */
async function recover(server: Server, userId: string, mobile: string) {
  const call = async (name: string, body: object) => {
    const answer = await fetch(`${server.url}/mbale/candidate/api/candidateLoginController/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { data, message } = (await answer.json()) as { data: { recoveryId: string }; message: string }
    if (!answer.ok) throw new Error(`${name}: ${message}`)
    return data
  }
  const { recoveryId } = await call('forgotPasswordOTP', { userId })
  const otp = await server.otp(mobile)
  await call('recoverForgot_Password_Otp', { recoveryId, otp, password, confirmPassword: password })
  return { userId, mobile, password }
}

for (const setting of sideRoad(1)) {
  test(`one candidate is admitted and cancels, another is reset; the institute returns and signs · ${settingName(setting)}`, async ({
    visit,
    allottedServer: server,
  }) => {
    test.slow()
    // Given the second day of reporting
    await moveClock(server, '2024-09-03T12:00:00+05:30')
    const visitor = visitorOn(await visit(setting, { on: server }), setting)
    const { page, t, field, button, main, open } = visitor
    const expected = '/mbale/cell/reporting?group=to-report'
    const first = () =>
      main()
        .getByRole('link', { name: /\S+ \S+/ })
        .and(main().locator('tbody a[href*="reporting/ML"]'))
        .first()
    const userIdIn = () => /ML\d{8}/.exec(page.url())![0]
    await become(page, 'institute')
    await open(expected)
    await lookAt(visitor, 'the day of an institute')

    // When the institute admits without looking at the originals, it is told which ones are missing
    await first().click()
    const admitted = userIdIn()
    const originals = main().locator('form[data-form="admit"]')
    await button(t('reporting:admit.submit')).click()
    await expect(visitor.problems()).toBeVisible()

    // When every original is ticked, the candidate is admitted, and there is a receipt
    for (const box of await originals.getByRole('checkbox').all()) await box.check()
    for (const choice of await originals.getByRole('radio', { name: t('reporting:original.awaited') }).all())
      await choice.check()
    await button(t('reporting:admit.submit')).click()
    await expect(main().getByRole('link', { name: t('reporting:case.receipt') })).toBeVisible()
    await expect(main()).toContainText(t('reporting:state.admitted'))
    await lookAt(visitor, 'an admitted candidate at the institute')

    // When an original does not support a fact of the next one, the institute resets with a reason
    await open(expected)
    await first().click()
    const reset = userIdIn()
    expect(reset).not.toBe(admitted)
    await visitor.unfold(t('reporting:reset.title'))
    await field(t('reporting:reset.fact')).selectOption('gender')
    await field(t('reporting:reason')).fill('The marksheet states another gender.')
    await button(t('reporting:reset.submit')).click()
    // It takes effect at once, so the institute agrees first
    await main()
      .getByRole('alert')
      .getByRole('button', { name: t('reporting:reset.submit') })
      .click()
    await expect(main()).toContainText('The marksheet states another gender.')
    await expect(main()).toContainText(t('reporting:state.to-verify'))

    // Then the first candidate reads that they are recorded, and cancels with an OTP
    const leaver = await recover(server, admitted, await mobileOf(server, 'seat-admitted', admitted))
    await page.context().clearCookies({ name: 'mbale_session' })
    await signIn(page, leaver)
    await open('dashboard')
    await expect(main()).toContainText(t('reported:receipt'))
    await open('cancel-admission-request')
    await expect(main()).toContainText(t('cancellation:costs.final'))
    await lookAt(visitor, 'what a cancellation costs')
    // The reason is asked for before an OTP is sent, and stays when the OTP is asked for
    await button(t('cancellation:request.send-otp')).click()
    await expect(visitor.problems()).toContainText(t('cancellation:fault.cancelReason.required'))
    await expect(field(t('otp:label'))).toHaveCount(0)
    await field(t('cancellation:request.reason')).fill('A seat at a government college.')
    await button(t('cancellation:request.send-otp')).click()
    await expect(field(t('cancellation:request.reason'))).toHaveValue('A seat at a government college.')
    await field(t('proof:password.label')).fill(password)
    await field(t('otp:label')).fill(await server.otp(leaver.mobile))
    await button(t('cancellation:request.submit')).click()
    await expect(visitor.title()).toHaveText(t('cancellation:print.title'))
    await expect(main()).toContainText('A seat at a government college.')
    await lookAt(visitor, 'a cancelled admission')
    const letter = await page.request.get('/mbale/candidate/cancel-admission-application-form-print.pdf')
    expect(letter.headers()['content-type']).toBe('application/pdf')

    // And the second one reads what to do again
    const again = await recover(server, reset, await mobileOf(server, 'seat-reset', reset))
    await signIn(page, again)
    await open('dashboard')
    await expect(main()).toContainText('The marksheet states another gender.')

    // When the institute keeps more than it may, it is told; then it records what it returned
    await become(page, 'institute')
    await open('/mbale/cell/returns')
    await main().locator('a[href*="returns/"]').first().click()
    await field(t('cancellation:return.paid')).fill('85000')
    await field(t('cancellation:return.charge')).fill('5000')
    await field(t('cancellation:return.mode')).selectOption('bank-transfer')
    await field(t('cancellation:return.number')).fill('UTR 4711')
    await field(t('cancellation:return.originals-label')).check()
    await button(t('cancellation:return.submit')).click()
    await expect(visitor.problems()).toBeVisible()
    await field(t('cancellation:return.charge')).fill('1000')
    await button(t('cancellation:return.submit')).click()
    await expect(main()).toContainText('₹84,000')
    await lookAt(visitor, 'a recorded return')

    // And it signs its day once the day is over
    await moveClock(server, '2024-09-03T17:30:00+05:30')
    await open('/mbale/cell/reporting')
    const signing = main().locator('form[data-form="sign"]')
    await signing.getByRole('checkbox').check()
    await signing.getByRole('button').click()
    await expect(main().locator('#days')).toContainText('Farida Nasir Pathan')
    await expectSoundBooks(server)
  })
}
