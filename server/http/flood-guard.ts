import type { FastifyInstance } from 'fastify'
import { networkOf } from '../domain/portal/network'
import { every, inBackground } from '../kernel/background'
import { Refused } from './refused'

/** The guard's storage between two runs of the server. */
type FloodMemory = {
  load(): { key: string; count: number; resetsAt: number }[]
  save(rows: { key: string; count: number; resetsAt: number }[]): void
}

const minute = 60_000
const saveEvery = 5000

type Window = { count: number; resetsAt: number; isSaved: boolean }

/**
 * A ceiling on requests from one address in a minute, high enough for a carrier with thousands behind one. It counts in
 * memory and writes changes every few seconds and at the end, so that a restart does not reset the counts.
 */
export function registerFloodGuard(
  app: FastifyInstance,
  {
    perMinute,
    memory,
    now,
  }: {
    perMinute: number
    memory: FloodMemory
    now(): number
  },
): void {
  const windows = new Map<string, Window>()
  for (const { key, count, resetsAt } of memory.load()) windows.set(key, { count, resetsAt, isSaved: true })

  function save(): void {
    const time = now()
    const rows: { key: string; count: number; resetsAt: number }[] = []
    for (const [key, window] of windows) {
      if (window.resetsAt <= time) windows.delete(key)
      else if (!window.isSaved) rows.push({ key, count: window.count, resetsAt: window.resetsAt })
    }
    if (!rows.length) return
    memory.save(rows)
    for (const { key } of rows) windows.get(key)!.isSaved = true
  }
  const stop = every(saveEvery, 'saving the counts of the flood guard', app.log, save)
  app.addHook('onClose', async () => {
    stop()
    await inBackground('saving the counts of the flood guard', app.log, save)
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const key = networkOf(request.ip)
    const time = now()
    let window = windows.get(key)
    // A window this far ahead was opened while the clock was wrong.
    if (!window || window.resetsAt <= time || window.resetsAt > time + minute) {
      window = { count: 0, resetsAt: time + minute, isSaved: false }
      windows.set(key, window)
    }
    window.count++
    window.isSaved = false
    if (window.count <= perMinute) return done()
    const seconds = Math.ceil((window.resetsAt - time) / 1000)
    done(new Refused({ code: 'too-often', status: 429, retryAfter: seconds, params: { seconds } }))
  })
}
