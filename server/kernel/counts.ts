/** Numbers by the name of what is counted. */
export type Counts<Measure extends string> = Record<Measure, number>

export const noCounts = <Measure extends string>(measures: readonly Measure[]): Counts<Measure> =>
  Object.fromEntries(measures.map((measure) => [measure, 0])) as Counts<Measure>

function add<Measure extends string>(measures: readonly Measure[], to: Counts<Measure>, counts: Counts<Measure>): void {
  for (const measure of measures) to[measure] += counts[measure]
}

/** The sum of several counts, measure by measure. */
export function sumOfCounts<Measure extends string>(
  measures: readonly Measure[],
  all: Iterable<Counts<Measure>>,
): Counts<Measure> {
  const sum = noCounts(measures)
  for (const counts of all) add(measures, sum, counts)
  return sum
}

/** All measures of one count together. */
export const totalOf = <Measure extends string>(measures: readonly Measure[], counts: Counts<Measure>): number =>
  measures.reduce((sum, measure) => sum + counts[measure], 0)

/** What was counted at one place, which has a value for each dimension. */
export type Cell<Dimension extends string, Measure extends string> = {
  place: Readonly<Record<Dimension, string>>
  counts: Counts<Measure>
}

/**
 * Counts by several dimensions at once. Every table of a report is a sum of the same cells (`linesBy`), so that all of
 * them agree.
 */
export function countBy<Dimension extends string, Measure extends string>(
  dimensions: readonly Dimension[],
  measures: readonly Measure[],
) {
  const cells = new Map<string, Cell<Dimension, Measure>>()
  return {
    /** The counts of a place, to add to. */
    at(place: Cell<Dimension, Measure>['place']): Counts<Measure> {
      const key = dimensions.map((one) => place[one]).join('|')
      const known = cells.get(key)
      if (known) return known.counts
      const counts = noCounts(measures)
      cells.set(key, { place, counts })
      return counts
    },
    cells: (): Cell<Dimension, Measure>[] => [...cells.values()],
  }
}

/** A line of a table: the counts of one value of what it counts by. */
type CountLine<Measure extends string> = { value: string; counts: Counts<Measure> }

/**
 * The table of these cells by one dimension. Values come in the given order, then the others by their code, and `last` after
 * all of them.
 */
export function linesBy<Dimension extends string, Measure extends string>(
  cells: Iterable<Cell<Dimension, Measure>>,
  by: Dimension,
  measures: readonly Measure[],
  order: readonly string[] = [],
  last?: string,
): CountLine<Measure>[] {
  const lines = new Map<string, Counts<Measure>>()
  for (const { place, counts } of cells) {
    const line = lines.get(place[by]) ?? noCounts(measures)
    lines.set(place[by], line)
    add(measures, line, counts)
  }
  const rankOf = (value: string) => {
    if (value === last) return order.length + 1
    return order.includes(value) ? order.indexOf(value) : order.length
  }
  return [...lines]
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map(([value, counts]) => ({ value, counts }))
}
