import { Banner } from '#pages/ui/data/Banner.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'

/** Tabs for rounds. */
export function RoundTabs({
  route,
  rounds,
  shown,
}: {
  route: 'institute_wise_Allotment' | 'closing-merit' | 'chances'
  rounds: readonly CapRound[]
  shown: CapRound
}) {
  const { base } = useView()
  const t = useT()
  return (
    <nav aria-label={t('rounds:list.round')}>
      <ul className="tabs">
        {rounds.map((round) => (
          <li key={round}>
            <a href={href(base, route, undefined, { round })} aria-current={round === shown ? 'page' : undefined}>
              {t('rounds:round', { round })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Takes the place of a list until the first round is published. `due`: when it is; null without a date. */
export function NonePublished({ due }: { due: string | null }) {
  const { base } = useView()
  const t = useT()
  return (
    <Banner
      tone="info"
      title={t('rounds:none-published')}
      action={<a href={href(base, 'importantdate')}>{t('rounds:dates')}</a>}
    >
      {due ? t('rounds:none-published-due', { at: due }) : t('rounds:none-published-about')}
    </Banner>
  )
}
