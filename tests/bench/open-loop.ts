import http from 'node:http'

export type Address = { url: string; headers: Record<string, string> }

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Reads one GET to its last byte; returns the status. */
function get({ url, headers }: Address, agent: http.Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
      })
      .on('error', reject)
  })
}

/**
 * The median answer time of an address, in ms, at a steady request rate that does not wait for answers: each is timed
 * from the moment when its request was due. Any status but 200 voids the run.
 */
export async function medianAt(address: Address, perSecond: number, seconds: number): Promise<number> {
  return median(await timesAt(address, perSecond, ({ length }) => length < perSecond * seconds))
}

/** The answer times of an address, in ms, at such a rate for as long as some work takes. */
export async function timesDuring(address: Address, perSecond: number, work: () => Promise<void>): Promise<number[]> {
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  const times = await timesAt(address, perSecond, () => !isOver)
  await done
  return times
}

/** Asks while `goesOn`, which gets the requests so far, is true. */
async function timesAt(
  address: Address,
  perSecond: number,
  goesOn: (asked: readonly unknown[]) => boolean,
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })
  const times: number[] = []
  const asked: Promise<void>[] = []
  const begun = performance.now()
  const ask = async (due: number) => {
    const status = await get(address, agent)
    if (status !== 200) throw new Error(`${address.url}: ${status}`)
    times.push(performance.now() - due)
  }
  while (goesOn(asked)) {
    const due = begun + (asked.length / perSecond) * 1000
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    else asked.push(ask(due))
  }
  await Promise.all(asked)
  agent.destroy()
  return times
}

/** Keeps this many requests of one address in progress during `work`; returns its result and the number of answers. */
export async function underWay<T>(address: Address, count: number, work: () => Promise<T>): Promise<[T, number]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: count })
  let isOver = false
  let answered = 0
  const one = async () => {
    while (!isOver) {
      const status = await get(address, agent)
      if (status !== 200) throw new Error(`${address.url}: ${status}`)
      answered++
    }
  }
  const all = Promise.all(Array.from({ length: count }, one))
  const result = await Promise.race([work(), all.then(() => Promise.reject(new Error('the load ended by itself')))])
  isOver = true
  await all
  agent.destroy()
  return [result, answered]
}
