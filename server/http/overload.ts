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

/** The most visitors who wait, and how long in ms: somebody who waited longer has given up, or asks again. */
const mostWaiting = 500
const longestWait = 1500
/**
 * The longest wait of somebody who is signed in, in ms. `throughBurst` holds during a burst. `standing` holds once somebody has
 * come to their line again and again for longer than `burst`, until nobody has for as long: a line that stays only makes
 * every answer late.
 */
const throughBurst = 1000
const standing = 10
const burst = 500
/** Visitors get one answer after so many for those who are signed in. */
const aheadOfVisitor = 7

/** Milliseconds between two lines of the log about overload. */
const saidEvery = 60_000

type Waiting = { since: number; go: (isLetIn: boolean) => void }

/** Waits in the order of arrival. */
const createLine = () => {
  let line: Waiting[] = []
  let at = 0
  return {
    length: () => line.length - at,
    add: (one: Waiting): void => void line.push(one),
    first: (): Waiting | undefined => line[at],
    take(): Waiting | undefined {
      const taken = line[at++]
      if (at >= line.length) {
        line = []
        at = 0
      }
      return taken
    },
  }
}

/**
 * The gate of a process. While the process has any reserve, everybody goes in. Under full load there are two lines, and each
 * turn of the event loop serves one person: seven who are signed in, then a visitor. The gate refuses those who find their
 * line full or have waited too long, which costs little. Somebody who is signed in therefore waits a hundredth of a second
 * in any crowd, and the lines end soon after the crowd. Node accepts one connection in each turn; if a turn gave fifty
 * answers, newcomers would wait for minutes without any. Source: rules §15.6, case 70.
 */
export function createGate(log: FaultLog & { warn(details: object, message: string): void }) {
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let fullLooks = 0
  let isServing = false
  let refused = 0
  let saidAt = Number.NEGATIVE_INFINITY
  const lines: Readonly<Record<Asking, ReturnType<typeof createLine>>> = {
    'signed-in': createLine(),
    visitor: createLine(),
  }
  /** Since when somebody who is signed in has had to wait, with no pause as long as a burst; and the last time. */
  let waitsSince = Number.NEGATIVE_INFINITY
  let waitedAt = Number.NEGATIVE_INFINITY
  /** How many of them have been served since the last visitor. */
  let served = 0

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

  const waiting = () => lines['signed-in'].length() + lines.visitor.length()

  /** Refuses those at the head of a line who have waited longer than this, but nobody whom no one waits behind. */
  function refuseLate(line: ReturnType<typeof createLine>, longest: number, now: number): void {
    while (line.length() > 1 && now - line.first()!.since > longest) refuse(line.take()!.go)
  }

  /** Serves one, and the next in the next turn. */
  function serveOne(): void {
    const now = performance.now()
    refuseLate(lines['signed-in'], now - waitsSince > burst ? standing : throughBurst, now)
    refuseLate(lines.visitor, longestWait, now)
    const isVisitorsTurn = lines['signed-in'].length() === 0 || (served >= aheadOfVisitor && lines.visitor.length() > 0)
    served = isVisitorsTurn ? 0 : served + 1
    lines[isVisitorsTurn ? 'visitor' : 'signed-in'].take()?.go(true)
    isServing = waiting() > 0
    if (isServing) setImmediate(serveOne)
  }

  const isFull = () => fullLooks >= looks || isServing

  function wait(line: ReturnType<typeof createLine>, go: (isLetIn: boolean) => void): void {
    const now = performance.now()
    line.add({ since: now, go })
    if (line === lines['signed-in']) {
      if (now - waitedAt > burst) waitsSince = now
      waitedAt = now
    }
    if (isServing) return
    isServing = true
    setImmediate(serveOne)
  }

  return {
    isFull,

    enter(asking: () => Asking, go: (isLetIn: boolean) => void): void {
      if (!isFull()) go(true)
      else {
        const line = lines[asking()]
        if (line.length() < mostWaiting) wait(line, go)
        else refuse(go)
      }
    },

    /** Lets in all who wait. */
    stop(): void {
      stop()
      for (const line of Object.values(lines)) while (line.length() > 0) line.take()!.go(true)
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
