import { checkedEntry, entryShown } from '#pages/parts/public-log/entry.server.ts'
import { href } from '#pages/ui/href.ts'
import { networkOf } from '#server/domain/accounts/network.ts'
import type { Page } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'

export const texts = ['proof', 'otp', 'verify', 'logentry'] as const
export const layout = 'bare' as const

/** What the address brings: a link that asks for an act, or a code. */
const kindOf = ({ query }: Page): 'email' | 'stop' | 'receiver' | 'code' =>
  query.email ? 'email' : query.stop ? 'stop' : query.receiver ? 'receiver' : 'code'

/** The act that the link asks for; without a link, the check of a document's code or of an entry of the public log. */
export async function load(page: Page) {
  const { query } = page
  const kind = kindOf(page)
  const code = (kind === 'code' && query.code?.trim().slice(0, 60)) || null
  return {
    kind,
    code,
    ...checked(page, code),
    named: query.entry?.slice(0, 9) ?? null,
    listed: code === null && kind === 'code' ? await checkedEntry(page) : null,
  }
}

/** 429 if the visitor is over the limit and no code was looked up; otherwise 200. */
export const status = ({ refusal }: DataOf<typeof load>): number => (refusal === 'too-often' ? 429 : 200)

/** The document with the printed code, or the reason for the refusal. */
function checked({ services, request, reply, language }: Page, code: string | null) {
  if (!code) return { finding: null, entry: null, refusal: null }
  const result = services.printables.verify(code, networkOf(request.ip), language)
  if (result.ok) {
    const entry = entryShown(result.value.published, services.course.slug, language)
    return { finding: result.value, entry, refusal: null }
  }
  if (result.refusal.retryAfter !== undefined) reply.header('retry-after', result.refusal.retryAfter)
  return { finding: null, entry: null, refusal: result.refusal.code }
}

/** Links act by POST only, because mail and message scanners open them too. */
export function action(page: Page) {
  const { query } = page
  if (query.email) return verifyEmail(page, query.email)
  if (query.receiver) return endReceiver(page, query.receiver)
  return query.stop ? stopMobileChange(page, query.stop) : page.redirect(href(page.base, 'verification'))
}

function verifyEmail(page: Page, token: string) {
  const result = page.services.accounts.verifyEmail(token)
  if (!result.ok) return result
  const to = href(page.base, page.actor ? 'dashboard' : 'login')
  return page.redirect(to, { type: 'success', key: 'accounts:flash.email-verified' })
}

function endReceiver(page: Page, token: string) {
  const result = page.services.accounts.endReceiverByLink(token)
  if (!result.ok) return result
  return page.redirect(href(page.base, 'home'), { type: 'success', key: 'receiver:flash.ended-by-link' })
}

function stopMobileChange(page: Page, token: string) {
  const result = page.services.accounts.stopMobileChange(token)
  if (!result.ok) return result
  const to = href(page.base, 'forgot-password')
  return page.redirect(to, { type: 'warning', key: 'accounts:flash.mobile-change-stopped-by-link' })
}
