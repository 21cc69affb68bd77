import { formatCount } from '../../../server/i18n/format'
import { RunStateTag } from '../../allotment-parts/RunStateTag'
import { Card } from '../../ui/Card'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../desk-parts/desk.css'

/** The allotment, round by round: prepare a run, look at those that were prepared. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.allotments')}</h1>
      <p className="lead">{t('allotment:lead')}</p>
      <div className="grid">
        {data.rounds.map((round) => (
          <Round key={round.round} {...round} />
        ))}
      </div>
      <Card title={t('allotment:runs.title')}>
        {data.runs.length === 0 ? (
          <p>{t('allotment:runs.none')}</p>
        ) : (
          <ul className="desk-list">
            {data.runs.map(({ id, round, state, preparedAt, preparedByName, publishedAt }) => (
              <li key={id}>
                <div className="head">
                  <a href={href(cellBase, 'allotments/:id', { id: String(id) })}>
                    {t('allotment:run.title', { round, run: id })}
                  </a>
                  <RunStateTag state={state} />
                </div>
                <p className="num">
                  {t('allotment:run.prepared', { name: preparedByName, time: preparedAt })}
                  {publishedAt && ` · ${t('allotment:run.published', { time: publishedAt })}`}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

type Shown = Awaited<ReturnType<typeof load>>['rounds'][number]

function Round({ round, optionsCloseAt, publishAt, confirmedForms, mock, hindrance }: Shown) {
  const t = useT()
  return (
    <Card title={t('allotment:round.title', { round })}>
      <dl className="facts">
        <dt>{t('allotment:round.forms')}</dt>
        <dd className="num">{formatCount(confirmedForms)}</dd>
        <dt>{t('allotment:round.options-close')}</dt>
        <dd className="num">{optionsCloseAt ?? t('allotment:round.not-scheduled')}</dd>
        {mock && (
          <>
            <dt>{t('allotment:round.mock')}</dt>
            <dd className="num">{mock}</dd>
          </>
        )}
        <dt>{t('allotment:round.publication')}</dt>
        <dd className="num">{publishAt ?? t('allotment:round.not-scheduled')}</dd>
      </dl>
      {hindrance ? (
        <p>{hindrance}</p>
      ) : (
        <Form submit={t('allotment:round.prepare', { round })} name={`round-${round}`}>
          <input type="hidden" name="round" value={round} />
        </Form>
      )}
    </Card>
  )
}
