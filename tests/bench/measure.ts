import autocannon from 'autocannon'

export type Target = { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string> }
export type Comparison = { product: number; baseline: number; ratio: number; spread: number }

const connections = 10
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = 5

/** Requests a second of one round. Anything but the expected answer voids the run. */
async function round({ url, method = 'GET', headers }: Target, duration = seconds): Promise<number> {
  const result = await autocannon({ url, method, headers, connections, duration })
  if (result.errors || result.non2xx) throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} other answers`)
  return result.requests.average
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const spreadOf = (values: number[]) => (Math.max(...values) - Math.min(...values)) / median(values)

/** Product and baseline in alternating rounds after a warm-up of each; medians, their ratio, and the larger spread. */
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
