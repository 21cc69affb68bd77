import { FastifyOtelInstrumentation } from '@fastify/otel'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import { type FaultLog, inBackground } from '../kernel/background'
import { minutes, seconds } from '../kernel/time'

type Log = FaultLog & { warn(details: object, message: string): void }

/** How often spans are sent, in ms, how many at once, and how many wait at most; later ones are dropped. */
const batches = { scheduledDelayMillis: seconds(5), maxExportBatchSize: 512, maxQueueSize: 4096 }
/** How long the collector may take for a batch, in ms. */
const answerWithin = seconds(5)
/** Milliseconds between two lines of the log about a collector that does not answer. */
const saidEvery = minutes(1)

/** The exporter's code for spans that have arrived. */
const taken = 0

/** What a span may say; whatever else a library notes in it stays here. */
const told = new Set(['http.request.method', 'http.route', 'http.response.status_code', 'pravesh.request'])

/**
 * Sends a trace of each request to a collector of OpenTelemetry (OTLP over HTTP, as JSON): one span for the request, named
 * by its method and route, and within it one for its handler. A span holds no address, no IP, and nothing of a person.
 * `endpoint`: the collector's base, to which `/v1/traces` is added. A collector that is slow or away costs spans, never a
 * request. Call it before any route is registered.
 */
export async function registerTraces(
  app: FastifyInstance,
  { endpoint, log }: { endpoint: string; log: Log },
): Promise<void> {
  const collector = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: answerWithin })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'pravesh', 'process.pid': process.pid }),
    spanProcessors: [
      // The collector's own time ends first, so that its answer decides.
      new BatchSpanProcessor({
        ...batches,
        exporter: withoutPersons(collector, log),
        exportTimeoutMillis: 2 * answerWithin,
      }),
    ],
  })
  // No propagator is registered, so a `traceparent` from outside is not read: a visitor could join foreign requests.
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook(span, request) {
      span.updateName(`${request.method} ${request.routeOptions.url ?? 'unknown'}`)
      span.setAttribute('pravesh.request', request.id)
    },
    lifecycleHook: (span, { hookName }) => span.updateName(hookName),
  })
  instrumentation.setTracerProvider(provider)
  await app.register(instrumentation.plugin())
  app.addHook('onClose', () => inBackground('sending the last traces', log, () => provider.shutdown()))
}

/**
 * Lets only `told` out. The library notes the address with its query, and the words of an error, which can quote what
 * somebody has typed. What the collector does not take is dropped, and the log says how much.
 */
function withoutPersons(collector: SpanExporter, log: Log): SpanExporter {
  let dropped = 0
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      collector.export(spans.map(cleaned), (result) => {
        if (result.code !== taken) note(spans.length, result.error)
        done({ code: taken })
      })
    },
    forceFlush: async () => collector.forceFlush?.(),
    shutdown: () => collector.shutdown(),
  }

  function note(lost: number, why?: Error): void {
    dropped += lost
    if (performance.now() - saidAt < saidEvery) return
    saidAt = performance.now()
    log.warn(
      { dropped, why: why?.message },
      'traces were dropped: the collector of OTEL_EXPORTER_OTLP_ENDPOINT did not take them',
    )
    dropped = 0
  }
}

/** The span with what it may say: its other readings are those of the original. */
function cleaned(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => told.has(name)))
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  })
}
