import type { Duty } from '#server/domain/site/next-duties.ts'

/** The cards at the top of the dashboard, in their order where nothing has to be done. */
const dashboardCards = [
  'seat',
  'allotment',
  'jk-seat',
  'application',
  'refund',
  'convert-fee',
  'options',
  'merit',
  'certificates',
] as const
export type DashboardCard = (typeof dashboardCards)[number]

/**
 * The cards by their weight: a form that is not confirmed, then what else has to be done, the gravest first, with a lost
 * chance before money; then everything else. Source: rules §12.7.
 */
export function cardsInOrder(
  duties: readonly Duty[],
  shown: Readonly<Record<DashboardCard, boolean>>,
  { isConfirmed, lost }: { isConfirmed: boolean; lost: DashboardCard | null },
): readonly DashboardCard[] {
  const kinds = duties.map(({ kind }) => kind)
  const order: DashboardCard[] = [
    ...(isConfirmed ? [] : ['application' as const]),
    ...kinds.filter((kind) => kind === 'seat' || kind === 'options'),
    ...(lost ? [lost] : []),
    ...kinds,
    ...dashboardCards,
  ]
  return [...new Set(order)].filter((card) => shown[card])
}
