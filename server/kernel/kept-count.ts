import { workMeter } from './background'

/** Something that is another one as soon as a count is out of date. */
type State = string | number | null

/** How a slow count is kept. */
type Keeping = {
  /** The ms of work up to which a count is made anew for each look. */
  quick?: number
  /** A slow count is shown only while this is what it was when the count was begun: the minute, say, or the newest act. */
  state?: () => State
}

/**
 * A count of everything, made in pieces so that pages are served meanwhile: anew for each look while it is quick; the last
 * one while it is slow, and then a job renews it, or the first look in another `state`. `count` takes its breath with the
 * function it gets, so that waiting is not taken for work.
 */
export function keptCount<Count>(
  count: (rest: () => Promise<void>) => Promise<Count>,
  { quick = 300, state = () => null }: Keeping = {},
) {
  let kept: { count: Count; isSlow: boolean; state: State } | null = null
  let counting: { count: Promise<Count>; state: State } | null = null

  async function renew(begunIn: State): Promise<Count> {
    const { rest, worked } = workMeter()
    const made = await count(rest)
    kept = { count: made, isSlow: worked() > quick, state: begunIn }
    return made
  }

  function renewed(): Promise<Count> {
    const now = state()
    // One that was begun in another state may have counted half of what has changed since.
    if (counting?.state === now) return counting.count
    const own: NonNullable<typeof counting> = {
      state: now,
      count: renew(now).finally(() => {
        if (counting === own) counting = null
      }),
    }
    counting = own
    return own.count
  }

  return {
    /** For a page: the last count if it is slow and not out of date, a new one otherwise. */
    current(): Count | Promise<Count> {
      const isKept = kept?.isSlow && kept.state === state()
      return isKept ? kept!.count : renewed()
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
