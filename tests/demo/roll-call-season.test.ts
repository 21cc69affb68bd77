import { expect, test } from 'vitest'
import { playSeason, type World } from '#scripts/bench/roll-call-season.ts'

/** Seasons that the figures do not use. */
const seeds = [11, 12]
const size = 700
const product: World = { leave: 'all-along', lists: 'each-round', rollCall: true, leavesOut: false, says: 0.5 }
const play = (world: Partial<World>) => seeds.map((seed) => playSeason(seed, size, { ...product, ...world }))

test('a roll-call keeps exactly those out who released themselves, and makes nobody else worse off in the round', () => {
  for (const leave of ['all-along', 'after-first-list'] as const)
    for (const { rounds, keptOut } of play({ leave })) {
      expect(rounds.some(({ released }) => released > 0)).toBe(true)
      expect(keptOut.every(({ answer, gone }) => answer === 'out' && gone)).toBe(true)
      expect(rounds.map(({ worse }) => worse)).toEqual([0, 0, 0])
    }
})

test('where a list is confirmed for each round, nobody with a list is silent for so long as to be left out', () => {
  for (const leave of ['all-along', 'after-first-list'] as const)
    for (const { rounds, keptOut } of play({ leave, leavesOut: true, says: 0 })) {
      expect(keptOut.length).toBeGreaterThan(0)
      expect(rounds.map(({ leftOut }) => leftOut)).toEqual(Array(3).fill({ gone: 0, staying: 0 }))
    }
})

test('where lists were carried over, leaving the silent out keeps out nobody who answered or signed in, but some who stayed', () => {
  const seasons = play({ lists: 'carried-over', leavesOut: true, says: 0 })
  for (const { keptOut, rounds } of seasons) {
    expect(rounds.reduce((sum, { leftOut }) => sum + leftOut.gone, 0)).toBeGreaterThan(0)
    expect(keptOut.filter(({ answer, signedInSince }) => answer !== undefined || signedInSince)).toEqual([])
  }
  expect(seasons.some(({ keptOut }) => keptOut.some(({ gone }) => !gone))).toBe(true)
})

test('confirming a list for each round keeps more of the seats given than carrying lists over', () => {
  const share = (world: Partial<World>) => play({ rollCall: false, ...world }).map((season) => season.share)
  const carried = share({ lists: 'carried-over' })
  for (const [n, own] of share({}).entries()) expect(own).toBeGreaterThan(carried[n]!)
})
