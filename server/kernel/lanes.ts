/**
 * Those who wait, in lanes that are served in turn: a lane that was served goes to the end, so that one with a thousand
 * waiting delays another one by a turn.
 */
export function createLanes<T>() {
  /** In the order of their turns; none is empty. */
  const lanes = new Map<string, T[]>()
  let waiting = 0

  function remove(lane: string, which: 'first' | 'last'): T {
    const queue = lanes.get(lane)!
    const removed = which === 'first' ? queue.shift()! : queue.pop()!
    if (!queue.length) lanes.delete(lane)
    waiting--
    return removed
  }

  const front = (): string | undefined => lanes.keys().next().value

  return {
    /** How many wait in all, how many lanes they wait in, and how many wait in one. */
    waiting: () => waiting,
    lanes: () => lanes.size,
    length: (lane: string) => lanes.get(lane)?.length ?? 0,

    add(lane: string, one: T): void {
      const queue = lanes.get(lane)
      if (queue) queue.push(one)
      else lanes.set(lane, [one])
      waiting++
    },

    /** The one whose turn is next. */
    first(): T | undefined {
      const lane = front()
      return lane === undefined ? undefined : lanes.get(lane)![0]
    },

    /** Takes the one whose turn is next, and ends the turn of that lane. */
    take(): T | undefined {
      const lane = front()
      if (lane === undefined) return undefined
      const taken = remove(lane, 'first')
      const rest = lanes.get(lane)
      if (rest) {
        lanes.delete(lane)
        lanes.set(lane, rest)
      }
      return taken
    },

    /** Removes the one whose turn is next; the turn stays with that lane as long as others wait in it. */
    skip(): T | undefined {
      const lane = front()
      return lane === undefined ? undefined : remove(lane, 'first')
    },

    /** The lane in which most wait, of several the one whose turn comes last; undefined if nobody waits. */
    longest(): string | undefined {
      let longest: string | undefined
      let most = 0
      for (const [lane, { length }] of lanes) if (length >= most) [longest, most] = [lane, length]
      return longest
    },

    /** Removes the one who came last to a lane in which somebody waits. */
    dropNewest: (lane: string): T => remove(lane, 'last'),
  }
}
