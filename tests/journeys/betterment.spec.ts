import { personaPassword } from '#server/demo/personas.ts'
import { expectSoundBooks } from './books'
import { lookAt } from './look'
import { become, moveClock } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

const published = '2024-09-11T18:00:00+05:30'
const acceptance = '2024-09-12T11:00:00+05:30'

for (const setting of sideRoad(1)) {
  test(`candidates keep a seat or get a better one in round 2 · ${settingName(setting)}`, async ({
    visit,
    roundTwoServer,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting, { on: roundTwoServer }), setting)
    const { page, t } = visitor
    const prove = async (send: string, go: string) => {
      await visitor.button(send).click()
      await expect(visitor.field(t('otp:label'))).toBeVisible()
      await visitor.field(t('proof:password.label')).fill(personaPassword)
      await visitor.field(t('otp:label')).fill(await roundTwoServer.otp(''))
      await visitor.button(go).click()
    }

    // Given a seat kept for betterment, the option form of round 2 says what the list means for it
    await become(page, 'betterment')
    await visitor.open('option-form')
    const [heldTitle] = t('options:held.title', { code: '', place: '' }).split(':')
    const held = page.locator('.banner').filter({ hasText: heldTitle! })
    await expect(held).toBeVisible()
    await lookAt(visitor, 'the seat that is kept')

    // When the candidate takes over the list of round 1 and confirms it, it counts
    await visitor.open('option-form/select-prefrence')
    const [before, after] = t('options:import.go', { count: 99 }).split('99')
    await page.getByRole('button', { name: new RegExp(`^${before}\\d+${after}$`) }).click()
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await visitor.open('option-form/lisitng-confirm')
    await prove(t('options:confirm.send-otp'), t('options:confirm.go'))
    await expect(page.getByText(t('options:standing.confirmed'), { exact: true })).toBeVisible()
    await expect(held).toBeVisible()

    // A candidate whose seat is final takes part in no further round
    await become(page, 'admitted')
    await visitor.open('option-form?round=2')
    await expect(page.getByText(t('options:head.round', { round: 2 }))).toHaveCount(0)

    // Then, with the round published, one candidate keeps the seat …
    await moveClock(roundTwoServer, published)
    await become(page, 'betterment-kept')
    await visitor.open('allotment')
    await expect(page.getByText(t('outcome:retained'))).toBeVisible()
    await lookAt(visitor, 'a seat that is kept')

    // … and another freezes the better one, without a second fee
    await moveClock(roundTwoServer, acceptance)
    await become(page, 'betterment-upgraded')
    await visitor.open('self-arc-home')
    await expect(page.getByText(t('acceptance:way.paid-already')).first()).toBeVisible()
    await lookAt(visitor, 'a better seat')
    const decision = t('acceptance:decision.freeze')
    await prove(t('acceptance:decide.send-otp', { decision }), t('acceptance:prove.go', { decision }))
    await expect(page.getByText(t('acceptance:state.to-report'))).toBeVisible()
    await lookAt(visitor, 'a better seat that is frozen')
    await expectSoundBooks(roundTwoServer)
  })
}
