import type { CandidatePage } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'
import type { TextKey } from '#server/i18n/keys.ts'

type Shown = CandidatePage<'documents/view/:name'>

export const texts = ['documents'] as const

/** The candidate's own document of this name, or null (404). */
export function load({ services, actor, params }: Shown) {
  const found = services.documents.find(actor.candidateId, params.name)
  return found.ok ? { document: found.value } : null
}

export const title = ({ t }: Shown, data: DataOf<typeof load>): string =>
  t(`documents:kind.${data.document.name}` as TextKey)
