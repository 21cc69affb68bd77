import type { Readable } from 'node:stream'
import type { FileStorage } from '#server/adapters/file-storage/file-storage.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { ruleNamed, titlesOfPdfs, type UploadedPdf } from '#server/domain/terms/public-pdfs.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { faultyFile, type UploadedFile } from '#server/http/upload.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { PublicFileDraft } from './schema'
import type { ContentDeps } from './service'
import type { PublicFile } from './store'

/** Accepts a PDF unchanged, provided that it has no active content. */
type CheckPublicPdf = (files: readonly UploadedFile[]) => Promise<Result<Buffer>>

const titleOf = (rule: UploadedPdf): Bilingual => ({
  en: translate('en', titlesOfPdfs[rule]),
  mr: translate('mr', titlesOfPdfs[rule]),
})
const titlesOf = (rule: UploadedPdf) => Object.values(titleOf(rule))

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

  /** Puts a checked PDF on the pages; joins the caller's transaction. */
  function publish(actor: StaffMember, draft: Pick<PublicFile, 'address' | 'title' | 'hash' | 'bytes'>): PublicFile {
    const now = clock.portal()
    const { address, hash } = draft
    const before = address === null ? undefined : store.files().find((one) => one.address === address)
    if (before) store.withdrawFile(before.id, now)
    const row = { ...draft, publishedAt: now }
    const id = store.addFile(row)
    record(auditActor(actor), 'content.file-published', { of: `file:${id}` }, { address, sha256: hash })
    return { ...row, id, withdrawnAt: null }
  }

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
      const title = { en: titleEn, mr: titleMr }
      const file = db.transact(() => publish(actor, { address, title, hash: kept.value, bytes: checked.value.length }))
      onChanged()
      return ok(file)
    },

    /**
     * Publishes the rules of the menu in one go: each file is the rule that its name says, under its name in the menu. A
     * file that is faulty, no rule, or a second one for a rule keeps all of them off the pages, and is named.
     */
    async putRules(actor: StaffMember, uploaded: readonly UploadedFile[]): Promise<Result<number>> {
      if (uploaded.length === 0)
        return refuse('file-refused', 422, { fields: [{ field: 'rules', code: 'file-missing' }] })
      const drafts: Parameters<typeof publish>[1][] = []
      const faults: FieldFault[] = []
      for (const file of uploaded) {
        const field = { field: file.field, file: faultyFile(file) }
        const address = ruleNamed(file.originalName, titlesOf)
        if (address === null) faults.push({ ...field, code: 'rule-unknown' })
        else if (drafts.some((one) => one.address === address)) faults.push({ ...field, code: 'rule-twice' })
        else {
          const checked = await check([file])
          if (!checked.ok) {
            faults.push(...(checked.refusal.fields ?? []).map((fault) => ({ ...fault, ...field })))
            continue
          }
          const kept = await files.keep(checked.value)
          if (!kept.ok) return kept
          drafts.push({ address, title: titleOf(address), hash: kept.value, bytes: checked.value.length })
        }
      }
      if (faults.length > 0) return refuse('file-refused', 422, { fields: faults })
      db.transact(() => {
        for (const draft of drafts) publish(actor, draft)
      })
      onChanged()
      return ok(drafts.length)
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
