import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import type { Rhythm } from '#server/domain/operations/job-rhythm.ts'
import { createHousekeeping } from '#server/features/operations/housekeeping/service.ts'
import { housekeepingStore } from '#server/features/operations/housekeeping/store.ts'
import { hours, type Instant, ist, minutes, plus, seconds } from '#server/kernel/time.ts'
import { folderOfTest } from '#tests/support/portal.ts'

const hourly: Rhythm = { every: 'hour', minute: 37 }
const nightly: Rhythm = { every: 'day', hour: 2, minute: 30 }

/** Processes that share one portal's database and know nothing of each other. */
function processesOn(folder: string, at: Instant) {
  const clock = { now: at }
  const start = (process = 'the process') => {
    const db = openDatabase(path.join(folder, 'portal.db'), 'migrations')
    onTestFinished(() => db.close())
    return createHousekeeping({
      db,
      store: housekeepingStore(db),
      clock: { real: () => clock.now, portal: () => clock.now },
      folder,
      backups: { folder: path.join(folder, 'backups'), keep: 1 },
      process,
      isDemo: false,
      isTimeDoubted: () => false,
      audit: { verifyInPieces: async () => ({ isWhole: true, head: { line: 0, hash: '' } }) },
      tellCell() {},
      record() {},
      log: { error() {} },
    })
  }
  return { clock, start }
}

test('a new portal waits until a job first falls due, and then runs it once', async () => {
  const { clock, start } = processesOn(folderOfTest(), ist('2024-08-14 12:00'))
  const house = start()
  let done = 0
  const tick = () => house.once('purge', hourly, () => void done++)
  await tick()
  clock.now = ist('2024-08-14 12:36')
  await tick()
  expect(done).toBe(0)
  clock.now = ist('2024-08-14 12:37')
  for (let n = 0; n < 3; n++) await tick()
  expect(done).toBe(1)
  clock.now = ist('2024-08-14 13:37')
  await tick()
  expect(done).toBe(2)
})

test('case 72: a job that was missed during downtime runs once, however often it was missed', async () => {
  const folder = folderOfTest()
  const { clock, start } = processesOn(folder, ist('2024-08-14 03:00'))
  let done = 0
  const tick = (house: ReturnType<typeof start>) => house.once('backup', nightly, () => void done++)
  await tick(start())
  clock.now = ist('2024-08-15 02:31')
  await tick(start())
  expect(done).toBe(1)
  // The portal is down from here for five nights.
  clock.now = ist('2024-08-20 11:15')
  const again = start()
  for (let n = 0; n < 3; n++) await tick(again)
  expect(done).toBe(2)
})

test("case 52: jobs return to the right schedule after the machine's clock was years ahead", async () => {
  const { clock, start } = processesOn(folderOfTest(), ist('2024-08-14 03:00'))
  const house = start()
  let done = 0
  const tick = () => house.once('backup', nightly, () => void done++)
  await tick()
  clock.now = ist('2024-08-15 02:31')
  await tick()
  clock.now = ist('2031-01-01 04:00')
  await tick()
  expect(done).toBe(2)
  for (const night of ['2024-08-16 02:31', '2024-08-17 02:31', '2024-08-18 02:31']) {
    clock.now = ist(night)
    for (let n = 0; n < 3; n++) await tick()
  }
  // The wrong years deleted the record of earlier runs, so the job starts again with the second night.
  expect(done).toBe(4)
})

test('case 72: only one of two processes runs a job', async () => {
  const { clock, start } = processesOn(folderOfTest(), ist('2024-08-14 12:00'))
  const [one, other] = [start(), start()]
  let done = 0
  const tick = () =>
    Promise.all(
      [one, other].map((house) =>
        house.once('late-money', hourly, async () => {
          done++
          await new Promise((resolve) => setTimeout(resolve, 5))
        }),
      ),
    )
  await tick()
  for (let hour = 1; hour <= 20; hour++) {
    clock.now = plus(ist('2024-08-14 12:40'), hours(hour))
    expect((await tick()).filter(Boolean)).toHaveLength(1)
  }
  expect(done).toBe(20)
})

test('case 72: one process has the jobs; another takes them over when it leaves, ends or falls silent', () => {
  const { clock, start } = processesOn(folderOfTest(), ist('2024-08-14 12:00'))
  const [one, other] = [start('one'), start('other')]
  const owners = () => [one, other].map((house) => house.hasJobs())
  for (let tick = 0; tick < 10; tick++) {
    expect(owners()).toEqual([true, false])
    clock.now = plus(clock.now, seconds(5))
  }
  clock.now = plus(clock.now, seconds(31))
  expect([other.hasJobs(), one.hasJobs()]).toEqual([true, false])
  other.endJobsOf()
  expect(owners()).toEqual([true, false])
  // The parent says that a process has been killed: nobody waits for the end of its lease.
  other.endJobsOf('one')
  expect([other.hasJobs(), one.hasJobs()]).toEqual([true, false])
  // A clock that ran ahead leaves no lease behind that nobody can end.
  clock.now = plus(clock.now, -hours(2))
  expect(owners()).toEqual([true, false])
})

test('another process takes over the run of a dead one when its lease ends, and the dead one can no longer finish it', async () => {
  const { clock, start } = processesOn(folderOfTest(), ist('2024-08-14 12:00'))
  const [dying, other] = [start(), start()]
  await dying.once('purge', hourly, () => {})
  clock.now = ist('2024-08-14 12:37')
  let wake = () => {}
  const asleep = dying.once('purge', hourly, () => new Promise<void>((resolve) => (wake = resolve)))
  clock.now = plus(clock.now, minutes(10))
  expect(await other.once('purge', hourly, () => {})).toBe(false)
  clock.now = plus(clock.now, minutes(20))
  let done = 0
  const taken = other.once('purge', hourly, async () => {
    done++
    wake()
    await asleep
    expect(other.view().runs).toMatchObject([{ job: 'purge', state: 'running' }])
  })
  expect(await taken).toBe(true)
  expect([done, other.view().runs[0]!.state]).toEqual([1, 'done'])
})

test('a failure is recorded without its message, and tried again after half an hour', async () => {
  const { clock, start } = processesOn(folderOfTest(), ist('2024-08-14 03:00'))
  const house = start()
  await house.once('backup', nightly, () => {})
  clock.now = ist('2024-08-15 02:30')
  const fails = () =>
    house.once('backup', nightly, () => {
      throw new RangeError('Asha Patil is in it')
    })
  await expect(fails()).rejects.toThrow(RangeError)
  expect(house.view().runs).toMatchObject([{ state: 'failed', failure: 'RangeError' }])
  expect(await house.once('backup', nightly, () => {})).toBe(false)
  clock.now = ist('2024-08-15 03:00')
  expect(await house.once('backup', nightly, () => {})).toBe(true)
  expect(house.view().runs).toMatchObject([{ state: 'done', failure: null }])
})

test('every hourly and daily job has a name at the desk', () => {
  const names = [
    ...readFileSync('server/jobs.ts', 'utf8').matchAll(/name: '([\w-]+)',\s+(?:isFinal: true,\s+)?at: everyMinute/g),
  ]
  const words = JSON.parse(readFileSync('server/i18n/locales/en/health.json', 'utf8')) as Record<string, string>
  expect(names.map(([, name]) => name)).toEqual(expect.arrayContaining(['purge', 'backup', 'checks']))
  expect(names.filter(([, name]) => !words[`job.${name}`])).toEqual([])
})
