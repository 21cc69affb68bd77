import type { QuestionView } from '#server/features/application/application/form-view.ts'

/** The entries of a list that is read rather than searched. */
const most = 40

/** A searched list whose every group is short, such as the talukas of a district: the page shows it whole. */
export function isShownWhole({ kind, within, options = [] }: QuestionView): boolean {
  if (kind !== 'search' || !within) return false
  const counts = new Map<string | undefined, number>()
  for (const { group } of options) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts.size > 0 && !counts.has(undefined) && Math.max(...counts.values()) <= most
}
