import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** `/metrics` in Prometheus' format: the process, the requests by route, and what the gauges given here read. */
export function registerMetrics(
  app: FastifyInstance,
  gauges: Readonly<Record<string, { help: string; read(): number }>>,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
      collect() {
        this.set(read())
      },
    })
  }
  // On sending, not on arrival at the client: waiting for that costs each request more than counting it.
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
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
