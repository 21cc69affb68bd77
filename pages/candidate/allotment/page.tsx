import { Reasons } from '../../parts/allotment/Reasons'
import { Result } from '../../parts/allotment/Result'
import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { Breadcrumb } from '../../ui/shell/Breadcrumb'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The candidate's result in every published round, with the reasons. */
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
          <p>
            {t('results:published-at', { at: outcome.published })}
            {outcome.round !== newest && ` · ${t('results:outcome.superseded')}`}
          </p>
          <Result outcome={outcome} />
          {outcome.seat && (
            <div className="actions">
              <Button
                href={href(base, 'allotment/letter-:round.pdf', { round: outcome.round })}
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
