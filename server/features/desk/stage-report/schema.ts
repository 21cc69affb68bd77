import Type, { type Static } from 'typebox'
import { stageDimensions } from '#server/domain/admission/stages.ts'
import { yieldDimensions } from '#server/domain/admission/yield.ts'
import { contract, field } from '#server/http/shape.ts'

const filter = Type.Optional(field({ fault: 'stageReport', maxLength: 40 }))

/** What to count by, and whom. Each filter is a code, or `none`. */
export const StageSearch = contract({
  by: Type.Optional(Type.Enum(stageDimensions, { fault: 'stageReport' })),
  category: filter,
  gender: filter,
  district: filter,
  type: filter,
  institute: filter,
})
export type StageSearch = Static<typeof StageSearch>

/** What to count the seats by, and which. Each filter is a code. */
export const YieldSearch = contract({
  by: Type.Optional(Type.Enum(yieldDimensions, { fault: 'stageReport' })),
  round: filter,
  institute: filter,
  category: filter,
  seatType: filter,
})
export type YieldSearch = Static<typeof YieldSearch>
