import { SettlementAgain, SettlementImport, SettlementResolve } from '../../../server/features/settlement/schema'
import { formatDateTime, formatRupees } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['settlement', 'payments'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.settlements')

/** The queue of lines that differ from the ledger, and the imported reports. */
export function load({ services, language }: DeskPage) {
  const { files, queue, queued } = services.settlement.view()
  return {
    queued,
    queue: queue.map(({ amount, credit, debit, settledAt, ...line }) => ({
      id: line.id,
      line: line.line,
      entityId: line.entityId,
      doubt: line.doubt,
      receipt: line.receipt,
      orderId: line.orderId,
      settlementId: line.settlementId,
      utr: line.utr,
      userId: line.userId,
      currency: line.currency,
      amount: formatRupees(amount),
      credit: formatRupees(credit),
      debit: formatRupees(debit),
      settledAt: formatDateTime(settledAt, language),
    })),
    files: files.map(({ importedAt, ...file }) => ({ ...file, importedAt: formatDateTime(importedAt, language) })),
  }
}

/** Imports a report, compares the queue again, or resolves one of its lines. */
export async function action(page: DeskPage) {
  const { settlement } = page.services
  const here = href(page.cellBase, 'settlements')
  if (page.posted.intent === 'again') {
    const form = page.form(SettlementAgain)
    if (!form.ok) return page.invalid(form.refusal)
    const count = settlement.again(page.actor)
    return page.redirect(here, { type: 'success', key: 'settlement:flash.compared', values: { count } })
  }
  if (page.posted.intent === 'resolve') {
    const form = page.form(SettlementResolve)
    if (!form.ok) return page.invalid(form.refusal)
    const done = settlement.resolve(page.actor, form.value)
    if (!done.ok) return page.invalid(done.refusal)
    return page.redirect(here, { type: 'success', key: 'settlement:flash.resolved' })
  }
  const form = page.form(SettlementImport)
  if (!form.ok) return page.invalid(form.refusal)
  const files = await page.files()
  if (!files.ok) return page.invalid(files.refusal)
  const done = await settlement.importFile(page.actor, files.value)
  if (!done.ok) return page.invalid(done.refusal)
  const { matched, recorded, queued } = done.value
  const values = { matched: matched + recorded, recorded, queued }
  return page.redirect(here, { type: 'success', key: 'settlement:flash.imported', values })
}
