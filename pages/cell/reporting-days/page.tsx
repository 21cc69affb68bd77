import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDate } from '#server/i18n/format.ts'
import { ist } from '#server/kernel/time.ts'
import type { load } from './page.server'

type Days = NonNullable<DataOf<typeof load>['days']>

/** The cell's view of every institute's day. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.reporting-days')}</h1>
      <p className="lead">{t('reporting:cell.lead')}</p>
      {data.days ? <Round days={data.days} /> : <p role="status">{t('reporting:cell.no-round')}</p>}
    </>
  )
}

function Round({ days }: { days: Days }) {
  const { cellBase } = useView()
  const t = useT()
  const { round, rounds, institutes } = days
  return (
    <>
      {rounds.length > 1 && (
        <nav className="tabs" aria-label={t('reporting:desk.rounds')}>
          {rounds.map((one) => (
            <a
              key={one}
              href={href(cellBase, 'reporting-days', undefined, { round: one })}
              aria-current={one === round ? 'page' : undefined}
            >
              {t('reporting:desk.round', { round: one })}
            </a>
          ))}
        </nav>
      )}
      <Card title={t('reporting:cell.signed-title')}>
        {days.days.length === 0 && <p>{t('reporting:days.none')}</p>}
        <Facts
          facts={days.days.map(({ words, signed, isOver, isToCome }) => ({
            label: words,
            value: isToCome
              ? t('reporting:cell.signed-to-come')
              : t(isOver ? 'reporting:cell.signed' : 'reporting:cell.signed-so-far', { signed, institutes }),
          }))}
        />
      </Card>
      <Waiting days={days} />
      <Institutes days={days} />
    </>
  )
}

function Institutes({ days }: { days: Days }) {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  const { round } = days
  const { signing, code, name } = data.list.filters
  // The cell signs for an institute only once reporting is over.
  const last = days.days[days.days.length - 1]
  const toSign = last?.isOver ? last : null
  return (
    <Card title={t('reporting:cell.institutes', { round })}>
      <List
        list={data.list}
        caption={t('reporting:cell.institutes', { round })}
        empty={t('reporting:cell.none')}
        keyOf={(row) => row.code}
        tabs={['round']}
        filters={
          <>
            <ChoiceFilter
              name="signing"
              label={t('list:column.signing')}
              value={signing}
              choices={[
                { value: 'signed', label: t('reporting:cell.is-signed') },
                { value: 'open', label: t('reporting:cell.not-signed') },
              ]}
            />
            <Field name="code" label={t('list:column.code')} value={code} inputMode="numeric" maxLength={10} />
            <Field name="name" label={t('reporting:column.institute')} value={name} maxLength={100} />
          </>
        }
        cells={{
          code: (row) => <a href={href(cellBase, 'reporting-days/:code', { code: row.code }, { round })}>{row.code}</a>,
          lastDay: (row) => row.lastDay && formatDate(ist(row.lastDay), language),
          signing: (row) => (
            <>
              <Tag tone={row.signing === 'signed' ? 'done' : 'wait'}>
                {t(row.signing === 'signed' ? 'reporting:cell.is-signed' : 'reporting:cell.not-signed')}
              </Tag>
              {toSign && row.signing === 'open' && (
                <Form name={`sign-${row.code}`} kind="quiet" submit={t('reporting:cell.sign-for')}>
                  <input type="hidden" name="intent" value="sign-for" />
                  <input type="hidden" name="round" value={round} />
                  <input type="hidden" name="day" value={toSign.date} />
                  <input type="hidden" name="institute" value={row.code} />
                </Form>
              )}
            </>
          ),
        }}
      />
    </Card>
  )
}

/** Corrections of every institute that wait for a second person. */
function Waiting({ days }: { days: Days }) {
  const t = useT()
  if (days.waiting.length === 0) return null
  return (
    <Card title={t('reporting:correction.waiting')}>
      <ul className="entries">
        {days.waiting.map(({ id, kind, userId, fullName, instituteCode, reason, preparedByName, mayRelease }) => (
          <li key={id}>
            <div className="head">
              <b>{t(`reporting:correction.${kind}`)}</b>
              <Written>{fullName}</Written> {userId} · {instituteCode}
            </div>
            <p>
              {t('reporting:correction.by', { name: preparedByName })}: <Written>{reason}</Written>
            </p>
            <div className="actions">
              {(['release', 'discard'] as const)
                .filter((intent) => intent === 'discard' || mayRelease)
                .map((intent) => (
                  <Form
                    key={intent}
                    name={`${intent}-${id}`}
                    kind={intent === 'release' ? 'quiet' : 'danger'}
                    submit={t(`reporting:correction.${intent}`)}
                  >
                    <input type="hidden" name="intent" value={intent} />
                    <input type="hidden" name="correction" value={id} />
                  </Form>
                ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
