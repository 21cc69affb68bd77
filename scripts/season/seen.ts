/** What happened to one act of one kind of person. Waits in ms, from wanting to act until it was done. */
export type ActSeen = {
  done: number
  /** Requests that the portal refused because it was too busy, or its limits were reached. */
  refused: number
  /** Connections that broke. */
  broken: number
  longest: number
  waits: number[]
  /** Acts that were given up. */
  unserved: number
}
export type Seen = {
  acts: Record<string, ActSeen>
  /** Refusals that nobody planned, by act and code. */
  surprises: Record<string, number>
  /** Times of signed-in pages, ms. */
  pages: number[]
  requests: number
}

export const nothingSeen = (): Seen => ({ acts: {}, surprises: {}, pages: [], requests: 0 })

export const actIn = (seen: Seen, kind: string): ActSeen => {
  seen.acts[kind] ??= { done: 0, refused: 0, broken: 0, longest: 0, waits: [], unserved: 0 }
  return seen.acts[kind]
}

/** Adds what another process saw. */
export function addSeen(to: Seen, from: Seen): void {
  for (const [kind, one] of Object.entries(from.acts)) {
    const sum = actIn(to, kind)
    for (const count of ['done', 'refused', 'broken', 'unserved'] as const) sum[count] += one[count]
    sum.longest = Math.max(sum.longest, one.longest)
    for (const wait of one.waits) sum.waits.push(wait)
  }
  for (const [what, count] of Object.entries(from.surprises)) to.surprises[what] = (to.surprises[what] ?? 0) + count
  for (const time of from.pages) to.pages.push(time)
  to.requests += from.requests
}

/** What was seen after `before`, from which `now` has grown; refusals are counted, not named. */
export function seenAfter(before: Seen, now: Seen): Seen {
  const seen = {
    ...nothingSeen(),
    pages: now.pages.slice(before.pages.length),
    requests: now.requests - before.requests,
  }
  for (const [kind, one] of Object.entries(now.acts)) {
    const old = before.acts[kind]
    const since = (count: 'done' | 'refused' | 'broken' | 'unserved') => one[count] - (old?.[count] ?? 0)
    // An OTP that never came has no wait, and counts all the same.
    if (since('done') + since('unserved') === 0) continue
    const waits = one.waits.slice(old?.waits.length ?? 0)
    seen.acts[kind] = {
      done: since('done'),
      refused: since('refused'),
      broken: since('broken'),
      unserved: since('unserved'),
      waits,
      longest: waits.reduce((longest, wait) => Math.max(longest, wait), 0),
    }
  }
  return seen
}
