import type { Locator } from '@playwright/test'
import { personaPassword } from '#server/demo/personas.ts'
import { answersWith } from '#tests/support/answers.ts'
import { asha, otherApplicants } from './applicants'
import { applicationOf, textOf } from './application'
import { startAt } from './head-start'
import { lookAt } from './look'
import { become, register, signIn } from './people'
import { desk, expect, phone, type Setting, settingName, test } from './server'
import { mainRoad, scripted, sideRoad } from './settings'
import { visitorOn } from './visitor'
import { asPattern } from './words'

/** Asha, with marks that are enough for the Open category too. */
const eligibleAsOpen = {
  ...asha,
  answers: answersWith(asha.answers, { 'qualifications-details': { degreeMarks: '2480' } }),
}

for (const setting of sideRoad(1)) {
  test(`an outdated second tab shows the difference and loses nothing · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given the same step in two tabs
    const visitor = visitorOn(await visit(setting), setting)
    await startAt(visitor, server, asha, 'answered')
    const other = visitorOn(await visitor.page.context().newPage(), setting)
    const { t } = visitor
    const town = t('form:personal-details.town')
    const mother = t('form:personal-details.motherName')
    const save = t('steps:save-and-proceed')
    await visitor.open('personal-details')
    await other.open('personal-details')

    // When one saves another town, and the other one another mother's name
    await other.field(town).fill('Lohegaon')
    await other.button(save).click()
    await expect(other.title()).toHaveText(t('signedin:menu.photo-details'))
    await visitor.field(mother).fill('Sunita R. Patil')
    await visitor.button(save).click()

    // Then the later one shows the saved change beside its own text
    await expect(visitor.problems()).toContainText(t('steps:stale.message'))
    await expect(visitor.field(town)).toHaveAccessibleDescription(
      new RegExp(t('steps:stale.saved', { saved: 'Lohegaon' })),
    )
    await expect(visitor.field(town)).toHaveValue('Wagholi')
    await expect(visitor.field(mother)).toHaveValue('Sunita R. Patil')
    await lookAt(visitor, 'a step that was saved elsewhere')

    // And the candidate compares them and saves once more
    await visitor.field(town).fill('Lohegaon')
    await visitor.button(save).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.photo-details'))
    await visitor.open('personal-details')
    await expect(visitor.field(mother)).toHaveValue('Sunita R. Patil')
    await expect(visitor.field(town)).toHaveValue('Lohegaon')
  })
}

for (const setting of sideRoad(0)) {
  test(`a change of category warns before it re-opens documents and payment · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate who has paid the reduced fee
    const visitor = visitorOn(await visit(setting), setting)
    const { t, button, main } = visitor
    await startAt(visitor, server, eligibleAsOpen, 'paid')
    await visitor.open('category-details')
    const ews = main().getByRole('group', { name: t('form:category-details.ews'), exact: true })

    // When they change to Open, the page first lists the consequences and saves nothing
    await main()
      .getByRole('combobox', { name: t('form:category-details.category'), exact: true })
      .selectOption('OPEN')
    // Without a script the server first asks what only Open candidates are asked.
    if (!visitor.hasScript) await button(t('steps:save-and-proceed')).click()
    await ews.getByRole('radio', { name: t('form:yes-no.no'), exact: true }).check()
    await button(t('steps:save-and-proceed')).click()
    const warning = visitor.page.getByRole('alert').filter({ hasText: t('steps:reopens.title') })
    await expect(warning).toContainText(
      t('steps:reopens.documents-details', { step: t('signedin:menu.documents-details') }),
    )
    await expect(warning).toContainText(t('steps:reopens.fee-due', { paid: '₹1,000', after: '₹1,200', due: '₹200' }))
    await lookAt(visitor, 'a change that opens later steps')

    // When they agree, they go through the documents and pay the difference
    await button(t('steps:reopens.confirm')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.documents-details'))
    await expect(main().getByRole('heading', { name: t('documents:list.not-asked-for') })).toBeVisible()
    await button(t('documents:list.proceed')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.payment'))
    await expect(
      main()
        .getByRole('heading', { name: t('payments:due.difference-fee') })
        .first(),
    ).toBeVisible()
    await applicationOf(visitor, { ...eligibleAsOpen, fee: 200 }).pay('succeed')
    await visitor.open('print-pdf')
    await expect(button(t('steps:submit.send-otp'))).toBeVisible()
  })

  test(`a double click submits the form once · ${settingName(setting)}`, async ({ visit, server }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { t, button } = visitor
    const candidate = await startAt(visitor, server, asha, 'paid')
    await visitor.open('print-pdf')
    await button(t('steps:submit.send-otp')).click()
    await visitor.field(t('steps:declaration.agree')).check()
    await applicationOf(visitor, asha).prove(server, candidate)
    await button(t('steps:submit.go')).dblclick()
    await expect(visitor.title()).toHaveText(t('steps:print.title-submitted'))
    const versions = visitor.main().getByRole('region', { name: t('steps:versions.title') })
    await expect(versions.getByRole('listitem')).toHaveCount(1)
  })

  test(`a form withdrawn and submitted again becomes version 2 · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    // Given a candidate who has submitted and holds the printed form
    const visitor = visitorOn(await visit(setting, { on: ownServer }), setting)
    const { page, t, button, link } = visitor
    // No other candidate gets an OTP on a separate server.
    const prove = () => applicationOf(visitor, asha).prove(ownServer, { mobile: '', password: personaPassword })
    await become(page, 'locked')
    const paper = textOf(await (await page.request.get('/mbale/candidate/print-pdf.pdf')).body())
    const code = /\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}\b/.exec(paper)![0]

    // When they withdraw it, it is no longer submitted
    await visitor.open('print-pdf')
    await button(t('steps:unlock.send-otp')).click()
    await expect(page).toHaveURL(/step=unlock$/)
    await lookAt(visitor, 'taking the form back')
    await prove()
    await button(t('steps:unlock.go')).click()
    await expect(visitor.main()).toContainText(t('steps:print.not-submitted'))

    // When they change an answer and submit again
    await visitor.open('personal-details')
    const town = visitor.field(t('form:personal-details.town'))
    const before = await town.inputValue()
    await town.fill('Lohegaon')
    await button(t('steps:save-and-proceed')).click()
    await expect(visitor.title()).toHaveText(t('steps:print.title'))
    await button(t('steps:submit.send-otp')).click()
    await visitor.field(t('steps:declaration.agree')).check()
    await prove()
    await button(t('steps:submit.go')).click()
    await expect(visitor.title()).toHaveText(t('steps:print.title-submitted'))

    // Then both versions can be read, and the first print is superseded
    const versions = visitor.main().getByRole('region', { name: t('steps:versions.title') })
    await expect(versions.getByRole('listitem')).toHaveCount(2)
    await link(t('steps:versions.version', { number: 1 })).click()
    await expect(page.getByText(asPattern(setting.language, 'steps:versions.shown'))).toBeVisible()
    await expect(visitor.main()).toContainText(before)
    await expect(visitor.main()).not.toContainText('Lohegaon')
    await lookAt(visitor, 'an earlier version')
    await visitor.open(`verification?code=${code}`)
    await expect(visitor.main()).toContainText(t('verify:state.superseded'))
  })
}

for (const setting of scripted(mainRoad)) {
  test(`unsaved answers survive a reload and the end of a session · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate who is typing
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, field, button } = visitor
    const candidate = await startAt(visitor, server, asha, 'answered')
    const town = field(t('form:personal-details.town'))
    const urban = visitor
      .main()
      .getByRole('group', { name: t('form:personal-details.region'), exact: true })
      .getByRole('radio', { name: t('form:region.urban'), exact: true })
    await visitor.open('personal-details')
    await town.fill('Lohegaon')
    await urban.check()
    const drafts = () => page.evaluate(() => Object.values(localStorage).join(' '))
    await expect.poll(drafts).toContain('Lohegaon')

    // When the page is reloaded, all of the text is there, and the page says so
    await page.reload()
    await visitor.ready()
    await expect(page.getByText(t('shell:form.kept'))).toBeVisible()
    await expect(town).toHaveValue('Lohegaon')
    await expect(urban).toBeChecked()

    // When the session ends before they save, the text is there again after the login
    await page.context().clearCookies({ name: 'mbale_session' })
    await button(t('steps:save-and-proceed')).click()
    await expect(page).toHaveURL(/\/home\?next=%2Fmbale%2Fcandidate%2Fpersonal-details$/)
    await visitor.ready()
    await visitor.open('login?next=/mbale/candidate/personal-details')
    await visitor.logIn(candidate.userId, candidate.password)
    await expect(page).toHaveURL(/\/personal-details$/)
    await expect(town).toHaveValue('Lohegaon')
    await expect(urban).toBeChecked()

    // And once it is saved, nothing remains on the device
    await button(t('steps:save-and-proceed')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.photo-details'))
    await expect.poll(drafts).not.toContain('Lohegaon')
  })
}

