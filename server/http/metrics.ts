import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Siblings } from '#server/kernel/siblings.ts'

let ofProcess: Registry | undefined

/** The figures of the process, observed once: the observers last as long as the process, not as a server in it. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/**
 * `/metrics` in Prometheus' format: the process, the requests by route, and what the gauges given here read. Several
 * processes add up; of a gauge given here, the largest value counts.
 */
export function registerMetrics(
  app: FastifyInstance,
  gauges: Readonly<Record<string, { help: string; read(): number }>>,
  siblings: Siblings,
): void {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer is ready, by route and status class',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  for (const [name, { help, read }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'max',
      collect() {
        this.set(read())
      },
    })
  }
  // Counted when the answer is sent: waiting until the client has it would cost each request more than the count.
  // The map avoids the look-up by labels, which costs more than counting; it has one entry per route, method and class.
  const series = new Map<string, Histogram.Internal<string>>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const key = `${status} ${request.method} ${route}`
    const one = series.get(key) ?? duration.labels(route, request.method, status)
    series.set(key, one)
    one.observe(reply.elapsedTime / 1000)
    done(null, payload)
  })
  new Gauge({ name: 'processes', help: 'Processes that serve', registers: [registry] }).set(1)
  const whole = Registry.merge([processMetrics(), registry])
  siblings.answer('metrics', () => whole.getMetricsAsJSON())
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const all = (await siblings.gather('metrics')).filter((one) => Array.isArray(one))
    // Gathering has read every gauge. A second reading would say that the event loop has had no delay since the first.
    return reply.type(whole.contentType).send(await AggregatorRegistry.aggregate(all).metrics())
  })
}
