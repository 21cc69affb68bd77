import { newMobile, register, signIn } from './people'
import { desk, expect, type Setting, settingName, test } from './server'
import { mainRoad, scripted, sideRoad } from './settings'
import { visitorOn } from './visitor'
import { asPattern } from './words'

const newPassword = 'Himalaya9'

for (const setting of sideRoad(0)) {
  test(`a candidate who forgot the password sets a new one by OTP · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate who does not remember the password
    const candidate = await register(server, setting.language)
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button } = visitor
    await visitor.open('login')
    await visitor
      .main()
      .getByRole('link', { name: t('proof:forgot') })
      .click()
    await expect(visitor.title()).toHaveText(t('shell:menu.forgot-password'))

    // When they name their account by its mobile number, and set a new password with the OTP
    await field(t('login:user-id.label')).fill(candidate.mobile)
    await button(t('login:forgot.submit')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.forgot-otp-verify'))
    await field(t('otp:label')).fill(await server.otp(candidate.mobile))
    await field(t('proof:password.new')).fill(newPassword)
    await field(t('proof:password.confirm')).fill(newPassword)
    await button(t('login:recover.submit')).click()

    // Then they are logged in at once
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText(t('accounts:flash.password-renewed'))).toBeVisible()

    // And from now on the new password opens the account, and the old one no longer does
    await visitor.logOut()
    await visitor.open('login')
    await visitor.logIn(candidate.userId, candidate.password)
    await expect(visitor.problems()).toContainText(t('accounts:refusal.login-wrong'))
    await visitor.logIn(candidate.userId, newPassword)
    await expect(page).toHaveURL(/\/dashboard$/)
    expect((await server.outbox(candidate.mobile))[0]).toMatchObject({ template: 'password-changed' })
  })

  test(`an unknown account gets the same answer as a known one · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { t, field, button } = visitor
    const stranger = newMobile()
    await visitor.open('forgot-password')
    await field(t('login:user-id.label')).fill(stranger)
    await button(t('login:forgot.submit')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.forgot-otp-verify'))
    await expect(visitor.main()).toContainText(t('login:recover.lead'))
    expect(await server.outbox(stranger)).toEqual([])
  })
}

