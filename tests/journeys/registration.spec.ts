import { newPerson } from './people'
import { expect, phone, type Setting, settingName, test } from './server'
import { mainRoad, sideRoad } from './settings'
import { visitorOn } from './visitor'

/** The English texts of rules §18.14 for missing or wrong fields; the Marathi ones come from the portal. */
const asSpecified = {
  fullName: 'Please enter the fullname',
  email: 'Please enter the email address',
  mobile: 'Please enter the phone number',
  state: 'Please enter the state',
  mobileInvalid: 'Please enter the valid phone number',
}

// The journeys of applicants register without mistakes in every setting.
for (const setting of sideRoad(0)) {
  test(`a newcomer registers, begins the form and logs out · ${settingName(setting)}`, async ({ visit, server }) => {
    const { language } = setting
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button, problems, hasScript } = visitor
    const person = newPerson(language)
    const words =
      language === 'en'
        ? asSpecified
        : {
            fullName: t('accounts:fault.fullName.required'),
            email: t('accounts:fault.email.required'),
            mobile: t('accounts:fault.mobile.required'),
            state: t('accounts:fault.state.required'),
            mobileInvalid: t('accounts:fault.mobile.invalid'),
          }
    const inSummary = (text: string) => problems().getByRole('link', { name: text, exact: true })

    // Given a visitor who opens the server's address, and goes from the home page to registration
    await visitor.open('/')
    await expect(page).toHaveURL(/\/mbale\/candidate\/home$/)
    await visitor.follow(t('shell:menu.registration'))
    await expect(visitor.title()).toHaveText(t('shell:menu.registration'))

    // When they send it empty, every mandatory field is named, the summary has the focus, the title says "Error:"
    await button(t('registration:submit')).click()
    await expect(problems()).toBeVisible()
    if (hasScript) await expect(problems()).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(`^${t('shell:form.error')} `))
    for (const text of [
      words.fullName,
      words.email,
      words.mobile,
      words.state,
      t('accounts:fault.district.required'),
      t('accounts:fault.password.required'),
      t('accounts:fault.confirmPassword.required'),
      t('accounts:fault.consent.required'),
    ]) {
      await expect(inSummary(text)).toBeVisible()
    }

    // And each line links to its field, which has the same text
    await inSummary(words.email).click()
    await expect(field(t('registration:email'))).toBeFocused()
    await expect(field(t('registration:email'))).toHaveAttribute('aria-invalid', 'true')
    await expect(field(t('registration:email'))).toHaveAccessibleDescription(new RegExp(words.email))

    // When only the number and the repeated password are wrong
    await field(t('registration:full-name')).fill(person.fullName)
    await field(t('registration:email')).fill(person.email)
    await field(t('registration:state')).selectOption(person.state)
    await field(t('registration:district')).selectOption(person.district)
    await field(t('registration:consent')).check()
    await field(t('registration:mobile')).fill('1234567890')
    await field(t('proof:password.label')).fill(person.password)
    await field(t('proof:password.confirm')).fill('Another24')
    await button(t('registration:submit')).click()

    // Then these two are named, and all typed text except the passwords remains
    await expect(inSummary(words.mobileInvalid)).toBeVisible()
    await expect(inSummary(t('accounts:fault.confirmPassword.different'))).toBeVisible()
    await expect(problems().getByRole('link')).toHaveCount(2)
    await expect(field(t('registration:full-name'))).toHaveValue(person.fullName)
    await expect(field(t('registration:email'))).toHaveValue(person.email)
    await expect(field(t('registration:mobile'))).toHaveValue('1234567890')
    await expect(field(t('registration:state'))).toHaveValue(person.state)
    await expect(field(t('registration:district'))).toHaveValue(person.district)
    await expect(field(t('registration:consent'))).toBeChecked()
    if (!hasScript) {
      await expect(field(t('proof:password.label'))).toHaveValue('')
      await expect(field(t('proof:password.confirm'))).toHaveValue('')
    }

    // When all is right, an OTP is sent to the mobile, in the language of the page
    await field(t('registration:mobile')).fill(person.mobile)
    await field(t('proof:password.label')).fill(person.password)
    await field(t('proof:password.confirm')).fill(person.password)
    await button(t('registration:submit')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.otp-verify'))
    const [message] = await server.outbox(person.mobile)
    expect(message).toMatchObject({ channel: 'sms', template: 'registration-otp', language })

    // When they type a wrong OTP, the page counts the remaining attempts
    const otp = await server.otp(person.mobile)
    await field(t('otp:label')).fill(otp === '111111' ? '222222' : '111111')
    await button(t('registered:otp-verify.submit')).click()
    await expect(inSummary(t('accounts:fault.otp-wrong', { count: 4 }))).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${t('shell:form.error')} `))

    // When they type the right one, with the space of the message, they get an Application ID
    await field(t('otp:label')).fill(hasScript ? `${otp.slice(0, 3)} ${otp.slice(3)}` : otp)
    await button(t('registered:otp-verify.submit')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.type-of-candidature'))
    const userId = (await visitor
      .main()
      .getByText(/^ML24\d{6}$/)
      .textContent())!

    // And are logged in, at the first step; the ID can be had large, to print
    await visitor.link(t('registered:large')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.registration-success'))
    await visitor.link(t('registered:start')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.type-of-candidature'))

    // And the dashboard begins with that step, beside the sidebar of a candidate
    await visitor.open('dashboard')
    await expect(page).toHaveURL(/\/mbale\/candidate\/dashboard$/)
    const next = visitor.main().getByRole('link').and(page.locator('[href$="/type-of-candidature"]'))
    await expect(next.first()).toBeVisible()
    if (visitor.isOnPhone) await visitor.menuButton().click()
    const owner = page.getByText(`${t('shell:application-id')} ${userId}`).filter({ visible: true })
    await expect(owner).toBeVisible()

    // When they log out, they are home, and can no longer open the dashboard
    if (visitor.isOnPhone) await page.getByRole('link', { name: t('shell:close'), exact: true }).click()
    await visitor.logOut()
    await expect(page).toHaveURL(/\/mbale\/candidate\/home$/)
    await visitor.open('dashboard')
    await expect(page).toHaveURL(/\/mbale\/candidate\/home\?next=%2Fmbale%2Fcandidate%2Fdashboard$/)
    await expect(visitor.profile()).toHaveCount(0)
  })
}

test('a slip in an e-mail address is asked about in words, apart from its field, and one press mends it', async ({
  visit,
}) => {
  const setting: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone, hasTouch: true }
  const visitor = visitorOn(await visit(setting), setting)
  const { page, t, field, button } = visitor
  await visitor.open('registration')
  const email = field(t('registration:email'))
  await email.pressSequentially('asha@gmial.com')
  await page.keyboard.press('Tab')
  const question = page.getByText(t('slip:question', { email: 'asha@gmail.com' }))
  await expect(question).toBeVisible()
  const [above, below] = [(await email.boundingBox())!, (await question.boundingBox())!]
  expect(below.y - above.y - above.height).toBeGreaterThanOrEqual(8)
  await button(t('slip:take')).click()
  await expect(email).toHaveValue('asha@gmail.com')
  await expect(email).toBeFocused()
  await expect(question).toHaveCount(0)

  // A right address is asked about no more
  await page.keyboard.press('Tab')
  await expect(button(t('slip:take'))).toHaveCount(0)
})

for (const setting of mainRoad) {
  test(`a visitor on a phone sees the answer to whether they may apply · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit({ ...setting, viewport: phone }), setting)
    const { page, t, button } = visitor
    for (const address of ['home', 'faq']) {
      await visitor.open(address, 'scd')
      await visitor.unfold(t('eligibility:check', { count: 2 }))
      const check = button(t('eligibility:check.submit'))
      const answer = page.locator('#who-answer')
      // When no question is answered, and then each, what is said comes below the button, in sight
      await check.click()
      await expect(answer.getByText(t('eligibility:check.incomplete'))).toBeInViewport({ ratio: 1 })
      for (const group of await page.locator('form[data-form="who"]').getByRole('group').all())
        await group.getByRole('radio').first().check()
      await check.click()
      await expect(answer.getByText(t('eligibility:answer.title.yes'))).toBeInViewport({ ratio: 1 })
      const [above, below] = [(await check.boundingBox())!, (await answer.boundingBox())!]
      expect(below.y).toBeGreaterThan(above.y)
    }
  })
}
