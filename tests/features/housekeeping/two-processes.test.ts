import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noSiblings, type Siblings } from '#server/kernel/siblings.ts'
import { folderOfTest, openPortal } from '#tests/support/portal.ts'

/** Two processes that hear each other, as their parent lets them. */
function pair(): [Siblings, Siblings] {
  const ends = [noSiblings('one'), noSiblings('other')]
  const listeners = ends.map(() => new Map<string, (value: unknown) => void>())
  const linked = ends.map(
    (own, at): Siblings => ({
      ...own,
      tell: (topic, value) => listeners[1 - at]!.get(topic)?.(value),
      onTold: (topic, listener) => void listeners[at]!.set(topic, listener),
      gather: async (topic) => (await Promise.all(ends.map((end) => end.gather(topic)))).flat(),
    }),
  )
  return [linked[0]!, linked[1]!]
}

const admin = { id: 1, loginName: 'admin', role: 'admin' } as const
const banner = {
  tone: 'info',
  textEn: 'The helpline rests on Friday.',
  textMr: 'मदतवाहिनी शुक्रवारी बंद आहे.',
  fromDate: '2024-08-01',
  fromTime: '11:00',
  untilDate: '2024-08-03',
  untilTime: '11:00',
} as const

test('two processes of one folder show the same page at once after a change in either, and report their figures together', async () => {
  const dataDir = folderOfTest()
  const [here, there] = pair()
  const one = await openPortal({ dataDir, siblings: here })
  const other = await openPortal({ dataDir, siblings: there })
  const homes = async () =>
    Promise.all([one, other].map(async (portal) => (await portal.ask('GET', '/mbale/candidate/home')).text))
  for (const home of await homes()) expect(home).not.toContain(banner.textEn)
  expect(one.services.serviceBanner.add(admin, banner).ok).toBe(true)
  await turn()
  for (const home of await homes()) expect(home).toContain(banner.textEn)
  const shown = other.services.serviceBanner.list()[0]!
  other.services.serviceBanner.end(admin, shown.id)
  await turn()
  for (const home of await homes()) expect(home).not.toContain(banner.textEn)

  const { text } = await one.ask('GET', '/metrics')
  expect(text).toMatch(/^processes 2$/m)
  const asked =
    /http_request_duration_seconds_count\{route="\/mbale\/candidate\/home",method="GET",status="2xx"\} (\d+)/
  expect(asked.exec(text)?.[1]).toBe('6')
})
