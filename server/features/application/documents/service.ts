import { Readable } from 'node:stream'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { FileStorage, Swept } from '#server/adapters/file-storage/file-storage.ts'
import type { CandidateLimits } from '#server/courses/candidate-limits.ts'
import {
  type FileKind,
  isFileKind,
  isPictureKind,
  mayUndo,
  type PictureKind,
  pictureKinds,
  sameFileAs,
} from '#server/domain/application/document-rules.ts'
import { type RequiredDocument, requiredDocuments } from '#server/domain/application/required-documents.ts'
import type { PicturePart } from '#server/domain/season/cell-pictures.ts'
import { type StepNumber, type StepSlug, steps } from '#server/domain/terms/journey.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { fairQueue } from '#server/kernel/fair-queue.ts'
import { shortFileName } from '#server/kernel/file-names.ts'
import { busy, ok, type Refused, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'
import type { PagePictures, PictureSize } from './page-pictures'
import type { DocumentRow, DocumentsStore } from './store'

export type DocumentsDeps = {
  db: Database
  store: DocumentsStore
  files: FileStorage
  clock: Clock
  /** Counters of tries in fixed windows of real time. */
  limits: Pick<Limits, 'count'>
  rules: Pick<CandidateLimits, 'uploadsPerHour' | 'filesWaiting'>
  application: Pick<Application, 'answers' | 'mayEdit' | 'reconsider'>
  /** True if another feature names these bytes. */
  isKnownElsewhere(hash: string): boolean
  /** Draws pages of PDFs. */
  pictures: PagePictures
  /** Called when so many files are unreferenced that the sweep set none aside. */
  onSweepHeld(): void
}

/** An uploaded document, as pages and the API show it. */
export type DocumentSummary = Omit<DocumentRow, 'hash'> & {
  /** The other documents of the application that are the same file. */
  sameAs: readonly FileKind[]
}
/** A required document, the reason for it, and the file uploaded for it. */
export type DocumentEntry = RequiredDocument & { document: DocumentSummary | null }
type OpenedDocument = Omit<DocumentRow, 'hash'> & { stream: Readable }
/** The bytes of a file that some feature names. */
type StoredFile = Pick<DocumentRow, 'hash' | 'mediaType' | 'bytes' | 'pages'>
type OpenedPage = { stream: Readable; mediaType: string; bytes: number }

export type Documents = ReturnType<typeof createDocuments>

const unknown = () => refuse('document-unknown', 404)
const stepOf = (kind: FileKind): StepNumber => (isPictureKind(kind) ? 5 : 6)

/** The device's name for a file, made safe to show: no folders, no invisible characters, at most 255 characters. */
const shownName = (name: string): string =>
  shortFileName(
    name
      .normalize('NFC')
      .replace(/^.*[\\/]/s, '')
      .replace(/[\p{C}\u2028\u2029]/gu, ''),
    255,
  )

/**
 * Photograph, signature and certificates: uploaded, shown to authorised people, replaced, removed.
 * Long: its verbs share the queue of uploads and the judgement of a file.
 */
export function createDocuments(deps: DocumentsDeps) {
  const { db, store, files, clock, limits, application, isKnownElsewhere, pictures } = deps
  /** In turn by candidate. A file spends most of its time waiting for the disk and for threads, so several are at work at once. */
  const queue = fairQueue({
    concurrency: 6,
    perLane: deps.rules.filesWaiting,
    inAll: 60,
    now: () => performance.now(),
  })
  const isKnown = (hash: string) => store.isKnown(hash) || isKnownElsewhere(hash)
  const summariesOf = (candidateId: number): DocumentSummary[] => {
    const all = store.current(candidateId)
    return all.map(({ hash, ...row }) => ({ ...row, sameAs: sameFileAs({ name: row.name, hash }, all) }))
  }
  const summaryOf = (candidateId: number, kind: string) => summariesOf(candidateId).find(({ name }) => name === kind)
  const required = (candidateId: number) => requiredDocuments(application.answers(candidateId))

  /** A page of a document, or a thumbnail, as a JPEG. */
  async function drawn(
    { hash, mediaType }: StoredFile,
    page: number,
    size: PictureSize,
    lane: string,
  ): Promise<Result<OpenedPage>> {
    const read = async () => Buffer.concat(await (await files.read(hash)).toArray())
    const picture = await pictures.picture({ hash, mediaType, page, size, read }, lane)
    if (!picture.ok) return picture
    const stream = Readable.from([picture.value], { objectMode: false })
    return ok({ stream, mediaType: 'image/jpeg', bytes: picture.value.length })
  }

  /** One page (from 1) of a file as a picture. */
  async function pageOf(file: StoredFile, page: number, lane: string): Promise<Result<OpenedPage>> {
    if (!(page >= 1 && page <= file.pages)) return unknown()
    if (file.mediaType === 'application/pdf') return drawn(file, page, 'page', lane)
    return ok({ stream: await files.read(file.hash), mediaType: file.mediaType, bytes: file.bytes })
  }

  /**
   * A file of any feature for staff who may see it: whole, or one page (from 1) as a picture. Refusals: `document-unknown`
   * (404) for a page that it does not have, `page-unreadable` (422), `busy` (503).
   */
  async function viewFile(file: StoredFile, { id }: { id: number }, page?: number): Promise<Result<OpenedPage>> {
    if (page !== undefined) return pageOf(file, page, `staff:${id}`)
    return ok({ stream: await files.read(file.hash), mediaType: file.mediaType, bytes: file.bytes })
  }

  function mayPut(candidateId: number, kind: FileKind, at: Instant): Result<unknown> {
    const editing = application.mayEdit(candidateId, stepOf(kind), at)
    if (!editing.ok || isPictureKind(kind)) return editing
    const isAskedFor = required(candidateId).some((document) => document.kind === kind)
    return isAskedFor ? ok() : refuse('document-not-asked-for')
  }

  /**
   * Takes in the upload of one document: judges it by its content, re-encodes pictures, stores it under its hash. The
   * sweep deletes files that no row comes to name. Refuses an unsuitable file with a fault of the field `file`.
   */
  async function keep(
    candidateId: number,
    kind: FileKind | 'attachment',
    uploaded: readonly UploadedFile[],
  ): Promise<Result<Pick<DocumentRow, 'hash' | 'mediaType' | 'bytes' | 'pages' | 'originalName'>>> {
    const lane = `candidate:${candidateId}`
    const full = noRoom(lane)
    if (full) return full
    // A file that came while there was no room comes again, and counts once.
    const now = clock.real()
    const { count, resetsAt } = limits.count(`upload:${candidateId}`, hours(1), now)
    if (count > deps.rules.uploadsPerHour) return tooOften(Math.ceil((resetsAt - now) / 1000))
    // Loaded with the first upload, because the picture and PDF libraries would slow down every start.
    const prepared = await queue.run(lane, async () =>
      (await import('./prepare')).prepare(kind, uploaded, pictures.rewritten),
    )
    if (!prepared.ok) return prepared
    const { bytes, mediaType, pages } = prepared.value
    const kept = await files.keep(bytes)
    if (!kept.ok) return kept
    const originalName = shownName(uploaded[0]!.originalName)
    return ok({ hash: kept.value, mediaType, bytes: bytes.length, pages, originalName })
  }

  /** A refusal if too many wait in the lane or in all. */
  function noRoom(lane: string): Refused | null {
    const room = queue.room(lane)
    if (room === 'free') return null
    const seconds = queue.seconds()
    if (room === 'lane-full') return refuse('uploads-at-once', 429, { retryAfter: seconds, params: { seconds } })
    return busy(seconds)
  }

  /** Does the work when it is the turn of the staff, who share a lane. */
  const inTurn = <T>(work: () => Promise<Result<T>>): Result<T> | Promise<Result<T>> =>
    noRoom('staff') ?? queue.run('staff', work)

  /** The bytes stored under a hash that a version of an application names. */
  const bytesOf = async (hash: string | null): Promise<Buffer | null> =>
    hash === null ? null : Buffer.concat(await (await files.read(hash)).toArray())

  return {
    keep,
    read: files.read,

    /**
     * Takes in a file, or several photographs of one document, and replaces the previous one. `at`: when the request
     * arrived. Refuses an unsuitable file with a fault of the field `file`.
     */
    async put(
      candidateId: number,
      kind: string,
      uploaded: readonly UploadedFile[],
      at: Instant,
    ): Promise<Result<DocumentSummary>> {
      if (!isFileKind(kind)) return unknown()
      const may = mayPut(candidateId, kind, at)
      if (!may.ok) return may
      const kept = await keep(candidateId, kind, uploaded)
      if (!kept.ok) return kept
      return db.transact(() => {
        // Locked or changed meanwhile; the sweep deletes the unreferenced file.
        const still = mayPut(candidateId, kind, at)
        if (!still.ok) return still
        const now = clock.portal()
        store.supersede(candidateId, kind, now)
        store.add(candidateId, { name: kind, ...kept.value, uploadedAt: now })
        application.reconsider(candidateId)
        return ok(summaryOf(candidateId, kind)!)
      })
    },

    /** Removes a document from the application. Its bytes stay for the versions that were submitted with it. */
    remove(candidateId: number, name: string, at: Instant): Result<undefined> {
      if (!isFileKind(name)) return unknown()
      return db.transact(() => {
        const may = application.mayEdit(candidateId, stepOf(name), at)
        if (!may.ok) return may
        if (!store.supersede(candidateId, name, clock.portal())) return unknown()
        application.reconsider(candidateId)
        return ok()
      })
    },

    /**
     * Undoes an upload: the file before it is back, if it replaced one, else there is none. `uploadedAt`: which upload, so
     * that a second press or an older page undoes nothing else. Refusals: `document-changed` and `undo-too-late` (409),
     * and those of a step that is closed.
     */
    undo(candidateId: number, name: string, uploadedAt: Instant, at: Instant): Result<undefined> {
      if (!isFileKind(name)) return unknown()
      return db.transact(() => {
        const may = application.mayEdit(candidateId, stepOf(name), at)
        if (!may.ok) return may
        if (store.find(candidateId, name)?.uploadedAt !== uploadedAt) return refuse('document-changed', 409)
        if (!mayUndo(uploadedAt, at)) return refuse('undo-too-late', 409)
        const before = store.replacedBy(candidateId, name, uploadedAt)
        store.supersede(candidateId, name, clock.portal())
        if (before !== undefined) store.restore(before)
        application.reconsider(candidateId)
        return ok()
      })
    },

    /** The two pictures, the documents that the claims require with their uploads, and uploads no longer required. */
    list(candidateId: number) {
      const current = summariesOf(candidateId)
      const find = (name: FileKind) => current.find((document) => document.name === name) ?? null
      const entries: DocumentEntry[] = required(candidateId).map((entry) => ({ ...entry, document: find(entry.kind) }))
      return {
        pictures: pictureKinds.map((kind) => ({ kind, document: find(kind) })),
        entries,
        notAskedFor: current.filter(
          ({ name }) => !isPictureKind(name) && !entries.some((entry) => entry.kind === name),
        ),
      }
    },

    /** Every current document. */
    held: summariesOf,

    /** Ok if the step can be changed, else the reason. */
    mayChange: (candidateId: number, step: StepSlug, at: Instant): Result<unknown> =>
      application.mayEdit(candidateId, steps.indexOf(step) as StepNumber, at),

    /** One document of a candidate, for the candidate, or for staff whose feature has authorised the look. Source: rules §3.9. */
    find(candidateId: number, name: string): Result<DocumentSummary> {
      const document = summaryOf(candidateId, name)
      return document ? ok(document) : unknown()
    },

    /** A candidate's document as it is stored; null if there is none. For features that refer to the same file. */
    stored(candidateId: number, kind: FileKind) {
      const row = store.find(candidateId, kind)
      if (!row) return null
      const { hash, mediaType, bytes, pages, originalName } = row
      return { hash, mediaType, bytes, pages, originalName }
    },

    /** Its bytes. Throws if a row names a file that the folder lacks: that is an outage. */
    async open(candidateId: number, name: string): Promise<Result<OpenedDocument>> {
      const row = isFileKind(name) ? store.find(candidateId, name) : undefined
      if (!row) return unknown()
      const { hash, ...facts } = row
      return ok({ ...facts, stream: await files.read(hash) })
    },

    /**
     * One page (from 1) of a document as a picture, for staff who may see the document. `lane`: whose turn it takes.
     * Refusals: `document-unknown` (404), `page-unreadable` (422), `busy` (503).
     */
    async openPage(candidateId: number, name: string, page: number, lane: string): Promise<Result<OpenedPage>> {
      const row = isFileKind(name) ? store.find(candidateId, name) : undefined
      return row ? pageOf(row, page, lane) : unknown()
    },

    /** A candidate's document for staff who may see it; else as `viewFile`. */
    async view(candidateId: number, name: string, by: { id: number }, page?: number): Promise<Result<OpenedPage>> {
      const row = isFileKind(name) ? store.find(candidateId, name) : undefined
      return row ? viewFile(row, by, page) : unknown()
    },

    viewFile,

    /**
     * A small picture of the candidate's own document: of a PDF, its first page. Refusals: `document-unknown` (404),
     * `page-unreadable` (422), `busy` (503).
     */
    async openThumbnail(candidateId: number, name: string): Promise<Result<OpenedPage>> {
      const row = isFileKind(name) ? store.find(candidateId, name) : undefined
      return row ? drawn(row, 1, 'thumbnail', `candidate:${candidateId}`) : unknown()
    },

    /** The whole current photograph or signature, for printing; null if there is none. */
    picture: (candidateId: number, kind: PictureKind): Promise<Buffer | null> =>
      bytesOf(store.find(candidateId, kind)?.hash ?? null),

    bytesOf,

    /** Checks a PDF that the cell publishes by the same rules as a candidate's. */
    async checkPdf(uploaded: readonly UploadedFile[]): Promise<Result<Buffer>> {
      return inTurn(async () => (await import('./prepare')).preparePdf(uploaded, pictures.rewritten))
    },

    /** Draws a picture of the cell anew. */
    async redrawCellPicture(part: PicturePart, uploaded: readonly UploadedFile[]) {
      return inTurn(async () => (await import('./prepare')).prepareCellPicture(part, uploaded))
    },

    /**
     * A job: deletes files that were replaced or removed more than an hour ago and that no submitted version names,
     * then sets aside files older than an hour that no row names. Source: cases 80 and 86.
     */
    async sweep(): Promise<Swept> {
      const now = clock.real()
      const dropped = db.transact(() => store.forgetReplaced(plus(clock.portal(), -hours(1))))
      for (const hash of dropped) files.discard(hash, isKnown, now - hours(1))
      const swept = await files.sweep(isKnown, now - hours(1), now)
      if (swept.isHeld) deps.onSweepHeld()
      return swept
    },

    /** Deletes files at once that no row names any more. */
    discard(hashes: readonly string[]): void {
      for (const hash of hashes) files.discard(hash, isKnown, clock.real())
    },

    /** Sets files aside that no row names any more: the sweep deletes them after a week. */
    setAside(hashes: readonly string[]): void {
      for (const hash of hashes) files.setAside(hash, isKnown, clock.real())
    },

    /** Brings files back that were set aside and that rows name again; answers how many. */
    bringBack: (): number => files.bringBack(isKnown),

    close: pictures.close,
  }
}
