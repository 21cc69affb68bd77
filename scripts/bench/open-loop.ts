import http from 'node:http'

export type Address = { url: string; headers: Record<string, string> }

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Reads one GET to its last byte; returns the status. A refusal for now has a 503 or a 429. */
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

/** Answer times, in ms, without those of the refused. */
export type Answers = { times: number[]; refused: number }

/** The share of all answers that was refused. */
export const shareOf = ({ times, refused }: Answers): number => refused / Math.max(1, times.length + refused)

/** The median time of those who were served, and the share that was refused. */
export const medianOf = (answers: Answers) => ({ median: median(answers.times), refused: shareOf(answers) })

/**
 * The median answer time of an address, in ms, at a steady request rate that does not wait for answers: each is timed
 * from the moment when its request was due; and the share refused. Any status but 200 and a refusal voids the run.
 */
export async function medianAt(address: Address, perSecond: number, seconds: number) {
  return medianOf(await answersAt(address, perSecond, ({ length }) => length < perSecond * seconds))
}

/** The answers of an address at such a rate for as long as some work takes. */
export async function answersDuring(address: Address, perSecond: number, work: () => Promise<void>): Promise<Answers> {
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  const answers = await answersAt(address, perSecond, () => !isOver)
  await done
  return answers
}

/** Asks while `goesOn`, which gets the requests so far, is true. */
async function answersAt(
  address: Address,
  perSecond: number,
  goesOn: (asked: readonly unknown[]) => boolean,
): Promise<Answers> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })
  const answers: Answers = { times: [], refused: 0 }
  const asked: Promise<void>[] = []
  const begun = performance.now()
  const ask = async (due: number) => {
    const status = await get(address, agent)
    if (status === 503 || status === 429) answers.refused++
    else if (status !== 200) throw new Error(`${address.url}: ${status}`)
    else answers.times.push(performance.now() - due)
  }
  while (goesOn(asked)) {
    const due = begun + (asked.length / perSecond) * 1000
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    else asked.push(ask(due))
  }
  await Promise.all(asked)
  agent.destroy()
  return answers
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
