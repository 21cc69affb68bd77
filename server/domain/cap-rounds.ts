/** The rounds of the centralised admission process. Source: specification §2. */
export const capRoundNumbers = [1, 2, 3] as const
export type CapRound = (typeof capRoundNumbers)[number]

/** What happens in each round, in order, as the schedule's activities are named: `round-1-options`. */
export const capRoundParts = ['options', 'allotment', 'acceptance', 'reporting'] as const
export type CapRoundPart = (typeof capRoundParts)[number]

/** The key of an activity of the schedule. */
export const roundActivity = (round: CapRound, part: CapRoundPart) => `round-${round}-${part}` as const

export const isCapRound = (value: unknown): value is CapRound => (capRoundNumbers as readonly unknown[]).includes(value)
