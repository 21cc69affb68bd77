import { afterAll, beforeEach, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The place of the mutant that acts in this run of `npm run mutants`; -1 for none. */
    mutant: number
  }
  interface TaskMeta {
    /** The places of the mutants that this file reaches. */
    reached?: number[]
  }
}

/** More turns than any loop of a rule takes in one test: a change has made it endless. */
const endless = 20_000_000

const reached = new Set<number>()
let turns = 0
const acting = inject('mutant')
Object.assign(globalThis, {
  isMutant(place: number): boolean {
    reached.add(place)
    return place === acting
  },
  turn(): void {
    if (++turns > endless) throw new Error('a loop does not end')
  },
})

beforeEach(() => {
  turns = 0
})

// biome-ignore lint/correctness/noEmptyPattern: Vitest wants the pattern
afterAll(({}, suite) => {
  suite.meta.reached = [...reached]
})
