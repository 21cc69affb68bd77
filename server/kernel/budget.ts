/**
 * Lets pieces of work begin, in the order in which they came, while what they need together is at most `most`. One that needs more runs
 * alone. `spend` begins the work as soon as there is room for `amount`, and gives the room back when it has ended, well or not.
 */
export function createBudget(most: number) {
  let spent = 0
  const waiting: { amount: number; begin(): void }[] = []
  const hasRoomFor = (amount: number) => spent === 0 || spent + amount <= most

  return {
    async spend<T>(amount: number, work: () => Promise<T>): Promise<T> {
      if (waiting.length > 0 || !hasRoomFor(amount))
        await new Promise<void>((begin) => {
          waiting.push({ amount, begin })
        })
      else spent += amount
      try {
        return await work()
      } finally {
        spent -= amount
        for (let next = waiting[0]; next && hasRoomFor(next.amount); next = waiting[0]) {
          waiting.shift()
          spent += next.amount
          next.begin()
        }
      }
    },
  }
}
