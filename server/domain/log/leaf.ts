/** The kinds of entries. The first four are about the log itself. Source: rules §19.1. */
const leafKinds = [
  'log',
  'epoch',
  'key',
  'clock',
  'season',
  'rule',
  'activity',
  'notice',
  'file',
  'merit-list',
  'seat-matrix',
  'allotment',
  'jk-seating',
  'order',
  'withdrawn',
] as const
export type LeafKind = (typeof leafKinds)[number]

type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain }
export type LeafFacts = Readonly<Record<string, unknown>>

/**
 * An entry of the log, one JSON object in UTF-8. `subject`: what was published, always under the same name
 * (`merit-list:3`); a later entry of a subject is a change. `at`: since when it holds or is public, by the portal's clock;
 * `logged`: when it was written into the log, by the machine's clock; both ISO 8601 in UTC.
 */
export type Leaf = { kind: LeafKind; subject: string; at: string; logged: string; facts: LeafFacts }

/** Where something published stands in the log: the number of its entry, and what it is about. */
export type PublicEntry = Pick<Leaf, 'subject'> & { number: number }

const utf8 = new TextEncoder()
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const leafBytes = ({ kind, subject, at, logged, facts }: Leaf): Uint8Array =>
  utf8.encode(JSON.stringify({ kind, subject, at, logged, facts }))

/** Reads an entry; null if it is none of ours. */
export function readLeaf(bytes: Uint8Array): Leaf | null {
  try {
    const leaf = JSON.parse(strict.decode(bytes)) as { [name: string]: Plain } | null
    const isText = (value: unknown) => typeof value === 'string' && value.length > 0
    // Without the Z it would be another instant on each machine.
    const isTime = (value: unknown) =>
      isText(value) &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(value as string) &&
      !Number.isNaN(Date.parse(value as string))
    const isLeaf =
      typeof leaf === 'object' &&
      leaf !== null &&
      leafKinds.includes(leaf.kind as LeafKind) &&
      isText(leaf.subject) &&
      isTime(leaf.at) &&
      isTime(leaf.logged) &&
      typeof leaf.facts === 'object' &&
      leaf.facts !== null &&
      !Array.isArray(leaf.facts)
    return isLeaf ? (leaf as unknown as Leaf) : null
  } catch {
    return null
  }
}

/** What the old key of a log signs when a new one takes its place. */
export const rotationText = (origin: string, newKey: string): string => `new key of ${origin}\n${newKey}\n`

/** Acts after which something may be public that was not, or not so. Source: rules §19.1. */
export const publishingActs: ReadonlySet<string> = new Set([
  'merit-lists.published',
  'allotment.published',
  'seat-matrix.published',
  'jk-seats.released',
  'orders.released',
  'notices.rescheduled',
  'notices.published',
  'notices.changed',
  'notices.withdrawn',
  'notices.restored',
  'content.setting-changed',
  'content.setting-approved',
  'content.opened',
  'content.file-published',
  'content.file-withdrawn',
])
