import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTest } from '../support/portal'

/** Starts two processes, one of which has this fate; what the parent printed, and how it ended. */
function started(fate: 'killed' | 'refuses', number: number) {
  const script = path.resolve('tests/kernel/processes.ts')
  const run = spawnSync(process.execPath, ['--import', 'tsx', script, folderOfTest(), fate, String(number)], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: run.status, printed: run.stdout + run.stderr }
}

test.each([1, 2])(
  'process %i is killed while it starts: the log names it, and another one takes its place',
  {
    timeout: 60_000,
  },
  (number) => {
    const { code, printed } = started('killed', number)
    expect(printed).toMatch(/"process":\d+,"code":null,"signal":"SIGKILL","message":"a process ended before it served"/)
    expect(printed).toContain('\nready\n')
    expect(code).toBe(0)
  },
)

test('the first process refuses to start: so would the others, and the server ends with a line', () => {
  const { code, printed } = started('refuses', 1)
  expect(printed).toContain('"code":1,"signal":null,"message":"a process ended before it served"')
  expect([printed.includes('ready'), code]).toEqual([false, 1])
})
