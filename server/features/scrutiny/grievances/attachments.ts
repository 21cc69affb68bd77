import { grievanceRules } from '#server/domain/scrutiny/grievances.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { SentFile } from '#server/http/send-file.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import type { GrievancesDeps } from './deps'
import type { Found } from './grievance'
import type { GrievanceFileRow } from './store'

/** Takes in the files of one message like any document; their bytes are stored, but no row names them yet. */
export const keepFiles =
  ({ documents }: Pick<GrievancesDeps, 'documents'>) =>
  async (candidateId: number, uploaded: readonly UploadedFile[]): Promise<Result<GrievanceFileRow[]>> => {
    if (uploaded.length > grievanceRules.maxFiles) {
      const fault = { field: 'file', code: 'too-many-papers', params: { max: grievanceRules.maxFiles } }
      return refuse('check-answers', 422, { fields: [fault] })
    }
    const kept: GrievanceFileRow[] = []
    const faults: FieldFault[] = []
    for (const file of uploaded) {
      const one = await documents.keep(candidateId, 'attachment', [file])
      if (one.ok) kept.push(one.value)
      else if (one.refusal.fields) faults.push(...one.refusal.fields)
      else return one
    }
    return faults.length ? refuse('file-refused', 422, { fields: faults }) : ok(kept)
  }

/** The attachments of a grievance, for those who may see them. */
export function createAttachments(
  { store, files, documents, record }: GrievancesDeps,
  { numberOf, own, within, contested }: Found,
) {
  async function sent(id: number, fileId: number): Promise<SentFile | null> {
    const file = store.file(id, fileId)
    if (!file) return null
    const { hash, mediaType, bytes } = file
    return { stream: await files.read(hash), mediaType, bytes, name: `${numberOf(id)}-${fileId}` }
  }

  return {
    /** True if a file with this hash is an attachment, which the sweep must keep. */
    isKnown: store.isKnown,

    /** The bytes of an attachment, for its owner. */
    async openOwn(candidateId: number, id: number, fileId: number): Promise<SentFile | null> {
      const found = own(candidateId, id)
      return found.ok ? sent(id, fileId) : null
    },

    /**
     * A file beside a grievance for an officer who may reach it, whole or one page (from 1) as a picture: an attachment by
     * its number, or by its name a document that proves what the grievance is about. Logs the look.
     */
    async openAtDesk(officer: Officer, id: number, file: string, page?: number): ReturnType<Documents['view']> {
      const found = within(officer, id)
      if (!found.ok) return found
      const { candidateId } = found.value
      const number = writtenNumber(file)
      const attached = number === null ? undefined : store.file(id, number)
      const isShown = () =>
        contested(found.value, 'en').some(({ documents: own }) => own.some(({ kind }) => kind === file))
      if (!attached && !isShown()) return refuse('document-unknown', 404)
      const opened = await (attached
        ? documents.viewFile(attached, officer, page)
        : documents.view(candidateId, file, officer, page))
      const about = { candidateId, of: `grievance:${numberOf(id)}` }
      if (opened.ok) record(auditActor(officer), 'grievances.file-opened', about, { file })
      return opened
    },
  }
}
