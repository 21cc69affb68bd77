import type { Page } from '@playwright/test'
import { become } from './people'
import { desk, expect, phone, settingName, test } from './server'
import { onScreen, scripted, sideRoad } from './settings'
import { visitorOn } from './visitor'

const cachesOf = (page: Page) => page.evaluate(async () => (await caches.keys()).sort())
/** Without a network the page for that moment works without its script, and says so. */
const withWorker = { hasWorker: true, mayLog: /stays without its script/ } as const
/** The first paper of a server waits for its press. */
const slowly = { timeout: 30_000 }
const ownCache = 'own /mbale/candidate/'
const publicCache = 'offline /mbale/candidate/'

/** The worker keeps the page for everybody soon after a page has loaded. */
const keptPage = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/mbale/candidate/offline'))?.status ?? null))
    .toBe(200)

for (const setting of scripted(onScreen(phone, sideRoad(0)))) {
  test(`without a network a visitor reads the dates as last seen · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting, withWorker), setting)
    const { page, t } = visitor
    await visitor.open('home')
    await keptPage(page)
    await page.context().setOffline(true)
    await page.goto('/mbale/candidate/faq')
    await expect(visitor.title()).toHaveText(t('shell:title.offline'))
    await expect(visitor.main().locator('.timeline li').first()).toBeVisible()
    await page.context().setOffline(false)
    await visitor.open('faq')
    await expect(visitor.title()).toHaveText(t('shell:menu.faq'))
  })
}

for (const setting of scripted(onScreen(desk, sideRoad(0)))) {
  test(`a candidate keeps the papers on the device, and nothing private stays after logout · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit(setting, withWorker), setting)
    const { page, t, button } = visitor
    await become(page, 'locked')
    await visitor.open('dashboard')
    await keptPage(page)
    // Given nothing but the page for everybody is kept without being asked for
    expect(await cachesOf(page)).toEqual([publicCache])
    await visitor.main().locator('a[href$="/offline"]').click()
    await button(t('offline:keep')).click()
    await expect(visitor.toast(t('offline:kept'))).toBeVisible(slowly)
    const userId = await visitor.main().locator('dd').first().innerText()

    // When the network is gone, the application and the paper are there
    await page.context().setOffline(true)
    await page.goto('/mbale/candidate/dashboard')
    await expect(visitor.title()).toHaveText(t('shell:title.offline'))
    await expect(visitor.main()).toContainText(userId)
    const paper = await page.evaluate(async () => {
      const kept = await caches.match('/mbale/candidate/print-pdf.pdf')
      return kept && { type: kept.headers.get('content-type'), start: (await kept.text()).slice(0, 5) }
    })
    expect(paper).toEqual({ type: 'application/pdf', start: '%PDF-' })
    await page.context().setOffline(false)

    // When the candidate logs out, nothing of theirs is kept
    await visitor.open('dashboard')
    await visitor.logOut()
    await expect(page).toHaveURL(/\/home$/)
    await expect.poll(() => cachesOf(page)).toEqual([publicCache])
    await page.context().setOffline(true)
    await page.goto('/mbale/candidate/offline')
    await expect(visitor.title()).toHaveText(t('shell:title.offline'))
    await expect(visitor.main()).not.toContainText(userId)
    await page.context().setOffline(false)
  })

  test(`what one candidate kept goes when another signs in, or when the session has ended · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit(setting, withWorker), setting)
    const { page, t, button } = visitor
    async function keep(): Promise<void> {
      await become(page, 'locked')
      await visitor.open('offline')
      await button(t('offline:keep')).click()
      await expect.poll(() => cachesOf(page)).toContain(ownCache)
      await expect(button(t('offline:remove'))).toBeVisible(slowly)
    }
    await keep()
    await become(page, 'half-filled')
    await visitor.open('dashboard')
    await expect.poll(() => cachesOf(page)).not.toContain(ownCache)

    await keep()
    await page.context().clearCookies({ name: 'mbale_session' })
    await visitor.open('home')
    await expect.poll(() => cachesOf(page)).not.toContain(ownCache)

    await keep()
    await button(t('offline:remove')).click()
    await expect.poll(() => cachesOf(page)).not.toContain(ownCache)
  })
}
