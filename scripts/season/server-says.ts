import { candidateBase } from '#server/domain/terms/href.ts'
import { type CandidateRoute, candidateRoutes } from '#server/domain/terms/routes.ts'

const base = candidateBase('mbale')
const ownPages = new Set(
  (Object.keys(candidateRoutes) as CandidateRoute[])
    .filter((route) => candidateRoutes[route].audience === 'candidate')
    .map((route) => `${base}${route}`),
)

/** A gauge of the server's metrics; null if it is not there. */
export const gauge = (metrics: string, name: string): number | null => {
  const found = new RegExp(`^${name} ([\\d.e+-]+)$`, 'm').exec(metrics)?.[1]
  return found === undefined ? null : Number(found)
}

/** By the server's own clock, from the request's headers to the answer: how many pages of people who are signed in took at most so many seconds. */
export type OwnTime = { pages: number; within: [seconds: number, pages: number][] }

/** The edge of the last bucket; JSON has no infinity. */
const endless = Number.MAX_VALUE

/** Reads from the server's metrics how long it took for the pages of people who are signed in. */
export function ownTimeIn(metrics: string): OwnTime {
  const within = new Map<number, number>()
  for (const [, labels = '', count] of metrics.matchAll(/^http_request_duration_seconds_bucket\{([^}]*)\} (\d+)$/gm)) {
    const label = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1] ?? ''
    if (label('method') !== 'GET' || !ownPages.has(label('route'))) continue
    const most = label('le') === '+Inf' ? endless : Number(label('le'))
    within.set(most, (within.get(most) ?? 0) + Number(count))
  }
  return {
    pages: within.get(endless) ?? 0,
    within: [...within].sort(([a], [b]) => a - b),
  }
}

/** What two servers, one after the other, say together. */
export const together = (a: OwnTime, b: OwnTime): OwnTime => {
  const sum = new Map<number, number>(a.within)
  for (const [most, pages] of b.within) sum.set(most, (sum.get(most) ?? 0) + pages)
  return { pages: a.pages + b.pages, within: [...sum].sort(([x], [y]) => x - y) }
}

/** The seconds within which this part of the pages was ready: a bucket's edge, so the truth is at most that. */
export const withinOf = ({ pages, within }: OwnTime, part: number): number =>
  within.find(([, count]) => count >= pages * part)?.[0] ?? 0
