import type { Page } from '@playwright/test'
import { expect, phone, test } from './server'
import { onScreen, scripted, sideRoad } from './settings'
import { visitorOn } from './visitor'

// The headless shell of the other journeys knows no notifications.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_WITH_WINDOW ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  },
})

/** The worker keeps the page for everybody soon after a page has loaded. */
const keptPage = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/mbale/candidate/offline'))?.status ?? null))
    .toBe(200)

test('what a push service delivers shows its title, and leads nowhere but into this portal', async ({ visit }) => {
  const setting = scripted(onScreen(phone, sideRoad(0)))[0]!
  const visitor = visitorOn(await visit(setting, { hasWorker: true, mayLog: /stays without its script/ }), setting)
  const { page } = visitor
  await page.context().grantPermissions(['notifications'])
  await visitor.open('home')
  await keptPage(page)
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) done(registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const [origin, registrationId] = [new URL(page.url()).origin, await registered]
  const deliver = (data: string) => devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const said = { title: 'तुम्हाला जागा मिळाली', page: '/mbale/candidate/allotment' }
  await deliver(JSON.stringify(said))
  await deliver(JSON.stringify({ title: 'Elsewhere', page: 'https://example.org/mbale/candidate/' }))
  await deliver('no message at all')
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications()
      return notifications.map(({ title, data }) => [title, data as string]).sort()
    })
  const inbox = `${origin}/mbale/candidate/message`
  await expect.poll(shown).toEqual(
    [
      ['Elsewhere', inbox],
      [new URL(origin).hostname, inbox],
      [said.title, `${origin}${said.page}`],
    ].sort(),
  )
})
