import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** Has SQLite left a journal beside a database, as after a process that was killed? */
export const hasJournal = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > headerBytes

/** Of the journal and of each page in it. Source: https://www.sqlite.org/walformat.html */
const headerBytes = 32
const frameBytes = 24
/** Where the first page of a database has its size of pages, the number of its changes, and that of its pages. */
const [pageSizeAt, changesAt, pagesAt] = [16, 24, 28]

/** A page in a journal. `pages`: of the database, with the last page of a transaction, else 0. `salts`: a number that grows by one with each new beginning of the journal, and one by chance. */
type Frame = { page: number; pages: number; salts: [number, number]; sums: Sums; head: Buffer; content: Buffer }
type Sums = [number, number]

/**
 * Was the journal beside a database written for another one, so that SQLite would spoil this one with it? Reads the two files
 * without SQLite, which writes a journal into the file that it opens. False if nothing speaks against the two. They do not
 * belong together if the database lacks what was in the journal before its last new beginning, all of which SQLite had written into
 * the database by then; or if its first page is none of the journal's, and these do not follow upon it or tell of another length.
 */
export function isJournalOfAnother(file: string): boolean {
  for (;;) {
    if (!hasJournal(file)) return false
    const before = stateOf(file)
    const [database, journal] = [openSync(file, 'r'), openSync(`${file}-wal`, 'r')]
    try {
      if (!areStrangers(readerOf(database), readerOf(journal))) return false
    } finally {
      closeSync(database)
      closeSync(journal)
    }
    // Where another process writes the two meanwhile, what was read of them is of different moments.
    if (before === stateOf(file)) return true
  }
}

/** The times and lengths of a database and its journal. */
const stateOf = (file: string): string =>
  [file, `${file}-wal`]
    .map((one) => statSync(one, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''))
    .join()

/** Reads a part of a file; null beyond its end. */
type Read = (at: number, bytes: number) => Buffer | null

function readerOf(handle: number): Read {
  const { size } = fstatSync(handle)
  return (at, bytes) => {
    if (at + bytes > size) return null
    const content = Buffer.alloc(bytes)
    readSync(handle, content, 0, bytes, at)
    return content
  }
}

function areStrangers(database: Read, journal: Read): boolean {
  const header = journal(0, headerBytes)!
  const magic = header.readUInt32BE(0)
  const sums: Sums = [header.readUInt32BE(24), header.readUInt32BE(28)]
  const add = adderOf(magic === 0x377f0683)
  // SQLite reads nothing of a journal without a whole header.
  if (magic >>> 1 !== 0x377f0682 >>> 1 || !areEqual(add([0, 0], header.subarray(0, 24)), sums)) return false
  const first = database(0, 100)
  const pageBytes = header.readUInt32BE(8)
  if (first === null || (first.readUInt16BE(pageSizeAt) || 1) !== (pageBytes === 65_536 ? 1 : pageBytes)) return true
  const { newest, earlier } = pagesIn(journal, pageBytes, add, { sums, salts: saltsIn(header, 16) })
  const isThere = (page: number, ats: readonly number[]) => {
    const there = database((page - 1) * pageBytes, pageBytes)
    return there === null || ats.some((at) => there.equals(journal(at + frameBytes, pageBytes)!))
  }
  // Where the database has taken over none of the newest first pages, these follow upon its own.
  const firsts = newest.pages.get(1) ?? []
  if (!isThere(1, firsts) && !follows(newest, first)) return true
  return [...earlier].some(([page, at]) => !isThere(page, [at, ...(newest.pages.get(page) ?? [])]))
}

/**
 * Can what a journal holds have been written to a database with this first page? That counts its changes, by one at most for each time
 * that it is written, and a transaction that makes the database longer writes it.
 */
function follows({ lengths, changes }: Newest, first: Buffer): boolean {
  const [known, pages] = [first.readUInt32BE(changesAt), first.readUInt32BE(pagesAt)]
  const isNext = changes === null || changes === known || changes === known + 1
  return isNext && lengths.every((length) => length === pages)
}

/**
 * What SQLite reads of a journal. `pages`: where each content of each page lies; `changes`: the count on the first first page, null
 * without one; `lengths`: of the database, with each transaction before that page.
 */
type Newest = { pages: Map<number, number[]>; changes: number | null; lengths: number[] }

/**
 * The pages of a journal: the newest ones, which SQLite reads, and behind them what is left of the time before the last new
 * beginning: where the last content of each page lies that was committed then.
 */
function pagesIn(
  journal: Read,
  pageBytes: number,
  add: ReturnType<typeof adderOf>,
  begun: { sums: Sums; salts: [number, number] },
) {
  const newest: Newest = { pages: new Map(), changes: null, lengths: [] }
  const earlier = new Map<number, number>()
  let uncommitted: [page: number, at: number][] = []
  let before: Pick<Frame, 'sums' | 'salts'> = begun
  let isNewest = true
  let length = 0
  for (let at = headerBytes; ; at += frameBytes + pageBytes) {
    const frame = frameIn(journal(at, frameBytes + pageBytes))
    if (frame === null) return { newest, earlier }
    const { page, pages, salts, content } = frame
    const isNext = areEqual(salts, before.salts) && areEqual(add(add(before.sums, frame.head), content), frame.sums)
    if (isNewest && isNext) {
      if (page === 1) newest.changes ??= content.readUInt32BE(changesAt)
      const ats = newest.pages.get(page)
      if (ats) ats.push(at)
      else newest.pages.set(page, [at])
      if (pages > 0 && newest.changes === null) newest.lengths.push(pages)
    } else if (isNewest) {
      // The first page that was not overwritten can be held to nothing: only those after it count.
      if (salts[0] !== (begun.salts[0] - 1) >>> 0) continue
      isNewest = false
    } else if (isNext) {
      uncommitted.push([page, at])
      if (pages > 0) {
        for (const [one, lies] of uncommitted) earlier.set(one, lies)
        uncommitted = []
        // What a transaction has cut off is nobody's any more, and may be anything if the database grows again.
        if (pages < length) for (const one of earlier.keys()) if (one > pages) earlier.delete(one)
        length = pages
      }
    } else return { newest, earlier }
    before = frame
  }
}

function frameIn(bytes: Buffer | null): Frame | null {
  if (bytes === null) return null
  return {
    page: bytes.readUInt32BE(0),
    pages: bytes.readUInt32BE(4),
    salts: saltsIn(bytes, 8),
    sums: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    head: bytes.subarray(0, 8),
    content: bytes.subarray(frameBytes),
  }
}

const saltsIn = (bytes: Buffer, at: number): [number, number] => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
const areEqual = (one: readonly number[], other: readonly number[]) => one[0] === other[0] && one[1] === other[1]

/** The sums by which SQLite knows a whole page, each of which goes on from the one before it. */
const adderOf =
  (isBigEndian: boolean) =>
  ([first, second]: Sums, bytes: Buffer): Sums => {
    const read = isBigEndian ? bytes.readUInt32BE.bind(bytes) : bytes.readUInt32LE.bind(bytes)
    let [a, b] = [first, second]
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + read(at) + b) >>> 0
      b = (b + read(at + 4) + a) >>> 0
    }
    return [a, b]
  }