const onPhone: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone }
const onDesk: Setting = { javaScriptEnabled: true, language: 'en', viewport: desk }

test('an upload interrupted by the network keeps its file, and goes on when the network is back', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { page, t } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const application = applicationOf(visitor, asha)
  await visitor.open('documents-details')
  await page.context().setOffline(true)
  await application.chooseDocument('nationality')
  await expect(page.getByRole('alert').filter({ hasText: t('documents:upload.failed-waits') })).toBeVisible()
  await expect(application.documentButton('nationality')).toBeVisible()
  await lookAt(visitor, 'an upload that was lost')

  // When the network is back, the file goes by itself
  await page.context().setOffline(false)
  await application.expectUploaded('nationality')
})

test('the hourly reload waits until a chosen file has been sent', async ({ visit, server }) => {
  // Given a page that was loaded an hour ago, with a chosen file that has not gone through
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { page } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const application = applicationOf(visitor, asha)
  await page.clock.install()
  await visitor.open('documents-details')
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  /** False during a reload, too. */
  const isTheSamePage = () => page.evaluate(() => 'isTheSamePage' in window).catch(() => false)
  const failing = '**/documents-details'
  await page.route(failing, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await application.chooseDocument('nationality')
  await expect(application.documentButton('nationality')).toBeVisible()

  // When the hour is over, the page and its file stay
  await page.clock.fastForward('01:01:00')
  await page.clock.runFor(301_000)
  expect(await isTheSamePage()).toBe(true)
  await page.unroute(failing)
  await application.documentButton('nationality').click()
  await application.expectUploaded('nationality')

  // When nothing is in progress any more, the next check reloads the page
  await page.clock.runFor(301_000)
  await expect.poll(isTheSamePage).toBe(false)
  await visitor.ready()
  await application.expectUploaded('nationality')
})

test('a candidate can fill in a step by keyboard alone', async ({ visit, server }) => {
  const typeB = otherApplicants.find(({ type }) => type === 'B')!
  const visitor = visitorOn(await visit(onDesk), onDesk)
  const { page, t } = visitor
  await signIn(page, await register(server, 'en'))
  const group = (name: string) => visitor.main().getByRole('group', { name, exact: true })
  /** Presses Tab until this element has the focus. */
  const tabTo = async (wanted: Locator) => {
    for (let stops = 0; stops < 120; stops++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(wanted).toBeFocused()
  }
  /** Goes from the first radio button down to this one. */
  const choose = async (question: string, words: string) => {
    const choices = group(question).getByRole('radio')
    await tabTo(choices.first())
    await page.keyboard.press('Space')
    const wanted = group(question).getByRole('radio', { name: words, exact: true })
    for (let stops = 0; stops < 12 && !(await wanted.isChecked()); stops++) await page.keyboard.press('ArrowDown')
    await expect(wanted).toBeChecked()
  }

  await visitor.open('type-of-candidature')
  await choose(t('form:type-of-candidature.mode'), t('form:scrutiny-mode.1'))
  const types = page.locator('summary').filter({ hasText: t('steps:find.all', { count: 10 }) })
  await tabTo(types)
  await page.keyboard.press('Space')
  await choose(t('form:type-of-candidature.type'), t('form:type-after-degree.B'))
  await page.keyboard.press('Enter')
  await expect(visitor.title()).toHaveText(t('signedin:menu.type-details'))
  for (const { question, label, words } of applicationOf(visitor, typeB).answersOf('type-details')) {
    if (question.kind === 'radios') await choose(label, words)
    else {
      await tabTo(visitor.field(label))
      await page.keyboard.type(words)
    }
  }
  await tabTo(visitor.button(t('steps:save-and-proceed')))
  await page.keyboard.press('Enter')
  await expect(visitor.title()).toHaveText(t('signedin:menu.category-details'))
})
