import Type from 'typebox'
import Value from 'typebox/value'
import type { RehearsalRules } from '#server/domain/rehearsal/play.ts'
import type { PlayedSeason } from '#server/domain/rehearsal/played-season.ts'
import { type Stage, stages } from '#server/domain/terms/allotment-format.ts'
import { type RoundRules, roundWords } from '#server/domain/terms/cap-rounds.ts'
import { repeatedName } from '#server/kernel/repeated-name.ts'
import { movableTypes } from './schema'

const options = { additionalProperties: false }
const seatType = Type.Enum(movableTypes as [string, ...string[]])

/** What a file of rules may say; what it leaves out stays as it was in the season. */
const RulesFile = Type.Object(
  {
    rounds: Type.Optional(
      Type.Array(
        Type.Object(
          {
            autoFreezeUpTo: Type.Union([Type.Integer({ minimum: 0, maximum: 300 }), Type.Literal('any')]),
            whoReports: Type.Enum(['frozen', 'accepted'] as const),
            stages: Type.Array(Type.Enum(stages), { minItems: 1, maxItems: stages.length }),
          },
          options,
        ),
        { minItems: 1, maxItems: roundWords.length },
      ),
    ),
    criteria: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    seats: Type.Optional(
      Type.Array(
        Type.Object({ from: seatType, to: seatType, percent: Type.Integer({ minimum: 1, maximum: 100 }) }, options),
      ),
    ),
  },
  options,
)

type Read = { rules: RehearsalRules } | { faults: string[] }

/** Reads a file of rules for this season: JSON, whose every fault is told with its place. Source: rules §8.25. */
export function rulesIn(text: string, season: Pick<PlayedSeason, 'plan' | 'criteria'>): Read {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { faults: [`$ is not JSON: ${(error as Error).message}`] }
  }
  const twice = repeatedName(text)
  if (twice !== null) return { faults: [`${twice} stands twice`] }
  if (!Value.Check(RulesFile, value))
    return {
      faults: Value.Errors(RulesFile, value).flatMap(({ keyword, instancePath, message }) =>
        // An unknown name is reported at its own place, too.
        keyword === 'additionalProperties'
          ? []
          : [`$${instancePath} ${keyword === 'boolean' ? 'is not known' : message}`],
      ),
    }
  const { rounds, criteria, seats = [] } = value
  const faults: string[] = []
  for (const [place, { stages: own }] of (rounds ?? []).entries())
    if (own.some((stage, at) => stage !== stages[at]))
      faults.push(`$/rounds/${place}/stages must be I, II … in order, without a gap`)
  for (const [place, criterion] of (criteria ?? []).entries()) {
    if (!(season.criteria as readonly string[]).includes(criterion))
      faults.push(`$/criteria/${place} must be one of ${season.criteria.join(' ')}`)
    if (criteria!.indexOf(criterion) < place) faults.push(`$/criteria/${place} stands twice`)
  }
  for (const [place, { from, to }] of seats.entries())
    if (from === to) faults.push(`$/seats/${place} moves ${from} to itself`)
  if (faults.length) return { faults }
  return {
    rules: {
      plan: rounds ? rounds.map((round): RoundRules => ({ ...round, stages: round.stages as Stage[] })) : season.plan,
      criteria: (criteria ?? season.criteria) as RehearsalRules['criteria'],
      moves: seats as RehearsalRules['moves'],
    },
  }
}
