type Counters = {
  window(key: string, now: number): { count: number; resetsAt: number } | null
  put(key: string, count: number, resetsAt: number): void
}

type AlarmRules = {
  /** The name under which it is kept, so that every process and a restart knows it. */
  key: string
  limits: Counters
  now(): number
  /** Milliseconds for which it lasts after its cause was last seen. */
  lasts: number
  /** Tells the people who watch over the portal, once for each time it begins. */
  tell(): void
}

/** An alarm that lasts for a while after its cause was last seen. */
export function lastingAlarm({ key, limits, now, lasts, tell }: AlarmRules) {
  const until = (): number | null => limits.window(key, now())?.resetsAt ?? null
  return {
    /** Until when it lasts, in epoch milliseconds; null if all is quiet. */
    until,

    /** Begins it, or makes it last longer. */
    raise(): void {
      const isNew = until() === null
      limits.put(key, 1, now() + lasts)
      if (isNew) tell()
    },
  }
}
