import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Data = DataOf<typeof load>
type Comparison = NonNullable<Data['comparison']>
type Line = Comparison['rounds'][number] & { round: number }

/** A rehearsal: its rules, and what they would have changed. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state, fault, comparison, academicYear } = data
  useRecheck(state === 'running')
  return (
    <>
      <h1>{t('rehearsal:title', { time: data.time })}</h1>
      <p className="lead">
        {t('rehearsal:lead')} {t('rehearsal:how')}
      </p>
      {state === 'running' && <Banner tone="info">{t('rehearsal:running')}</Banner>}
      {(state === 'failed' || state === 'stopped') && <Banner tone="error">{t(`rehearsal:${state}`)}</Banner>}
      {fault && (
        <Banner tone="error">
          {t(`rehearsal:fault.${fault.code}`, { round: fault.round, details: fault.details })}
        </Banner>
      )}
      <Card title={t('rehearsal:rules')}>
        <p>{t('rehearsal:played', { year: academicYear, by: data.by })}</p>
        {data.rules && (
          <ul>
            {data.rules.length ? data.rules.map((line) => <li key={line}>{line}</li>) : <li>{t('rehearsal:same')}</li>}
          </ul>
        )}
        {data.remarks.map((line) => (
          <Banner key={line} tone="warn">
            {line}
          </Banner>
        ))}
        <Disclosure summary={t('rehearsal:all-rules')}>
          <Facts facts={data.all} />
        </Disclosure>
      </Card>
      {comparison && <Outcome {...comparison} />}
      <p>
        <a href={data.back}>{t('rehearsal:back')}</a>
      </p>
    </>
  )
}

function Outcome(comparison: Comparison) {
  const t = useT()
  const { people, changed, assumed, largest, groups } = comparison
  const largestTitle = largest.length ? t('rehearsal:largest', { count: largest.length }) : t('rehearsal:no-changes')
  return (
    <>
      <Card>
        <p>
          <b>{t('rehearsal:summary', { people: formatCount(people), count: changed })}</b>{' '}
          {assumed > 0 && t('rehearsal:assumed', { count: assumed })}
        </p>
        <p>
          {t('rehearsal:seated-total', {
            was: formatCount(comparison.seated.was),
            would: formatCount(comparison.seated.would),
            people: formatCount(people),
          })}
        </p>
      </Card>
      <Draft />
      <Rounds {...comparison} />
      <Card title={largestTitle}>
        <Table
          caption={largestTitle}
          rows={largest}
          keyOf={({ number }) => number}
          empty={t('rehearsal:largest.none')}
          columns={[
            { title: t('rehearsal:number'), cell: ({ number }) => number, isFigure: true },
            { title: t('rehearsal:was'), cell: ({ was }) => <Seat {...was} /> },
            { title: t('rehearsal:would'), cell: ({ would }) => <Seat {...would} /> },
          ]}
        />
      </Card>
      <Card title={t('rehearsal:groups')}>
        {groups.map((group) => (
          <Group key={group.grouping} {...group} />
        ))}
      </Card>
    </>
  )
}

/** Where somebody ends: the seat, and the institute and course of its choice code. */
function Seat({ words, place }: Comparison['largest'][number]['was']) {
  return (
    <>
      {words}
      {place && (
        <div>
          <small>{place}</small>
        </div>
      )}
    </>
  )
}

/** Makes the rules this season's draft, where they differ from it; or says why that cannot be. */
function Draft() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { draft, mayDraft } = data
  if (!draft.length)
    return (
      <Card title={t('rehearsal:draft.title')}>
        <p>{t('rehearsal:draft.none')}</p>
      </Card>
    )
  return (
    <Card title={t('rehearsal:draft.title')}>
      {draft.map(({ setting, lines, isRefused, waits }) => (
        <section key={setting}>
          <h3>{t(`season:name.${setting}`)}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {isRefused && <Banner tone="warn">{t('rehearsal:draft.refused')}</Banner>}
          {waits && (
            <Banner tone="warn">
              {t('rehearsal:draft.waits')} <a href={waits}>{t('rehearsal:draft.open')}</a>
            </Banner>
          )}
        </section>
      ))}
      {mayDraft && (
        <Form submit={t('rehearsal:draft')} name="draft">
          <p>{t(data.isOpened ? 'rehearsal:draft.about' : 'rehearsal:draft.about-set')}</p>
          {draft.some(({ needsOrder }) => needsOrder) && (
            <>
              <p>{t('rehearsal:draft.order')}</p>
              <Field
                name="orderNumber"
                label={t('rehearsal:draft.order-number')}
                hint={t('rehearsal:draft.order-hint')}
                maxLength={40}
                required
              />
            </>
          )}
        </Form>
      )}
    </Card>
  )
}

const figures = ['parts', 'given', 'kept', 'lost', 'vacant'] as const

function Rounds({ rounds }: Comparison) {
  const t = useT()
  return (
    <Card title={t('rehearsal:by-round')}>
      <Table
        caption={t('rehearsal:by-round')}
        isWide
        rows={rounds.map((one, place) => ({ ...one, round: place + 1 }))}
        keyOf={({ round }) => round}
        columns={[
          { title: t('rehearsal:round'), cell: ({ round }: Line) => `${t('rehearsal:round')} ${round}`, isName: true },
          ...figures.map((figure) => ({
            title: t(`rehearsal:${figure}`),
            isFigure: true,
            cell: ({ was, would }: Line) =>
              t('rehearsal:was-would', {
                was: was ? formatCount(was[figure]) : t('rehearsal:none-there'),
                would: would ? formatCount(would[figure]) : t('rehearsal:none-there'),
              }),
          })),
        ]}
      />
    </Card>
  )
}

const changes = [
  ['gained', 'gained'],
  ['lost', 'lose'],
  ['better', 'better'],
  ['worse', 'worse'],
] as const

function Group({ grouping, lines, leftOut }: Comparison['groups'][number]) {
  const t = useT()
  return (
    <Disclosure summary={t(`rehearsal:by.${grouping}`)}>
      <Table
        caption={t(`rehearsal:by.${grouping}`)}
        isWide
        rows={lines}
        keyOf={({ group }) => group}
        empty={t('rehearsal:largest.none')}
        columns={[
          { title: t('rehearsal:group'), cell: ({ label }) => label, isName: true },
          { title: t('rehearsal:people'), cell: ({ people }) => formatCount(people), isFigure: true },
          {
            title: t('rehearsal:seated'),
            cell: ({ seatedWas, seatedWould }) =>
              t('rehearsal:was-would', { was: formatCount(seatedWas), would: formatCount(seatedWould) }),
            isFigure: true,
          },
          ...changes.map(([key, words]) => ({
            title: t(`rehearsal:${words}`),
            cell: (line: (typeof lines)[number]) => formatCount(line[key]),
            isFigure: true,
          })),
        ]}
      />
      {leftOut > 0 && <p>{t('rehearsal:left-out', { count: leftOut })}</p>}
    </Disclosure>
  )
}
