import { usualDays, waitsFrom } from '#server/domain/scrutiny/waiting-time.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'
import type { ScrutinyDeps } from './deps'

/** How long the figures are kept, in ms. */
const keptFor = hours(1)

type Known = { at: Instant; first: number | null; again: number | null }

/** How long forms waited for e-scrutiny lately, worked out once an hour. */
export function createWaits({ store, clock }: Pick<ScrutinyDeps, 'store' | 'clock'>) {
  let known: Known | undefined
  function found(now: Instant): Known {
    const waits = store.waits({ after: plus(now, -waitsFrom.within), until: now, most: waitsFrom.most })
    const of = (isAgain: 0 | 1) => usualDays(waits.filter((one) => one.isAgain === isAgain).map(({ wait }) => wait))
    return { at: now, first: of(0), again: of(1) }
  }
  return {
    /**
     * In how many days four of five forms were checked lately; null if they are too few to say. `isAgain`: forms that had been sent
     * back before.
     */
    usualWait(isAgain: boolean): number | null {
      const now = clock.portal()
      if (!known || now < known.at || now >= known.at + keptFor) known = found(now)
      return isAgain ? known.again : known.first
    },
  }
}
