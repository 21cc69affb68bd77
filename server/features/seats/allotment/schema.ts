import Type, { type Static } from 'typebox'
import { seatChanges } from '#server/domain/allotment/runs.ts'
import { categories } from '#server/domain/terms/claims.ts'
import { seenConcerns } from '#server/http/seen-concerns.ts'
import { contract, field, placeCode } from '#server/http/shape.ts'

/** The round to prepare. */
export const PrepareRun = contract({ round: field({ pattern: '^[1-9][0-9]?$', fault: 'allotmentRound' }) })

/** An act on a prepared run; to release it the officer has to say that it was checked. */
export const RunAct = contract({
  intent: Type.Enum(['release', 'discard'] as const, { fault: 'allotmentAct' }),
  checked: Type.Optional(Type.Literal(true)),
  ...seenConcerns,
})
export type RunAct = Static<typeof RunAct>

/** The seats of a run to look at. `after`: the last row of the page before. */
export const SeatSearch = contract({
  institute: Type.Optional(placeCode('seatSearch')),
  category: Type.Optional(Type.Enum(categories, { fault: 'seatSearch' })),
  change: Type.Optional(Type.Enum(seatChanges, { fault: 'seatSearch' })),
  after: Type.Optional(Type.Integer({ minimum: 1, fault: 'seatSearch' })),
})
export type SeatSearch = Static<typeof SeatSearch>

/** The same for a file; `run`: its number. */
export const SeatExport = contract({
  run: Type.Integer({ minimum: 1, fault: 'seatSearch' }),
  ...SeatSearch.properties,
})
