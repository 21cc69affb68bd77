/**
 * The other processes that serve the same data folder. A process that serves alone has none: nobody hears what it tells,
 * and it gathers only its own answer.
 */
export type Siblings = {
  /** This process's name, unique among all that ever used the folder. */
  name: string
  /** Tells every other process; it does not wait until they have heard. */
  tell(topic: string, value?: unknown): void
  /** Calls the listener when another process tells this topic. */
  onTold(topic: string, listener: (value: unknown) => void): void
  /** Says what this process answers when any process gathers this topic. */
  answer(topic: string, read: () => unknown): void
  /** The answers of all processes; one that does not answer in time is left out. */
  gather(topic: string): Promise<unknown[]>
}

/** The siblings of a process that serves alone. `name`: unique. */
export function noSiblings(name: string): Siblings {
  const answers = new Map<string, () => unknown>()
  return {
    name,
    tell() {},
    onTold() {},
    answer: (topic, read) => void answers.set(topic, read),
    gather: async (topic) => [await answers.get(topic)?.()],
  }
}
