import type { Overrides } from '#server/domain/seats/seat-matrix.ts'
import type { NamedEdition } from './store'

/** An edition at the desk. */
export type Edition = Omit<NamedEdition, 'overrides'> & { overrides: Overrides }

export const editionOf = ({ overrides, ...row }: NamedEdition): Edition => ({
  ...row,
  overrides: JSON.parse(overrides) as Overrides,
})

/** Everybody who imported it or vouched for its numbers. */
export const handsOf = ({ preparedBy, overrides }: Edition): number[] => [
  preparedBy,
  ...Object.values(overrides).map(({ by }) => by),
]
