import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasJournal, isJournalOfAnother } from '#server/features/operations/housekeeping/journal.ts'
import { folderOfTest } from '#tests/support/portal.ts'

const [headerBytes, frameBytes] = [32, 24]
const pageSizes = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]

/** A database whose journal SQLite writes nothing of into it by itself. */
function begun(pageBytes: number) {
  const file = path.join(folderOfTest(), 'one.db')
  const sqlite = new SqliteDatabase(file)
  onTestFinished(() => void sqlite.close())
  for (const pragma of [`page_size = ${pageBytes}`, 'journal_mode = WAL', 'wal_autocheckpoint = 0'])
    sqlite.pragma(pragma)
  sqlite.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)')
  const put = sqlite.prepare('INSERT OR REPLACE INTO t VALUES (?, ?)')
  const states = new Set<string>()
  const remember = () => states.add(contentOf(sqlite))
  remember()
  return {
    file,
    sqlite,
    /** All that was ever committed. */
    states,
    write(from: number, to: number, word: string) {
      sqlite.transaction(() => {
        for (let id = from; id < to; id++) put.run(id, word.repeat((1 + (id % 40)) * Math.ceil(pageBytes / 2048)))
      })()
      remember()
    },
    cut(from: number) {
      sqlite.prepare('DELETE FROM t WHERE id > ?').run(from)
      remember()
    },
    checkpoint: (kind: 'PASSIVE' | 'RESTART') => void sqlite.pragma(`wal_checkpoint(${kind})`),
  }
}

const contentOf = (sqlite: SqliteDatabase.Database): string =>
  JSON.stringify(
    sqlite
      .prepare(
        'SELECT count(*), sum(id), sum(length(text)), group_concat(substr(text, 1, 9)) FROM (SELECT * FROM t ORDER BY id)',
      )
      .raw()
      .get(),
  )

/** Copies a database and a journal beside each other, without what SQLite keeps of them in memory. */
function together(database: string, journal: string, bytes?: number): string {
  const file = path.join(folderOfTest(), 'together.db')
  copyFileSync(database, file)
  copyFileSync(journal, `${file}-wal`)
  if (bytes !== undefined) truncateSync(`${file}-wal`, bytes)
  return file
}

/** What SQLite makes of the two; null if that is damaged. Changes them. */
function openedBySqlite(file: string): string | null {
  const sqlite = new SqliteDatabase(file)
  try {
    return sqlite.pragma('integrity_check', { simple: true }) === 'ok' ? contentOf(sqlite) : null
  } catch {
    return null
  } finally {
    sqlite.close()
  }
}

/** Every length at which a journal may break off: at each frame, in its head and in the middle of its page. */
function* lengthsOf(journal: string, pageBytes: number): Generator<number> {
  const { length } = readFileSync(journal)
  for (const at of [0, 1, headerBytes - 1]) yield at
  for (let at = headerBytes; at <= length; at += frameBytes + pageBytes) {
    yield at
    if (at < length) yield* [at + 1, at + frameBytes, at + frameBytes + pageBytes / 2, at + frameBytes + pageBytes - 1]
  }
}

/** The same journal with the sums that a machine of the other kind writes. */
function withOtherSums(journal: string): void {
  const bytes = readFileSync(journal)
  const isBig = bytes.readUInt32BE(0) === 0x377f0682
  bytes.writeUInt32BE(isBig ? 0x377f0683 : 0x377f0682, 0)
  const pageBytes = bytes.readUInt32BE(8)
  const sums = (part: Buffer, [first, second]: [number, number]): [number, number] => {
    let [a, b] = [first, second]
    for (let at = 0; at < part.length; at += 8) {
      const [x, y] = [at, at + 4].map((place) => (isBig ? part.readUInt32BE(place) : part.readUInt32LE(place)))
      a = (a + x! + b) >>> 0
      b = (b + y! + a) >>> 0
    }
    return [a, b]
  }
  const put = (pair: [number, number], at: number) =>
    pair.forEach((sum, n) => void bytes.writeUInt32BE(sum, at + 4 * n))
  let before = sums(bytes.subarray(0, 24), [0, 0])
  put(before, 24)
  // Only what was written since the last new beginning goes on from the head; frames behind it keep what they have.
  const salts = bytes.subarray(16, 24)
  for (let at = headerBytes; at + frameBytes + pageBytes <= bytes.length; at += frameBytes + pageBytes) {
    if (!bytes.subarray(at + 8, at + 16).equals(salts)) break
    before = sums(bytes.subarray(at, at + 8), before)
    before = sums(bytes.subarray(at + frameBytes, at + frameBytes + pageBytes), before)
    put(before, at + 16)
  }
  writeFileSync(journal, bytes)
}

