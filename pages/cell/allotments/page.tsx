import { Alarms } from '#pages/parts/desk/Alarms.tsx'
import { ReleaseStateTag } from '#pages/parts/release/ReleaseStateTag.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** The allotment, round by round: prepares a run, and lists the earlier runs. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.allotments')}</h1>
      <p className="lead">{t('allotment:lead')}</p>
      <Alarms alarms={data.alarms} />
      <div className="grid">
        {data.rounds.map((round) => (
          <Round key={round.round} {...round} />
        ))}
      </div>
      <Card title={t('allotment:runs.title')}>
        {data.runs.length === 0 ? (
          <p>{t('allotment:runs.none')}</p>
        ) : (
          <ul className="entries">
            {data.runs.map(({ id, round, state, preparedAt, preparedByName, publishedAt }) => (
              <li key={id}>
                <div className="head">
                  <a href={href(cellBase, 'allotments/:id', { id: String(id) })}>
                    {t('allotment:run.title', { round, run: id })}
                  </a>
                  <ReleaseStateTag state={state} />
                </div>
                <p>
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

type Shown = DataOf<typeof load>['rounds'][number]

function Round({ round, optionsCloseAt, publishAt, confirmedForms, rollCall, mock, hindrance }: Shown) {
  const t = useT()
  return (
    <Card title={t('allotment:round.title', { round })}>
      <Facts
        facts={[
          { label: t('allotment:round.forms'), value: formatCount(confirmedForms) },
          {
            label: t('allotment:round.options-close'),
            value: optionsCloseAt ?? t('allotment:round.not-scheduled'),
          },
          rollCall && { label: t('allotment:round.roll-call'), value: rollCall },
          mock && { label: t('allotment:round.mock'), value: mock },
          { label: t('allotment:round.publication'), value: publishAt ?? t('allotment:round.not-scheduled') },
        ]}
      />
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
