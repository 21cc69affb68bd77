import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { FastifyReply } from 'fastify'
import { translate } from '../i18n/texts'
import { every, type FaultLog } from '../kernel/background'
import { type Language, languages } from '../kernel/languages'
import { failureOf } from './api'

/** Who asks: somebody who is signed in, or anybody else. Payments are never refused. */
export type Asking = 'signed-in' | 'visitor'

/** Lets requests in, or not, when there are more than the process can answer. It asks who it is only if that matters. */
export type Gate = { refuses(asking: () => Asking): boolean }

/** How often the load is looked at, in ms, and for how many looks in a row it must be full. */
const lookEvery = 100
const looks = 3
/** The part of the time that a process is busy when it has no reserve left. */
const full = 0.97

/**
 * How long after the beginning of a turn a request is still let in, in ms. A turn is what the event loop reads at once:
 * the rest of it has waited that long already, and everybody who is let in makes the next turn longer.
 */
const patience: Record<Asking, number> = { visitor: 15, 'signed-in': 250 }
/** The most, in ms, by which writes and timers between two turns shorten the next one: visitors always get a part. */
const mostBetween = 10

/** Milliseconds between two lines of the log about overload. */
const saidEvery = 60_000

/**
 * The gate of a process. While it has any reserve, everybody is let in. Under full load each turn of the event loop
 * first serves whoever it read first, for a few milliseconds; then it refuses visitors, and much later those who are
 * signed in. So a turn stays short, whatever the crowd: an answer waits for one turn, and the gate opens as soon as the
 * crowd is gone. Source: rules §15.6, case 70.
 */
export function createGate(log: FaultLog & { warn(details: object, message: string): void }) {
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let fullLooks = 0
  let turnBegan: number | null = null
  let turnEnded = 0
  let between = 0
  let refused = 0
  let saidAt = Number.NEGATIVE_INFINITY

  const stop = every(lookEvery, 'looking at the load', log, () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    fullLooks = utilization >= full ? fullLooks + 1 : 0
    if (!refused || performance.now() - saidAt < saidEvery) return
    saidAt = performance.now()
    log.warn(
      { refused },
      'more requests than this process can answer: visitors are asked to come back in seconds, money and those who are signed in come first. If it lasts, set WORKERS to the number of cores, or use a larger machine',
    )
    refused = 0
  })

  function waited(): number {
    const now = performance.now()
    if (turnBegan === null) {
      between = Math.min(now - turnEnded, mostBetween)
      turnBegan = now
      setImmediate(() => {
        turnBegan = null
        turnEnded = performance.now()
      })
    }
    return now - turnBegan + between
  }

  return {
    refuses(asking: () => Asking): boolean {
      if (fullLooks < looks) return false
      const wait = waited()
      if (wait < patience.visitor || wait < patience[asking()]) return false
      refused++
      return true
    },
    stop,
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
