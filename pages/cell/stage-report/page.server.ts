import { pageOf } from '#pages/ui/form/page-of.ts'
import { type StageDimension, stageDimensions } from '#server/domain/admission/stages.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { categories, genders } from '#server/domain/terms/claims.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { Paise } from '#server/kernel/money.ts'

export const texts = ['reports', 'form', 'overview', 'payments', 'settlement'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.stage-report')

const names = ['by', ...stageDimensions] as const

/** The report by what the address asks for; a search that is not understood shows everything, and says so. */
export async function load(page: DeskPage) {
  const { services, actor, query, language } = page
  const asked = Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
  const found = await services.stageReport.report(actor, asked)
  const shown = found.ok ? found : await services.stageReport.report(actor, {})
  if (!shown.ok) return null
  const { at, by, payments, refunds, ...report } = shown.value
  const { lines, page: place, pages } = pageOf(report.lines, query.page)
  const form = services.course.form
  const money = <Line extends { amount: Paise }>(one: Line) => ({ ...one, amount: formatRupees(one.amount) })
  const nameOf = (dimension: StageDimension, value: string, name: string | null) =>
    services.stageReport.nameOf(language, dimension, value, page.named(name))
  return {
    ...report,
    by,
    isUnderstood: found.ok,
    at: formatDateTime(at, language),
    lines: lines.map(({ value, name, counts }) => ({ value, label: nameOf(by, value, name), counts })),
    place: { page: place, pages },
    payments: payments.map(money),
    refunds: refunds.map(money),
    choices: {
      category: categories.map((value) => ({ value, label: nameOf('category', value, null) })),
      gender: genders.map((value) => ({ value, label: nameOf('gender', value, null) })),
      type: form.types.map((value) => ({ value, label: nameOf('type', value, null) })),
      district: listsOf(form)
        .entries('maharashtra-districts')
        .map(({ code, ...district }) => ({ value: code, label: district[language] })),
    },
    hasMoney: payments.length + refunds.length > 0,
  }
}
