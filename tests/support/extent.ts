/** True in `npm run test:all`; `npm test` runs a share of whatever repeats one promise many times. */
export const isWhole = process.env.TESTS === 'all'

/** How far a test that kills a program at one step after another moves each time. */
export const killStride = isWhole ? 1 : 9

/** One of these for each turn, so that a run with many turns has them all; every one in `test:all`. */
export const inTurn = <T>(all: readonly T[], turn: number): readonly T[] => (isWhole ? all : [all[turn % all.length]!])
