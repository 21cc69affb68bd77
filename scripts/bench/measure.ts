import autocannon from 'autocannon'
import type { Writer } from './writers'

export type Target = {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  /** One writer for each connection, if every request needs a different body. */
  writers?: readonly Writer[]
}
export type Comparison = { product: number; baseline: number; ratio: number; spread: number }

const connections = 10
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = 5

/** The requests per second of one round. Any unexpected answer voids the run. */
async function round({ url, method = 'GET', headers, writers }: Target, duration = seconds): Promise<number> {
  // Requests of the previous round finish meanwhile; saves wait for the disk.
  await new Promise((resolve) => setTimeout(resolve, writers ? 1500 : 200))
  for (const writer of writers ?? []) await writer.begin()
  const waiting = [...(writers ?? [])]
  const result = await autocannon({
    url,
    method,
    headers,
    connections: writers?.length ?? connections,
    duration,
    setupClient: writers && ((client) => writes(client, waiting.pop()!)),
  })
  if (result.errors || result.non2xx) throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} other answers`)
  return result.requests.average
}

/** Makes a connection send the bodies of its writer one after another. */
function writes(client: autocannon.Client, writer: Writer): void {
  client.setHeaders(writer.headers)
  client.setBody(writer.next())
  client.on('response', () => client.setBody(writer.next()))
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const spreadOf = (values: number[]) => (Math.max(...values) - Math.min(...values)) / median(values)

/**
 * Measures product and baseline in alternating rounds after a warm-up; returns the medians, their ratio, and the larger
 * spread.
 */
export async function compare(product: Target, baseline: Target): Promise<Comparison> {
  await round(product, 2)
  await round(baseline, 2)
  const speeds = { product: [] as number[], baseline: [] as number[] }
  for (let n = 0; n < rounds; n++) {
    speeds.product.push(await round(product))
    speeds.baseline.push(await round(baseline))
  }
  return {
    product: median(speeds.product),
    baseline: median(speeds.baseline),
    ratio: median(speeds.product) / median(speeds.baseline),
    spread: Math.max(spreadOf(speeds.product), spreadOf(speeds.baseline)),
  }
}
