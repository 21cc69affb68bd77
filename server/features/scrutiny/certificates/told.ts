import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import type { CertificateKind } from '#server/domain/scrutiny/certificates.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { CertificatesDeps } from './deps'
import type { Entries } from './entries'

/** What a candidate is told about certificates, with their next date. */
export function createTold({ tell }: Pick<CertificatesDeps, 'tell'>, { nextDue }: Entries) {
  /** The names of the certificates and their date, for the placeholders of a message. */
  function words(candidateId: number, kinds: readonly CertificateKind[]) {
    const dueAt = nextDue(candidateId, kinds)
    return (language: Language) => ({
      name: kinds.map((kind) => translate(language, `documents:kind.${kind}`)).join(', '),
      by: dueAt ? formatDateTime(dueAt, language) : '',
    })
  }

  return {
    words,

    /** Tells the candidate; joins the caller's transaction. */
    tell(
      candidateId: number,
      template: MessageTemplate,
      kinds: readonly CertificateKind[],
      more: Record<string, string> = {},
    ): void {
      const named = words(candidateId, kinds)
      tell(candidateId, template, (language) => ({ ...named(language), ...more }))
    },
  }
}

export type Told = ReturnType<typeof createTold>
