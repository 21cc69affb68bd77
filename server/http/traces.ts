import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { every, type FaultLog, inBackground } from '../kernel/background'

/** A span in OTLP's JSON. Times are nanoseconds since 1970, as text. */
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: 1 | 2
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code: 0 | 2 }
}
type Attribute = { key: string; value: { stringValue: string } | { intValue: string } }

/** How often spans are sent, in ms, how many at once, and how many wait at most; later ones are dropped. */
const sendEvery = 5000
const mostAtOnce = 512
const mostWaiting = 4096
/** How long the collector may take, in ms. */
const answerWithin = 5000
/** Milliseconds between two lines of the log about a collector that does not answer. */
const saidEvery = 60_000

const internal = 1
const ofServer = 2

const text = (key: string, stringValue: string): Attribute => ({ key, value: { stringValue } })
const whole = (key: string, value: number): Attribute => ({ key, value: { intValue: String(value) } })
const nanoseconds = (at: number) => String(BigInt(Math.round((performance.timeOrigin + at) * 1000)) * 1000n)
const id = (bytes: number) => randomBytes(bytes).toString('hex')

/**
 * Sends a trace of each request to a collector of OpenTelemetry (OTLP over HTTP, as JSON): one span for the request, named
 * by its method and route, and within it one for the work between the guards and the answer. A span holds no address, no
 * IP, and nothing of a person. `endpoint`: the collector's base, to which `/v1/traces` is added. A collector that is slow or
 * away costs spans, never a request.
 */
export function registerTraces(
  app: FastifyInstance,
  { endpoint, log }: { endpoint: string; log: FaultLog & { warn(details: object, message: string): void } },
): void {
  const begun = new WeakMap<FastifyRequest, { at: number; workAt: number | null; doneAt: number | null }>()
  let waiting: Span[] = []
  let dropped = 0
  let saidAt = Number.NEGATIVE_INFINITY

  app.addHook('onRequest', (request, _reply, done) => {
    begun.set(request, { at: performance.now(), workAt: null, doneAt: null })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const times = begun.get(request)
    if (times) times.workAt = performance.now()
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const times = begun.get(request)
    if (times) times.doneAt = performance.now()
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const times = begun.get(request)
    if (times) note(request, reply.statusCode, times)
    done()
  })

  function note(
    request: FastifyRequest,
    status: number,
    { at, workAt, doneAt }: { at: number; workAt: number | null; doneAt: number | null },
  ): void {
    if (waiting.length >= mostWaiting) return void dropped++
    const [traceId, spanId] = [id(16), id(8)]
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = [
      text('http.request.method', request.method),
      text('http.route', route),
      whole('http.response.status_code', status),
      text('pravesh.request', request.id),
    ]
    const outcome = { status: { code: status >= 500 ? 2 : 0 } as const }
    const name = `${request.method} ${route}`
    const span = (from: number, until: number) => ({
      startTimeUnixNano: nanoseconds(from),
      endTimeUnixNano: nanoseconds(until),
    })
    waiting.push({ traceId, spanId, name, kind: ofServer, ...span(at, performance.now()), attributes, ...outcome })
    if (workAt !== null && doneAt !== null)
      waiting.push({
        ...{ traceId, spanId: id(8), parentSpanId: spanId, name: 'handler', kind: internal },
        ...{ ...span(workAt, doneAt), attributes: [], ...outcome },
      })
  }

  /** Sends what waits; what the collector does not take is dropped. */
  async function send(): Promise<void> {
    while (waiting.length) {
      const spans = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      const resource = { attributes: [text('service.name', 'pravesh'), whole('process.pid', process.pid)] }
      const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'pravesh' }, spans }] }] }
      const fault = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithin),
      }).then(
        ({ ok, status }) => (ok ? null : `it answers ${status}`),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      if (fault === null) continue
      dropped += spans.length
      break
    }
    if (!dropped || performance.now() - saidAt < saidEvery) return
    saidAt = performance.now()
    log.warn({ dropped }, 'traces were dropped: the collector of OTEL_EXPORTER_OTLP_ENDPOINT did not take them')
    dropped = 0
  }

  let sending: Promise<unknown> = Promise.resolve()
  const sendOnce = () => {
    sending = sending.then(() => inBackground('sending traces', log, send))
    return sending
  }
  const stop = every(sendEvery, 'sending traces', log, sendOnce)
  app.addHook('onClose', async () => {
    stop()
    await sendOnce()
  })
}
