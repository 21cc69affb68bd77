import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, rm, stat } from 'node:fs/promises'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { type FileFault, faultAtSight } from '#server/domain/application/file-at-sight.ts'
import {
  type EntryChange,
  type ImportChange,
  type ImportKind,
  type ImportTable,
  mostFaults,
  mostImportLines,
  type Touched,
  uncompared,
} from '#server/domain/desk/imports.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { type CsvLineFault, csvTableReader, doubtsOfLine, isSameLine } from '#server/domain/terms/csv-table.ts'
import type { Preparation, Releases } from '#server/domain/terms/release.ts'
import { mayDo, type StaffMember } from '#server/domain/terms/staff.ts'
import { readCsvPieces } from '#server/http/read-csv.ts'
import { sighted } from '#server/http/sighted.ts'
import { faultyFile, plainFileName, type UploadedFile } from '#server/http/upload.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ImportsStore, NamedImport, StagedChange } from './store'

type ImportsDeps = {
  db: Database
  store: ImportsStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  releases: Releases
  tables: readonly ImportTable[]
  pause(milliseconds: number): Promise<void>
}

/** An import in a list or on its page. */
type ImportView = NamedImport & {
  counts: Record<ImportChange, number>
  /** Null once the file has been read. */
  progress: { done: number; total: number } | null
  needsSecondPerson: boolean
  /** May this person put it in force? */
  mayApply: boolean
}

/** Bytes of a file whose lines are taken at a time, and the multiple of that time which pages get afterwards. */
const piece = 2 * 1024
const pauseFactor = 5
/** Changes that are read back and written at a time. */
const slice = 500
/** Files that the page of a table lists. */
const shown = 20

const shape: ListShape = {
  list: 'imports',
  columns: [
    { key: 'id', kind: 'text', isSortable: true },
    { key: 'fileName', kind: 'text' },
    { key: 'kind', kind: 'text' },
    { key: 'state', kind: 'text' },
    { key: 'lines', kind: 'count' },
    { key: 'faultCount', kind: 'count', isExtra: true },
    { key: 'preparedAt', kind: 'time' },
    { key: 'preparedByName', kind: 'text' },
    { key: 'decidedAt', kind: 'time', isExtra: true },
    { key: 'decidedByName', kind: 'text', isExtra: true },
  ],
  filters: ['kind', 'state'],
  order: '-id',
}

/** Thrown to roll back an import whose entries have changed since it was read. */
class Stale extends Error {}

/**
 * Tables that the cell keeps in a spreadsheet: exported, read back line by line, compared with what is there, and put
 * in force as a whole or not at all. Source: rules §13.7.
 */
