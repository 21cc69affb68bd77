import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoMade, demoOf } from './demos'
import { expect, test } from './server'

/** The demo served by two processes. */
async function startTwo() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-workers-'))
  await demoMade('registration')
  cpSync(demoOf('registration'), folder, { recursive: true })
  const child: ChildProcess = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'fatal', WORKERS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout!) {
    printed += chunk
    if (printed.includes('/demo\n')) break
  }
  return {
    url: /(http:\/\/[^/\s]+)\/demo/.exec(printed)![1]!,
    parent: child.pid!,
    /** The processes that exist, the oldest first. */
    processes: () =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(/\s+/).map(Number),
    async stop() {
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
      return code as number
    },
  }
}

type Asked = { status: number; text: string }

const ask = (url: string, agent: http.Agent | false, method = 'GET', body?: object) =>
  new Promise<Asked>((resolve, reject) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json', origin: new URL(url).origin }
    const request = http.request(url, { agent, method, headers: body ? headers : {} }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })

test('two processes serve one folder: one clock, one set of figures, a restart that nobody notices, and a killed one replaced', async () => {
  test.setTimeout(180_000)
  const server = await startTwo()
  const statuses: (number | string)[] = []
  let isOver = false
  const crowd = Array.from({ length: 8 }, async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      const answer = await ask(`${server.url}/mbale/candidate/home`, agent).catch((error: Error) => error.message)
      statuses.push(typeof answer === 'string' ? answer : answer.status)
      await pause(5)
    }
    agent.destroy()
  })
  const figures = async () => (await ask(`${server.url}/metrics`, false)).text
  try {
    await expect.poll(figures, { timeout: 20_000 }).toContain('\nprocesses 2\n')

    // The demo's clock moves in both, whichever one takes a connection.
    const clock = async () => Date.parse(JSON.parse((await ask(`${server.url}/demo/clock.json`, false)).text).now)
    const to = (await clock()) + 3_600_000
    const moved = await ask(`${server.url}/demo/clock`, false, 'POST', { at: new Date(to).toISOString() })
    expect(moved.status).toBe(200)
    for (const now of await Promise.all(Array.from({ length: 24 }, clock))) expect(now).toBeGreaterThanOrEqual(to)

    // A restart replaces both, and every request in the meantime is answered.
    const before = server.processes()
    expect(before).toHaveLength(2)
    process.kill(server.parent, 'SIGHUP')
    await expect.poll(() => server.processes().filter((pid) => before.includes(pid)), { timeout: 40_000 }).toEqual([])
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(server.processes()).toHaveLength(2)

    // Somebody kills one: another takes its place, and the portal stays ready.
    const [killed] = server.processes()
    process.kill(killed!, 'SIGKILL')
    await expect.poll(server.processes, { timeout: 20_000 }).not.toContain(killed)
    await expect.poll(figures, { timeout: 20_000 }).toContain('\nprocesses 2\n')
    expect((await ask(`${server.url}/readyz`, false)).status).toBe(200)
  } finally {
    isOver = true
    await Promise.all(crowd)
    expect(await server.stop()).toBe(0)
  }
})
