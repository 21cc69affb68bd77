import { become, moveClock, personasOf } from './people'
import { desk, expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

/** Within the window for grievances. */
const inTime = '2024-08-19T11:00:00+05:30'

for (const [turn, setting] of sideRoad(0).entries()) {
  // Both outcomes occur with and without a script, and in both languages.
  const isApproved = turn % 3 === 0
  const outcome = isApproved ? 'approved, and the form corrected' : 'refused, and reopened once'
  test(`a grievance is ${outcome} · ${settingName(setting)}`, async ({ visit, ownServer }) => {
    const person = (await personasOf(ownServer)).find(({ key }) => key === 'fc-confirmed')!
    const candidate = visitorOn(await visit(setting, { on: ownServer }), setting)
    const { t, page } = candidate
    await moveClock(ownServer, inTime)

    // Given a confirmed candidate in the window for grievances, whose dashboard says so
    await become(page, 'fc-confirmed')
    await candidate.open('dashboard')
    await candidate
      .main()
      .getByRole('link')
      .filter({ hasText: t('signedin:title.grievancy') })
      .first()
      .click()
    await expect(candidate.title()).toHaveText(t('signedin:title.grievancy'))
    await candidate.ready()

    // When they submit a grievance without text, the page reports it; with text and a proof, it gets a number
    await page.getByRole('radio', { name: t('grievances:type.merit'), exact: true }).check()
    await candidate.button(t('grievances:new.submit')).click()
    await expect(candidate.problems()).toContainText(t('grievances:fault.grievanceText.required' as never))
    await page.getByRole('checkbox', { name: t('signedin:menu.qualifications-details'), exact: true }).check()
    await candidate.field(t('grievances:new.text')).fill('62.41, not 61.42.\nSee the marksheet.')
    await candidate.button(t('grievances:new.submit')).click()
    const number = page.getByText(/ML24-G\d{5}/).first()
    await expect(number).toBeVisible()
    const reference = /ML24-G\d{5}/.exec((await number.textContent()) ?? '')![0]
    await expect(candidate.main()).toContainText(t('grievances:state.open.about', { by: t('signedin:told.by-sms') }))
    // The news is in sight: the page starts at its top
    expect(await page.evaluate(() => scrollY)).toBe(0)

    // When an officer opens and decides it
    const officer = visitorOn(await visit({ ...setting, viewport: desk }, { on: ownServer }), setting)
    await become(officer.page, 'so')
    const decide = async (intent: 'approve' | 'refuse', text: string) => {
      await officer.open(`/mbale/cell/grievances?applicationId=${person.userId}`)
      await officer.page.getByRole('link', { name: new RegExp(reference) }).click()
      await expect(officer.main()).toContainText(reference)
      await officer.ready()
      await officer.field(t('grievances:desk.text')).fill(text)
      await officer.page.getByRole('radio', { name: t(`grievances:desk.intent.${intent}`) }).check()
      await officer.button(t('scrutiny:decide')).click()
      await officer.button(t(`grievances:desk.agree-go.${intent}`)).click()
      await expect(officer.page).toHaveURL(/\/cell\/grievances$/)
    }
    await decide(isApproved ? 'approve' : 'refuse', 'We compared it with the marksheet.')

    if (!isApproved) {
      // Then the candidate reads the reason, and can reopen the grievance once
      await candidate.open('grievancy')
      await expect(candidate.main()).toContainText('We compared it with the marksheet.')
      await candidate.field(t('grievances:reopen.text')).fill('It was the marksheet of another year.')
      await candidate.button(t('grievances:reopen.submit')).click()
      await expect(candidate.main()).toContainText(t('grievances:state.open.about', { by: t('signedin:told.by-sms') }))
      await decide('refuse', 'There is no other marksheet.')
      await candidate.open('grievancy')
      await expect(candidate.main()).toContainText('There is no other marksheet.')
      await expect(candidate.button(t('grievances:reopen.submit'))).toHaveCount(0)
      return
    }
    // Then the message box names the next act, and only that step is open
    await candidate.open('message')
    await expect(candidate.main()).toContainText(t('inbox:waits.correct'))
    await candidate.main().getByRole('link').filter({ hasText: reference }).first().click()
    await expect(candidate.main()).toContainText('We compared it with the marksheet.')
    await candidate.open('personal-details')
    await expect(candidate.main()).toContainText(t('steps:closed.title'))
    await candidate.open('qualifications-details')
    await expect(candidate.main()).not.toContainText(t('steps:closed.title'))
    await candidate.open('grievancy')
    await expect(candidate.title()).toHaveText(t('signedin:restricted.title'))
  })
}
