import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { SettlementAgain, SettlementImport, SettlementResolve } from '#server/features/money/settlement/schema.ts'
import type { FormOutcome } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Refusal } from '#server/kernel/result.ts'

export const texts = ['settlement', 'payments', 'list', 'files', 'unfit', 'imports'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.settlements')

/** The lines of the reports, as the address asks for them, and the imported reports. */
export function load(page: DeskPage) {
  const { files, queued } = page.services.settlement.view()
  return {
    queued,
    list: listView(page, page.services.deskLists.lists.settlements),
    files: files.map(({ importedAt, ...file }) => ({ ...file, importedAt: formatDateTime(importedAt, page.language) })),
  }
}

/** Imports a report, compares the queue again, or resolves one of its lines. */
export async function action(page: DeskPage) {
  const { settlement } = page.services
  const here = href(page.cellBase, 'settlements')
  if (page.posted.intent === 'again') {
    const form = page.form(SettlementAgain)
    if (!form.ok) return form
    const count = settlement.again(page.actor)
    return page.redirect(here, { type: 'success', key: 'settlement:flash.compared', values: { count } })
  }
  if (page.posted.intent === 'resolve') {
    const form = page.form(SettlementResolve)
    if (!form.ok) return form
    const done = settlement.resolve(page.actor, form.value)
    if (!done.ok) return done
    return page.redirect(here, { type: 'success', key: 'settlement:flash.resolved' })
  }
  const form = page.form(SettlementImport)
  if (!form.ok) return form
  const files = await page.files()
  if (!files.ok) return files
  const { checked, compared } = form.value
  const done = await settlement.importFile(page.actor, files.value, checked && compared)
  if (!done.ok) return withHash(page.invalid(done.refusal), done.refusal)
  const { matched, recorded, queued, elsewhere, known } = done.value
  if (known && !(matched + recorded + queued + elsewhere))
    return page.redirect(here, { type: 'success', key: 'settlement:flash.known', values: { count: known } })
  const values = { matched: matched + recorded, recorded, queued, known }
  const key = known ? 'settlement:flash.imported-part' : 'settlement:flash.imported'
  return page.redirect(here, { type: 'success', key, values })
}

/** The form with the hash of the file whose values are to be compared; another file is asked about anew. */
function withHash(outcome: FormOutcome, { fields }: Refusal): FormOutcome {
  const compared = fields?.find(({ field }) => field === 'checked')?.params?.hash
  const { checked: _, compared: __, ...values } = outcome.form.values
  return {
    ...outcome,
    form: { ...outcome.form, values: compared ? { ...values, compared: String(compared) } : values },
  }
}