describe.each(pageSizes)('with pages of %i bytes', (pageBytes) => {
  test('a database is never taken from its own journal, wherever that breaks off', () => {
    const one = begun(pageBytes)
    one.write(0, 30, 'first ')
    one.checkpoint('RESTART')
    const database = path.join(folderOfTest(), 'database.db')
    copyFileSync(one.file, database)
    for (let n = 0; n < 6; n++) one.write(n * 3, n * 3 + 8 * (1 + n), `turn ${n} `)
    for (const bytes of lengthsOf(`${one.file}-wal`, pageBytes)) {
      const file = together(database, `${one.file}-wal`, bytes)
      expect(isJournalOfAnother(file), `${bytes}`).toBe(false)
      expect([...one.states], `${bytes}`).toContain(openedBySqlite(file))
    }
  })

  test('an older database is refused beside a newer journal wherever SQLite would spoil it, and neither changes', () => {
    const one = begun(pageBytes)
    one.write(0, 60, 'first ')
    one.checkpoint('RESTART')
    const old = path.join(folderOfTest(), 'old.db')
    copyFileSync(one.file, old)
    one.write(20, 120, 'lost ')
    one.checkpoint('RESTART')
    for (let n = 0; n < 4; n++) one.write(n * 5, n * 5 + 2, `newest ${n} `)
    let refused = 0
    for (const bytes of lengthsOf(`${one.file}-wal`, pageBytes)) {
      const file = together(old, `${one.file}-wal`, bytes)
      const before = [file, `${file}-wal`].map((name) => readFileSync(name))
      const isRefused = isJournalOfAnother(file)
      expect([file, `${file}-wal`].map((name, n) => readFileSync(name).equals(before[n]!))).toEqual([true, true])
      const content = isRefused ? null : openedBySqlite(file)
      if (isRefused) refused++
      // Damage is found by the check of integrity, which is asked before anything is written.
      else if (content !== null) expect([...one.states], `${bytes}`).toContain(content)
    }
    expect(refused).toBeGreaterThan(0)
  })

  test('sums of a machine with the other order of bytes are read alike', () => {
    const one = begun(pageBytes)
    one.write(0, 60, 'first ')
    one.checkpoint('RESTART')
    const old = path.join(folderOfTest(), 'old.db')
    copyFileSync(one.file, old)
    one.write(20, 120, 'lost ')
    one.checkpoint('RESTART')
    const newer = path.join(folderOfTest(), 'newer.db')
    copyFileSync(one.file, newer)
    one.write(0, 2, 'newest ')
    const [own, other] = [together(newer, `${one.file}-wal`), together(old, `${one.file}-wal`)]
    for (const file of [own, other]) withOtherSums(`${file}-wal`)
    expect([isJournalOfAnother(own), isJournalOfAnother(other)]).toEqual([false, true])
    expect(openedBySqlite(own)).toBe(contentOf(one.sqlite))
  })
})

/** Numbers that look drawn, the same in every run. */
function drawn(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('in drawn histories a database keeps the journal that it had at any moment, and hardly ever gets one that mixes two of them unseen', () => {
  const found = { refused: 0, damaged: 0, mixed: 0 }
  for (let seed = 1; seed <= 8; seed++) {
    const below = drawn(seed)
    const one = begun(pageSizes[below(5)]!)
    const moments: string[] = []
    for (let step = 0; step < 22; step++) {
      const act = below(10)
      const from = below(200)
      if (act < 6) one.write(from, from + 1 + below(60), `step ${step} `)
      else if (act < 7) one.cut(from)
      else if (act < 8) one.sqlite.exec('VACUUM')
      else one.checkpoint(act < 9 ? 'PASSIVE' : 'RESTART')
      if (!hasJournal(one.file)) continue
      moments.push(together(one.file, `${one.file}-wal`))
      expect(isJournalOfAnother(moments.at(-1)!), `seed ${seed}, step ${step}`).toBe(false)
    }
    for (const [n, database] of moments.entries())
      for (const journal of moments.slice(n + 1)) {
        const file = together(database, `${journal}-wal`)
        const isRefused = isJournalOfAnother(file)
        const content = openedBySqlite(file)
        if (one.states.has(content ?? '')) continue
        found[isRefused ? 'refused' : content === null ? 'damaged' : 'mixed']++
      }
  }
  // What is damaged is found by the check of integrity before anything is written; what is mixed, by the marks of a folder alone.
  expect(found.refused).toBeGreaterThan(100)
  expect(found.mixed).toBeLessThan((found.refused + found.damaged) / 50)
}, 120_000)

test('a journal that is empty, or of which no head is whole, is nobody’s', () => {
  const one = begun(4096)
  one.write(0, 30, 'first ')
  one.checkpoint('RESTART')
  for (const content of [
    Buffer.alloc(0),
    Buffer.alloc(31),
    Buffer.alloc(32),
    Buffer.alloc(9000),
    Buffer.from('no journal'.repeat(999)),
  ]) {
    const file = together(one.file, `${one.file}-wal`)
    writeFileSync(`${file}-wal`, content)
    expect(isJournalOfAnother(file)).toBe(false)
    expect(openedBySqlite(file)).toBe(contentOf(one.sqlite))
  }
  rmSync(`${one.file}-wal`, { force: true })
  expect([existsSync(`${one.file}-wal`), isJournalOfAnother(one.file)]).toEqual([false, false])
})

test('a database that another process writes at the moment keeps its journal', async () => {
  const file = path.join(folderOfTest(), 'busy.db')
  const writer = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const sqlite = new (require('better-sqlite3'))(workerData)
    for (const pragma of ['journal_mode = WAL', 'synchronous = OFF', 'wal_autocheckpoint = 20']) sqlite.pragma(pragma)
    sqlite.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)')
    const put = sqlite.prepare('INSERT OR REPLACE INTO t VALUES (?, ?)')
    const write = sqlite.transaction((from) => {
      for (let id = from; id < from + 40; id++) put.run(id, String(Math.random()).repeat(20))
    })
    let n = 0
    const go = () => {
      for (let turn = 0; turn < 50; turn++) write((n++ * 37) % 3000)
      if (n === 50) parentPort.postMessage('busy')
      setImmediate(go)
    }
    go()`,
    { eval: true, workerData: file },
  )
  onTestFinished(() => void writer.terminate())
  await new Promise((resolve) => writer.once('message', resolve))
  const until = performance.now() + 3000
  let looks = 0
  while (performance.now() < until) {
    expect(isJournalOfAnother(file), `look ${looks++}`).toBe(false)
    await new Promise(setImmediate)
  }
  expect(looks).toBeGreaterThan(20)
})
