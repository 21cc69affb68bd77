import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { courseIn } from '#server/courses/course.ts'
import { roundSchedule } from '#server/courses/state-cell.ts'
import { surfaceCoatingDiploma } from '#server/courses/surface-coating-diploma.ts'
import { surfaceCoatingDiplomaSeason } from '#server/courses/surface-coating-diploma-season.ts'
import { beginningOf, firstPhase } from '#server/demo/phases.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import { type RoundPlan, roundNumbers, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'
import { days, hours, ist, plus } from '#server/kernel/time.ts'
import { browser, openPortal } from '#tests/support/portal.ts'

const firstOptions = ist('2024-08-24 10:00')
const planOf = (count: number): RoundPlan =>
  Array.from({ length: count }, (_, n) => ({
    autoFreezeUpTo: n === count - 1 ? 'any' : 2 * n + 1,
    whoReports: 'frozen',
    stages,
  }))
const pages = ['home', 'faq', 'importantdate', 'news', 'merit-lists', 'institute_wise_Allotment', 'institute-wise-vacancy', 'closing-merit', 'download', 'seat-matrix', 'chances']
const own = ['dashboard', 'option-form/select-institutes', 'allotment', 'self-arc-home', 'message-viewall', 'schedule', 'cancel-admission-request']
const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, ' ').replace(/<[^>]+>/g, ' ').replace(/&[a-z#0-9]+;/g, ' ').replace(/\s+/g, ' ')

test.each([2, 6])('a season of %i rounds names no other round, on any day of it, in either language', async (count) => {
  const rounds = planOf(count)
  const { schedule } = surfaceCoatingDiplomaSeason
  const course = courseIn(surfaceCoatingDiploma, {
    ...surfaceCoatingDiplomaSeason,
    rounds,
    schedule: [...schedule.filter(({ key }) => roundOfActivity(key) === null), ...roundSchedule(rounds, firstOptions)],
  })
  const portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['scd'], course, cohort: 80 })
  const named = async (html: string, where: string) => {
    const text = textOf(html)
    for (const [found, number] of text.matchAll(/(?:Rounds?|फेरी|फेऱ्या)\s+(\d+)/g)) {
      if (Number(number) > count) wrong.push(`${where}: ${found}`)
    }
    for (const m of text.matchAll(/.{60}(?:rounds?|फेरी|फेऱ्या|Round).{60}/gi)) seen.add(m[0].trim())
  }
  const wrong: string[] = []
  const seen = new Set<string>()
  const moveTo = async (at: number) =>
    expect((await portal.ask('POST', '/demo/clock', { body: { at: new Date(at).toISOString() } })).status).toBe(200)
  const seated = () =>
    portal.services.db.sqlite
      .prepare('SELECT candidate_id FROM option_forms ORDER BY candidate_id LIMIT 200')
      .pluck()
      .all() as number[]
  const look = async (when: string) => {
    for (const language of ['en', 'mr'])
      for (const page of pages) {
        const { status, text } = await browser(portal).get(`/scd/candidate/${page}?lang=${language}`)
        if (status === 200) await named(text, `${when} ${page} ${language}`)
      }
    const { personas } = (await portal.ask('GET', '/demo/personas.json')).body as { personas: { key: string; course: string }[] }
    for (const { key, course } of personas.filter((one) => one.course === 'scd').slice(0, 40)) {
      const login = await portal.ask('POST', '/demo/login', { body: { course, key } })
      const person = browser(portal, login.cookies)
      for (const language of ['en', 'mr'])
        for (const page of own) {
          const { status, text } = await person.get(`/scd/candidate/${page}?lang=${language}`)
          if (status === 200) await named(text, `${when} ${key} ${page} ${language}`)
        }
    }
  }
  await look('at the start')
  for (const round of roundNumbers(rounds)) {
    if (count > 2 && ![1, 3, 5, 6].includes(round)) continue
    const begins = plus(firstOptions, days(13 * (round - 1)))
    for (const [when, at] of [['options', hours(30)], ['published', days(5) + hours(8)], ['lapsed', days(12)]] as const) {
      await moveTo(begins + at)
      await look(`round ${round} ${when}`)
    }
  }
  const told = portal.services.db.sqlite.prepare("SELECT DISTINCT text FROM outbox").pluck
  void told; void seated
  appendFileSync(`/tmp/desk/rounds-${count}.txt`, [...wrong, '---', ...[...seen].sort()].join('\n'))
  expect(wrong).toEqual([])
}, 600_000)
