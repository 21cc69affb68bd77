import { personas } from '#server/demo/personas.ts'
import { staffPersonas } from '#server/demo/staff-personas.ts'
import { isWhole } from '#tests/support/extent.ts'
import { personasOf, register } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const setting of sideRoad(1)) {
  test(`a visitor to the demo becomes each persona with one click · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, language } = visitor
    const known = await personasOf(server)
    expect(known.map(({ key, course }) => `${course} ${key}`).sort()).toEqual(
      [
        ...personas.map(({ key, course }) => `${course} ${key}`),
        ...staffPersonas.flatMap(({ key }) => [`mbale ${key}`, `scd ${key}`]),
      ].sort(),
    )
    await visitor.open(`/demo?lang=${language}`)
    for (const { key, course, fullName, about } of personas.filter((_, place) => isWhole || place % 8 === 0)) {
      await test.step(`${course} ${key}`, async () => {
        // Given the page of the demo, a search finds each persona
        const { userId } = known.find((one) => one.key === key && one.course === course)!
        await visitor.open(`/demo?course=${course}`)
        await visitor.field(t('demo:people-search')).fill(userId)
        await visitor.button(t('shell:form.search')).click()
        await expect(page).toHaveURL(new RegExp(`q=${userId}`))
        const card = page.getByRole('listitem').filter({ hasText: userId })
        await expect(card).toContainText(about[language])
        await expect(card).toContainText(fullName)
        // When the visitor presses a button, they are that persona, on the dashboard
        await card.getByRole('button').click()
        await expect(page).toHaveURL(new RegExp(`/${course}/candidate/dashboard$`))
        await expect(visitor.profile()).toContainText(fullName)
      })
    }
    for (const { key, fullName, about } of staffPersonas) {
      await test.step(`mbale ${key}`, async () => {
        // And one click leads to the desk of each member of staff
        await visitor.open(`/demo?q=${encodeURIComponent(fullName)}`)
        const card = page.getByRole('listitem').filter({ hasText: about[language] })
        await card.getByRole('button').click()
        await expect(page).toHaveURL(/\/mbale\/cell\/home$/)
        await expect(visitor.title()).toHaveText(t('staff:menu.home'))
        await expect(visitor.profile()).toContainText(fullName)
      })
    }
    // And every page says that it is a demo.
    await expect(page.getByRole('complementary', { name: t('shell:demo.word') })).toContainText('DEMO')
  })
}

for (const setting of sideRoad(0)) {
  test(`the demo's outbox shows an OTP that has just been sent · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate who requests an OTP
    const candidate = await register(server, setting.language)
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    await visitor.open('forgot-password')
    await visitor.field(t('login:user-id.label')).fill(candidate.userId)
    await visitor.button(t('login:forgot.submit')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.forgot-otp-verify'))

    // When they follow the ribbon to the demo's page, the outbox shows it, latest first
    await page
      .getByRole('complementary', { name: t('shell:demo.word') })
      .getByRole('link')
      .click()
    await expect(visitor.title()).toHaveText(t('demo:title'))
    const newest = page.getByRole('row').nth(1)
    await expect(newest).toContainText(candidate.mobile)
    await expect(newest).toContainText(await server.otp(candidate.mobile))
  })

  test(`the demo's clock moves forward${isWhole ? ', and the deadlines pass' : ''} · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    test.slow()
    // Given a separate demo with open registration
    const visitor = visitorOn(await visit(setting, { on: ownServer }), setting)
    const { page, t } = visitor
    const clock = async () =>
      Date.parse(((await (await fetch(`${ownServer.url}/demo/clock.json`)).json()) as { now: string }).now)
    const start = await clock()
    await visitor.open('registration')
    await expect(visitor.field(t('registration:full-name'))).toBeVisible()

    // When the clock moves by an hour, the demo says so
    await visitor.open(`/demo?lang=${setting.language}`)
    await visitor.button(t('demo:clock-hour')).click()
    await expect(page).toHaveURL(/\/demo$/)
    await expect(visitor.title()).toHaveText(t('demo:title'))
    await expect(
      visitor
        .main()
        .getByText(/, 17:2\d/)
        .first(),
    ).toBeVisible()
    expect(await clock()).toBeGreaterThanOrEqual(start + 3_600_000)

    // A week is played by all the demo's people, which `npm test` leaves to the season of its unit tests.
    if (!isWhole) return
    // When it moves by a week, registration is over, on its page and on the home page
    await visitor.ready()
    // The answer comes once all personas have acted in that week.
    await visitor.button(t('demo:clock-week')).click({ timeout: 60_000 })
    await expect.poll(clock).toBeGreaterThanOrEqual(start + 7 * 86_400_000)
    await visitor.open('registration')
    await expect(visitor.main()).toContainText(t('registration:closed'))
    await expect(visitor.field(t('registration:full-name'))).toHaveCount(0)
    await visitor.open('home')
    await expect(visitor.main()).toContainText(t('home:over.title'))
  })
}

for (const setting of sideRoad(1)) {
  test(`the demo runs the jobs on request · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    await visitor.open(`/demo?lang=${setting.language}`)
    await visitor.button(visitor.t('demo:jobs-go')).click()
    await expect(visitor.title()).toHaveText(visitor.t('demo:title'))
  })

  test(`the demo offers its data to programs · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    await visitor.open('/demo')
    for (const name of ['/demo/personas.json', '/demo/outbox.json', '/demo/clock.json']) {
      await expect(visitor.link(name)).toHaveAttribute('href', name)
      expect((await visitor.page.request.get(name)).ok()).toBe(true)
    }
  })
}
