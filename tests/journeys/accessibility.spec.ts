import { expectAccessible, lookAt } from './look'
import { become, moveClock, newMobile, newPerson, register, signIn } from './people'
import { desk, expect, phone, settingName, test } from './server'
import { mainRoad, onScreen, sideRoad, whole } from './settings'
import { visitorOn } from './visitor'

for (const setting of sideRoad(0)) {
  test(`a visitor's forms are accessible, empty, filled and refused · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting), setting)
    const { t, field, button } = visitor
    const person = newPerson(setting.language)
    const look = (state: string) => lookAt(visitor, state)

    await visitor.open('registration')
    await button(t('registration:submit')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('a registration refused')
    await field(t('registration:full-name')).fill(person.fullName)
    await field(t('registration:email')).fill(person.email)
    await field(t('registration:mobile')).fill(person.mobile)
    await field(t('registration:state')).selectOption(person.state)
    await field(t('registration:district')).selectOption(person.district)
    await field(t('proof:password.label')).fill(person.password)
    await field(t('proof:password.confirm')).fill(person.password)
    await field(t('registration:consent')).check()
    await look('a registration filled in')
    await button(t('registration:submit')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.otp-verify'))
    await look('the OTP of a registration')
    await button(t('registered:otp-verify.submit')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('the OTP of a registration refused')
    await field(t('otp:label')).fill(await server.otp(person.mobile))
    await button(t('registered:otp-verify.submit')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.type-of-candidature'))
    await look('a registration done, at the first step')
    await visitor.link(t('registered:large')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.registration-success'))
    await look('a registration done')
    await visitor.logOut()

    await visitor.open('login')
    await visitor.logIn('ML24100001', 'NotMine11')
    await expect(visitor.problems()).toBeVisible()
    await look('a login refused')
    await visitor.open('forgot-password')
    await button(t('login:forgot.submit')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('a forgotten password refused')
    await field(t('login:user-id.label')).fill(newMobile())
    await button(t('login:forgot.submit')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.forgot-otp-verify'))
    await button(t('login:recover.submit')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('a new password refused')

    for (const link of ['email', 'stop']) {
      await visitor.open(`verification?${link}=a-link-that-nobody-was-ever-sent`)
      await look(`the link ${link}`)
      await visitor.main().getByRole('button').click()
      await expect(visitor.problems()).toBeVisible()
      await look(`the link ${link} refused`)
    }
    await visitor.open('verification?code=AB12-CD34')
    await look('a code that is not known')
    await visitor.open('home?next=/mbale/candidate/dashboard')
    await look('home with the way back')

    const candidate = await register(server, setting.language, 'scd')
    await visitor.open('login', 'scd')
    await visitor.logIn(candidate.userId, candidate.password)
    await expect(field(t('otp:label'))).toBeVisible()
    await look('the OTP of a login')
    await button(t('shell:log-in')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('the OTP of a login refused')
    await visitor.open(`/demo?lang=${setting.language}`)
    await look('the demo with messages')
  })
}

for (const setting of whole) {
  test(`pages are accessible once their deadline has passed · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: ownServer }), setting)
    const { page, t } = visitor
    await moveClock(ownServer, '2024-08-15T09:00:00+05:30')
    const look = async (address: string, words: string) => {
      await visitor.open(address)
      await expect(visitor.main()).toContainText(words)
      await lookAt(visitor, `${address}, closed`)
    }
    await look('registration', t('registration:closed'))
    await look('home', t('home:over.title'))
    await become(page, 'half-filled')
    await look('dashboard', t('application:next.too-late.title-rounds'))
    await look('schedule', t('notices:dates.state.past'))

    // The steps can still be read, but not changed.
    await look('type-details', t('steps:closed.title'))
    await expect(visitor.main()).toContainText(t('form:type-details.examState'))
    await expect(visitor.button(t('steps:save-and-proceed'))).toHaveCount(0)
    const html = await (await page.request.get('/mbale/candidate/forgot-password-auth')).text()
    const form = { _csrf: /name="_csrf" value="([^"]+)"/.exec(html)![1]!, version: '1' }
    const late = await page.request.post('/mbale/candidate/type-details', { form })
    expect(late.status()).toBe(422)
  })
}

