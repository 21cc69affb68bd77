import { expect, test } from 'vitest'
import { courseIn } from '#server/courses/course.ts'
import { roundSchedule } from '#server/courses/state-cell.ts'
import { surfaceCoatingDiploma } from '#server/courses/surface-coating-diploma.ts'
import { surfaceCoatingDiplomaSeason } from '#server/courses/surface-coating-diploma-season.ts'
import { beginningOf, firstPhase } from '#server/demo/phases.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import { type RoundPlan, roundNumbers, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'
import { days, hours, ist, plus } from '#server/kernel/time.ts'
import { isWhole } from '#tests/support/extent.ts'
import { browser, openPortal } from '#tests/support/portal.ts'

const firstOptions = ist('2024-08-24 10:00')
const planOf = (count: number): RoundPlan =>
  Array.from({ length: count }, (_, n) => ({
    autoFreezeUpTo: n === count - 1 ? 'any' : 2 * n + 1,
    whoReports: 'frozen',
    stages,
  }))
const everybodys = [
  'home',
  'faq',
  'importantdate',
  'institute_wise_Allotment',
  'institute-wise-vacancy',
  'closing-merit',
]
const own = ['dashboard', 'option-form/select-institutes', 'allotment', 'self-arc-home', 'message-viewall', 'schedule']
/** The parts of a round in which its pages say different things, from the opening of its options. */
const moments = [hours(30), days(5) + hours(8), days(12)]
const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')

// A whole season and its pages take a minute, so `npm test` leaves it to `test:all`.
test.runIf(isWhole).each([2, 6])(
  'a season of %i rounds names no other round on any day, in either language, in no message',
  async (count) => {
    const rounds = planOf(count)
    const { schedule } = surfaceCoatingDiplomaSeason
    const course = courseIn(surfaceCoatingDiploma, {
      ...surfaceCoatingDiplomaSeason,
      rounds,
      schedule: [
        ...schedule.filter(({ key }) => roundOfActivity(key) === null),
        ...roundSchedule(rounds, firstOptions),
      ],
    })
    const portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['scd'], course, cohort: 80 })
    const named = new Set<number>()
    const read = (text: string, where: string) => {
      for (const [, number] of text.matchAll(/(?:CAP Rounds?|कॅप फेरी)\s+(\d+)/g)) {
        named.add(Number(number))
        expect(Number(number), where).toBeLessThanOrEqual(count)
      }
    }
    const look = async (visitor: ReturnType<typeof browser>, pages: readonly string[], who: string) => {
      for (const page of pages)
        for (const language of ['en', 'mr']) {
          const { status, text } = await visitor.get(`/scd/candidate/${page}?lang=${language}`)
          if (status === 200) read(textOf(text), `${who}: ${page} ${language}`)
        }
    }
    const personas = (await portal.ask('GET', '/demo/personas.json')).body as { key: string; course: string }[]
    const people = personas.filter((one) => one.course === 'scd').slice(0, 12)
    for (const round of roundNumbers(rounds).filter((one) => one <= 2 || one >= count - 1))
      for (const moment of moments) {
        const at = new Date(plus(firstOptions, days(13 * (round - 1)) + moment)).toISOString()
        expect((await portal.ask('POST', '/demo/clock', { body: { at } })).status).toBe(200)
        await look(browser(portal), everybodys, 'a visitor')
        for (const body of people) {
          const login = await portal.ask('POST', '/demo/login', { body })
          await look(browser(portal, login.cookies), own, body.key)
        }
      }
    const told = (await portal.ask('GET', '/demo/outbox.json')).body as { text: string }[]
    for (const { text } of told) read(text, 'a message')
    expect([...named].sort((a, b) => a - b)).toEqual(roundNumbers(rounds))
  },
  600_000,
)
