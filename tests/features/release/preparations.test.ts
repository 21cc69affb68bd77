import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { createPreparations } from '#server/features/desk/release/preparations.ts'
import { releaseStore } from '#server/features/desk/release/store.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'
import { folderOfTest } from '#tests/support/portal.ts'

/** Two processes on one database, which read the same clock. */
function twoProcesses() {
  const file = path.join(folderOfTest(), 'portal.db')
  let now = 1_000_000
  const errors: string[] = []
  const open = () => {
    const db = openDatabase(file, 'migrations')
    onTestFinished(() => db.close())
    const log = { error: (_: object, message: string) => void errors.push(message) }
    return createPreparations({ db, store: releaseStore(db), clock: { real: () => now as Instant }, log })
  }
  const wait = (milliseconds: number) => {
    now += milliseconds
  }
  return { one: open(), other: open(), errors, wait }
}

/** Work that continues until the test ends it. */
function openEnded() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end: () => end() }
}

test('every process sees the progress of a preparation', async () => {
  const { one, other } = twoProcesses()
  const { ended, end } = openEnded()
  expect(one.claim('allotment', 1)).toBe(true)
  const running = one.run(
    'allotment',
    1,
    async (preparation) => {
      preparation.at('reading', 25, 100)
      await ended
    },
    () => {},
  )
  expect(other.progress('allotment', 1)).toEqual({ step: 'reading', done: 25, total: 100 })
  end()
  await running
  expect(other.progress('allotment', 1)).toBeNull()
})

test('no process takes over a live preparation; one that is silent for a minute can be taken over', () => {
  const { one, other, wait } = twoProcesses()
  one.claim('allotment', 1)
  wait(minutes(1))
  expect([other.isAbandoned('allotment', 1), other.claim('allotment', 1)]).toEqual([false, false])
  wait(1)
  expect([other.isAbandoned('allotment', 1), other.claim('allotment', 1)]).toEqual([true, true])
})

test('a process that returns late learns that another has taken over its work', async () => {
  const { one, other, wait } = twoProcesses()
  one.claim('allotment', 1)
  let isOurs: boolean | undefined
  await one.run(
    'allotment',
    1,
    async (preparation) => {
      wait(minutes(2))
      other.claim('allotment', 1)
      isOurs = preparation.at('writing', 1, 2)
    },
    () => {},
  )
  expect(isOurs).toBe(false)
  expect(other.progress('allotment', 1)).toMatchObject({ step: 'waiting' })
})

test('work that throws is logged and released, and ends nothing else', async () => {
  const { one, errors } = twoProcesses()
  one.claim('allotment', 1)
  let failed = 0
  await one.run(
    'allotment',
    1,
    () => Promise.reject(new Error('no memory')),
    () => void failed++,
  )
  expect([failed, one.progress('allotment', 1), errors]).toEqual([1, null, ['a preparation failed']])
})
