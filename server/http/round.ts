import Type from 'typebox'
import { type CapRound, type RoundPlan, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import { Refused } from './refused'
import { field } from './shape'

/** A round in an address, as the API describes it. */
export const roundField = field({ tidy: 'none', description: 'a whole number, from 1' })

/** The parameters of an address that names a round: `/option-form/2`. */
export const RoundParams = Type.Object({ round: roundField })
export type InRound = { Params: { round: string } }

/** The round that an address names. Throws the refusal `unknown-round` (404) for any other text. Source: rules §15.1. */
export function roundIn(plan: RoundPlan, written: unknown): CapRound {
  const round = roundWritten(plan, written)
  if (round === null) throw new Refused({ code: 'unknown-round', status: 404 })
  return round
}
