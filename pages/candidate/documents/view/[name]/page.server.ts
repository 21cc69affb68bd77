import type { TextKey } from '../../../../../server/i18n/keys'
import type { Page } from '../../../../../server/services'

export const texts = ['documents'] as const

/** The document of this name, or null (404): nobody else's, and nothing that was never uploaded. */
export function load({ services, actor, params }: Page) {
  const found = services.documents.find(actor!, params.name!)
  return found.ok ? { document: found.value } : null
}

export const title = ({ t }: Page, data: unknown): string =>
  t(`documents:kind.${(data as NonNullable<ReturnType<typeof load>>).document.name}` as TextKey)
