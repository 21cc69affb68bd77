import type { Readable } from 'node:stream'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { FileStorage } from '../../adapters/file-storage/file-storage'
import type { Answers } from '../../domain/application-form/question'
import { type FileKind, isFileKind, isPictureKind, type PictureKind, pictureKinds } from '../../domain/document-rules'
import type { StepSlug } from '../../domain/journey'
import { type RequiredDocument, requiredDocuments } from '../../domain/required-documents'
import type { UploadedFile } from '../../http/upload'
import { ok, type Result, refuse } from '../../kernel/result'
import { hours, type Instant } from '../../kernel/time'
import { createQueue } from './queue'
import type { DocumentRow, DocumentsStore } from './store'

export type DocumentsDeps = {
  db: Database
  store: DocumentsStore
  files: FileStorage
  clock: Clock
  /** Counters of tries in fixed windows of real time. */
  limits: { count(key: string, windowMs: number, now: number): { count: number; resetsAt: number } }
  /** Everything answered that still applies: it says what documents are needed. */
  answers(candidateId: number): Answers
  /** Whether the candidate may change a step at an instant of the portal's clock. */
  mayEdit(candidateId: number, step: StepSlug, at: Instant): Result<unknown>
  /** Whether another feature names these bytes. */
  isKnownElsewhere(hash: string): boolean
  /** Called in the transaction of every change: the steps of photographs and documents are looked at anew. */
  onChanged(candidateId: number): void
}

type Actor = { candidateId: number }

/** An uploaded document, as pages and the API show it. */
export type DocumentSummary = Omit<DocumentRow, 'hash'>
/** What is asked for, why, and what is there. */
export type DocumentEntry = RequiredDocument & { document: DocumentSummary | null }
export type OpenedDocument = DocumentSummary & { stream: Readable }

export type Documents = ReturnType<typeof createDocuments>

/** Far more than anybody needs for thirty documents; replaced ones are kept, so the disk is everybody's. */
const uploadsPerHour = 150

const unknown = () => refuse('document-unknown', 404)
const summaryOf = ({ hash: _, ...row }: DocumentRow): DocumentSummary => row
const stepOf = (kind: FileKind): StepSlug => (isPictureKind(kind) ? 'photo-details' : 'documents-details')

/** Whose documents somebody may see: a candidate their own. What staff may see is judged where they work. Source: decisions §3. */
const mayView = (viewer: Actor, candidateId: number): boolean => viewer.candidateId === candidateId

/** The device's name for a file, as far as it can be shown: no folders, nothing unseen, 255 characters. */
const shownName = (name: string): string =>
  Array.from(
    name
      .normalize('NFC')
      .replace(/^.*[\\/]/s, '')
      .replace(/[\p{C}\u2028\u2029]/gu, ''),
  )
    .slice(0, 255)
    .join('')

