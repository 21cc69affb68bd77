import type { Readable } from 'node:stream'
import type { FileStorage } from '#server/adapters/file-storage/file-storage.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { PublicFileDraft } from './schema'
import type { ContentDeps } from './service'
import type { PublicFile } from './store'

/** Accepts a PDF unchanged, provided that it has no active content. */
type CheckPublicPdf = (files: readonly UploadedFile[]) => Promise<Result<Buffer>>

/** The PDFs that the cell publishes: downloads, and the documents with a fixed address. */
export function createPublicFiles({
  db,
  store,
  clock,
  record,
  onChanged,
  files,
  check,
}: Pick<ContentDeps, 'db' | 'store' | 'clock' | 'record' | 'onChanged'> & {
  files: FileStorage
  check: CheckPublicPdf
}) {
  const open = async (file: PublicFile | undefined): Promise<(PublicFile & { stream: Readable }) | null> =>
    file && file.withdrawnAt === null ? { ...file, stream: await files.read(file.hash) } : null

  return {
    /** The files on the pages, newest first. */
    list: (): PublicFile[] => store.files(),
    /** A file that is on the pages. */
    find(id: number): PublicFile | null {
      const file = store.file(id)
      return file && file.withdrawnAt === null ? file : null
    },
    open: (id: number) => open(store.file(id)),
    /** The file at a fixed address; null until the cell has put one there. */
    openAt: (address: string) => open(store.files().find((file) => file.address === address)),
    isKnown: store.isKnown,

    /** Publishes a PDF; at a fixed address it replaces the previous one. */
    async put(
      actor: StaffMember,
      {
        address = null,
        titleEn,
        titleMr,
      }: { address?: PublicFileDraft['address'] | null; titleEn: string; titleMr: string },
      uploaded: readonly UploadedFile[],
    ): Promise<Result<PublicFile>> {
      const checked = await check(uploaded)
      if (!checked.ok) return checked
      const kept = await files.keep(checked.value)
      if (!kept.ok) return kept
      const file = db.transact(() => {
        const now = clock.portal()
        const before = address === null ? undefined : store.files().find((one) => one.address === address)
        if (before) store.withdrawFile(before.id, now)
        const row = {
          address,
          title: { en: titleEn, mr: titleMr },
          hash: kept.value,
          bytes: checked.value.length,
          publishedAt: now,
        }
        const id = store.addFile(row)
        record(auditActor(actor), 'content.file-published', { of: `file:${id}` }, { address, sha256: kept.value })
        return { ...row, id, withdrawnAt: null }
      })
      onChanged()
      return ok(file)
    },

    /** Takes a PDF off the pages; its bytes stay on record. */
    withdraw(actor: StaffMember, id: number): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const file = store.file(id)
        if (!file || file.withdrawnAt !== null) return refuse('unknown-file', 404)
        store.withdrawFile(id, clock.portal())
        record(auditActor(actor), 'content.file-withdrawn', { of: `file:${id}` }, { address: file.address })
        return ok()
      })
      if (result.ok) onChanged()
      return result
    },
  }
}
