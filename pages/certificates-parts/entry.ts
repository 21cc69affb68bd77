import type { CertificateEntry } from '../../server/features/certificates/service'
import type { Page } from '../../server/services'

/** A certificate as its page shows it; `closed`: why no file may be sent, in words. */
export const entryView = (page: Page, { mayHandIn, ...entry }: CertificateEntry) => ({
  ...entry,
  closed: mayHandIn.ok ? null : page.invalid(mayHandIn.refusal).form.message,
})

export type EntryView = ReturnType<typeof entryView>
