import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One request that somebody of the crowd sends. `kind`: the row of the report that it belongs to. */
export type Act = {
  kind: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** Draws the next act; null if nobody is free to act. `done` gets the status, or null if no answer came. */
export type Draw = () => { act: Act; done(status: number | null, text: string): void } | null

/**
 * Answer times in ms, by kind; refusals apart. `broken`: connections that were reset or closed without an answer,
 * or given up after a minute without one. `late`: how much later than due the crowd itself sent, in ms; times of a late crowd
 * say nothing about the server.
 */
export type Seen = {
  seconds: number
  late: number[]
  served: Record<string, number[]>
  refused: Record<string, number>
  failed: Record<string, number>
  broken: number
  unsent: number
}

const mostOpen = 1500

/** Sends acts for some seconds: `perSecond`, whatever the answers (open loop), or as fast as `wide` connections allow. */
export async function send(
  url: string,
  draw: Draw,
  { seconds, perSecond, wide = 64 }: { seconds: number; perSecond: number | null; wide?: number },
): Promise<Seen> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: perSecond === null ? wide : mostOpen })
  const seen: Seen = { seconds, late: [], served: {}, refused: {}, failed: {}, broken: 0, unsent: 0 }
  const begun = performance.now()
  const isOver = () => performance.now() - begun > seconds * 1000
  const running = new Set<Promise<void>>()

  async function one(due: number): Promise<void> {
    const drawn = draw()
    if (!drawn) return void seen.unsent++
    const { act, done } = drawn
    seen.late.push(performance.now() - due)
    const answer = await ask(url, act, agent)
    const took = performance.now() - due
    if (answer === null) seen.broken++
    else if (answer.status < 400) {
      const times = seen.served[act.kind] ?? []
      times.push(took)
      seen.served[act.kind] = times
    } else {
      const isRefusal = (answer.status === 503 || answer.status === 429) && answer.retryAfter !== undefined
      const count = isRefusal ? seen.refused : seen.failed
      const key = isRefusal
        ? act.kind
        : `${act.kind} ${answer.status} ${/"code":"([\w-]+)"/.exec(answer.text)?.[1] ?? ''}`
      count[key] = (count[key] ?? 0) + 1
    }
    done(answer?.status ?? null, answer?.text ?? '')
  }

  if (perSecond === null) {
    const lane = async () => {
      while (!isOver()) await one(performance.now())
    }
    await Promise.all(Array.from({ length: wide }, lane))
  } else {
    for (let n = 0; !isOver(); ) {
      const due = begun + (n / perSecond) * 1000
      const wait = due - performance.now()
      if (wait > 1) await pause(wait)
      else {
        n++
        if (running.size >= mostOpen) seen.unsent++
        else {
          const run: Promise<void> = one(due).finally(() => running.delete(run))
          running.add(run)
        }
        if (n % 50 === 0) await pause(0)
      }
    }
    await Promise.race([Promise.all(running), pause(30_000)])
  }
  agent.destroy()
  return { ...seen, seconds: (performance.now() - begun) / 1000 }
}

/** Sends one act and reads the answer to its last byte; null if the connection broke. */
export function ask(
  url: string,
  { method, path, headers, body }: Act,
  agent: http.Agent | false,
): Promise<{ status: number; retryAfter: string | undefined; text: string; cookies: string[] } | null> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(`${url}${path}`, { method, agent, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      // Only the short answers are read; a page is only counted.
      const isJson = response.headers['content-type']?.includes('json')
      response.on('data', (chunk: Buffer) => {
        if (isJson) text += chunk.toString()
      })
      response.on('error', () => resolve(null))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          text,
          cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]!),
        }),
      )
    })
    request.on('error', () => resolve(null))
    request.setTimeout(60_000, () => request.destroy())
    request.end(body)
  })
}

/** A percentile of times, in ms; 0 of none. */
export const percentile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
const anything = () => true

/** The answer times of these kinds, in ms; refusals apart. */
export const timesOf = ({ served }: Seen, of: (kind: string) => boolean = anything): number[] =>
  Object.entries(served).flatMap(([kind, times]) => (of(kind) ? times : []))
export const answersOf = (seen: Seen): number => timesOf(seen).length
export const refusedOf = ({ refused }: Seen): number => sum(refused)
export const failedOf = ({ failed }: Seen): number => sum(failed)

/** The part of all who got an answer that was refused: 0 to 1. */
export const shareRefused = (seen: Seen): number => refusedOf(seen) / Math.max(1, answersOf(seen) + refusedOf(seen))
