import { createHash } from 'node:crypto'
import type { CellPicture, PicturePart } from '#server/domain/season/cell-pictures.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { ContentDeps } from './service'

/** A picture drawn anew, for its place; its faults are of the field `file`. */
type RedrawPicture = (
  part: PicturePart,
  files: readonly UploadedFile[],
) => Promise<Result<Pick<CellPicture, 'mediaType' | 'width' | 'height' | 'bytes'>>>

/**
 * The pictures of the cell: taken by what is in them, drawn anew, and kept. One is used once the setting `pictures`
 * names it. Source: rules §13.9.
 */
export function createCellPictures({
  db,
  store,
  clock,
  record,
  redraw,
}: Pick<ContentDeps, 'db' | 'store' | 'clock' | 'record'> & { redraw: RedrawPicture }) {
  return {
    /** Keeps a picture without using it yet; returns its mark. Refusals: `file-refused` (422) with the reason. */
    async add(actor: StaffMember, part: PicturePart, uploaded: readonly UploadedFile[]): Promise<Result<string>> {
      const drawn = await redraw(part, uploaded)
      if (!drawn.ok) return drawn
      const mark = createHash('sha256').update(part).update(drawn.value.bytes).digest('hex').slice(0, 16)
      db.transact(() => {
        if (!store.addPicture({ mark, part, ...drawn.value }, clock.portal())) return
        record(auditActor(actor), 'content.picture-added', { of: `picture:${mark}` }, { part })
      })
      return ok(mark)
    },
    /** Any picture, for those who decide about it; null if there is none with this mark. */
    find: store.picture,
    /** A picture that heads pages or papers, or has headed them. */
    findPublic: (mark: string): CellPicture | null =>
      store.versions('pictures').some(({ value }) => value.logo === mark || value.letterhead === mark)
        ? store.picture(mark)
        : null,
    /** What can be chosen for a part, the newest first. */
    of: store.picturesFor,
  }
}
