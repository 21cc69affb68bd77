import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
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

/** Values of one series, each with its labels. Labels are words of the program, never anything about a person. */
type Values = readonly { labels: Readonly<Record<string, string>>; value: number }[]
/** A series: one value, or one for each set of these labels. */
export type Series = { help: string } & ({ read(): number } | { labels: readonly string[]; readAll(): Values })

/**
 * `/metrics` in Prometheus' format: the process, the requests by route, and what the gauges given here read. Several
 * processes add up; of a gauge given here, the largest value counts. `counters`: what this process has counted.
 */
export function registerMetrics(
  app: FastifyInstance,
  gauges: Readonly<Record<string, Series>>,
  counters: Readonly<Record<string, Extract<Series, { labels: readonly string[] }>>>,
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
  for (const [name, series] of Object.entries(gauges)) {
    const { help } = series
    new Gauge({
      name,
      help,
      labelNames: 'labels' in series ? series.labels : [],
      registers: [registry],
      aggregator: 'max',
      collect() {
        if ('read' in series) return this.set(series.read())
        this.reset()
        for (const { labels, value } of series.readAll()) this.set(labels, value)
      },
    })
  }
  for (const [name, { help, labels: labelNames, readAll }] of Object.entries(counters)) {
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, value } of readAll()) this.inc(labels, value)
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
