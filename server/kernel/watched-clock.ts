/** How far, in ms, a clock may step back without having been wrong: time services make smaller corrections at once. */
export const clockSlack = 5000

/**
 * A clock that notices when it is put back: `whenPutBack` then ends everything made while it ran ahead, which would
 * otherwise outlive its time. It also does so at the first reading, because the clock may have been put back
 * while the server was down. Epoch milliseconds.
 */
export function watchedClock(read: () => number, whenPutBack: (now: number) => void): () => number {
  let latest = Number.POSITIVE_INFINITY
  return () => {
    const now = read()
    if (now < latest - clockSlack) {
      latest = now
      whenPutBack(now)
    } else latest = now
    return now
  }
}
