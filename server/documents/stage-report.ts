import {
  type ReturnCounts,
  type ReturnLine,
  returnColumns,
  type SeasonStage,
  type StageCounts,
  type StageDimension,
  seasonStages,
} from '#server/domain/admission/stages.ts'
import {
  keptShare,
  type YieldCounts,
  type YieldDimension,
  yieldMeasures,
  yieldSteps,
} from '#server/domain/admission/yield.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import { type Category, categories } from '#server/domain/terms/claims.ts'
import type { PaymentStatus, RefundReason } from '#server/domain/terms/payment-states.ts'
import { formatCount, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Counts, totalOf } from '#server/kernel/counts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import { headOf, type Issuer } from './letterhead'
import type { Block, Column, Printable } from './printable'

type MoneyLine<Name> = { name: Name; status: PaymentStatus | 'requested' | 'done'; count: number; amount: Paise }

/** The report of the stages with its values in words. `of`: whom it counts, as dimension and value; `at`: epoch milliseconds. */
type StageSheet = {
  at: number
  by: StageDimension
  of: readonly { dimension: StageDimension; value: string }[]
  lines: readonly { label: string; counts: StageCounts }[]
  total: StageCounts
  intake: number
  returns: readonly { line: ReturnLine; counts: ReturnCounts }[]
  payments: readonly MoneyLine<DueName>[]
  refunds: readonly MoneyLine<RefundReason>[]
}

/** The stages fit on the paper in two tables: up to the option form, and from the allotment on. */
const parts: readonly (readonly SeasonStage[])[] = [seasonStages.slice(0, 5), seasonStages.slice(5)]

/** The report of the stages with the annual return, as its page shows it. It is not proof of anything. */
export function stageReportPaper(facts: StageSheet, language: Language, { course, isDemo }: Issuer): Printable {
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const { at, by, of, lines, total } = facts
  const title = t('staff:menu.stage-report')
  const whom = of.map(({ dimension, value }) => `${t(`reports:stages.by.${dimension}`)}: ${value}`)
  return {
    title,
    language,
    head: headOf(course, language),
    watermarks: isDemo ? [t('printables:demo')] : [],
    foot: {
      lines: [t('reports:counted', { at: formatDateTime(at, language) })],
      pageOf: t('printables:page-of'),
      check: null,
    },
    createdAt: at as Printable['createdAt'],
    blocks: [
      {
        kind: 'notice',
        tone: 'plain',
        title: whom.join(' · ') || t('reports:stages.everybody'),
        words: `${t('reports:stages.lead')} ${t('reports:stages.summary', {
          registered: formatCount(total.registered),
          admitted: formatCount(total.admitted),
        })}`,
      },
      ...parts.map((stages) =>
        countBlock(
          t('reports:stages.part', {
            first: t(`reports:stages.${stages[0]!}`),
            last: t(`reports:stages.${stages.at(-1)!}`),
          }),
          { title: t(`reports:stages.by.${by}`), share: 0.35 },
          stages.map((key) => ({ key, title: t(`reports:stages.${key}`), share: 0.13 })),
          [...lines, { label: t('reports:total'), counts: total }],
        ),
      ),
      annualReturn(facts, language),
      ...money(facts, language),
    ],
  }
}

/** A table of a report: what its lines count by, and a column for each measure. */
const countBlock = <Measure extends string>(
  title: string,
  by: Column,
  measures: readonly { key: Measure; title: string; share: number }[],
  lines: readonly { label: string; counts: Counts<Measure> }[],
): Block => ({
  kind: 'table',
  title,
  columns: [by, ...measures.map(({ title, share }): Column => ({ title, share, align: 'right' }))],
  rows: lines.map(({ label, counts }) => [label, ...measures.map(({ key }) => formatCount(counts[key]))]),
})

/** What became of the seats, with its values in words. `at`: epoch milliseconds. */
type YieldSheet = {
  at: number
  by: YieldDimension
  of: readonly { dimension: YieldDimension; value: string }[]
  lines: readonly { label: string; counts: YieldCounts }[]
  total: YieldCounts
}

