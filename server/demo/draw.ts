/** Random draws for the demo: the same seed draws the same. */
export type Draw = {
  /** A whole number, both bounds included. */
  whole(least: number, most: number): number
  /** True in this share of all draws: `chance(0.25)`. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of them, each as often as its share says; the shares need not sum to one. */
  weighted<T>(shares: readonly (readonly [T, number])[]): T
}

/** A generator of numbers in [0, 1) that is the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function drawFrom(seed: number): Draw {
  const next = numbers(seed)
  return {
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    weighted(shares) {
      let left = next() * shares.reduce((sum, [, share]) => sum + share, 0)
      for (const [one, share] of shares) {
        left -= share
        if (left < 0) return one
      }
      return shares.at(-1)![0]
    },
  }
}
