import { setTimeout as pause } from 'node:timers/promises'
import { drawFrom } from '#server/demo/draw.ts'
import { type Desk, type DeskForm, deskOf, formIn, formsIn, ticked } from './desk'
import type { World } from './world'

/** What the staff did, and what they could not do. */
export type StaffSeen = { done: Record<string, number>; failed: Record<string, number> }
const count = (of: Record<string, number>, what: string) => {
  of[what] = (of[what] ?? 0) + 1
}

/** Officers take the forms that have waited longest, until none waits. A share of the forms goes back. */
export async function scrutinise({ server }: World, officers: number, returns: number, seen: StaffSeen): Promise<void> {
  const logins = Array.from({ length: officers }, (_, n) => (n === 0 ? 'so' : `so.${n + 1}`))
  await Promise.all(
    logins.map(async (login) => {
      const desk = await deskOf(server.url, login, 'so')
      for (let forms = 0; forms < 20_000; forms++) {
        const next = formIn(await desk.open('scrutiny'), 'next')
        if (!next) return
        const { location } = await desk.send(next)
        const userId = /scrutiny\/(\w+)$/.exec(location)?.[1]
        if (!userId) return
        await judge(desk, userId, returns, seen)
      }
    }),
  )
}

async function judge(desk: Desk, userId: string, returns: number, seen: StaffSeen): Promise<void> {
  const form = formIn(await desk.open(`scrutiny/${userId}`), 'verdicts')
  if (!form) return count(seen.failed, 'a form without verdicts')
  const facts = Object.keys(form.choices).filter((name) => name.startsWith('verdict-'))
  const given = Object.fromEntries(facts.map((name) => [name, 'accepted']))
  const isWrong =
    form.choices['reason-ssc'] !== undefined && drawFrom(Number(userId.replace(/\D/g, ''))).chance(returns)
  if (isWrong) {
    const reasons = form.choices['reason-ssc']!.filter(Boolean)
    const reason = reasons.includes('illegible') ? 'illegible' : reasons[0]!
    Object.assign(given, { 'verdict-ssc': 'discrepancy', 'reason-ssc': reason, 'expected-ssc': 'As on the marksheet' })
    const paper = form.choices['document-ssc']?.find(Boolean)
    if (paper) given['document-ssc'] = paper
  }
  let answer = await desk.send(form, given)
  const agreed =
    /<button[^>]* name="agreed"[^>]* value="([^"]*)"/.exec(answer.html) ??
    /<button[^>]* value="([^"]*)"[^>]* name="agreed"/.exec(answer.html)
  if (answer.status === 409 && agreed) answer = await desk.send(form, { ...given, agreed: agreed[1]! })
  if (answer.status === 303) count(seen.done, isWrong ? 'forms sent back' : 'forms confirmed')
  else count(seen.failed, `scrutiny ${answer.status} ${errorIn(answer.html)}`)
}

const errorIn = (html: string) =>
  /role="alert"[^>]*>(.*?)<\/div>/s
    .exec(html)?.[1]
    ?.replace(/<[^>]*>/g, ' ')
    .slice(0, 200) ?? ''

/** One admin prepares, the other releases, each at a desk of their own. `page`: where; `name`: of the form that begins it. */
export async function releaseBy({ server }: World, page: string, name: string, seen: StaffSeen): Promise<void> {
  const [first, second] = [await deskOf(server.url, 'admin', 'admin'), await deskOf(server.url, 'admin-2', 'admin')]
  const begin = formIn(await first.open(page), name)
  if (!begin) return count(seen.failed, `${page} has no form ${name}`)
  const begun = await first.send(begin)
  const at = new RegExp(`${page}/(\\d+)$`).exec(begun.location)?.[1]
  if (!at) return count(seen.failed, `${page} ${name}: ${begun.status} ${errorIn(begun.html)}`)
  for (let tries = 0; tries < 600; tries++) {
    const release = formIn(await second.open(`${page}/${at}`), 'release')
    if (release) {
      const done = await second.send(release, ticked(release))
      return count(done.status === 303 ? seen.done : seen.failed, `${name} released`)
    }
    await pause(1000)
  }
  count(seen.failed, `${name} was not prepared in ten minutes`)
}

/** Every institute admits those who come. `comes`: who does, by Application ID. */
export async function admitAll(
  { server, institutes }: World,
  comes: (userId: string) => boolean,
  seen: StaffSeen,
): Promise<void> {
  await eachOf(institutes, 4, async (code) => {
    const desk = await deskOf(server.url, `institute.${code}`, 'institute')
    const known = new Set<string>()
    for (;;) {
      const list = await desk.open('reporting?group=to-report')
      const found = [...list.matchAll(/\/cell\/reporting\/([A-Z]+\d+)"/g)].map(([, userId]) => userId!)
      const fresh = [...new Set(found)].filter((userId) => !known.has(userId))
      if (!fresh.length) return
      for (const userId of fresh) {
        known.add(userId)
        if (!comes(userId)) continue
        const form = formIn(await desk.open(`reporting/${userId}`), 'admit')
        if (!form) {
          count(seen.failed, 'no form to admit')
          continue
        }
        const answer = await desk.send(form, { ...ticked(form), ...allSeen(form) })
        if (answer.status === 303) count(seen.done, 'candidates admitted')
        else count(seen.failed, `admission ${answer.status} ${errorIn(answer.html)}`)
      }
    }
  })
}

/** The first choice of every question about an original: it was seen. */
const allSeen = ({ choices }: DeskForm) =>
  Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, first!]))

/** Every institute signs the days that are over. */
export async function signAll({ server, institutes }: World, round: number, seen: StaffSeen): Promise<void> {
  await eachOf(institutes, 4, async (code) => {
    const desk = await deskOf(server.url, `institute.${code}`, 'institute')
    for (let days = 0; days < 10; days++) {
      const form = formsIn(await desk.open(`reporting?round=${round}`)).find(({ name }) => name === 'sign')
      if (!form) return
      const answer = await desk.send(form, ticked(form))
      if (answer.status !== 303) return count(seen.failed, `signature ${answer.status} ${errorIn(answer.html)}`)
      count(seen.done, 'days signed')
    }
  })
}

/** Runs work for each, a few at a time. */
async function eachOf<T>(all: readonly T[], wide: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: wide }, lane))
}