/** What became of the seats of the rounds, as its page shows it, in two tables. It is not proof of anything. */
export function yieldPaper(facts: YieldSheet, language: Language, { course, isDemo }: Issuer): Printable {
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const { at, by, of, lines, total } = facts
  const share = keptShare(total)
  const table = (title: string, measures: readonly (typeof yieldMeasures)[number][], width: number) =>
    countBlock(
      title,
      { title: t(`yield:of.${by}`), share: 0.28 },
      measures.map((key) => ({ key, title: t(`yield:${key}`), share: width })),
      [...lines, { label: t('reports:total'), counts: total }],
    )
  return {
    title: t('yield:title'),
    language,
    head: headOf(course, language),
    watermarks: isDemo ? [t('printables:demo')] : [],
    foot: {
      lines: [t('reports:counted', { at: formatDateTime(at, language) })],
      pageOf: t('printables:page-of'),
      check: null,
    },
    createdAt: at as Printable['createdAt'],
    blocks: [
      {
        kind: 'notice',
        tone: 'plain',
        title:
          of.map(({ dimension, value }) => `${t(`yield:of.${dimension}`)}: ${value}`).join(' · ') ||
          t('reports:stages.everybody'),
        words: [t('yield:lead'), share === null ? '' : t('yield:share', { share }), t('yield:loss-note')].join(' '),
      },
      table(t('yield:steps'), yieldSteps, 0.12),
      table(t('yield:ends'), yieldMeasures.slice(yieldSteps.length), 0.09),
    ],
  }
}

const isCategory = (line: string): line is Category => (categories as readonly string[]).includes(line)

const annualReturn = ({ intake, returns }: StageSheet, language: Language): Block =>
  countBlock(
    `${translate(language, 'reports:return.title')}: ${translate(language, 'reports:return.about', {
      intake: formatCount(intake),
    })}`,
    { title: translate(language, 'reports:return.admitted'), share: 0.28 },
    [
      ...returnColumns.map((key) => ({
        key,
        title: translate(language, key === 'none' ? 'reports:stages.none.gender' : `form:gender.${key}`),
        share: 0.15,
      })),
      { key: 'total' as const, title: translate(language, 'reports:total'), share: 0.12 },
    ],
    returns.map(({ line, counts }) => ({
      label: translate(language, isCategory(line) ? `form:category.${line}` : `reports:return.${line as 'all'}`),
      counts: { ...counts, total: totalOf(returnColumns, counts) },
    })),
  )

/** Payments and refunds; nothing for those who do not see money. */
function money({ payments, refunds }: StageSheet, language: Language): Block[] {
  const table = <Name>(
    title: string,
    first: string,
    rows: readonly MoneyLine<Name>[],
    nameOf: (line: MoneyLine<Name>) => string,
  ): Block => ({
    kind: 'table',
    title,
    columns: [
      { title: first, share: 0.4 },
      { title: translate(language, 'reports:money.status'), share: 0.2 },
      { title: translate(language, 'reports:money.count'), share: 0.15, align: 'right' },
      { title: translate(language, 'reports:money.amount'), share: 0.25, align: 'right' },
    ],
    rows: rows.map((line) => [
      nameOf(line),
      translate(language, `reports:money.${line.status}`),
      formatCount(line.count),
      formatRupees(line.amount),
    ]),
  })
  const t = (key: Parameters<typeof translate>[1]) => translate(language, key)
  const tables = [
    payments.length &&
      table(t('reports:money.payments'), t('reports:money.due'), payments, ({ name }) => t(`payments:due.${name}`)),
    refunds.length &&
      table(t('reports:money.refunds'), t('reports:money.reason'), refunds, ({ name }) =>
        t(`settlement:refund.${name}`),
      ),
  ]
  return tables.filter((one) => one !== 0)
}
