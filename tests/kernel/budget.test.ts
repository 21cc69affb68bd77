import { expect, test } from 'vitest'
import { createBudget } from '#server/kernel/budget.ts'

/** Work on a budget of ten: what has begun, and how each comes and ends. */
function workOnTen() {
  const budget = createBudget(10)
  const begun: string[] = []
  const ends = new Map<string, { well(): void; badly(): void }>()
  const come = (name: string, amount: number) =>
    budget
      .spend(amount, () => {
        begun.push(name)
        return new Promise<void>((resolve, reject) => {
          ends.set(name, { well: resolve, badly: () => reject(new Error(name)) })
        })
      })
      .catch(() => {})
  const settled = () => new Promise(setImmediate)
  return {
    begun,
    come: async (name: string, amount: number) => {
      void come(name, amount)
      await settled()
    },
    end: async (name: string, how: 'well' | 'badly' = 'well') => {
      ends.get(name)![how]()
      await settled()
    },
  }
}

test('case 32: as much is worked on at once as fits together, and what is larger than all of it alone', async () => {
  const { begun, come, end } = workOnTen()
  await come('a', 6)
  await come('b', 4)
  await come('c', 1)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await come('larger', 20)
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'larger'])
  await come('d', 1)
  expect(begun).not.toContain('d')
  await end('larger')
  expect(begun).toContain('d')
})

test('small work that comes later does not pass a large one that waits, and work that fails gives its room back', async () => {
  const { begun, come, end } = workOnTen()
  await come('a', 6)
  await come('large', 9)
  await come('small', 1)
  expect(begun).toEqual(['a'])
  await end('a', 'badly')
  expect(begun).toEqual(['a', 'large', 'small'])
})
