import type { Course } from '#server/courses/course.ts'
import { originalsIn, type Participant } from '#server/domain/allotment/input.ts'
import { compareShares, meritCandidate, type Share } from '#server/domain/merit/ranking.ts'
import {
  type Given,
  type Part,
  type PlayedRound,
  type PlayedSeason,
  type Player,
  type Standing,
  seasonFormat,
} from '#server/domain/rehearsal/played-season.ts'
import { drawAnswers } from './answers'
import { drawFrom } from './draw'
import { cohortOf, roundsOf, seasonsBefore, seedOf } from './past-seasons'
import { drawStory } from './stories'

/** The demo's last season. `size`: this season's cohort. */
export function playedSeasonBefore(course: Course, size: number): PlayedSeason {
  const [last] = seasonsBefore(course, size)
  return playedSeasonOf(course, last!.year, last!.count)
}

/**
 * An earlier season of the demo from which a rehearsal plays it again: the cohort and the rounds of its closing merits. The
 * same every time. `times`: how many times the demo's seats there are.
 */
export function playedSeasonOf(course: Course, academicYear: string, count: number, times = 1): PlayedSeason {
  const all = cohortOf(course, academicYear, count)
  const rounds: PlayedRound[] = []
  let before: readonly Standing[] = []
  for (const { seats, made, result, after } of roundsOf(course, academicYear, all, times)) {
    const playerOf = (id: string) => made.candidateIds.get(id)! - 1
    const kept = new Map(after.kept.map((seat) => [seat.candidateId - 1, seat]))
    const stays = new Set(after.candidates.map(({ candidateId }) => candidateId - 1))
    const originals = originalsIn(made.input, result)
    const given = result.allotments.map(
      ({ id, stage: _, ...seat }): Given => ({
        ...seat,
        player: playerOf(id),
        originalType: originals.get(id) ?? null,
      }),
    )
    const ofRound = given.map(({ player, choiceCode, seatType, originalType }): Standing => {
      const own = kept.get(player)
      if (!own) return { player, entry: stays.has(player) ? 'takes-part' : 'left', act: 'left', seat: null }
      const seat = { choiceCode, seatType, originalType }
      return { player, entry: own.isFinal ? 'seated' : 'holds', act: own.isFinal ? 'froze' : 'kept', seat }
    })
    const seen = new Set(given.map(({ player }) => player))
    const standings = [...before.filter(({ player }) => !seen.has(player)).map(still), ...ofRound]
    rounds.push({
      seats,
      parts: made.input.candidates.map(({ id, holds: _, ...facts }): Part => ({ ...facts, player: playerOf(id) })),
      given,
      standings,
      vacant: result.vacancies.reduce((sum, { count: left }) => sum + left, 0),
    })
    before = standings
  }
  return {
    format: seasonFormat,
    academicYear,
    plan: course.rounds,
    criteria: course.merit,
    players: playersOf(course, academicYear, all),
    rounds,
  }
}

const still = (standing: Standing): Standing => ({ ...standing, act: standing.entry === 'left' ? 'left' : null })

/** The players with marks in the order of their numbers, which the cohort does not draw from marks. */
function playersOf(course: Course, academicYear: string, all: readonly Participant[]): Player[] {
  const { form } = course
  const drawn = all.map((_, n) => {
    const draw = drawFrom(seedOf(academicYear) + n)
    const story = drawStory({ ...form, types: form.types.filter((type) => !type.startsWith('J-')) }, draw)
    const source = {
      candidateId: n + 1,
      userId: `XX${n}`,
      fullName: '',
      answers: drawAnswers(form, story, draw),
      cgpa: null,
    }
    return { district: story.district, candidate: meritCandidate(source, course.merit, form.eligibility).candidate }
  })
  const marks = drawn.flatMap(({ candidate }) => (candidate ? [candidate.shares] : [])).sort(better)
  return all.map(({ stateMerit, allIndiaMerit }, n) => ({
    stateMerit,
    allIndiaMerit,
    district: drawn[n]!.district,
    applied: ((n * 7919) % all.length) + 1,
    shares: (marks[Math.min(n, marks.length - 1)] ?? []).map(({ over, under }) => [over, under] as const),
  }))
}

function better(a: readonly Share[], b: readonly Share[]): number {
  for (const [place, share] of a.entries()) {
    const difference = compareShares(share, b[place]!)
    if (difference !== 0) return difference
  }
  return 0
}
