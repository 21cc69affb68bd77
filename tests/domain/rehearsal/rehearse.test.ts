import { beforeAll, describe, expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import { playedSeasonOf } from '#server/demo/played-season.ts'
import { compare } from '#server/domain/rehearsal/compare.ts'
import { moved, type Rehearsal, type RehearsalRules, realRules, rehearse } from '#server/domain/rehearsal/play.ts'
import { hasSeat, type PlayedSeason } from '#server/domain/rehearsal/played-season.ts'

const course = courses.find(({ slug }) => slug === 'mbale')!
let season: PlayedSeason

beforeAll(() => {
  season = playedSeasonOf(course, '2071-2072', 900)
})

const played = (rules: Partial<RehearsalRules>): Rehearsal => {
  const found = rehearse(season, { ...realRules(season), ...rules })
  if ('fault' in found) throw new Error(`${found.fault} ${found.details.join(' ')}`)
  return found
}
const sorted = <One extends { player: number }>(all: readonly One[]) => [...all].sort((a, b) => a.player - b.player)

describe('the rules as they were', () => {
  test('give the same season seat for seat, in every round', () => {
    const again = played({})
    for (const [place, { given, standings, vacant }] of season.rounds.entries()) {
      expect(sorted(again.rounds[place]!.given)).toEqual(sorted(given))
      const ends = (all: typeof standings) => sorted(all).map(({ player, entry, seat }) => [player, entry, seat])
      expect(ends(again.rounds[place]!.standings)).toEqual(ends(standings))
      expect(again.rounds[place]!.vacant).toBe(vacant)
    }
    const { changed, largest, groups } = compare(season, again)
    expect([changed, largest]).toEqual([0, []])
    expect(groups.category.every(({ gained, lost, better, worse }) => gained + lost + better + worse === 0)).toBe(true)
  })

  test('need no assumption about anybody', () => expect(played({}).assumed).toBe(0))
})

describe('other rules', () => {
  const plan = (freeze: readonly (number | 'any')[]) =>
    freeze.map((autoFreezeUpTo, place) => ({
      ...course.rounds[Math.min(place, course.rounds.length - 1)]!,
      autoFreezeUpTo,
    }))

  test('a higher threshold seats people for good earlier, and nobody has two seats', () => {
    const other = played({ plan: plan([6, 6, 6]) })
    const seatedAfterFirst = (rounds: readonly { standings: readonly { entry: string }[] }[]) =>
      rounds[0]!.standings.filter(({ entry }) => entry === 'seated').length
    expect(seatedAfterFirst(other.rounds)).toBeGreaterThan(seatedAfterFirst(season.rounds))
    for (const { standings } of other.rounds)
      expect(new Set(standings.map(({ player }) => player)).size).toBe(standings.length)
  })

  test.each([1, 2, 5])('%i rounds are played, and no more seats are had than the matrix has', (count) => {
    const other = played({ plan: plan(Array.from({ length: count }, () => 1)) })
    expect(other.rounds).toHaveLength(count)
    const seats = season.rounds[0]!.seats.reduce((sum, one) => sum + one.count, 0)
    for (const { standings } of other.rounds) expect(standings.filter(hasSeat).length).toBeLessThanOrEqual(seats)
    expect(compare(season, other).rounds).toHaveLength(Math.max(count, season.rounds.length))
  })

  test('another order of criteria changes seats, and the report names at most ten by number', () => {
    const criteria = [...season.criteria].reverse()
    const report = compare(season, played({ criteria }))
    expect(report.changed).toBeGreaterThan(0)
    expect(report.largest.length).toBeLessThanOrEqual(10)
    expect(report.largest.every(({ number }) => Number.isSafeInteger(number))).toBe(true)
    expect(JSON.stringify(report)).not.toContain('fullName')
  })

  test('seats that move between types stay as many at each choice code', () => {
    const { seats } = season.rounds[0]!
    const other = moved(seats, [{ from: 'GOPENS', to: 'GOBCS', percent: 50 }])
    const byCode = (all: typeof seats) => {
      const sums: Record<string, number> = {}
      for (const { choiceCode, count } of all) sums[choiceCode] = (sums[choiceCode] ?? 0) + count
      return sums
    }
    expect(byCode(other)).toEqual(byCode(seats))
    const report = compare(season, played({ moves: [{ from: 'GOPENS', to: 'GOBCS', percent: 50 }] }))
    const obc = report.groups.category.find(({ group }) => group === 'OBC')!
    expect(obc.seatedWould).toBeGreaterThanOrEqual(obc.seatedWas)
  })

  test('every group counts each person once, and the sums agree', () => {
    const report = compare(season, played({ plan: plan([3, 3, 3]) }))
    for (const groups of Object.values(report.groups)) {
      expect(groups.reduce((sum, { people }) => sum + people, 0)).toBe(report.people)
      for (const { seatedWas, seatedWould, gained, lost } of groups) expect(seatedWas + gained - lost).toBe(seatedWould)
    }
  })
})
