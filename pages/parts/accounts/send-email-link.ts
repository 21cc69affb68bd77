import type { CandidatePage } from '#server/features/index.ts'
import type { Acted } from '#server/http/page.ts'

/** What `UnprovedEmail` asks for without JavaScript; then on to `to`. */
export function sendEmailLink(page: CandidatePage, to: string): Acted {
  const sent = page.services.accounts.sendVerifyEmail(page.actor)
  if (!sent.ok) return sent
  const { sentTo } = sent.value
  return page.redirect(to, { type: 'success', key: 'accounts:flash.verify-email-sent', values: { sentTo } })
}
