/**
 * Runs work `width` at a time; the rest waits in turn. Pictures take memory while they are decoded, so only so many may
 * be at it, and only so many may wait: null is "too many, come back".
 */
export function createQueue({ width, maxWaiting }: { width: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run<T>(work: () => Promise<T>): Promise<T | null> {
      if (running >= width) {
        if (waiting.length >= maxWaiting) return null
        await new Promise<void>((turn) => waiting.push(turn))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

export type Queue = ReturnType<typeof createQueue>
