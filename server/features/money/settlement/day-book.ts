import { keptCount } from '#server/kernel/kept-count.ts'
import { noMoney, sumOf } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SettlementDeps } from './deps'
import type { DayLine, DueSums } from './store'

/** Every day with money, oldest first, one line for each due, and the totals of each due. `at`: the time of counting. */
export type DayBook = { at: Instant; days: readonly DayLine[]; totals: readonly (DueSums & Pick<DayLine, 'due'>)[] }

/** Payments counted at a time, some milliseconds; a count that took longer than `quick`, in ms, is kept. */
const countedAtOnce = 5000
const quick = 20

const noSums: DueSums = { captured: noMoney, refunded: noMoney, settled: noMoney, charges: noMoney }

/** The line with the sums of another one added; the line itself without another. */
const withSums = <Line extends DueSums>(line: Line, other: DueSums = noSums): Line => ({
  ...line,
  captured: sumOf(line.captured, other.captured),
  refunded: sumOf(line.refunded, other.refunded),
  settled: sumOf(line.settled, other.settled),
  charges: sumOf(line.charges, other.charges),
})

/** Lines of the same key added up, in the order of the keys. */
function addedUp<Line extends DueSums>(lines: readonly Line[], keyOf: (line: Line) => string): Line[] {
  const sums = new Map<string, Line>()
  for (const line of lines) sums.set(keyOf(line), withSums(line, sums.get(keyOf(line))))
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
}

/** The numbers of days have as many digits for centuries. */
const inOrder = (lines: readonly DayLine[]) => addedUp(lines, ({ day, due }) => `${day} ${due}`)

/**
 * The money of every day, counted in pieces: for each look while there is little of it, kept later, and anew as soon
 * as somebody has imported a report or resolved a line.
 */
export function createDayBook({ store, clock, newestAct }: Pick<SettlementDeps, 'store' | 'clock' | 'newestAct'>) {
  const kept = keptCount(
    async (rest): Promise<DayBook> => {
      const at = clock.portal()
      const lines: DayLine[] = []
      for (let after = 0; after < store.newestPayment(); after += countedAtOnce, await rest())
        lines.push(...store.moved({ after, upTo: after + countedAtOnce }))
      const days = inOrder(lines)
      return {
        at,
        days,
        totals: addedUp(
          days.map(({ day: _, ...line }) => line),
          ({ due }) => due,
        ),
      }
    },
    {
      quick,
      now: clock.portal,
      state: () => newestAct('settlement.imported', 'settlement.compared', 'settlement.resolved'),
    },
  )
  return {
    /** For the page; in a large season up to an hour old. */
    dayBook: async (): Promise<DayBook> => kept.current(),
    /** The days of now, for a file. */
    daysNow: (): DayLine[] => inOrder(store.moved({ after: 0, upTo: store.newestPayment() })),
  }
}
