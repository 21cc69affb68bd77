import { keptCount } from '#server/kernel/kept-count.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ScrutinyDeps } from './deps'
import type { TeamStore } from './team-store'

/** An officer's work. Times in ms; null where there is nothing to measure. */
export type OfficerFigures = {
  waiting: number
  held: number
  /** When the form that waits longest was submitted. */
  oldest: number | null
  finished: number
  returned: number
  /** Confirmed forms that a grievance opened again. */
  reversed: number
  median: number | null
}

/** A facilitation centre's work. `median`: from arrival to confirmation, in ms. */
export type CentreFigures = {
  confirmed: number
  waiting: number
  reversed: number
  median: number | null
}

/** `officers`: by their ids, those without any work left out. `at`: the time of counting, by the portal's clock. */
export type TeamFigures = {
  at: Instant
  officers: ReadonlyMap<number, OfficerFigures>
  centres: readonly (CentreFigures & { code: string })[]
}

/** Candidates counted at a time, some milliseconds; a count that took longer than `quick`, in ms, is kept. */
const countedAtOnce = 2000
const quick = 20

/** The middle one, or the mean of the two in the middle. */
function median(values: readonly number[]): number | null {
  if (!values.length) return null
  const sorted = [...values].sort((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!]
  return Math.trunc((low + high) / 2)
}

/** The tally of a key, made when it is first asked for. */
function tallyOf<Key, Tally>(tallies: Map<Key, Tally>, key: Key, none: () => Tally): Tally {
  const tally = tallies.get(key) ?? none()
  tallies.set(key, tally)
  return tally
}

type Tally<Figures> = Omit<Figures, 'median'> & { took: number[] }
const figuresOf = <Tallied extends { took: readonly number[] }>({ took, ...figures }: Tallied) => ({
  ...figures,
  median: median(took),
})

const noOfficer = (): Tally<OfficerFigures> => ({
  waiting: 0,
  held: 0,
  oldest: null,
  finished: 0,
  returned: 0,
  reversed: 0,
  took: [],
})
const noCentre = (): Tally<CentreFigures> => ({ confirmed: 0, waiting: 0, reversed: 0, took: [] })

/** Counts the candidates of a range into both. */
function countRange(
  team: TeamStore,
  range: Parameters<TeamStore['forms']>[0],
  officers: Map<number, Tally<OfficerFigures>>,
  centres: Map<string, Tally<CentreFigures>>,
): void {
  for (const { officerId, heldBy, isHeld, count, oldest } of team.forms(range)) {
    const id = isHeld ? heldBy : officerId
    if (id === null) continue
    const officer = tallyOf(officers, id, noOfficer)
    officer[isHeld ? 'held' : 'waiting'] += count
    if (!isHeld) officer.oldest = Math.min(officer.oldest ?? oldest, oldest)
  }
  for (const { officerId, took, isReturned, isReversed } of team.judged(range)) {
    const officer = tallyOf(officers, officerId, noOfficer)
    officer.finished++
    officer.returned += isReturned
    officer.reversed += isReversed
    officer.took.push(took)
  }
  for (const { centre: code, isConfirmed, took, isReversed } of team.visits(range)) {
    const centre = tallyOf(centres, code, noCentre)
    centre[isConfirmed ? 'confirmed' : 'waiting']++
    centre.reversed += isReversed
    if (took !== null) centre.took.push(took)
  }
}

/**
 * The work of every officer and centre, counted in pieces: for each look in a small season, kept in a large one, and anew as
 * soon as a lead has moved forms.
 */
export const teamFigures = ({ team, clock, newestAct }: Pick<ScrutinyDeps, 'team' | 'clock' | 'newestAct'>) =>
  keptCount<TeamFigures>(
    async (rest) => {
      const at = clock.portal()
      const officers = new Map<number, Tally<OfficerFigures>>()
      const centres = new Map<string, Tally<CentreFigures>>()
      for (let after = 0; after < team.newestCandidate(); after += countedAtOnce, await rest())
        countRange(team, { after, upTo: after + countedAtOnce }, officers, centres)
      return {
        at,
        officers: new Map([...officers].map(([id, tally]) => [id, figuresOf(tally)])),
        centres: [...centres]
          .map(([code, tally]) => ({ code, ...figuresOf(tally) }))
          .sort((one, other) => (one.code < other.code ? -1 : 1)),
      }
    },
    { quick, now: clock.portal, state: () => newestAct('scrutiny.balanced', 'scrutiny.reassigned') },
  )

/** The figures of an officer without any work. */
export const noWork: OfficerFigures = figuresOf(noOfficer())
