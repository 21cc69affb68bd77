import { certificateKinds } from '../../../server/domain/claims/certificates'
import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['certificates', 'documents'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.certificates')

/** The certificates that wait for an officer, oldest first. The address holds the filter. */
export function load({ services, query, language, actor }: DeskPage) {
  const { lines, next } = services.certificates.queue(actor, { kind: query.kind, after: query.after })
  return {
    kinds: certificateKinds,
    kind: query.kind ?? '',
    lines: lines.map(({ uploadedAt, ...line }) => ({ ...line, at: formatDateTime(uploadedAt, language) })),
    next,
  }
}
