import Type from 'typebox'
import { type ReleaseConcern, releaseConcerns } from '#server/domain/desk/release-concerns.ts'

const tick = () => Type.Optional(Type.Literal(true, { fault: 'releaseConcern' }))

/** The fields of a release: a tick for each concern, and the numbers that the page showed, as `grievances:3 returned:1`. */
export const seenConcerns = {
  ...(Object.fromEntries(releaseConcerns.map((concern) => [concern, tick()])) as Record<
    ReleaseConcern,
    ReturnType<typeof tick>
  >),
  shown: Type.Optional(
    Type.String({ maxLength: 300, pattern: '^([A-Za-z]{1,20}:[0-9]{1,9} ?)*$', fault: 'releaseConcern' }),
  ),
}
