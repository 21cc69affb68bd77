import { Reasons } from '../../results-parts/Reasons'
import { Result } from '../../results-parts/Result'
import { allotmentLetterAddress } from '../../ui/addresses'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../results-parts/results.css'

/** The candidate's allotment of every published round, with the reasons. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('results:page.title')
  const newest = data.outcomes[0]?.round
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('results:page.lead')}</p>
      {data.outcomes.length === 0 && <p>{t('results:page.none')}</p>}
      {data.outcomes.map((outcome) => (
        <Card
          key={outcome.round}
          tone={outcome.round === newest ? 'next' : 'plain'}
          title={t('results:round', { round: outcome.round })}
        >
          <p className="num">
            {t('results:published-at', { at: outcome.published })}
            {outcome.round !== newest && ` · ${t('results:outcome.superseded')}`}
          </p>
          <Result outcome={outcome} />
          {outcome.seat && (
            <div className="actions">
              <Button
                href={allotmentLetterAddress(base, outcome.round)}
                kind={outcome.round === newest ? 'primary' : 'quiet'}
              >
                {t('results:letter.pdf')}
              </Button>
            </div>
          )}
          <Reasons outcome={outcome} />
        </Card>
      ))}
    </>
  )
}
