import { Reasons } from '#pages/parts/allotment/Reasons.tsx'
import { Grievances } from '#pages/parts/self-verification/Grievances.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { Next } from './Next'
import styles from './page.module.css'
import type { load } from './page.server'

type Outcome = DataOf<typeof load>['outcomes'][number]

/** The candidate's result in every published round: the next act first, then the seat, then the reasons. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('results:page.title')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      {data.outcomes.length === 0 && (
        <p className="lead">{data.due ? t('results:page.due', { at: data.due }) : t('results:page.none')}</p>
      )}
      {data.outcomes.map((outcome, place) => (
        <Result key={outcome.round} outcome={outcome} isNewest={place === 0} />
      ))}
      <Grievances grievances={data.grievances} ownHours={data.ownHours} />
    </>
  )
}

function Result({ outcome, isNewest }: { outcome: Outcome; isNewest: boolean }) {
  const { base } = useView()
  const t = useT()
  const { round, state, outside, seat, gone, numbers, choices, annualFee, published } = outcome
  const about = [
    seat &&
      seat.preference !== null &&
      `${t('results:seat.preference')} ${t('results:seat.preference-of', { preference: seat.preference, count: choices })}`,
    seat?.type,
    seat?.course,
    annualFee && t('results:seat.fee', { fee: annualFee }),
  ]
  return (
    <Card tone={isNewest ? 'next' : 'plain'}>
      <p className={styles.about}>
        {t('rounds:round', { round })} · {t('results:published-at', { at: published })}
        {!isNewest && ` · ${t('outcome:superseded')}`}
      </p>
      <h2>{seat ? seat.institute : t(`outcome:${state}`)}</h2>
      <p>
        {seat
          ? about.filter(Boolean).join(' · ')
          : state === 'not-allotted'
            ? t('outcome:not-allotted-about', { count: choices })
            : t(outside ? `outcome:outside.${outside}` : 'outcome:not-considered-about')}
      </p>
      {seat?.isRetained && <p>{t(choices ? 'outcome:retained' : 'outcome:retained-no-list')}</p>}
      {gone !== null && !isNewest && <p>{gone}.</p>}
      {isNewest && <Next outcome={outcome} />}
      {seat && gone === null && (
        <div className="acts">
          <Button href={href(base, 'allotment/letter-:round.pdf', { round })} kind="quiet" small>
            {t('outcome:letter.pdf')}
          </Button>
        </div>
      )}
      <Reasons outcome={outcome} />
      {seat ? (
        <Disclosure summary={t('results:why.details')}>
          <Facts facts={[...seat.rows, ...numbers]} />
          {gone === null && <Facts facts={outcome.next} />}
        </Disclosure>
      ) : (
        <Facts facts={numbers} />
      )}
    </Card>
  )
}
