import { courses } from '#server/courses/courses.ts'
import { type Candidate, closingsOf, cohortOf } from '#server/demo/past-seasons.ts'
import { demoSeatMatrix } from '#server/demo/seat-matrix.ts'
import { allotSeats } from '#server/domain/allotment/engine/allot.ts'
import { type RoundSeat, roundInput } from '#server/domain/allotment/input.ts'
import { type ChanceTable, chanceAt, chanceTable, oddsAt, surprisesOf } from '#server/domain/seats/chances.ts'
import { adviseOn, type Candidacy, doctorRule } from '#server/domain/seats/list-doctor.ts'
import { usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import { rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { isSpecialSeatType, isWaiverCode } from '#server/domain/terms/seat-types.ts'

/** One tenth of the forecasts: how many lists, their mean forecast in 100, and how many in 100 got a seat. */
export type Tenth = { lists: number; said: number; got: number }

/**
 * The list doctor tried on simulated first rounds: the demo's institutes, cohorts of its kind that no other season has,
 * the two seasons before each, and the portal's own engine. `unseated`: lists that got nothing; `helped`: those of them
 * that get a seat when each of them adds the doctor's suggestions at its end and the round is allotted again; `advised`:
 * those to whom it suggested anything; `lost`: how many others then lose theirs.
 */
export type DoctorFigures = {
  tenths: Tenth[]
  lists: number
  unseated: number
  advised: number
  helped: number
  lost: number
}

export function tryDoctor(years: readonly number[], size: number): DoctorFigures {
  const course = courses[0]!
  const matrix = demoSeatMatrix(course)
  const seats: RoundSeat[] = matrix.flatMap(({ choiceCode, minority, seats: own }) =>
    own.map((seat) => ({ choiceCode, minority, ...seat })),
  )
  const offered = new Set(seats.map(({ choiceCode, seatType }) => `${choiceCode} ${seatType}`))
  const { stages } = rulesOf(course.rounds, 1)
  const nameOf = (year: number) => `${year}-${year + 1}`
  const known = new Map<number, ReturnType<typeof closingsOf>>()
  const closings = (year: number) => {
    const made = known.get(year) ?? closingsOf(course, nameOf(year), size)
    known.set(year, made)
    return made
  }
  const seatedIn = (people: readonly Candidate[]): Set<number> => {
    const made = roundInput(1, stages, seats, people, [])
    if ('code' in made) throw new Error(`${made.code} ${made.details[0]}`)
    return new Set(allotSeats(made.input).allotments.map(({ id }) => made.candidateIds.get(id)!))
  }
  const found = Array.from({ length: 10 }, () => ({ lists: 0, said: 0, got: 0 }))
  const sums = { lists: 0, unseated: 0, advised: 0, helped: 0, lost: 0 }
  for (const year of years) {
    const people = cohortOf(course, nameOf(year), size).filter(({ options }) => options.length)
    const listed = { state: Math.max(...people.map(({ stateMerit }) => stateMerit ?? 0)), allIndia: size }
    const present = { academicYear: nameOf(year), round: 1, listed, before: null, offered } as const
    const past = [...closings(year - 1), ...closings(year - 2)]
    const tables = { bands: chanceTable(present, past), odds: chanceTable(present, past, doctorRule.fewestSeats) }
    const surprises = surprisesOf(tables.odds)
    const seated = seatedIn(people)
    const amended = people.map((person) => {
      const all = candidaciesOf(person, matrix, tables, surprises)
      const byCode = new Map(all.map((one) => [one.code, one]))
      const advice = adviseOn(
        person.options.flatMap((code) => byCode.get(code) ?? []),
        all,
      )
      const isSeated = seated.has(person.candidateId)
      sums.lists++
      if (advice.odds !== null) {
        const tenth = found[Math.min(9, Math.floor(advice.odds / 10))]!
        tenth.lists++
        tenth.said += advice.odds
        tenth.got += Number(isSeated)
      }
      if (isSeated) return person
      sums.unseated++
      sums.advised += Number(advice.suggestions.length > 0)
      return { ...person, options: [...person.options, ...advice.suggestions.map(({ code }) => code)] }
    })
    const again = seatedIn(amended)
    for (const { candidateId } of people) {
      sums.helped += Number(!seated.has(candidateId) && again.has(candidateId))
      sums.lost += Number(seated.has(candidateId) && !again.has(candidateId))
    }
  }
  const tenths = found.map(({ lists, said, got }) => ({
    lists,
    said: lists ? said / lists : 0,
    got: lists ? (100 * got) / lists : 0,
  }))
  return { tenths, ...sums }
}

/** Every course as the doctor sees it for one person. */
function candidaciesOf(
  { claims, stateMerit, allIndiaMerit }: Candidate,
  matrix: ReturnType<typeof demoSeatMatrix>,
  tables: { bands: ChanceTable; odds: ChanceTable },
  surprises: ReturnType<typeof surprisesOf>,
): Candidacy[] {
  const merit = { state: stateMerit, allIndia: allIndiaMerit }
  return matrix.map(
    ({ choiceCode: code, instituteCode, institute, course, district, university, status, minority }) => {
      const types = usableSeatTypes({ ...claims, stateMerit, allIndiaMerit }, { choiceCode: code, minority }).filter(
        (type) => !isSpecialSeatType(type),
      )
      return {
        ...{ code, instituteCode, institute, course, district, university, status, isWaiver: isWaiverCode(code) },
        band: chanceAt(tables.bands, code, types, merit)?.band ?? null,
        odds: oddsAt(tables.odds, surprises, code, types, merit),
      }
    },
  )
}