for (const setting of sideRoad(1)) {
  test(`a candidate's forms are accessible, empty, filled and refused · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button, hasScript } = visitor
    const candidate = await register(server, setting.language)
    const look = (state: string) => lookAt(visitor, state)
    await signIn(page, candidate)
    await visitor.open('dashboard')
    await visitor.profile().click()
    await expect(button(t('signedin:menu.logout'))).toBeVisible()
    await expectAccessible(visitor, 'the profile menu')
    await visitor.unfold(t('application:contact.title'))
    await button(t('application:contact.whatsapp-go')).click()
    if (hasScript) await expect(visitor.toast(t('accounts:api.whatsapp-on'))).toBeVisible()
    else await expect(visitor.main()).toContainText(t('application:flash.whatsapp-on'))
    await look('the dashboard with news')

    await visitor.open('forgot-password-auth')
    await button(t('accounts:change.submit')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('a change of password refused')
    await visitor.open('change-mobile')
    await button(t('accounts:mobile.send')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('a change of mobile refused')
    const mobile = newMobile()
    await field(t('accounts:mobile.new')).fill(mobile)
    await button(t('accounts:mobile.send')).click()
    await expect(page).toHaveURL(/step=otp$/)
    await look('the OTP of a change of mobile')
    await button(t('accounts:mobile.confirm')).click()
    await expect(visitor.problems()).toBeVisible()
    await look('the OTP of a change of mobile refused')
    await field(t('otp:label')).fill(await server.otp(mobile))
    await field(t('proof:password.label')).fill(candidate.password)
    await button(t('accounts:mobile.confirm')).click()
    await expect(page).toHaveURL(/\/change-mobile$/)
    await expect(button(t('proof:mobile.stop'))).toBeVisible()
    await look('a change of mobile on its way')
    await visitor.open('dashboard')
    await look('the dashboard with a change of mobile')

    // A form without this session's token, as after a login in another tab.
    await visitor.open('news')
    await page.evaluate(() => {
      const form = document.body.appendChild(document.createElement('form'))
      form.method = 'post'
      form.action = '/mbale/candidate/change-mobile'
      form.submit()
    })
    await expect(visitor.title()).toHaveText(t('error:heading-403'))
    await look('the error page')
  })
}

for (const setting of onScreen(phone, mainRoad)) {
  test(`the open drawer is accessible · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    await visitor.open('home')
    await visitor.menuButton().click()
    await expect(visitor.menu()).toBeInViewport()
    await expectAccessible(visitor, 'the drawer')
  })
}

for (const setting of onScreen(desk, sideRoad(1))) {
  test(`a visitor can log in by keyboard alone · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement!
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        return {
          isInMain: element.closest('main') !== null,
          isSeen: (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none',
          name: element.textContent?.trim() || element.outerHTML.slice(0, 80),
        }
      })

    // Given a page, the first stop is the visible link to its content
    await visitor.open('login')
    const skip = visitor.link(t('shell:skip'))
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    // When the visitor follows it, the next stop is in the content
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect((await focused()).isInMain).toBe(true)

    // When they tab on instead, they reach the content, and every stop on the way is visible
    await visitor.open('login')
    const stops: string[] = []
    let at = { isInMain: false, isSeen: true, name: '' }
    while (!at.isInMain && stops.length < 90) {
      await page.keyboard.press('Tab')
      at = await focused()
      stops.push(at.name)
      expect.soft(at.isSeen, `the focus on "${at.name}"`).toBe(true)
    }
    expect(at.isInMain, stops.join(', ')).toBe(true)

    // And they can fill in and send a whole form without a mouse
    await visitor.field(t('login:user-id.label')).focus()
    await page.keyboard.type('ML24100001')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Demo1234')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
  })
}
