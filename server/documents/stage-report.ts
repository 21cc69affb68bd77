import {
  type ReturnCounts,
  type ReturnLine,
  returnColumnKey,
  returnColumns,
  returnLineKey,
  type SeasonStage,
  type StageCounts,
  type StageDimension,
  seasonStages,
} from '#server/domain/admission/stages.ts'
import {
  isLoss,
  keptShare,
  type YieldCounts,
  type YieldDimension,
  yieldEnds,
  yieldLosses,
  type yieldMeasures,
  yieldSteps,
} from '#server/domain/admission/yield.ts'
import type { DueName } from '#server/domain/money/fees.ts'
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

type Translated = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) => string

/** A report on paper: its title, what it counts, when it was counted, and its tables. It is not proof of anything. */
function reportPaper(
  { at, title, whom, about, tables }: { at: number; title: string; whom: string[]; about: string; tables: Block[] },
  language: Language,
  { course, isDemo }: Issuer,
): Printable {
  const t: Translated = (key, values) => translate(language, key, values)
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
      { kind: 'notice', tone: 'plain', title: whom.join(' · ') || t('reports:stages.everybody'), words: about },
      ...tables,
    ],
  }
}

/** The report of the stages with the annual return, as its page shows it. */
export function stageReportPaper(facts: StageSheet, language: Language, issuer: Issuer): Printable {
  const t: Translated = (key, values) => translate(language, key, values)
  const { at, by, of, lines, total } = facts
  const summary = { registered: formatCount(total.registered), admitted: formatCount(total.admitted) }
  const stageTables = parts.map((stages) =>
    countBlock(
      t('reports:stages.part', {
        first: t(`reports:stages.${stages[0]!}`),
        last: t(`reports:stages.${stages.at(-1)!}`),
      }),
      { title: t(`reports:stages.by.${by}`), share: 0.35 },
      stages.map((key) => ({ key, title: t(`reports:stages.${key}`), share: 0.13 })),
      [...lines, { label: t('reports:total'), counts: total }],
    ),
  )
  return reportPaper(
    {
      at,
      title: t('staff:menu.stage-report'),
      whom: of.map(({ dimension, value }) => `${t(`reports:stages.by.${dimension}`)}: ${value}`),
      about: `${t('reports:stages.lead')} ${t('reports:stages.summary', summary)}`,
      tables: [...stageTables, annualReturn(facts, language), ...money(facts, language)],
    },
    language,
    issuer,
  )
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

/** What became of the seats of the rounds, in the order of its page; the ends of seats in tables as wide as a sheet. */
export function yieldPaper(facts: YieldSheet, language: Language, issuer: Issuer): Printable {
  const t: Translated = (key, values) => translate(language, key, values)
  const { at, by, of, lines, total } = facts
  const share = keptShare(total)
  const table = (title: string, measures: readonly (typeof yieldMeasures)[number][]) =>
    countBlock(
      title,
      { title: t(`yield:of.${by}`), share: 1 - 0.12 * measures.length },
      measures.map((key) => ({ key, title: t(`yield:${key}`), share: 0.12 })),
      [...lines, { label: t('reports:total'), counts: total }],
    )
  return reportPaper(
    {
      at,
      title: t('yield:title'),
      // A round says itself what it is.
      whom: of.map(({ dimension, value }) =>
        dimension === 'round' ? value : `${t(`yield:of.${dimension}`)}: ${value}`,
      ),
      about: [t('yield:lead'), share === null ? '' : t('yield:share', { share }), t('yield:loss-note')].join(' '),
      tables: [
        ...yieldTables.map((measures, place) => table(t(place === 0 ? 'yield:ends' : 'yield:losses'), measures)),
        table(t('yield:steps'), yieldSteps),
      ],
    },
    language,
    issuer,
  )
}

/** The ends of seats, as many in a table as a sheet has room for. */
const yieldTables = [yieldEnds.filter((end) => !isLoss(end)), yieldLosses.slice(0, 4), yieldLosses.slice(4)] as const

const annualReturn = ({ intake, returns }: StageSheet, language: Language): Block =>
  countBlock(
    `${translate(language, 'reports:return.title')}: ${translate(language, 'reports:return.about', {
      intake: formatCount(intake),
    })}`,
    { title: translate(language, 'reports:return.admitted'), share: 0.28 },
    [
      ...returnColumns.map((key) => ({
        key,
        title: translate(language, returnColumnKey(key)),
        share: 0.15,
      })),
      { key: 'total' as const, title: translate(language, 'reports:total'), share: 0.12 },
    ],
    returns.map(({ line, counts }) => ({
      label: translate(language, returnLineKey(line)),
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
