import { createHash } from 'node:crypto'
import type { Dossiers } from '#server/adapters/dossiers.ts'
import type { Course } from '#server/courses/course.ts'
import {
  type EngineFacts,
  keepsSeat,
  type NamedZone,
  type RoundChange,
  reversed,
  type StoredZone,
  type Zone,
  type ZoneQuestion,
} from '#server/domain/allotment/zone.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { stillAsked } from '#server/domain/application/reopening.ts'
import { listsOf, type MeritList } from '#server/domain/merit/lists.ts'
import { numberAmong, type Ranking } from '#server/domain/merit/place.ts'
import { meritCandidate, sharesKept } from '#server/domain/merit/ranking.ts'
import { seatClaimsOf } from '#server/domain/seats/seat-claims.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Engine } from './engine'
import type { ZoneRun, ZoneStore } from './zone-store'

type ZonesDeps = {
  store: ZoneStore
  dossiers: Dossiers
  engine: Pick<Engine, 'zone'>
  course: Pick<Course, 'form' | 'merit'>
}

/** Zones kept in memory. */
const mostKept = 20

/**
 * The zone of influence: the candidates whose seats an order or a correction would have changed, had it been known
 * when the round was allotted. The engine reruns the published run in its thread. Source: rules §8.13, §8.16.
 */
export function createZones({ store, dossiers, engine, course }: ZonesDeps) {
  const forms = stepForms(course.form)

  /** The number in a list that a corrected candidate would have; null for a list that would not hold them. */
  function numberIn(list: MeritList, one: Ranking, candidateId: number, edition: number): number {
    const own = store.number(candidateId, edition, list)
    const count = store.length(edition, list) - (own === null ? 0 : 1)
    const entry = (place: number): Ranking => {
      const { userId, criteria } = store.entry(edition, list, own !== null && place >= own ? place + 1 : place)!
      return { userId, shares: sharesKept(criteria, course.merit) }
    }
    return numberAmong(one, { count, entry }, course.merit)
  }

  /** The engine's facts of corrected answers; null if they leave the candidate out of the round. */
  function factsOf(candidateId: number, given: Answers, { meritEditionId }: ZoneRun): EngineFacts | null {
    const answers = stillAsked(forms, given)
    const claims = claimsOf(answers)
    const { userId, fullName } = store.person(candidateId)
    const source = { candidateId, userId, fullName, answers, cgpa: store.cgpa(candidateId) }
    const { candidate } = meritCandidate(source, course.merit, course.form.eligibility)
    if (!candidate || !claims || claims.type.startsWith('J-')) return null
    const numberOf = (list: MeritList) =>
      listsOf(claims.type).includes(list) ? numberIn(list, candidate, candidateId, meritEditionId) : null
    const { gender, ...seatClaims } = seatClaimsOf(claims)
    return {
      ...seatClaims,
      gender: gender ?? 'T',
      minority: [...seatClaims.minority].sort(),
      type: claims.type as EngineFacts['type'],
      stateMerit: numberOf('state'),
      allIndiaMerit: numberOf('all-india')!,
    }
  }

  async function filesOf({ id, resultHash }: ZoneRun) {
    const [input, result] = [
      await dossiers.bytes(resultHash, 'input.json'),
      await dossiers.bytes(resultHash, 'result.json'),
    ]
    const hash = result && createHash('sha256').update(result).digest('hex')
    if (!input || !result || hash !== resultHash) throw new Error(`the dossier of run ${id} is missing or was altered`)
    return { input, result }
  }

  /** Zones by run and change: a published round never changes, and a page that asks back asks twice. */
  const known = new Map<string, Promise<Zone>>()

  function rerun(run: ZoneRun, change: RoundChange): Promise<Zone> {
    const key = JSON.stringify([run.id, change])
    const found = known.get(key) ?? filesOf(run).then((files) => engine.zone({ ...files, change }))
    known.delete(key)
    known.set(key, found)
    for (const old of [...known.keys()].slice(0, -mostKept)) known.delete(old)
    found.catch(() => known.delete(key))
    return found
  }

  return {
    /** Works out the zone of one change; takes as long as the round. Throws if the dossier is damaged. */
    async of(question: ZoneQuestion<Answers>): Promise<StoredZone> {
      const { runId, without, corrected, seat, isReversed = false } = question
      const run = store.run(runId)
      if (!run) throw new Error(`run ${runId} is not published`)
      const edition = run.meritEditionId
      const facts = corrected ? factsOf(corrected.candidateId, corrected.answers, run) : null
      const candidateId = without ?? corrected?.candidateId
      const merit = candidateId === undefined ? null : store.number(candidateId, edition, 'all-india')
      const about: RoundChange =
        merit === null ? {} : facts ? { corrected: { allIndiaMerit: merit, facts } } : { without: merit }
      const change = { ...about, ...(seat ? { seat } : {}) }
      const found = await rerun(run, change)
      const { own, others } = isReversed ? reversed(found) : found
      const ids = store.listed(
        others.map(({ allIndiaMerit }) => allIndiaMerit),
        edition,
      )
      const minority = own?.before ? store.minority(run.seatMatrixEditionId, own.before.choiceCode) : null
      return {
        runId,
        own,
        keepsSeat: corrected ? keepsSeat(own, facts, minority) : null,
        others: others.map(({ allIndiaMerit, ...effect }) => ({ candidateId: ids.get(allIndiaMerit)!, ...effect })),
      }
    },

    /** The names of the people in a zone. */
    named({ others, ...zone }: StoredZone): NamedZone {
      const people = new Map(store.people(others.map(({ candidateId }) => candidateId)).map((one) => [one.id, one]))
      return {
        ...zone,
        others: others.map((one) => {
          const { userId, fullName } = people.get(one.candidateId)!
          return { ...one, userId, fullName }
        }),
      }
    },
  }
}

export type Zones = ReturnType<typeof createZones>
