import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'

/**
 * Unfinished work that a release passes over. `returned`: forms sent back and not submitted again. `outdatedRuns`: runs
 * of the allotment in hand whose sources are, or by this release will be, no longer in force. `listsInHand`: final merit
 * lists in hand, which would overtake a run. `leftOut`: confirmed option forms that took no part. `droppedChoices`:
 * choices that the seat matrix no longer has.
 */
export const releaseConcerns = [
  'grievances',
  'unscrutinised',
  'returned',
  'outdatedRuns',
  'listsInHand',
  'leftOut',
  'droppedChoices',
] as const
export type ReleaseConcern = (typeof releaseConcerns)[number]

/** Each concern with its number; only those above 0 matter. */
export type Concerns = Readonly<Partial<Record<ReleaseConcern, number>>>

/** The concerns of a release, in their order; those of number 0 are left out. */
export const concernsIn = (found: Concerns): { concern: ReleaseConcern; count: number }[] =>
  releaseConcerns.flatMap((concern) => {
    const count = found[concern] ?? 0
    return count > 0 ? [{ concern, count }] : []
  })

/**
 * Has the releaser ticked every concern, at its present number? `seen`: the numbers that the releaser ticked; a number
 * that has grown or shrunk since has to be looked at again. `others`: the faults of the fields below the ticks. Source:
 * rules §7.2, §8.9.
 */
export function allSeen(found: Concerns, seen: Concerns, others: readonly FieldFault[] = []): Result<undefined> {
  const ticks = concernsIn(found).flatMap(({ concern, count }): FieldFault[] => {
    const ticked = seen[concern]
    if (ticked === undefined) return [{ field: concern, code: 'releaseConcern.required' }]
    return ticked === count ? [] : [{ field: concern, code: 'releaseConcern.changed' }]
  })
  const fields = [...ticks, ...others]
  return fields.length ? refuse('check-answers', 422, { fields }) : ok()
}

/** The concerns as the page sends them back: `grievances:3 returned:1`. */
export const shownConcerns = (found: ReturnType<typeof concernsIn>): string =>
  found.map(({ concern, count }) => `${concern}:${count}`).join(' ')

/** The concerns that a page showed, with their numbers, as it sent them back. */
export const concernsShown = (shown = ''): ReadonlyMap<string, string | undefined> =>
  new Map(shown.split(' ').map((pair) => pair.split(':') as [string, string | undefined]))

/** The numbers that the releaser ticked; a tick without a shown number counts as none. */
export function seenIn(form: Partial<Record<ReleaseConcern, true>> & { shown?: string }): Concerns {
  const shown = concernsShown(form.shown)
  return Object.fromEntries(
    releaseConcerns.flatMap((concern) => {
      const count = shown.get(concern)
      return form[concern] && count !== undefined ? [[concern, Number(count)]] : []
    }),
  )
}
