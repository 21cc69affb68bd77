import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import type { CertificateKind } from '#server/domain/scrutiny/certificates.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { CertificatesDeps } from './deps'
import type { Entries } from './entries'

/** Tells the candidate about certificates, with their next date; joins the caller's transaction. */
export const createTold =
  ({ tell }: Pick<CertificatesDeps, 'tell'>, { nextDue }: Entries) =>
  (
    candidateId: number,
    template: MessageTemplate,
    kinds: readonly CertificateKind[],
    more: Record<string, string> = {},
  ): void => {
    const dueAt = nextDue(candidateId, kinds)
    tell(candidateId, template, (language) => ({
      name: kinds.map((kind) => translate(language, `documents:kind.${kind}`)).join(', '),
      by: dueAt ? formatDateTime(dueAt, language) : '',
      ...more,
    }))
  }

export type Told = ReturnType<typeof createTold>
