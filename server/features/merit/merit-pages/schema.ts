import Type, { type Static } from 'typebox'
import { candidatureTypes, categories } from '#server/domain/terms/claims.ts'
import { contract, field } from '#server/http/shape.ts'

/** A search in a published list, from the API's query string. */
export const MeritSearch = contract({
  q: Type.Optional(field({ maxLength: 100 })),
  page: Type.Optional(field({ maxLength: 6, pattern: '^[1-9][0-9]*$' })),
  type: Type.Optional(Type.Enum([...candidatureTypes])),
  category: Type.Optional(Type.Enum([...categories])),
})
export type MeritSearch = Static<typeof MeritSearch>
