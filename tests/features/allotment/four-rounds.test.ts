import { beforeEach, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { roundSchedule } from '#server/courses/state-cell.ts'
import type { View } from '#server/domain/site/view.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import { type RoundPlan, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'
import { days, hours, ist, minutes, plus } from '#server/kernel/time.ts'
import type { Applicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { chooserOf, publishClosings, someCourses, withAChooser } from '#tests/support/options.ts'
import { browser, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { releaseAt } from '#tests/support/release.ts'

/** The rounds of 2025: thresholds 1, 3 and 6, and a fourth round that freezes any seat. Source: rules §8.11. */
const fourRounds: RoundPlan = [
  { autoFreezeUpTo: 1, whoReports: 'frozen', stages: ['I', 'II'] },
  { autoFreezeUpTo: 3, whoReports: 'frozen', stages },
  { autoFreezeUpTo: 6, whoReports: 'frozen', stages },
  { autoFreezeUpTo: 'any', whoReports: 'frozen', stages },
]
const firstOptions = ist('2024-08-24 10:00')
const fourthOptions = plus(firstOptions, days(39))
const course = {
  rounds: fourRounds,
  schedule: [
    ...mbale.schedule.filter(({ key }) => roundOfActivity(key) === null),
    ...roundSchedule(fourRounds, firstOptions),
  ],
}
const choices = [someCourses[0]!.code, someCourses[3]!.code, someCourses[1]!.code]

let portal: TestPortal
let owner: Applicant
beforeEach(async () => {
  ;({ portal, owner } = await withAChooser({ at: fourthOptions, course }))
  for (const round of [1, 2, 3]) publishClosings(portal.services, round, [])
})

const call = (path: string) => portal.api('GET', path, undefined, owner.from)

/** Fills and confirms the option form of round 4. */
async function fillTheFourth() {
  const form = chooserOf(portal, owner, 4)
  expect((await form.save(choices)).status).toBe(200)
  expect((await form.confirm()).status).toBe(200)
}

/** Has the desk allot round 4, prepared by one admin and released by another, and the job publish it. */
async function allotTheFourth() {
  const [first, second] = [await atDesk(portal, 'admin', 'first'), await atDesk(portal, 'admin', 'second')]
  portal.clock.set(plus(fourthOptions, days(3) + hours(7) + minutes(5)))
  const begun = await first.post('allotments', { round: '4' })
  expect(begun.status).toBe(303)
  await portal.services.releases.settled()
  const run = /allotments\/\d+$/.exec(String(begun.headers.location))![0]
  expect((await releaseAt(second, run)).status).toBe(303)
  portal.clock.set(plus(fourthOptions, days(5) + hours(7)))
  portal.services.allotment.publishDue()
}

test('the fourth option form opens under its number, only in its window', async () => {
  portal.clock.set(plus(fourthOptions, -1))
  expect((await owner.details()).permissions.capFour).toBe(false)
  expect((await chooserOf(portal, owner, 4).save(choices, 0)).body.code).toBe('options-not-yet')
  portal.clock.set(fourthOptions)
  expect((await owner.details()).permissions.capFour).toBe(true)
  await fillTheFourth()
  expect((await call('option-form/4')).body.data).toMatchObject({ round: 4, choices })
})

test('the details response keeps the three flags of rules §15.3', async () => {
  const flags = Object.keys(await owner.details()).filter((name) => name.startsWith('isCandidateAllotmentRound'))
  expect(flags.sort()).toEqual([1, 2, 3].map((round) => `isCandidateAllotmentRound${round}`))
})

test('a candidate whose only option form is of round 4 takes part in round 4, and holds no seat', async () => {
  await fillTheFourth()
  portal.services.db.sqlite.exec("UPDATE merit_editions SET stage = 'provisional'")
  const { permissions } = await owner.details()
  expect(permissions).toMatchObject({ capOne: false, capTwo: false, capThree: false, capFour: true, seat: false })
})

test('the fourth round is allotted and published, and freezes any seat', async () => {
  await fillTheFourth()
  portal.services.db.sqlite.exec(
    `UPDATE seat_matrix_pools SET count = 0 WHERE choice_code IN ('${choices[0]}', '${choices[1]}')`,
  )
  await allotTheFourth()
  expect((await call('allotments/4')).body.data).toMatchObject({
    round: 4,
    state: 'allotted',
    seat: { choiceCode: choices[2], preference: 3, consequence: 'freezes' },
  })
  expect((await owner.details()).permissions).toMatchObject({ capFour: true, seat: true })
})

test('pages show the fourth round in the menus and under its address', async () => {
  await fillTheFourth()
  await allotTheFourth()
  const own = browser(portal, owner.cookies)
  expect((await own.get('option-form?round=4')).text).toContain('CAP Round 4')
  const visitor = browser(portal)
  const lookUp = await visitor.get('allotment/round-four')
  expect(viewOf<View<{ round: number; isPublished: boolean }>>(lookUp).data).toMatchObject({
    round: 4,
    isPublished: true,
  })
  expect((await visitor.get('home')).text).toContain(`${portal.base}allotment/round-four`)
  expect((await visitor.get('allotment/round-five')).status).toBe(404)
})

test('a season of three rounds has no fourth under any address', async () => {
  const three = await openPortal()
  for (const path of ['allotment/round-four', 'allotment/round-1', 'allotment/1', 'allotment/round-One']) {
    expect([path, (await browser(three).get(path)).status]).toEqual([path, 404])
  }
  expect((await browser(three).get('home')).text).not.toContain('round-four')
})

test.each(['01', '1e0', ' 1', '1.0', '+1', '0x1', '१', '5'])(
  'the API accepts a round only as a whole number, not as %j',
  async (written) => {
    const round = encodeURIComponent(written)
    const paths = [
      `option-form/${round}`,
      `option-form/${round}/history`,
      `allotments/${round}`,
      `seat-matrix?round=${round}`,
      `vacancies?round=${round}`,
    ]
    const statuses = await Promise.all(paths.map(async (path) => (await call(path)).status))
    expect(statuses.map((status, place) => [paths[place], status])).toEqual(paths.map((path) => [path, 404]))
  },
)
