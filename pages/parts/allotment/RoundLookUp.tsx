import { CloseLookUp, LookedUp } from '#pages/parts/look-up/LookedUp.tsx'
import { LookUpForm } from '#pages/parts/look-up/LookUpForm.tsx'
import { lookUpAddress } from '#pages/ui/addresses.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { roundSlug } from '#server/domain/terms/cap-rounds.ts'
import { Result } from './Result'
import type { roundView } from './round-look-up.server'

/** Never null here: a page answers 404 for a round that the season does not have. */

/** The allotment of one round, looked up by Application ID and date of birth. */
export function RoundLookUp() {
  const { base, data, session } = useView<typeof roundView>()
  const t = useT()
  const { round, isPublished, announcedAt, exampleId, found, result } = data
  const title = t('rounds:round', { round })
  if (!isPublished) {
    return (
      <>
        <h1>{title}</h1>
        <Banner
          tone="info"
          title={t('outcome:not-published', { round })}
          action={<a href={href(base, 'importantdate')}>{t('rounds:dates')}</a>}
        >
          {announcedAt && t('outcome:not-published-at', { at: announcedAt })}
        </Banner>
      </>
    )
  }
  return (
    <>
      <h1>{title}</h1>
      {found && result && (
        <>
          <LookedUp userId={found} />
          <Card title={title}>
            <Result outcome={result} />
            <div className="actions">
              {result.seat && (
                <Button href={href(base, 'allotment/round-print-form/:userId', { userId: found }, { round })}>
                  {t('outcome:look-up.print')}
                </Button>
              )}
              <CloseLookUp action={lookUpAddress(base, round)} />
            </div>
          </Card>
        </>
      )}
      {session?.permissions.seat && (
        <Banner
          tone="info"
          action={
            <Button href={href(base, 'allotment')} kind="quiet" small>
              {t('outcome:look-up.own-go')}
            </Button>
          }
        >
          {t('outcome:look-up.own')}
        </Banner>
      )}
      <Card tone="narrow" title={t(found ? 'outcome:look-up.again' : 'outcome:look-up.form')}>
        <p>{t('outcome:look-up.lead', { round })}</p>
        <LookUpForm example={exampleId} />
      </Card>
      <Seats />
    </>
  )
}

/** The way to the check of the round, and what became of its seats, for everybody, once its reporting is over. */
function Seats() {
  const { base, data } = useView<typeof roundView>()
  const t = useT()
  const { round, seats } = data
  const check = (
    <a className="more" href={href(base, 'allotment/:round/check', { round: roundSlug(round) })}>
      {t('outcome:check')}
    </a>
  )
  if (!seats) return check
  return (
    <>
      {check}
      <Card title={seats.title}>
        <p>{seats.about}</p>
        <dl className="facts pairs">
          {seats.lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p>{seats.note}</p>
      </Card>
    </>
  )
}