for (const setting of sideRoad(1)) {
  test(`a changed password ends every other session · ${settingName(setting)}`, async ({ visit, server }) => {
    // Given a candidate who is logged in on two devices
    const candidate = await register(server, setting.language)
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button } = visitor
    const other = visitorOn(await visit(setting), setting)
    await signIn(page, candidate)
    await signIn(other.page, candidate)
    await other.open('dashboard')

    // When they change the password on one, after a mistake
    await visitor.open('forgot-password-auth')
    await field(t('proof:password.current')).fill('NotMine11')
    await field(t('proof:password.new')).fill(newPassword)
    await field(t('proof:password.confirm')).fill(newPassword)
    await button(t('accounts:change.submit')).click()
    await expect(visitor.problems()).toContainText(t('accounts:fault.currentPassword.wrong'))
    await field(t('proof:password.current')).fill(candidate.password)
    await field(t('proof:password.new')).fill(newPassword)
    await field(t('proof:password.confirm')).fill(newPassword)
    await button(t('accounts:change.submit')).click()

    // Then they stay logged in here, and have to log in again on the other
    await expect(page.getByText(t('accounts:flash.password-renewed'))).toBeVisible()
    await visitor.open('dashboard')
    await expect(page).toHaveURL(/\/dashboard$/)
    await other.open('dashboard')
    await expect(other.page).toHaveURL(/\/home\?next=/)
    await other.open('login')
    await other.logIn(candidate.userId, newPassword)
    await expect(other.page).toHaveURL(/\/dashboard$/)
  })

  test(`a candidate confirms a new mobile number, and the old number can stop the change · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate with a new number
    const candidate = await register(server, setting.language)
    const mobile = newMobile()
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button } = visitor
    await signIn(page, candidate)
    await visitor.open('change-mobile')

    // When they confirm it by OTP and password
    await field(t('accounts:mobile.new')).fill(mobile)
    await button(t('accounts:mobile.send')).click()
    await expect(page).toHaveURL(/\/change-mobile\?step=otp$/)
    await field(t('otp:label')).fill(await server.otp(mobile))
    await field(t('proof:password.label')).fill(candidate.password)
    await button(t('accounts:mobile.confirm')).click()

    // Then the page says that the change waits for a day
    await expect(page).toHaveURL(/\/change-mobile$/)
    await expect(
      page.getByRole('heading', { name: asPattern(setting.language, 'accounts:mobile.pending') }),
    ).toBeVisible()
    await expect(page.getByText(asPattern(setting.language, 'accounts:flash.mobile-change-requested'))).toBeVisible()

    // And the old number gets a message with a link that stops the change and ends every session
    const [told] = await server.outbox(candidate.mobile)
    expect(told).toMatchObject({ template: 'mobile-change-requested', language: setting.language })
    const owner = visitorOn(await visit(setting), setting)
    await owner.open(new URL(/https?:\/\/\S+/.exec(told!.text)![0]).href.replace(server.url, ''))
    await owner.button(t('proof:mobile.stop')).click()
    await expect(owner.page).toHaveURL(/\/forgot-password$/)
    await expect(owner.page.getByText(t('accounts:flash.mobile-change-stopped-by-link')).first()).toBeVisible()
    await visitor.open('change-mobile')
    await expect(page).toHaveURL(/\/home\?next=/)
    expect((await server.outbox(candidate.mobile))[0]).toMatchObject({ template: 'mobile-change-stopped' })
  })

  test(`a candidate stops their own change of mobile · ${settingName(setting)}`, async ({ visit, server }) => {
    const candidate = await register(server, setting.language)
    const mobile = newMobile()
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button } = visitor
    await signIn(page, candidate)
    await visitor.open('change-mobile')
    await field(t('accounts:mobile.new')).fill(mobile)
    await button(t('accounts:mobile.send')).click()
    await field(t('otp:label')).fill(await server.otp(mobile))
    await field(t('proof:password.label')).fill(candidate.password)
    await button(t('accounts:mobile.confirm')).click()
    await button(t('proof:mobile.stop')).click()
    await expect(page.getByText(t('accounts:flash.mobile-change-stopped'))).toBeVisible()
    await expect(button(t('proof:mobile.stop'))).toHaveCount(0)
  })
}

for (const setting of sideRoad(0)) {
  test(`the link in the e-mail verifies the address · ${settingName(setting)}`, async ({ visit, server }) => {
    // Given a candidate whose address is not verified
    const candidate = await register(server, setting.language)
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, button } = visitor
    await signIn(page, candidate)
    await visitor.open('dashboard')
    await expect(visitor.main()).toContainText(t('signedin:email.unverified'))
    await visitor.unfold(t('application:contact.title'))

    // When they request the link, and open it from the mail
    await button(t('signedin:email.verify')).click()
    if (visitor.hasScript) {
      await expect(visitor.toast(asPattern(setting.language, 'accounts:api.verify-email-sent'))).toBeVisible()
    } else {
      await expect(page.getByText(asPattern(setting.language, 'accounts:flash.verify-email-sent'))).toBeVisible()
    }
    const [mail] = await server.outbox(candidate.email)
    expect(mail).toMatchObject({ channel: 'email', template: 'email-verification', language: setting.language })
    await visitor.open(/https?:\/\/\S+/.exec(mail!.text)![0].replace(server.url, ''))
    await expect(visitor.title()).toHaveText(t('verify:email'))

    // Then opening it does nothing; its button verifies the address
    await button(t('verify:email-submit')).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText(t('accounts:flash.email-verified'))).toBeVisible()
    await visitor.unfold(t('application:contact.title'))
    await expect(visitor.main().getByText(t('application:contact.verified'), { exact: true })).toBeVisible()
    await expect(button(t('signedin:email.verify'))).toHaveCount(0)
  })

  test(`a forged link is reported as invalid · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { t, button } = visitor
    await visitor.open('verification?email=a-link-that-nobody-was-ever-sent')
    await button(t('verify:email-submit')).click()
    await expect(visitor.problems()).toContainText(t('accounts:refusal.link-unknown'))
    await expect(visitor.main()).toContainText(t('verify:email-failed'))
  })
}

