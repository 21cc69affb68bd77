import { hash } from 'node:crypto'
import type { LeafFacts, LeafKind } from '#server/domain/log/leaf.ts'
import type { PublishedRows } from './store'

/** Something public. `state`: differs as soon as it says anything else. `at`: the portal's clock. */
export type Published = { kind: LeafKind; subject: string; at: number; state: string; facts: LeafFacts }

const sha256 = (text: string) => hash('sha256', text, 'hex')
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
/** A longer value is named by its hash alone. */
const longestValue = 8000
/** What has no instant of its own was there from the beginning. */
const fromTheStart = 0

/** A value of the season, whole if it is not too long. */
const valued = (json: string): LeafFacts => ({
  sha256: sha256(json),
  ...(json.length <= longestValue && { value: JSON.parse(json) }),
})

/**
 * Everything that the portal has published and the log names, in the order in which it is logged first. `season`: the values
 * with which the season began. `now`: by the portal's clock. Nobody's personal data is among it: a special order has its number alone. Source: rules §19.1.
 */
export function publishedFacts(
  rows: PublishedRows,
  season: Readonly<Record<string, unknown>>,
  now: number,
): Published[] {
  const withState = ({ state, ...fact }: Omit<Published, 'state'> & { state?: unknown }): Published => ({
    ...fact,
    state: sha256(JSON.stringify(state ?? fact.facts)),
  })
  return [
    ...Object.entries(season).map(([key, value]) =>
      withState({
        kind: 'season',
        subject: `season:${key}`,
        at: fromTheStart,
        facts: { setting: key, ...valued(JSON.stringify(value)) },
      }),
    ),
    ...rows.rules.map(({ id, key, value, effectiveAt, orderNumber }) =>
      withState({
        kind: 'rule',
        subject: `rule:${id}`,
        at: effectiveAt,
        facts: { setting: key, ...(orderNumber !== null && { orderNumber }), ...valued(value) },
      }),
    ),
    ...rows.activities.map((row) =>
      withState({
        kind: 'activity',
        subject: `activity:${row.key}`,
        at: row.changedAt ?? fromTheStart,
        facts: {
          titleEn: row.titleEn,
          titleMr: row.titleMr,
          opensAt: iso(row.opensAt),
          closesAt: iso(row.closesAt),
          isLeftOut: row.leftOutAt !== null,
          changes: row.changes,
          ...(row.reasonEn !== null && { reasonEn: row.reasonEn, reasonMr: row.reasonMr }),
        },
      }),
    ),
    ...rows.notices.map(({ id, kind, titleEn, titleMr, bodyEn, bodyMr, publishedAt, withdrawnAt }) => {
      const said = {
        sha256: sha256(JSON.stringify([titleEn, titleMr, bodyEn, bodyMr])),
        publishedAt: iso(publishedAt),
        isWithdrawn: withdrawnAt !== null,
      }
      return withState({
        kind: 'notice',
        subject: `${kind}:${id}`,
        at: withdrawnAt ?? publishedAt,
        state: said,
        // Words before their time stay unknown.
        facts: publishedAt <= now ? { titleEn, titleMr, ...said } : said,
      })
    }),
    ...rows.files.map(({ id, titleEn, titleMr, hash: sha, publishedAt, withdrawnAt }) =>
      withState({
        kind: 'file',
        subject: `file:${id}`,
        at: withdrawnAt ?? publishedAt,
        facts: { titleEn, titleMr, sha256: sha, publishedAt: iso(publishedAt), isWithdrawn: withdrawnAt !== null },
      }),
    ),
    ...rows.matrices.map(({ id, number, hash: sha, decidedAt }) =>
      withState({
        kind: 'seat-matrix',
        subject: `seat-matrix:${id}`,
        at: decidedAt ?? fromTheStart,
        facts: { number, sha256: sha },
      }),
    ),
    ...rows.meritLists.map(({ id, stage, number, publishedAt, files }) =>
      withState({
        kind: 'merit-list',
        subject: `merit-list:${id}`,
        at: publishedAt,
        facts: { stage, number, lists: JSON.parse(files) },
      }),
    ),
    ...rows.runs.map(({ id, round, publishedAt, inputHash, resultHash }) =>
      withState({
        kind: 'allotment',
        subject: `allotment:${id}`,
        at: publishedAt,
        facts: { round, input: inputHash, result: resultHash },
      }),
    ),
    ...rows.jkSeatings.map(({ id, decidedAt, seats }) =>
      withState({
        kind: 'jk-seating',
        subject: `jk-seating:${id}`,
        at: decidedAt,
        facts: { seats: seats ? seats.split('\n').length - 1 : 0, sha256: sha256(seats) },
      }),
    ),
    ...rows.orders.map(({ id, kind, orderNumber, decidedAt }) =>
      withState({
        kind: 'order',
        subject: `order:${id}`,
        at: decidedAt ?? fromTheStart,
        facts: { kind, orderNumber },
      }),
    ),
  ]
}
