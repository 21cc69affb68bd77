import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Database } from '#db/client.ts'
import type { BackgroundThread } from '#server/adapters/background-thread.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Dossiers } from '#server/adapters/dossiers.ts'
import type { Course } from '#server/courses/course.ts'
import type { RoundSeat } from '#server/domain/allotment/input.ts'
import type { Comparison } from '#server/domain/rehearsal/compare.ts'
import type { RehearsalFault, RehearsalRules } from '#server/domain/rehearsal/play.ts'
import type { PlayedSeason } from '#server/domain/rehearsal/played-season.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Preparations } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { FaultLog } from '#server/kernel/background.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { SeatAcceptance } from '../../admission/seat-acceptance/service'
import { createSeasonRecord, differingIn } from './record'
import type { RehearsalTask } from './rehearsal-worker'
import { rulesTyped } from './rules'
import type { TypedRehearsal } from './schema'
import type { KeptSeason, RehearsalRow, RehearsalStore } from './store'

type RehearsalDeps = Pick<SeatAcceptance, 'standingsAfter'> & {
  db: Database
  store: RehearsalStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'academicYear' | 'rounds' | 'merit' | 'form'>
  log: FaultLog
  backgroundThread: BackgroundThread
  preparations: Preparations
  dossiers: Pick<Dossiers, 'bytes'>
  seats(edition: number): RoundSeat[]
  record: RecordAct
}

/** The name of a preparation; its subject is the rehearsal. */
const kind = 'rehearsal'
/** How many of the newest rehearsals the desk lists. */
const listed = 20

const files = { at: import.meta.url, source: './rehearsal-worker.ts', built: './rehearsal-worker.js' }

type SeasonRules = Pick<PlayedSeason, 'plan' | 'criteria'>
/** A season that can be rehearsed. `differing`: how many people its own rules would now seat elsewhere. */
export type PastSeason = Pick<KeptSeason, 'academicYear' | 'people' | 'differing'> & SeasonRules

/** A rehearsal as the desk reads it. `stopped`: its process ended before it was done. */
export type RehearsalView = Omit<RehearsalRow, 'typed' | 'outcome' | 'state'> & {
  typed: TypedRehearsal
  state: RehearsalRow['state'] | 'stopped'
  comparison: Comparison | null
  fault: RehearsalFault | null
}

/** Last season played again under other rules. Nothing follows from it. Source: rules §8.25. */
export function createRehearsal(deps: RehearsalDeps) {
  const { db, store, clock, course, log, preparations } = deps
  const recordSeason = createSeasonRecord({ ...deps, now: clock.portal })
  // Its own thread, so that a rehearsal never holds up a round.
  const thread = deps.backgroundThread<RehearsalTask, Comparison | RehearsalFault>(
    files,
    'the thread of the rehearsal',
    log,
  )

  /** The record of a season; a refusal if there is none, or if its bytes are not those that were kept. */
  function recordOf(academicYear: string): Result<Uint8Array> {
    const found = store.season(academicYear)
    if (!found) return refuse('rehearsal-no-season', 404)
    const { hash, record } = found
    if (createHash('sha256').update(record).digest('hex') !== hash) return refuse('rehearsal-damaged', 409)
    return ok(new Uint8Array(record))
  }

  const play = (record: Uint8Array, rules: RehearsalRules) => thread.run({ record, rules })

  const viewOf = ({ typed, outcome, state, ...row }: RehearsalRow): RehearsalView => ({
    ...row,
    typed: JSON.parse(typed) as TypedRehearsal,
    state: state === 'running' && preparations.isAbandoned(kind, row.id) ? 'stopped' : state,
    comparison: state === 'done' ? (JSON.parse(outcome!) as Comparison) : null,
    fault: state === 'refused' ? (JSON.parse(outcome!) as RehearsalFault) : null,
  })

  return {
    /** This season as it was played, from its dossiers. Throws if one is missing or was altered. */
    recordSeason,

    /** Keeps a season to be rehearsed. */
    async keep(season: PlayedSeason): Promise<{ people: number; differing: number }> {
      const record = await promisify(gzip)(JSON.stringify(season))
      const hash = createHash('sha256').update(record).digest('hex')
      const facts = { people: season.players.length, differing: differingIn(season) }
      const { academicYear, plan, criteria } = season
      store.put({ academicYear, ...facts, rules: JSON.stringify({ plan, criteria }), hash, record })
      return facts
    },

    /** The seasons that can be rehearsed, the newest first, each with its own rules. */
    seasons: (): PastSeason[] =>
      store.seasons().map(({ rules, ...season }) => ({ ...season, ...(JSON.parse(rules) as SeasonRules) })),

    /** Begins a rehearsal and returns its number at once; it goes on in the background. */
    begin(actor: StaffMember, academicYear: string, typed: TypedRehearsal): Result<number> {
      const record = recordOf(academicYear)
      if (!record.ok) return record
      const { criteria } = this.seasons().find((one) => one.academicYear === academicYear)!
      const rules = rulesTyped(typed, course.form, criteria)
      if (!rules.ok) return rules
      const id = db.transact(() => {
        const row = { academicYear, typed: JSON.stringify(typed), madeBy: actor.id, madeAt: clock.portal() }
        const added = store.add(row)
        preparations.claim(kind, added)
        deps.record(auditActor(actor), 'rehearsal.begun', { of: `rehearsal:${added}` }, { season: academicYear })
        return added
      })
      void preparations.run(
        kind,
        id,
        async (preparation) => {
          const outcome = await play(record.value, rules.value)
          if (preparation.isOurs()) db.transact(() => store.end(id, 'fault' in outcome ? 'refused' : 'done', outcome))
        },
        // One that the end of the process interrupted reads as stopped.
        (isBrokenOff) => void (isBrokenOff || db.transact(() => store.end(id, 'failed', null))),
      )
      return ok(id)
    },

    rehearsal(id: number): RehearsalView | null {
      const found = store.rehearsal(id)
      return found ? viewOf(found) : null
    },
    newest: (): RehearsalView[] => store.rehearsals(listed).map(viewOf),

    play,
    close: thread.close,
  }
}
