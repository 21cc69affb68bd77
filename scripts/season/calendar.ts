import { reading } from '#scripts/drills/portal.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import { secondsOf } from './pace'
import type { Sitting } from './people'
import { admitAll, releaseBy, type StaffSeen, scrutinise, signAll } from './staff'
import type { World } from './world'

/** A part of a season. `what`: no two have the same. `at`: when it begins, ms. */
export type Part = { what: string; at: number; play(): Promise<void> }

export type Players = {
  world: World
  staff: StaffSeen
  officers: number
  size: number
  /** How many times as fast as life an evening passes. */
  speed: number
  pace: number | null
  /** Lets everybody come to a sitting, until the last has gone. */
  sit(what: string, sitting: Sitting): Promise<void>
  /** Does the person of this Application ID go to the institute of their seat? */
  goesThere(userId: string, round: CapRound): boolean
  /** Those who will cancel an admission after this round. */
  leavers(round: CapRound): string[]
}
type Activity = { opensAt: number; closesAt: number }

const hour = 3_600_000
const day = 24 * hour

/** The parts of a season in their order, which is that of their dates. `first`: the instant of the first evening, ms. */
export function calendarOf(schedule: Map<string, Activity>, first: number, players: Players): Part[] {
  const { world, staff, officers, size, speed, pace, sit } = players
  const opens = (key: string) => schedule.get(key)!.opensAt
  const closes = (key: string) => schedule.get(key)!.closesAt
  /** How many seconds so many hours of life take. */
  const inLife = (hours: number) => (hours * 3600) / speed

  /** The start of a sitting that ends by a deadline: its people come in good time, and the last minutes are life's. */
  function before(deadline: number, hours: number, name: Sitting['name']): number {
    const seconds = secondsOf({ name, seconds: inLife(hours), curve: 'late' }, size, pace)
    // Whole milliseconds, as every instant of the portal.
    return Math.round(deadline - 1000 * (seconds + Math.max(120, size / 20)))
  }

  /** A small season may have nobody left who chooses; the portal then has no round to release. */
  async function releaseRound(round: CapRound): Promise<void> {
    const forms = reading(world.folder, (sqlite) =>
      sqlite
        .prepare('SELECT count(*) FROM option_forms WHERE round = ? AND confirmed_at IS NOT NULL')
        .pluck()
        .get(round),
    )
    if (forms === 0) staff.done[`round ${round} without a list of choices`] = 1
    else await releaseBy(world, 'allotments', `round-${round}`, staff)
  }

  const sitting = (what: string, at: number, one: Sitting): Part => ({ what, at, play: () => sit(what, one) })

  function registration(): Part[] {
    const apply = (what: string, at: number, evening: 0 | 1 | 2) =>
      sitting(what, at, { name: 'apply', seconds: inLife(4), curve: evening === 2 ? 'late' : 'even', evening })
    return [
      apply('an evening of registration', first, 0),
      apply('another evening', first + day, 1),
      apply('the last hours before the deadline', before(closes('registration'), 4, 'apply'), 2),
    ]
  }

  function scrutiny(): Part[] {
    const check = (what: string, at: number, returns: number): Part => ({
      what,
      at,
      play: () => scrutinise(world, officers, returns, staff),
    })
    const end = closes('registration')
    return [
      check('scrutiny', end + 17 * hour, 0.06),
      sitting('corrections', end + 27 * hour, { name: 'correct', seconds: inLife(2), curve: 'even' }),
      check('scrutiny of what was corrected', closes('scrutiny') - 6 * hour, 0),
    ]
  }

  function meritList(stage: 'provisional' | 'final'): Part[] {
    const at = opens(`${stage}-merit`)
    const look: Sitting = {
      name: 'look',
      page: `${stage}-merit`,
      share: 0.6,
      seconds: inLife(2),
      curve: 'at-once',
    }
    return [
      {
        what: `release of the ${stage} merit list`,
        at: at - 4 * hour,
        play: () => releaseBy(world, 'merit-lists', stage, staff),
      },
      { what: `publication of the ${stage} merit list`, at: at + 60_000, play: () => world.runJobs() },
      sitting(`the ${stage} merit list`, at + 60_000, look),
    ]
  }

  function roundOf(round: CapRound): Part[] {
    const of = (name: 'options' | 'allotment' | 'acceptance' | 'reporting') => roundActivity(round, name)
    const result = opens(of('allotment'))
    const reported = closes(of('reporting'))
    return [
      sitting(`option forms of round ${round}`, before(closes(of('options')), 4, 'choose'), {
        name: 'choose',
        round,
        seconds: inLife(4),
        curve: 'late',
      }),
      {
        what: `release of round ${round}`,
        at: result - 24 * hour,
        play: () => releaseRound(round),
      },
      { what: `publication of round ${round}`, at: result + 60_000, play: () => world.runJobs() },
      sitting(`result night of round ${round}`, result + 60_000, {
        name: 'result',
        round,
        share: 0.95,
        seconds: inLife(1),
        curve: 'at-once',
      }),
      sitting(`acceptance of round ${round}`, before(closes(of('acceptance')), 3, 'accept'), {
        name: 'accept',
        round,
        seconds: inLife(3),
        curve: 'late',
      }),
      {
        what: `admissions of round ${round}`,
        at: reported - 6 * hour,
        play: () => admitAll(world, (userId) => players.goesThere(userId, round), staff),
      },
      { what: `signatures of round ${round}`, at: reported + hour, play: () => signAll(world, round, staff) },
      {
        what: `those who leave after round ${round}`,
        at: reported + 20 * hour,
        play: () =>
          sit(`those who leave after round ${round}`, {
            name: 'cancel',
            only: players.leavers(round),
            seconds: inLife(0.5),
            curve: 'even',
          }),
      },
    ]
  }

  return [
    ...registration(),
    ...scrutiny(),
    ...meritList('provisional'),
    ...meritList('final'),
    ...roundOf(1),
    ...roundOf(2),
    ...roundOf(3),
    { what: 'the last days', at: closes('round-3-reporting') + 3 * day, play: () => world.runJobs() },
  ]
}
