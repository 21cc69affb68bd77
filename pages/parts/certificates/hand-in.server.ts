import { filePlace } from '#pages/parts/documents/place.ts'
import { ofFile } from '#pages/parts/documents/refused-file.ts'
import type { CertificateKind, StatedMarks } from '#server/domain/scrutiny/certificates.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Acted } from '#server/http/page.ts'
import type { Instant } from '#server/kernel/time.ts'

/**
 * Stores the posted files as a certificate. A fault in the file appears at the field named after the kind. `here`: the
 * address of the page.
 */
export async function handIn(
  page: CandidatePage,
  kind: CertificateKind,
  stated: StatedMarks | null,
  here: string,
): Promise<Acted> {
  const files = await page.files()
  if (!files.ok) return ofFile(page, kind, files.refusal)
  const done = await page.services.certificates.handIn(
    page.actor.candidateId,
    kind,
    stated,
    files.value,
    page.arrivedAt,
  )
  if (!done.ok) return ofFile(page, kind, done.refusal)
  return page.redirect(`${here}#${filePlace(kind)}`, { type: 'success', key: 'certificates:flash.saved' })
}

/** Undoes the hand-in of a certificate at this instant. */
export function undoHandIn(page: CandidatePage, kind: CertificateKind, uploadedAt: Instant, here: string): Acted {
  const undone = page.services.certificates.undoHandIn(page.actor.candidateId, kind, uploadedAt, page.arrivedAt)
  if (!undone.ok) return undone
  const values = { name: page.t(`documents:kind.${kind}`) }
  return page.redirect(`${here}#${filePlace(kind)}`, { type: 'success', key: 'documents:flash.undone', values })
}
