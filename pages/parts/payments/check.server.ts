import type { CandidatePage } from '#server/features/index.ts'

/** Handles "check status" on a page with payment attempts: asks the gateway, then reports its answer in a message. */
export async function checkStatus(page: CandidatePage, id: unknown, back: string) {
  const result = await page.services.payments.check(page.actor.candidateId, Number(id))
  if (!result.ok) return result
  const { status } = result.value
  if (status === 'captured') return page.redirect(back, { type: 'success', key: 'payments:flash.paid' })
  if (status === 'pending') return page.redirect(back, { type: 'warning', key: 'payments:flash.pending' })
  if (status === 'failed') return page.redirect(back, { type: 'error', key: 'payments:flash.failed' })
  return page.redirect(back, { type: 'info', key: 'payments:flash.not-paid' })
}
