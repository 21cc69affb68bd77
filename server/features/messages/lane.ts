type Lane = { fill(): void; idle(): Promise<void> }

/**
 * Runs the jobs that `take` hands out, at most `width` at once, until it hands out none. Errors of `take` go to the
 * caller of `fill`; later errors go to `onError`.
 */
export function createLane<Job>(options: {
  width: number
  take: () => Job | undefined
  work: (job: Job) => Promise<void>
  onError: (error: unknown) => void
}): Lane {
  const { width, take, work, onError } = options
  const running = new Set<Promise<void>>()

  function fill() {
    while (running.size < width) {
      const job = take()
      if (job === undefined) return
      const run = work(job)
        .catch(onError)
        .then(() => {
          running.delete(run)
          fill()
        })
        .catch(onError)
      running.add(run)
    }
  }

  return {
    fill,
    async idle() {
      while (running.size) await Promise.all(running)
    },
  }
}
