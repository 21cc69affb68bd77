type Lane = { fill(): void; idle(): Promise<void> }

/**
 * Runs the jobs that `take` hands out (at most as many as it is asked for), at most `width` at once, until it hands out
 * none. Jobs that end in one turn of the event loop are followed by as many in the next, so that requests get their turn
 * between. Errors of `take` go to the caller of `fill`; later errors go to `onError`.
 */
export function createLane<Job>(options: {
  width: number
  take: (most: number) => readonly Job[]
  work: (job: Job) => Promise<void>
  onError: (error: unknown) => void
}): Lane {
  const { width, take, work, onError } = options
  const running = new Set<Promise<void>>()
  let next: Promise<void> | undefined

  function fill(): void {
    if (running.size >= width) return
    for (const job of take(width - running.size)) {
      const run = work(job)
        .catch(onError)
        .then(() => {
          running.delete(run)
          next ??= fillNext()
        })
      running.add(run)
    }
  }

  async function fillNext(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    next = undefined
    try {
      fill()
    } catch (error) {
      onError(error)
    }
  }

  return {
    fill,
    async idle() {
      while (running.size || next) await Promise.all([...running, next])
    },
  }
}
