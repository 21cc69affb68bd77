import type { Page } from '@playwright/test'
import { answersWith } from '#tests/support/answers.ts'
import { asha } from './applicants'
import { startAt } from './head-start'
import { lookAt } from './look'
import { become } from './people'
import { expect, type Setting, settingName, test } from './server'
import { sideRoad } from './settings'
import { type Visitor, visitorOn } from './visitor'

/** Asha, with marks that are enough for the Open category too. */
const eligibleAsOpen = {
  ...asha,
  answers: answersWith(asha.answers, { 'qualifications-details': { degreeMarks: '2480' } }),
}

/** A scrutiny officer in a separate browser, with an open form. */
async function officerAt(page: Page, setting: Setting, userId: string) {
  const officer = visitorOn(page, setting)
  await become(page, 'so')
  const { t, main, button } = officer
  const open = () => page.goto(`/mbale/cell/scrutiny/${userId}`)
  const verdict = (fact: 'category' | 'mother-name') =>
    main().getByRole('group', { name: t('scrutiny:verdict', { fact: t(`scrutiny:fact.${fact}`) }) })
  return {
    ...officer,
    async pickUp() {
      await open()
      await button(t('scrutiny:pick-up')).click()
      await expect(button(t('scrutiny:finish'))).toBeVisible()
      for (const accepted of await main()
        .getByRole('radio', { name: t('scrutiny:verdict.accepted') })
        .all()) {
        await accepted.check()
      }
    },
    /** Records a discrepancy in a fact. */
    async find(fact: 'category' | 'mother-name', reason: string, expected: string) {
      await verdict(fact)
        .getByRole('radio', { name: t('scrutiny:verdict.discrepancy') })
        .check()
      await main().locator(`[name=reason-${fact}]`).selectOption(reason)
      await main().locator(`[name=expected-${fact}]`).fill(expected)
    },
    /** Finishes, after the page has listed the consequences. */
    async finish(what: string) {
      await button(t('scrutiny:finish')).click()
      const asked = page.getByRole('alert').filter({ hasText: what })
      await expect(asked).toBeVisible()
      await asked.getByRole('button', { name: t('scrutiny:agree.go') }).click()
      await expect(page).toHaveURL(/\/cell\/scrutiny$/)
    },
  }
}

const pay = async ({ button, t, throughCheckout }: Visitor, amount: string) => {
  await button(t('payments:pay.go', { amount })).click()
  await throughCheckout()
  await button(t('payments:demo.succeed')).click()
}

for (const setting of sideRoad(0)) {
  test(`a candidate corrects a mandatory fact, and the officer confirms the form · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a submitted form, and an officer who finds another mother's name on the marksheet
    const visitor = visitorOn(await visit(setting), setting)
    const { t, button, main } = visitor
    const { userId, mobile } = await startAt(visitor, server, eligibleAsOpen, 'submitted')
    const officer = await officerAt(await visit(setting), setting, userId)
    await officer.pickUp()
    await officer.find('mother-name', 'differs', 'Sunita R. Patil')
    await lookAt(officer, 'a form under scrutiny')
    await officer.finish(t('scrutiny:agree.revert'))

    // Then the candidate reads it on the phone, on the dashboard and at the field
    expect((await server.outbox(mobile)).map(({ template }) => template)).toContain('application-reverted')
    await visitor.open('dashboard')
    await expect(main()).toContainText(
      `${t('scrutiny:candidate.expected')}${visitor.language === 'mr' ? ` (${t('shell:language.en')})` : ''}: Sunita R. Patil`,
    )
    await lookAt(visitor, 'what scrutiny found')
    await main()
      .getByRole('link', { name: t('scrutiny:candidate.go', { step: t('signedin:menu.personal-details') }) })
      .click()
    await expect(main().getByText(t('scrutiny:candidate.here')).locator('..')).toContainText('Sunita R. Patil')

    // When they correct it and submit again, without an OTP
    await visitor.field(t('form:personal-details.motherName')).fill('Sunita R. Patil')
    await button(t('steps:save-and-proceed')).click()
    await expect(visitor.title()).toHaveText(t('steps:print.title'))
    await main().getByLabel(t('steps:declaration.agree')).check()
    await button(t('scrutiny:resubmit.go')).click()
    await expect(visitor.title()).toHaveText(t('steps:print.title-submitted'))

    // Then the officer confirms the form, and the acknowledgement is available
    await officer.pickUp()
    await officer.finish(t('scrutiny:agree.confirm'))
    await visitor.open('acknowledgement')
    await expect(main()).toContainText(t('scrutiny:ack.confirmed'))
    const paper = await visitor.page.request.get('/mbale/candidate/acknowledgement.pdf')
    expect(paper.headers()['content-type']).toBe('application/pdf')
  })
}

for (const setting of sideRoad(1)) {
  test(`a candidate whose caste claim fails becomes Open and pays the difference · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a form with a caste certificate that an officer does not accept
    const visitor = visitorOn(await visit(setting), setting)
    const { t, main } = visitor
    const { userId } = await startAt(visitor, server, eligibleAsOpen, 'submitted')
    const officer = await officerAt(await visit(setting), setting, userId)
    await officer.pickUp()
    await officer.find('category', 'not-valid', '')
    await officer.finish(t('scrutiny:effect.category'))

    // Then the form is confirmed without the claim, and the difference is due
    await visitor.open('dashboard')
    await main()
      .getByRole('link', { name: t('scrutiny:convert.task-go') })
      .click()
    await expect(main()).toContainText(t('scrutiny:convert.lead'))
    await lookAt(visitor, 'the conversion fee')

    // When it is paid, nothing more is due
    await pay(visitor, '₹200')
    await expect(visitor.page).toHaveURL(/payment\/return/)
    await visitor.open('acknowledgement')
    await expect(main()).toContainText(t('scrutiny:ack.removed'))
    await expect(main()).not.toContainText(t('scrutiny:ack.convert-due'))
  })
}
