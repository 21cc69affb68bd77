import { createHash } from 'node:crypto'
import type { Dossiers } from '#server/adapters/dossiers.ts'
import type { Course } from '#server/courses/course.ts'
import type { RoundSeat } from '#server/domain/allotment/input.ts'
import { seriesOf, sharesKept } from '#server/domain/merit/ranking.ts'
import { realRules, rehearse } from '#server/domain/rehearsal/play.ts'
import {
  type Part,
  type PlayedRound,
  type PlayedSeason,
  type PlayedSeat,
  type Player,
  seasonFormat,
} from '#server/domain/rehearsal/played-season.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptance } from '../../admission/seat-acceptance/service'
import type { ListedPerson, PastRun, RehearsalStore } from './store'

type RecordDeps = Pick<SeatAcceptance, 'standingsAfter'> & {
  store: RehearsalStore
  dossiers: Pick<Dossiers, 'bytes'>
  course: Pick<Course, 'academicYear' | 'rounds' | 'merit'>
  /** The seats of an edition of the matrix. */
  seats(edition: number): RoundSeat[]
  now(): Instant
}

type Dossier = { input: AllotmentInput; result: AllotmentResult }

/** Reads this season from its dossiers and from what candidates did, so that it can be played again. Source: rules §8.25. */
export function createSeasonRecord({ store, dossiers, course, standingsAfter, seats, now }: RecordDeps) {
  async function dossierOf({ round, resultHash }: PastRun): Promise<Dossier> {
    const [input, result] = [
      await dossiers.bytes(resultHash, 'input.json'),
      await dossiers.bytes(resultHash, 'result.json'),
    ]
    if (!input || !result || createHash('sha256').update(result).digest('hex') !== resultHash)
      throw new Error(`the dossier of round ${round} is missing or was altered`)
    const read = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown
    return { input: read(input) as AllotmentInput, result: read(result) as AllotmentResult }
  }

  return async function record(): Promise<PlayedSeason> {
    const runs = store.runs()
    const listed = new Map<number, ListedPerson>()
    const players = new Map<number, number>()
    const playerOf = (candidateId: number): number => {
      const player = players.get(candidateId) ?? players.size
      players.set(candidateId, player)
      return player
    }
    const files: (Dossier & { run: PastRun; people: Map<string, number> })[] = []
    for (const run of runs) {
      const { input, result } = await dossierOf(run)
      const byMerit = new Map<number, number>()
      for (const person of store.listed(run.meritEditionId)) {
        listed.set(person.candidateId, person)
        byMerit.set(person.allIndiaMerit, person.candidateId)
      }
      const people = new Map(input.candidates.map(({ id, allIndiaMerit }) => [id, byMerit.get(allIndiaMerit)!]))
      files.push({ input, result, run, people })
    }
    const rounds = files.map(({ input, result, run, people }, place): PlayedRound => {
      const next = files[place + 1]
      const held = new Map<number, PlayedSeat | null>(
        next?.input.candidates.map(({ id, holds }) => [
          next.people.get(id)!,
          holds && { ...holds, originalType: holds.originalType ?? null },
        ]),
      )
      const past = {
        round: run.round,
        at: (next?.run.preparedAt ?? now()) as Instant,
        next: (id: number) => held.get(id),
      }
      return {
        seats: seats(run.seatMatrixEditionId),
        parts: input.candidates.map(
          ({ id, holds: _, ...facts }): Part => ({
            ...facts,
            player: playerOf(people.get(id)!),
          }),
        ),
        given: store.given(run.id).map(({ candidateId, retained, ...seat }) => ({
          ...seat,
          player: playerOf(candidateId),
          retained: retained === 1,
        })),
        standings: [...standingsAfter(past)].map(({ candidateId, ...standing }) => ({
          ...standing,
          player: playerOf(candidateId),
        })),
        vacant: result.vacancies.reduce((sum, { count }) => sum + count, 0),
      }
    })
    return {
      format: seasonFormat,
      academicYear: course.academicYear,
      plan: course.rounds.slice(0, rounds.length),
      criteria: course.merit,
      players: playersOf([...players.keys()], listed, course),
      rounds,
    }
  }
}

function playersOf(
  ids: readonly number[],
  listed: ReadonlyMap<number, ListedPerson>,
  { merit }: Pick<Course, 'merit'>,
): Player[] {
  const applied = new Map(
    ids
      .map((id) => listed.get(id)!)
      .sort((a, b) => seriesOf(a) - seriesOf(b))
      .map(({ candidateId }, place) => [candidateId, place + 1]),
  )
  return ids.map((id) => {
    const { stateMerit, allIndiaMerit, district, criteria } = listed.get(id)!
    return {
      stateMerit,
      allIndiaMerit,
      district,
      applied: applied.get(id)!,
      shares: sharesKept(criteria, merit).map(({ over, under }) => [over, under] as const),
    }
  })
}

/** How many people end at another seat if a season is played again under its own rules. */
export function differingIn(season: PlayedSeason): number {
  const again = rehearse(season, realRules(season))
  if ('fault' in again) return season.players.length
  const ends = (rounds: readonly Pick<PlayedRound, 'standings'>[]) =>
    new Map(rounds.at(-1)?.standings.map(({ player, entry, seat }) => [player, JSON.stringify([entry, seat])]))
  const [was, would] = [ends(season.rounds), ends(again.rounds)]
  return [...new Set([...was.keys(), ...would.keys()])].filter((player) => was.get(player) !== would.get(player)).length
}
