import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { envOf, programIn } from '#tests/support/killed.ts'
import { folderOfTest } from '#tests/support/portal.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'processes-'))
const program = programIn(folder, 'kernel/processes')
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts two processes, one of which has this fate; what the parent printed, and how it ended. */
function started(fate: 'killed' | 'refuses', number: number) {
  const run = spawnSync(process.execPath, [program, folderOfTest(), fate, String(number)], {
    encoding: 'utf8',
    env: envOf(0),
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

/** The number of the process that answers a connection of its own, or `closed`, or `nothing` within a second. */
const answerOf = (url: string) =>
  new Promise<number | 'closed' | 'nothing'>((resolve) => {
    const request = http.get(url, { agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk
      })
      response.on('end', () => resolve(Number(text)))
      response.on('error', () => resolve('closed'))
    })
    request.on('error', () => resolve('closed'))
    setTimeout(() => {
      resolve('nothing')
      request.destroy()
    }, 1000)
  })

test('a process dies, and the parent has not noticed: the other one answers every connection within a second', {
  timeout: 60_000,
}, async () => {
  const parent = spawn(process.execPath, [program, folderOfTest(), 'serves', '0'], {
    env: envOf(0),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(parent, 'exit')
  try {
    let printed = ''
    for await (const chunk of parent.stdout) {
      printed += chunk
      if (printed.includes('ready at')) break
    }
    const url = /http:\S+/.exec(printed)![0]
    const dying = await answerOf(url)
    expect(dying).toEqual(expect.any(Number))
    parent.kill('SIGSTOP')
    process.kill(Number(dying), 'SIGKILL')
    const answers = await Promise.all(Array.from({ length: 12 }, () => answerOf(url)))
    expect(answers).not.toContain('nothing')
    // Those that the dying one had accepted are closed at once; what comes after them is answered.
    const after = await Promise.all(Array.from({ length: 6 }, () => answerOf(url)))
    expect(after).toEqual(after.map(() => expect.any(Number)))
    expect(after).not.toContain(dying)
  } finally {
    parent.kill('SIGCONT')
    parent.kill('SIGTERM')
    expect(await gone).toEqual([0, null])
  }
})
