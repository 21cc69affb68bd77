import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PastClosing } from '#server/domain/seats/past-closings.ts'
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

test('last numbers of an earlier season that one process takes over are at once known to the other', async () => {
  const dataDir = folderOfTest()
  const [here, there] = pair()
  const one = await openPortal({ dataDir, siblings: here })
  const other = await openPortal({ dataDir, siblings: there })
  const closing = (choiceCode: string, merit: number): PastClosing => ({
    ...{ academicYear: '2023-2024', choiceCode, seatType: 'GOPENS', round: 1, merit },
    ...{ listed: 290, admitted: 12, vacant: 0 },
  })
  const known = ({ services: { pastSeasons } }: typeof one, ...types: ['GOPENS'] | ['LOPENS']) =>
    pastSeasons.figuresAt(['900110110', '900110110T'], types, 1).map(({ choiceCode, merit }) => [choiceCode, merit])
  for (const portal of [one, other]) expect(known(portal, 'GOPENS')).toEqual([])

  one.services.pastSeasons.keep([closing('900110110', 31)])
  expect(known(one, 'GOPENS')).toEqual([['900110110', 31]])
  await turn()
  expect(known(other, 'GOPENS')).toEqual([['900110110', 31]])

  other.services.pastSeasons.keep([closing('900110110', 77), closing('900110110T', 4)])
  await turn()
  for (const portal of [one, other]) {
    const both = [
      ['900110110', 77],
      ['900110110T', 4],
    ]
    expect(known(portal, 'GOPENS')).toEqual(both)
    expect(known(portal, 'LOPENS')).toEqual([])
    expect(portal.services.pastSeasons.figuresAt(['900110110'], ['GOPENS'], 2)).toEqual([])
  }
})
