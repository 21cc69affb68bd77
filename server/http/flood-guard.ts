import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#server/domain/accounts/network.ts'
import { every, inBackground } from '#server/kernel/background.ts'
import type { NoRoom } from './no-room'

type Counted = { key: string; count: number; resetsAt: number }

/** The guard's storage between two runs of the server, which all its processes share. */
type FloodMemory = {
  load(): Counted[]
  /** Adds these counts to those of the same window; returns the sums. */
  add(rows: Counted[]): Counted[]
}

const minute = 60_000
const saveEvery = 5000

/** `unsaved`: the part of `count` that the other processes do not know yet. */
type Window = { count: number; resetsAt: number; unsaved: number }

/**
 * A ceiling on requests from one address in a minute, high enough for a carrier with thousands behind one. It counts in
 * memory and adds up with the other processes every few seconds and at the end, so that a restart does not reset the
 * counts. Returns what counts a request: null, or when its network may ask again.
 */
export function createFloodGuard(
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
): (request: FastifyRequest) => NoRoom | null {
  const windows = new Map<string, Window>()
  for (const { key, count, resetsAt } of memory.load()) windows.set(key, { count, resetsAt, unsaved: 0 })

  function save(): void {
    const time = now()
    const rows: Counted[] = []
    for (const [key, window] of windows) {
      if (window.resetsAt <= time) windows.delete(key)
      else if (window.unsaved) rows.push({ key, count: window.unsaved, resetsAt: window.resetsAt })
    }
    if (!rows.length) return
    for (const { key, count, resetsAt } of memory.add(rows)) windows.set(key, { count, resetsAt, unsaved: 0 })
  }
  const stop = every(saveEvery, 'saving the counts of the flood guard', app.log, save)
  app.addHook('onClose', async () => {
    stop()
    await inBackground('saving the counts of the flood guard', app.log, save)
  })

  return (request) => {
    const key = networkOf(request.ip)
    const time = now()
    let window = windows.get(key)
    // A window this far ahead was opened while the clock was wrong.
    if (!window || window.resetsAt <= time || window.resetsAt > time + minute) {
      window = { count: 0, resetsAt: time + minute, unsaved: 0 }
      windows.set(key, window)
    }
    window.count++
    window.unsaved++
    if (window.count <= perMinute) return null
    return { why: 'flooded', seconds: Math.ceil((window.resetsAt - time) / 1000) }
  }
}
