import { workMeter } from './background'
import { hours, type Instant, minutes } from './time'

/** A slow count with a clock is as new as that, or renewed behind the look that finds it older, and shown up to the second age. */
const [isNew, isShown] = [minutes(1), hours(1)]

/** Something that is another one as soon as a count is out of date. */
type State = string | number | null

/** How a slow count is kept. */
type Keeping = {
  /** The ms of work up to which a count is made anew for each look. */
  quick?: number
  /** A slow count is shown only while this is what it was when the count was begun: the newest act, say. */
  state?: () => State
  /** For a count that no job renews; its page says when it was counted. */
  now?: () => Instant
}

/**
 * A count of everything, made in pieces so that pages are served meanwhile: anew for each look while it is quick; the last
 * one while it is slow. A job renews it then; or, with `now`, the first look after a minute, which shows the last count and waits
 * only if that is over an hour old. The first look in another `state` always waits. `count` takes its breath with
 * the function it gets, so that waiting is not taken for work.
 */
export function keptCount<Count>(
  count: (rest: () => Promise<void>) => Promise<Count>,
  { quick = 300, state = () => null, now }: Keeping = {},
) {
  let kept: { count: Count; isSlow: boolean; state: State; at: number } | null = null
  let counting: { count: Promise<Count>; state: State } | null = null

  async function renew(begunIn: State): Promise<Count> {
    const { rest, worked } = workMeter()
    const at = now?.() ?? 0
    const made = await count(rest)
    kept = { count: made, isSlow: worked() > quick, state: begunIn, at }
    return made
  }

  function renewed(): Promise<Count> {
    const present = state()
    // One that was begun in another state may have counted half of what has changed since.
    if (counting?.state === present) return counting.count
    const own: NonNullable<typeof counting> = {
      state: present,
      count: renew(present).finally(() => {
        if (counting === own) counting = null
      }),
    }
    counting = own
    return own.count
  }

  return {
    /** For a page: the last count if it is slow and not out of date, a new one otherwise. */
    current(): Count | Promise<Count> {
      if (!kept?.isSlow || kept.state !== state()) return renewed()
      const age = now ? now() - kept.at : 0
      if (age < 0 || age > isShown) return renewed()
      // What fails here fails again for the look that has to wait.
      if (age >= isNew) void renewed().catch(() => {})
      return kept.count
    },
    /** The last count; null before the first. */
    latest: (): Count | null => kept?.count ?? null,
    /** For a job: renews a slow count. */
    async renewDue(): Promise<void> {
      if (kept?.isSlow) await renewed()
    },
  }
}

export type KeptCount<Count> = ReturnType<typeof keptCount<Count>>