/** Photograph, signature and certificates: taken in, shown to whoever may see them, replaced, removed. */
export function createDocuments(deps: DocumentsDeps) {
  const { db, store, files, clock, limits, answers, mayEdit, onChanged, isKnownElsewhere } = deps
  const queue = createQueue({ width: 1, maxWaiting: 60 })
  const required = (candidateId: number) => requiredDocuments(answers(candidateId))

  function mayPut(candidateId: number, kind: FileKind, at: Instant): Result<unknown> {
    const editing = mayEdit(candidateId, stepOf(kind), at)
    if (!editing.ok || isPictureKind(kind)) return editing
    const isAskedFor = required(candidateId).some((document) => document.kind === kind)
    return isAskedFor ? ok() : refuse('document-not-asked-for')
  }

  /**
   * Takes in what was sent of one document: judged by its content, made anew where it is a picture, kept under its hash.
   * What no row comes to name is swept away. Refused with a fault of the field `file` where the file does not serve.
   */
  async function keep(
    candidateId: number,
    kind: FileKind | 'attachment',
    uploaded: readonly UploadedFile[],
  ): Promise<Result<Pick<DocumentRow, 'hash' | 'mediaType' | 'bytes' | 'pages' | 'originalName'>>> {
    const now = clock.real()
    const { count, resetsAt } = limits.count(`upload:${candidateId}`, hours(1), now)
    if (count > uploadsPerHour) {
      const wait = Math.ceil((resetsAt - now) / 1000)
      return refuse('too-often', 429, { retryAfter: wait, params: { seconds: wait, count: Math.ceil(wait / 60) } })
    }
    // Loaded with the first upload: what reads pictures and PDFs is much of a server's start.
    const prepared = await queue.run(async () => (await import('./prepare')).prepare(kind, uploaded))
    if (!prepared) return refuse('busy', 503, { retryAfter: 10 })
    if (!prepared.ok) return prepared
    const { bytes, mediaType, pages } = prepared.value
    const kept = await files.keep(bytes)
    if (!kept.ok) return kept
    const originalName = shownName(uploaded[0]!.originalName)
    return ok({ hash: kept.value, mediaType, bytes: bytes.length, pages, originalName })
  }

  /** The bytes that lie under a hash, as a version of an application names it. */
  const bytesOf = async (hash: string | null): Promise<Buffer | null> =>
    hash === null ? null : Buffer.concat(await (await files.read(hash)).toArray())

  return {
    keep,
    read: files.read,

    /**
     * Takes a file in, or several photographs of one document, and puts it in the place of the one before. `at`:
     * when the request arrived. Refused with a fault of the field `file` where the file does not serve.
     */
    async put(
      { candidateId }: Actor,
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
        // Locked or changed meanwhile: the file that nothing names is swept away.
        const still = mayPut(candidateId, kind, at)
        if (!still.ok) return still
        const now = clock.portal()
        const row = { name: kind, ...kept.value, uploadedAt: now }
        store.supersede(candidateId, kind, now)
        store.add(candidateId, row)
        onChanged(candidateId)
        return ok(summaryOf(row))
      })
    },

    /** Takes a document out of the application. Its bytes stay for the versions that were submitted with it. */
    remove({ candidateId }: Actor, name: string, at: Instant): Result<undefined> {
      if (!isFileKind(name)) return unknown()
      return db.transact(() => {
        const may = mayEdit(candidateId, stepOf(name), at)
        if (!may.ok) return may
        if (!store.supersede(candidateId, name, clock.portal())) return unknown()
        onChanged(candidateId)
        return ok()
      })
    },

    /** The two pictures, what the claims ask for with what is there, and what is there though nothing asks for it. */
    list({ candidateId }: Actor) {
      const current = store.current(candidateId).map(summaryOf)
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

    /** Everything that counts now. */
    held: (candidateId: number): DocumentSummary[] => store.current(candidateId).map(summaryOf),

    /** Whether the step can be changed, and if not, why. */
    mayChange: ({ candidateId }: Actor, step: StepSlug, at: Instant): Result<unknown> => mayEdit(candidateId, step, at),

    /** One document of a candidate: the viewer's own, unless another is named. */
    find(viewer: Actor, name: string, candidateId = viewer.candidateId): Result<DocumentSummary> {
      const row = isFileKind(name) && mayView(viewer, candidateId) ? store.find(candidateId, name) : undefined
      return row ? ok(summaryOf(row)) : unknown()
    },

    /** Its bytes. A file that a row names and the folder lacks is an outage: it throws. */
    async open(viewer: Actor, name: string, candidateId = viewer.candidateId): Promise<Result<OpenedDocument>> {
      const row = isFileKind(name) && mayView(viewer, candidateId) ? store.find(candidateId, name) : undefined
      return row ? ok({ ...summaryOf(row), stream: await files.read(row.hash) }) : unknown()
    },

    /** The whole photograph or signature as it is now, for what is printed; null where there is none. */
    picture: (candidateId: number, kind: PictureKind): Promise<Buffer | null> =>
      bytesOf(store.find(candidateId, kind)?.hash ?? null),

    bytesOf,

    /** A PDF that somebody of the cell puts before everybody, held against the same rules as a candidate's. */
    async checkPdf(uploaded: readonly UploadedFile[]): Promise<Result<Buffer>> {
      const checked = await queue.run(async () => (await import('./prepare')).preparePdf(uploaded))
      return checked ?? refuse('busy', 503, { retryAfter: 10 })
    },

    /** Removes files that no row names and that are older than an hour. A job. */
    sweep: (): Promise<number> =>
      files.sweep((hash) => store.isKnown(hash) || isKnownElsewhere(hash), clock.real() - hours(1)),
  }
}
