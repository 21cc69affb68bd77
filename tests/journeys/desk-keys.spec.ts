import type { Page } from '@playwright/test'
import { answersWith } from '#tests/support/answers.ts'
import { asha } from './applicants'
import { startAt } from './head-start'
import { become } from './people'
import { desk, expect, phone, settingName, test } from './server'
import { onScreen, scripted, sideRoad } from './settings'
import { visitorOn } from './visitor'

/** Waits until something of the page has been painted, for a person cannot press a key before. */
const seen = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

const onDesk = onScreen(desk, scripted(sideRoad(0)))

for (const setting of onDesk) {
  test(`the key of the search works before the page's script does · ${settingName(setting)}`, async ({ visit }) => {
    // Given pages whose script takes its time
    const { page, t, main } = visitorOn(await visit(setting), setting)
    await become(page, 'admin')
    let isHeld = true
    const held: (() => void)[] = []
    await page.route(/\/assets\/(client|shell|react)[^/]*\.js$/, async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    const letGo = () => {
      isHeld = false
      for (const go of held.splice(0)) go()
    }

    // When somebody presses the key and types as soon as the page can be seen
    await page.goto('/mbale/cell/notices', { waitUntil: 'commit' })
    await seen(page)
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: t('staff:search.label') })
    await expect(search).toBeFocused()
    await page.keyboard.type('ML24')
    letGo()

    // Then the words are still there once the script has taken over, and the key works as before
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    await expect(search).toHaveValue('ML24')
    await search.clear()
    await search.blur()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('a/b')
    await expect(search).toHaveValue('a/b')

    // On a small screen, which has no room for the field, the key opens the page of the search
    await page.setViewportSize(phone)
    await page.goto('/mbale/cell/notices')
    await seen(page)
    await page.keyboard.press('/')
    await expect(page).toHaveURL(/\/cell\/search$/)
    await expect(main().locator('[name=q]')).toBeFocused()
  })

  test(`an officer sends a discrepancy back with few keys, and agrees before it goes · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a form that an officer holds
    const visitor = visitorOn(await visit(setting), setting)
    const eligible = answersWith(asha.answers, { 'qualifications-details': { degreeMarks: '2480' } })
    const { userId } = await startAt(visitor, server, { ...asha, answers: eligible }, 'submitted')
    const { page, t, main, button, open } = visitorOn(await visit(setting), setting)
    await become(page, 'so')
    await open(`/mbale/cell/scrutiny/${userId}`)
    await page.keyboard.press('f')
    await expect(button(t('scrutiny:finish'))).toBeVisible()
    let pressed = 0
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      pressed += keys.length
    }

    // When they go to a fact by its number, choose the reason by its number, type what is right, and accept the rest
    await press('2', 'd', '1')
    await expect(main().locator('[name=reason-mother-name]')).not.toHaveValue('')
    await expect(main().locator('[name=expected-mother-name]')).toBeFocused()
    await press(...'Sunita')
    await press('Enter', 'x', 'f')

    // Then they are asked once before it goes
    const asked = page.getByRole('alert').filter({ hasText: t('scrutiny:agree.revert') })
    await expect(asked).toBeVisible()
    await press('f')
    await expect(page).toHaveURL(/\/cell\/scrutiny$/)
    expect(pressed, 'seven keys beside those of the correct value').toBe(7 + 'Sunita'.length)
  })
}
