import type { IconName } from '#pages/ui/data/Icon.tsx'

/** How a state stands for the candidate: an act of theirs, good news, waiting, something to mend, a loss. */
export type StateTone = 'plain' | 'ok' | 'wait' | 'warn' | 'bad'

type Way = { href: string; text: string }

/** The one act that follows from a state. */
export type NextAct = {
  title: string
  notes: readonly string[]
  /** By when: the deadline in words, and in epoch milliseconds. */
  due: { words: string; until: number } | null
  /** The one filled button; null where another part of the page has it. */
  go: Way | null
  /** Other ways, as quiet buttons. */
  also?: readonly Way[]
  /** It is the act for a seat: the bar above the page need not say it again. */
  isSeatAct?: boolean
}

/** One state of affairs in words, and the act that follows from it. */
export type State = {
  tone: StateTone
  icon: IconName
  /** Where it stands, in a line. */
  top: string
  title: string
  sentences: readonly string[]
  act: NextAct | null
}
