import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { FastifyReply } from 'fastify'
import { translate } from '../i18n/texts'
import { every, type FaultLog } from '../kernel/background'
import { type Language, languages } from '../kernel/languages'
import { failureOf } from './api'

/** Who asks: somebody who is signed in, or anybody else. Payments are never refused. */
export type Asking = 'signed-in' | 'visitor'

/** Lets requests in when it is their turn, or says at once that there is no room. */
export type Gate = {
  /** Is there more to do than the process can? If not, everybody may go in without asking. */
  isFull(): boolean
  /** Calls `go` with true, now or when it is the caller's turn, or with false. Asks who it is only under full load. */
  enter(asking: () => Asking, go: (isLetIn: boolean) => void): void
}

/** How often the load is looked at, in ms, and for how many looks in a row it must be full. */
const lookEvery = 100
const looks = 3
/** The part of the time that a process is busy when it has no reserve left. */
const full = 0.97

/** The part of a turn of the event loop that visitors get, in ms; the others wait for it that long at most. */
const slice = 15
/** The most visitors who wait, and how long in ms: somebody who waited longer has given up, or asks again. */
const mostWaiting = 500
const longestWait = 1500
/** The longest part of a turn, in ms, after which even those who are signed in are asked to come back. */
const longestTurn = 400

/** Milliseconds between two lines of the log about overload. */
const saidEvery = 60_000

/**
 * The gate of a process. While it has any reserve, everybody goes in. Under full load those who are signed in are served
 * as they come; visitors wait in a line, of which each turn of the event loop serves what fits into a few milliseconds.
 * Whoever finds the line full, or waited too long in it, is refused, which costs little. So an answer for somebody who is
 * signed in waits for one short turn, whatever the crowd, and the line is gone soon after the crowd. Source: rules §15.6,
 * case 70.
 */
export function createGate(log: FaultLog & { warn(details: object, message: string): void }) {
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let fullLooks = 0
  let turnBegan: number | null = null
  let isServing = false
  let refused = 0
  let saidAt = Number.NEGATIVE_INFINITY
  const line: { since: number; go: (isLetIn: boolean) => void }[] = []

  const stop = every(lookEvery, 'looking at the load', log, () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    fullLooks = utilization >= full ? fullLooks + 1 : 0
    if (!refused || performance.now() - saidAt < saidEvery) return
    saidAt = performance.now()
    log.warn(
      { refused },
      'more requests than this process can answer: some visitors are asked to come back, nothing is lost. If it lasts, set WORKERS to the number of cores, or use a larger machine',
    )
    refused = 0
  })

  function refuse(go: (isLetIn: boolean) => void): void {
    refused++
    go(false)
  }

  /** How long this turn has lasted, in ms: whoever is read in it has waited for all before. */
  function turnLasted(): number {
    const now = performance.now()
    if (turnBegan === null) {
      turnBegan = now
      setImmediate(() => {
        turnBegan = null
      })
    }
    return now - turnBegan
  }

  /** Serves the head of the line for one slice, and the rest after those who are signed in have had their turn. */
  function serveLine(): void {
    const begun = performance.now()
    const next = () => {
      const now = performance.now()
      const first = now - begun < slice || fullLooks === 0 ? line.shift() : undefined
      if (!first) {
        isServing = line.length > 0
        if (isServing) setImmediate(serveLine)
        return
      }
      if (now - first.since > longestWait) refuse(first.go)
      else first.go(true)
      // After all that this answer can do without waiting, so that its time is counted.
      queueMicrotask(() => process.nextTick(next))
    }
    next()
  }

  return {
    isFull: () => fullLooks >= looks || line.length > 0,

    enter(asking: () => Asking, go: (isLetIn: boolean) => void): void {
      const isAhead = (fullLooks < looks && line.length === 0) || asking() === 'signed-in'
      if (isAhead ? turnLasted() > longestTurn : line.length >= mostWaiting) refuse(go)
      else if (isAhead) go(true)
      else {
        line.push({ since: performance.now(), go })
        if (isServing) return
        isServing = true
        setImmediate(serveLine)
      }
    },

    /** Lets in all who wait. */
    stop(): void {
      stop()
      for (const { go } of line.splice(0)) go(true)
    },
  }
}

/** When somebody who is refused should come back: seconds that differ, so that not all come back at once. */
const soonest = 10
const spread = 20

/**
 * The refusals of a full gate: made once for each number of seconds, because drawing them would cost as much as serving
 * the page. `css`: the stylesheets of the portal.
 */
export function createRefusals(css: readonly string[]) {
  const pages = new Map<number, string>()
  let turn = 0

  function page(seconds: number): string {
    const known = pages.get(seconds)
    if (known) return known
    const links = css.map((file) => `<link rel="stylesheet" href="${file}">`).join('')
    const parts = languages.map((language) => {
      const title = translate(language, 'http:overloaded.title')
      const lead = translate(language, 'http:refusal.overloaded', { seconds })
      const how = translate(language, 'http:overloaded.how')
      return `<section lang="${language}" class="fault"><h1>${title}</h1><p class="lead">${lead}</p><p>${how}</p></section>`
    })
    const title = languages.map((language) => translate(language, 'http:overloaded.title')).join(' · ')
    const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${links}</head><body><main>${parts.join('')}</main></body></html>`
    pages.set(seconds, html)
    return html
  }

  /** Sends a page in both languages, or for a call its failure in one. */
  return (reply: FastifyReply, asked: 'page' | Language): FastifyReply => {
    turn = (turn + 7) % spread
    const seconds = soonest + turn
    void reply.code(503).header('retry-after', seconds).header('cache-control', 'no-store')
    if (asked === 'page') return reply.type('text/html; charset=utf-8').send(page(seconds))
    return reply.send(failureOf({ code: 'overloaded', status: 503, params: { seconds } }, asked))
  }
}