for (const setting of sideRoad(1)) {
  test(`a candidate turns WhatsApp on and receives the summary · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate without WhatsApp
    const candidate = await register(server, setting.language)
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, button } = visitor
    await signIn(page, candidate)
    await visitor.open('dashboard')

    await visitor.unfold(t('application:contact.title'))

    // When they turn it on, the page shows the answer, and its script loads the details again
    if (visitor.hasScript) {
      const refetched = page.waitForResponse((response) => response.url().endsWith('/getCandidateDetails'))
      await button(t('application:contact.whatsapp-go')).click()
      await expect(visitor.toast(t('accounts:api.whatsapp-on'))).toBeVisible()
      expect((await refetched).status()).toBe(200)
    } else {
      await button(t('application:contact.whatsapp-go')).click()
      await expect(page.getByText(t('application:flash.whatsapp-on'))).toBeVisible()
      await visitor.unfold(t('application:contact.title'))
    }

    // And it is on, and the summary has been sent
    await expect(button(t('application:contact.whatsapp-go'))).toHaveCount(0)
    await expect(visitor.main().getByText(t('application:contact.on'), { exact: true })).toBeVisible()
    const [summary] = await server.outbox(candidate.mobile)
    expect(summary).toMatchObject({ channel: 'whatsapp', template: 'whatsapp-summary', language: setting.language })
    expect(summary!.text).toContain(candidate.userId)
  })

  test(`a candidate sees their logins, and logs out everywhere · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate who is logged in on two devices
    const candidate = await register(server, setting.language)
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, button } = visitor
    const other = visitorOn(await visit(setting), setting)
    await signIn(other.page, candidate)
    await signIn(page, candidate)

    // Then the list has both, and marks the present one
    await visitor.open('forgot-password-auth')
    const logins = page.getByRole('region', { name: t('accounts:logins.title') })
    await expect(logins.getByRole('listitem')).toHaveCount(2)
    await expect(logins.getByRole('listitem').filter({ hasText: t('accounts:logins.this') })).toHaveCount(1)

    // When they log out everywhere, both sessions end
    await button(t('accounts:logins.everywhere')).click()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByText(t('accounts:flash.logged-out-everywhere'))).toBeVisible()
    await other.open('dashboard')
    await expect(other.page).toHaveURL(/\/home\?next=/)
  })

  test(`the page of single sign-on says that it is off, and links to the login · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { t } = visitor
    await visitor.open('sso')
    await expect(visitor.main()).toContainText(t('login:sso.off'))
    await visitor
      .main()
      .getByRole('link', { name: t('login:sso.own-login') })
      .click()
    await expect(visitor.title()).toHaveText(t('shell:menu.login'))
    await expect(visitor.main().getByRole('link', { name: t('login:sso') })).toHaveCount(0)
  })
}

for (const setting of mainRoad) {
  test(`the diploma course also asks for an OTP at login · ${settingName(setting)}`, async ({ visit, server }) => {
    // Given a candidate of the diploma course
    const candidate = await register(server, setting.language, 'scd')
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button } = visitor
    await visitor.open('login', 'scd')

    // When the password is right, the form asks for an OTP; without a script, a separate page does
    await visitor.logIn(candidate.userId, candidate.password)
    await expect(field(t('otp:label'))).toBeVisible()
    if (visitor.hasScript) {
      await expect(field(t('otp:label'))).toBeFocused()
      await expect(field(t('login:user-id.label'))).toHaveValue(candidate.userId)
      // Another OTP can be asked for later; the button counts down to it.
      await expect(page.locator('button[value=resend]')).toBeDisabled()
    } else {
      await expect(visitor.title()).toHaveText(t('login:otp-title'))
    }

    // When the OTP is wrong, they can try again; when it is right, they are logged in
    const otp = await server.otp(candidate.mobile)
    await field(t('otp:label')).fill(otp === '111111' ? '222222' : '111111')
    await button(t('shell:log-in')).click()
    await expect(visitor.problems()).toContainText(t('accounts:fault.otp-wrong', { count: 4 }))
    await field(t('otp:label')).fill(otp)
    await button(t('shell:log-in')).click()
    await expect(page).toHaveURL(/\/scd\/candidate\/dashboard$/)
  })
}

for (const setting of scripted(mainRoad)) {
  test(`typed text survives the end of a session · ${settingName(setting)}`, async ({ visit, server }) => {
    // Given a candidate who types while their session ends
    const candidate = await register(server, setting.language)
    const mobile = newMobile()
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button } = visitor
    await signIn(page, candidate)
    await visitor.open('change-mobile')
    await field(t('accounts:mobile.new')).fill(mobile)
    await page.context().clearCookies({ name: 'mbale_session' })

    // When they send the form, the home page offers the login, which leads back
    await button(t('accounts:mobile.send')).click()
    await expect(page).toHaveURL(/\/home\?next=%2Fmbale%2Fcandidate%2Fchange-mobile$/)
    const onward = page.getByRole('status').filter({ hasText: t('home:continue.text') })
    await visitor.ready()
    await onward
      .or(visitor.main())
      .getByRole('link', { name: t('home:login') })
      .first()
      .click()
    await visitor.logIn(candidate.userId, candidate.password)

    // Then they are back on the page, with their text in the field and the focus on it
    await expect(page).toHaveURL(/\/change-mobile$/)
    await expect(field(t('accounts:mobile.new'))).toHaveValue(mobile)
    await expect(field(t('accounts:mobile.new'))).toBeFocused()
    await expect(page.getByText(t('shell:form.draft'))).toBeVisible()
    await button(t('accounts:mobile.send')).click()
    await expect(page).toHaveURL(/\/change-mobile\?step=otp$/)
  })
}

test('after a session has ended, a candidate without JavaScript logs in and returns to the page', async ({
  visit,
  server,
}) => {
  const setting: Setting = { javaScriptEnabled: false, language: 'en', viewport: desk }
  const candidate = await register(server, 'en')
  const visitor = visitorOn(await visit(setting), setting)
  const { page, t, field, button } = visitor
  await signIn(page, candidate)
  await visitor.open('change-mobile')
  await field(t('accounts:mobile.new')).fill(newMobile())
  await page.context().clearCookies({ name: 'mbale_session' })
  await button(t('accounts:mobile.send')).click()
  await expect(page).toHaveURL(/\/home\?next=%2Fmbale%2Fcandidate%2Fchange-mobile$/)
  await visitor
    .main()
    .getByRole('link', { name: t('home:login') })
    .first()
    .click()
  await visitor.logIn(candidate.userId, candidate.password)
  await expect(page).toHaveURL(/\/change-mobile$/)
})