export function createImports({ db, store, clock, record, releases, tables, pause }: ImportsDeps) {
  const tableOf = (kind: ImportKind) => tables.find((table) => table.kind === kind)!

  const release = releases.of<NamedImport>({
    kind: 'import',
    find: store.find,
    refusals: { unknown: 'unknown-import', decided: 'import-decided' },
    acts: { release: 'imports.applied', discard: 'imports.discarded' },
    detail: ({ kind, hash, lines, unchanged }) => ({ kind, sha256: hash, lines, unchanged }),
    needsSecondPerson: ({ kind }) => tableOf(kind).needsSecondPerson,
    onRelease(row, by) {
      applyAll(row, by)
      return ok()
    },
    onFail: ({ id }) => store.drop(id),
  })

  /** Writes every change, once each entry is still as it was when the file was read; throws `Stale` otherwise. */
  function applyAll({ id, kind, isWhole }: NamedImport, by: StaffMember): void {
    const table = tableOf(kind)
    if ('applyFile' in table) {
      if (!table.applyFile(by, id)) throw new Stale()
      return
    }
    const check = table.check(by, isWhole)
    for (const changes of slicesOf(id)) {
      for (const change of changes) {
        const now = table.find(change.key)
        const isAsRead = now && change.before ? isSameLine(now, change.before, table.columns) : now === change.before
        if (!isAsRead || check(change, false)) throw new Stale()
      }
    }
    if (check.atEnd?.().length) throw new Stale()
    for (const changes of slicesOf(id)) table.apply(by, changes)
  }

  function* slicesOf(id: number): Generator<StagedChange[]> {
    for (let after = 0; ; ) {
      const changes = store.changes(id, after, slice)
      if (changes.length) yield changes
      if (changes.length < slice) return
      after = changes.at(-1)!.number
    }
  }

  /** The table of a kind, if this person may read and change it. */
  function tableFor(actor: StaffMember, kind: ImportKind): Result<ImportTable> {
    const table = tableOf(kind)
    return mayDo(actor.role, table.permission) ? ok(table) : refuse('unknown-import', 404)
  }

  /** Reads a file in pieces, between which pages get their turn, and stages what it changes. */
  async function read(preparation: Preparation, id: number, actor: StaffMember, table: ImportTable, file: string) {
    const { isWhole } = store.find(id)!
    const total = (await stat(file)).size
    const hash = createHash('sha256')
    const reader = csvTableReader(table.columns, table.keyOf, table.find)
    const check = table.check(actor, isWhole)
    const faults: CsvLineFault[] = []
    const warnings: CsvLineFault[] = []
    let [done, number, unchanged, faultCount, warningCount] = [0, 0, 0, 0, 0]
    let isOver = false
    async function* bytes(): AsyncGenerator<Buffer> {
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        for (let at = 0; at < chunk.length; at += piece) {
          const bytes = chunk.subarray(at, at + piece)
          done += bytes.length
          yield bytes
        }
      }
    }
    function blame(found: readonly CsvLineFault[]): void {
      faultCount += found.length
      faults.push(...found.slice(0, mostFaults - faults.length))
    }
    /** Checks one entry (`change`: null if it stays as it is); returns its change, or null if there is none. */
    function changed(line: number, entry: EntryChange, change: ImportChange | null): StagedChange | null {
      const doubt = check(entry, change === null)
      if (doubt) blame([{ line, ...doubt }])
      return doubt || change === null ? null : { ...entry, number: ++number, line, change }
    }
    /** Stages changes; false if somebody has discarded the import. */
    function stage(changes: readonly (StagedChange | null)[]): boolean {
      const staged = changes.filter((change) => change !== null)
      return db.transactUnflushed(() => {
        const isOurs = preparation.isOurs()
        if (isOurs && faultCount === 0) store.stage(id, staged)
        return isOurs
      })
    }
    function take(row: Parameters<typeof reader.take>[0]): StagedChange | null {
      const taken = reader.take(row)
      if (!taken) return null
      if ('faults' in taken) {
        blame(taken.faults)
        isOver = taken.isEnd === true
        return null
      }
      if (reader.lines() > mostImportLines) {
        blame([{ line: row.line, column: null, why: 'file-long', params: { max: mostImportLines } }])
        return null
      }
      const { key, before } = taken
      const kept = reader.absent().map((column) => [column, before?.[column] ?? ''])
      const values = { ...taken.values, ...Object.fromEntries(kept) }
      const isSame = before !== null && isSameLine(before, values, table.columns)
      if (isSame) unchanged++
      else {
        const doubts = doubtsOfLine(before, values, table.columns).map((doubt) => ({ line: row.line, ...doubt }))
        const found = [...taken.warnings, ...doubts]
        warningCount += found.length
        warnings.push(...found.slice(0, mostFaults - warnings.length))
      }
      return changed(row.line, { key, before, after: values }, isSame ? null : before ? 'changed' : 'new')
    }

    for await (const rows of readCsvPieces(bytes(), mostImportLines + 2)) {
      const begun = performance.now()
      if (!stage(rows.map((row) => (isOver ? null : take(row))))) return
      if (isOver) break
      if (!preparation.at('reading', done, total)) return
      await pause(pauseFactor * (performance.now() - begun))
    }
    if (faultCount === 0 && reader.lines() === 0) blame([{ line: 1, column: null, why: 'empty' }])
    if (isWhole && faultCount === 0) {
      for (const entries of pagesOf(table)) {
        const begun = performance.now()
        const left = entries.flatMap((before) => {
          const key = table.keyOf(before)
          const after = reader.has(key) ? before : table.gone(before)
          return after === before ? [] : [changed(0, { key, before, after }, 'gone')]
        })
        if (!stage(left)) return
        await pause(pauseFactor * (performance.now() - begun))
      }
    }
    if (faultCount === 0) blame((check.atEnd?.() ?? []).map((doubt) => ({ line: 0, ...doubt })))
    db.transact(() => {
      if (!preparation.isOurs()) return
      const told = faultCount ? { faultCount, faults } : { faultCount: warningCount, faults: warnings }
      const found = { hash: hash.digest('hex'), lines: reader.lines(), unchanged, ...told }
      store.finish(id, found)
      const { kind } = table
      record(
        auditActor(actor),
        'imports.read',
        { of: `import:${id}` },
        { kind, lines: found.lines, faults: faultCount },
      )
      if (!release.move(id, faultCount ? 'fail' : 'ready')) return
      if (faultCount) store.drop(id)
    })
  }

  return {
    /** The tables that this person may read and change. */
    tables: (actor: StaffMember): readonly ImportTable[] =>
      tables.filter(({ permission }) => mayDo(actor.role, permission)),
    tableFor,

    /** The newest files of a table. */
    newest: (actor: StaffMember, kind: ImportKind): NamedImport[] =>
      tableFor(actor, kind).ok ? store.newest(kind, shown) : [],
    /** The files of all tables that somebody may change. */
    list: listOfStore({
      shape,
      reader: store.list,
      reach: (actor: StaffMember) => ({
        kinds: JSON.stringify(tables.filter(({ permission }) => mayDo(actor.role, permission)).map(({ kind }) => kind)),
      }),
    }),

    /**
     * Begins to read a file. `finished`: when it has been read; its report and its changes are then on its page. One
     * file for each call.
     */
    async begin(
      actor: StaffMember,
      kind: ImportKind,
      uploaded: readonly UploadedFile[],
      isWhole: boolean,
    ): Promise<Result<{ id: number; finished: Promise<void> }>> {
      const found = tableFor(actor, kind)
      if (!found.ok) return found
      const [file, ...more] = uploaded
      const unfit = (code: string, one?: UploadedFile, params?: FileFault['params']) =>
        refuse('check-answers', 422, { fields: [{ field: 'file', code, params, file: one && faultyFile(one) }] })
      if (!file || more.length) return unfit('importFile.required')
      const fault = faultAtSight('long-table', await sighted(file))
      if (fault) return unfit(fault.code, file, fault.params)
      // The upload is removed with its request; reading a long file takes longer.
      const kept = `${file.path}.csv`
      await link(file.path, kept)
      const id = db.transact(() => {
        const preparedAt = clock.portal()
        const fileName = plainFileName(file.originalName, `${kind}.csv`)
        const added = store.add({ kind, fileName, isWhole, state: 'preparing', preparedAt, preparedBy: actor.id })
        release.begin(added)
        return added
      })
      const finished = release
        .prepare(id, (preparation) => read(preparation, id, actor, found.value, kept))
        .finally(() => rm(kept, { force: true }))
      return ok({ id, finished })
    },

    /** A file with its report. */
    view(actor: StaffMember, kind: ImportKind, id: number): Result<ImportView> {
      const row = store.find(id)
      if (!row || row.kind !== kind) return refuse('unknown-import', 404)
      const table = tableFor(actor, kind)
      if (!table.ok) return table
      return ok({
        ...row,
        counts: store.counts(id),
        progress: row.state === 'preparing' ? (release.progress(id) ?? { done: 0, total: 0 }) : null,
        needsSecondPerson: table.value.needsSecondPerson,
        mayApply: row.state === 'prepared' && release.mayRelease(row, actor),
      })
    },

    /** The changes of one kind, from a number on. */
    changes: (id: number, change: ImportChange, after: number, most: number): StagedChange[] =>
      store.changes(id, after, most, change),

    /** The candidates whom a file touches; null where the table counts none, and once the file has been decided. */
    touched: ({ id, kind, state }: Pick<NamedImport, 'id' | 'kind' | 'state'>): Touched | null =>
      (state === 'prepared' && tableOf(kind).touched?.(id)) || null,

    /**
     * Puts a file in force: every change or none. Refusals: `import-stale` (409) if an entry has changed since the file
     * was read, `second-person` (403), `import-decided` (409), `import-nothing` (409) for a file without changes,
     * `import-warnings` (422) for one with warnings unless somebody has looked at them (`checked`).
     */
    apply(actor: StaffMember, kind: ImportKind, id: number, checked = false): Result<NamedImport> {
      const found = this.view(actor, kind, id)
      if (!found.ok) return found
      const { state, counts, faults } = found.value
      if (state === 'prepared' && faults.length > 0 && !checked) return uncompared()
      if (state === 'prepared' && counts.new + counts.changed + counts.gone === 0) return refuse('import-nothing', 409)
      try {
        const applied = release.release(actor, id)
        if (applied.ok) tableOf(kind).onApplied?.()
        return applied
      } catch (error) {
        if (error instanceof Stale) return refuse('import-stale', 409)
        throw error
      }
    },

    discard(actor: StaffMember, kind: ImportKind, id: number): Result<NamedImport> {
      const found = this.view(actor, kind, id)
      return found.ok ? release.discard(actor, id) : found
    },

    /** The header alone, for a new table. */
    template: (actor: StaffMember, kind: ImportKind): Result<Iterable<string>> => {
      const found = tableFor(actor, kind)
      return found.ok ? ok([byteOrderMark, headerOf(found.value)]) : found
    },

    /** The present table in the columns in which it is read back, piece by piece; logs the export. */
    exported(actor: StaffMember, kind: ImportKind): Result<Iterable<string>> {
      const found = tableFor(actor, kind)
      if (!found.ok) return found
      record(auditActor(actor), 'imports.exported', {}, { kind })
      return ok(linesOf(found.value))
    },

    /** A job: fails the files of processes that have ended. */
    failAbandoned: release.failAbandoned,
  }
}

export type Imports = ReturnType<typeof createImports>

const headerOf = ({ columns }: ImportTable): string => csvLine(columns.map(({ name }) => name))

function* pagesOf(table: ImportTable): Generator<ReturnType<ImportTable['page']>> {
  for (let after = ''; ; ) {
    const entries = table.page(after)
    if (!entries.length) return
    yield entries
    after = table.keyOf(entries.at(-1)!)
  }
}

function* linesOf(table: ImportTable): Generator<string> {
  yield byteOrderMark
  yield headerOf(table)
  for (const entries of pagesOf(table))
    yield entries.map((values) => csvLine(table.columns.map(({ name }) => values[name] ?? ''))).join('')
}
