import type { MeritList } from './lists'

/** A place in a list; `criteria` as stored in the entry. */
export type Placed = { userId: string; meritNumber: number; criteria: string }

/** A candidate whose place differs from the previous edition. A null number means: not in the list. */
type MeritChange = { list: MeritList; userId: string; before: number | null; after: number | null }

/**
 * The differences between a list and the previous one. `changed`: ranked by different facts. `moved`: same facts, but a
 * different number because of other candidates. `first`: the first, by Application ID, of those who entered, left or
 * changed.
 */
export type MeritDiff = {
  list: MeritList
  entered: number
  left: number
  changed: number
  moved: number
  first: MeritChange[]
}

/** As many as the desk can look through. */
const most = 100

/** Compares two editions of a list, each in any order. Empties `before` while it runs. */
export function meritDiff(list: MeritList, before: Map<string, Placed>, after: Iterable<Placed>): MeritDiff {
  const diff: MeritDiff = { list, entered: 0, left: 0, changed: 0, moved: 0, first: [] }
  const changes: MeritChange[] = []
  for (const { userId, meritNumber, criteria } of after) {
    const old = before.get(userId)
    before.delete(userId)
    if (!old) diff.entered++
    else if (old.criteria !== criteria) diff.changed++
    else if (old.meritNumber !== meritNumber) diff.moved++
    if (!old || old.criteria !== criteria)
      changes.push({ list, userId, before: old?.meritNumber ?? null, after: meritNumber })
  }
  diff.left = before.size
  for (const { userId, meritNumber } of before.values())
    changes.push({ list, userId, before: meritNumber, after: null })
  changes.sort((a, b) => (a.userId < b.userId ? -1 : 1))
  return { ...diff, first: changes.slice(0, most) }
}
