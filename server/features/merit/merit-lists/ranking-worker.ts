import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { marksOf } from '#server/domain/application/duplicates.ts'
import { type MeritDiff, meritDiff, type Placed } from '#server/domain/merit/diff.ts'
import { type MeritList, meritLists } from '#server/domain/merit/lists.ts'
import type { MeritLine } from '#server/domain/merit/pages.ts'
import {
  criteriaKept,
  type Finding,
  listsFrom,
  type MeritCandidate,
  type MeritFinding,
  meritCandidate,
  meritFindings,
  percentageShown,
  type Ranked,
  rank,
} from '#server/domain/merit/ranking.ts'
import { meritCsv } from '#server/domain/merit/table.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { EditionReport, ListFiles, RankingMessage, RankingTask } from './ranking'
import { type EntryColumns, meritSources, type SourceRow } from './store'

/** The most findings of one kind that a report names, for the file of findings; all of them are counted. */
const named = 5000
/** How often to report the progress of reading, and how many entries to hand over at once. */
const readEvery = 2000
const slice = 50

type Read = { candidates: MeritCandidate[]; findings: Finding[]; confirmed: number; mark: string }

/**
 * Ranks in a separate thread and connection: confirmed forms in, three lists and a report out, with a slice of entries
 * on each request. Writes nothing.
 */
export default async function work(task: RankingTask): Promise<null> {
  const { port, source, previous, criteria } = task
  const sqlite =
    typeof source === 'string'
      ? new SqliteDatabase(source, { readonly: true, fileMustExist: true })
      : new SqliteDatabase(Buffer.from(source))
  const say = (message: RankingMessage) => port.postMessage(message)
  try {
    const rows = meritSources(sqlite)
    // A fixed view of the data from here on, unaffected by later writes.
    sqlite.exec('BEGIN')
    const read = readAll(rows, task, say)
    const lists = listsFrom(rank(read.candidates, criteria), criteria)
    const diff =
      previous === null ? null : meritLists.map((list) => diffOf(list, lists, rows.places(previous, list), task))
    sqlite.exec('COMMIT')
    say({
      kind: 'ranked',
      fingerprint: fingerprintOf(lists, task),
      files: filesOf(lists, task),
      mark: read.mark,
      report: reportOf(read, lists, diff, task),
    })
    await hand(lists, task, port)
  } finally {
    sqlite.close()
    port.close()
  }
  return null
}

function readAll(
  rows: ReturnType<typeof meritSources>,
  { criteria, eligibility }: RankingTask,
  say: (message: RankingMessage) => void,
): Read {
  const confirmed = rows.count()
  const candidates: MeritCandidate[] = []
  const findings: Finding[] = []
  const known = new Map<string, string>()
  let read = 0
  for (const row of rows.confirmed()) {
    const answers = JSON.parse(row.snapshot).answers ?? {}
    const { candidateId, userId, fullName } = row
    const source = { candidateId, userId, fullName, answers, cgpa: verdictOf(row) }
    const { candidate, findings: found } = meritCandidate(source, criteria, eligibility)
    if (candidate) candidates.push(candidate)
    findings.push(...found)
    for (const other of sharersOf(row, answers, known)) findings.push({ userId, finding: 'duplicate', about: other })
    if (++read % readEvery === 0) say({ kind: 'read', read, of: confirmed })
  }
  return { candidates, findings, confirmed, mark: rows.mark() }
}

/** Earlier forms that may be from the same person, by the criteria of the search for duplicates. */
function sharersOf({ userId, fullName }: SourceRow, answers: Answers, known: Map<string, string>): Set<string> {
  const others = new Set<string>()
  for (const { kind, value } of marksOf({ fullName, answers, documents: [] })) {
    const mark = `${kind} ${value}`
    const other = known.get(mark)
    if (other === undefined) known.set(mark, userId)
    else others.add(other)
  }
  return others
}

const verdictOf = ({ verdict, percentage }: SourceRow) => (verdict === null ? null : { verdict, percentage })

type Lists = readonly { list: MeritList; entries: Ranked[] }[]

function columnsOf(
  list: MeritList,
  { candidate, decidedBy }: Ranked,
  place: number,
  { criteria }: RankingTask,
): EntryColumns {
  const { candidateId, userId, fullName, type, category, shares } = candidate
  const kept = criteriaKept(shares, criteria)
  return [list, place + 1, candidateId, userId, fullName, type, category, percentageShown(shares[0]!), kept, decidedBy]
}

function diffOf(list: MeritList, lists: Lists, places: Iterable<Placed>, { criteria }: RankingTask): MeritDiff {
  const before = new Map<string, Placed>()
  for (const place of places) before.set(place.userId, place)
  const { entries } = lists.find((one) => one.list === list)!
  function* after(): Generator<Placed> {
    for (const [place, { candidate }] of entries.entries())
      yield {
        userId: candidate.userId,
        meritNumber: place + 1,
        criteria: criteriaKept(candidate.shares, criteria),
      }
  }
  return meritDiff(list, before, after())
}

function fingerprintOf(lists: Lists, task: RankingTask): string {
  const hash = createHash('sha256')
  for (const { list, entries } of lists)
    for (const [place, entry] of entries.entries())
      hash.update(`${JSON.stringify(columnsOf(list, entry, place, task))}\n`)
  return hash.digest('hex')
}

/** The published file of each list that has anybody in it, as the public log names it. Source: rules §19.1. */
function filesOf(lists: Lists, { words }: RankingTask): ListFiles {
  return Object.fromEntries(
    lists.flatMap(({ list, entries }) => {
      if (!entries.length) return []
      const hash = createHash('sha256')
      for (const piece of meritCsv(linesOf(entries), words)) hash.update(piece)
      return [[list, { entries: entries.length, sha256: hash.digest('hex') }]]
    }),
  )
}

function* linesOf(entries: readonly Ranked[]): Generator<MeritLine[]> {
  for (const [place, { candidate }] of entries.entries())
    yield [{ ...candidate, meritNumber: place + 1, percentage: percentageShown(candidate.shares[0]!) }]
}

function reportOf(
  { findings, confirmed }: Read,
  lists: Lists,
  diff: MeritDiff[] | null,
  { previous }: RankingTask,
): EditionReport {
  const of = (finding: MeritFinding) => findings.filter((one) => one.finding === finding)
  return {
    confirmed,
    counts: Object.fromEntries(lists.map(({ list, entries }) => [list, entries.length])) as EditionReport['counts'],
    findings: meritFindings
      .map((finding) => ({ finding, count: of(finding).length, first: of(finding).slice(0, named) }))
      .filter(({ count }) => count > 0),
    against: previous,
    diff,
  }
}

/** Hands over the entries in slices, one per request; ends early if nobody listens any more. */
async function hand(lists: Lists, task: RankingTask, port: MessagePort): Promise<void> {
  const closed = once(port, 'close').then(() => false)
  const asked = async () => Promise.race([once(port, 'message').then(() => true), closed])
  for (const { list, entries } of lists) {
    for (let from = 0; from < entries.length; from += slice) {
      if (!(await asked())) return
      const rows = entries.slice(from, from + slice).map((entry, n) => columnsOf(list, entry, from + n, task))
      port.postMessage({ kind: 'entries', rows } satisfies RankingMessage)
    }
  }
  if (await asked()) port.postMessage({ kind: 'done' } satisfies RankingMessage)
}
