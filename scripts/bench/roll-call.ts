import { optionsOfScript } from '#scripts/options.mjs'
import { playSeason, type SeasonFigures, type World } from './roll-call-season'

/**
 * `npm run bench -- roll-call [--candidates N]`: three simulated seasons of N candidates (8,000), of whom 30 in 100 leave
 * without cancelling, in three rounds, each played with and without a roll-call by the portal's own rules and engine.
 */
const size = Number(optionsOfScript({ candidates: { type: 'string' } }, 1).values.candidates ?? '8000')
const seeds = [1, 2, 3]

const product: World = { leave: 'all-along', lists: 'each-round', rollCall: false, leavesOut: false, says: 0 }
const carried: World = { ...product, lists: 'carried-over' }
const worlds: readonly (readonly [string, World])[] = [
  ['a list for each round, no roll-call', product],
  ['roll-call, nobody who has left says so', { ...product, rollCall: true }],
  ['roll-call, half of those who have left say so', { ...product, rollCall: true, says: 0.5 }],
  ['roll-call, and the silent left out', { ...product, rollCall: true, leavesOut: true }],
  ['lists carried over, no roll-call', carried],
  ['lists carried over, roll-call, nobody says so', { ...carried, rollCall: true }],
  ['lists carried over, roll-call, half say so', { ...carried, rollCall: true, says: 0.5 }],
  ['lists carried over, roll-call, the silent left out', { ...carried, rollCall: true, leavesOut: true }],
  ['lists carried over, half say so, the silent left out', { ...carried, rollCall: true, says: 0.5, leavesOut: true }],
]

const all = (seasons: readonly SeasonFigures[], one: (season: SeasonFigures) => number | string) =>
  seasons.map(one).join(' · ')
const sums = (seasons: readonly SeasonFigures[], one: (round: SeasonFigures['rounds'][number]) => number) =>
  all(seasons, ({ rounds }) => rounds.reduce((sum, round) => sum + one(round), 0))

for (const leave of ['all-along', 'after-first-list'] as const) {
  console.log(
    `\n**${leave === 'all-along' ? 'They leave all along' : 'They all leave just after their first list is confirmed'}** (seeds ${seeds.join(', ')})\n`,
  )
  console.log(
    '| | kept ÷ given | in rounds 1, 2, 3 | seats empty at the end | released | left out: gone | staying | worse off in the round | a lower choice, no seat at the end |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  const unasked = new Map<World['lists'], SeasonFigures[]>()
  for (const [name, world] of worlds) {
    const seasons = seeds.map((seed) => playSeason(seed, size, { ...world, leave }))
    if (!world.rollCall) unasked.set(world.lists, seasons)
    const without = unasked.get(world.lists)!
    const changed = seasons.map(({ ends }, n) => {
      const had = ends
        .map((now, person) => ({ now, before: without[n]!.ends[person]! }))
        .filter(({ before }) => before !== null)
      const lower = had.filter(({ now, before }) => now !== null && now > before!).length
      return `${lower}, ${had.filter(({ now }) => now === null).length}`
    })
    const byRound = seasons[0]!.rounds.map((_, n) =>
      Math.round(
        (100 * seasons.reduce((sum, { rounds }) => sum + rounds[n]!.yield.kept, 0)) /
          seasons.reduce((sum, { rounds }) => sum + rounds[n]!.yield.allotted - rounds[n]!.yield.upgraded, 0),
      ),
    )
    const cells = [
      name,
      all(seasons, ({ share }) => (share / 100).toFixed(3)),
      byRound.map((share) => `${share} %`).join(', '),
      `${all(seasons, ({ empty }) => empty)} of ${seasons[0]!.seats}`,
      sums(seasons, ({ released }) => released),
      sums(seasons, ({ leftOut }) => leftOut.gone),
      sums(seasons, ({ leftOut }) => leftOut.staying),
      sums(seasons, ({ worse }) => worse),
      changed.join(' · '),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
