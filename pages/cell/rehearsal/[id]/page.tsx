import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Banner } from '#pages/ui/shell/Banner.tsx'
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
  const { state, fault, comparison } = data
  return (
    <>
      <h1>{t('rehearsal:title', { time: data.time })}</h1>
      <p className="lead">
        {t('rehearsal:lead')} {t('rehearsal:how')}
      </p>
      {state === 'running' && (
        <Banner tone="info">
          {t('rehearsal:running')} <a href="?">{t('rehearsal:again')}</a>
        </Banner>
      )}
      {(state === 'failed' || state === 'stopped') && <Banner tone="error">{t(`rehearsal:${state}`)}</Banner>}
      {fault && (
        <Banner tone="error">
          {t(`rehearsal:fault.${fault.code}`, { round: fault.round, details: fault.details })}
        </Banner>
      )}
      <Card title={t('rehearsal:rules')}>
        <ul>
          {data.rules.length ? data.rules.map((line) => <li key={line}>{line}</li>) : <li>{t('rehearsal:same')}</li>}
        </ul>
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
  return (
    <>
      <Card>
        <p>
          <b>{t('rehearsal:summary', { people: formatCount(people), count: changed })}</b>{' '}
          {assumed > 0 && t('rehearsal:assumed', { count: assumed })}
        </p>
        <Draft />
      </Card>
      <Rounds {...comparison} />
      <Card title={t('rehearsal:largest')}>
        <Table
          caption={t('rehearsal:largest')}
          rows={largest}
          keyOf={({ number }) => number}
          empty={t('rehearsal:largest.none')}
          columns={[
            { title: t('rehearsal:number'), cell: ({ number }) => number, isFigure: true },
            { title: t('rehearsal:was'), cell: ({ was }) => was },
            { title: t('rehearsal:would'), cell: ({ would }) => would },
          ]}
        />
      </Card>
      <Card>
        {groups.map((group) => (
          <Group key={group.grouping} {...group} />
        ))}
      </Card>
    </>
  )
}

/** Makes the rules this season's draft, where they differ from it. */
function Draft() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.draft.length) return <p>{t('rehearsal:draft.none')}</p>
  return (
    <Form submit={t('rehearsal:draft')} name="draft">
      <p>{t('rehearsal:draft.about')}</p>
    </Form>
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
          { title: t('rehearsal:round'), cell: ({ round }: Line) => round, isName: true },
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

function Group({ grouping, lines }: Comparison['groups'][number]) {
  const t = useT()
  return (
    <Disclosure summary={t(`rehearsal:by.${grouping}`)}>
      <Table
        caption={t(`rehearsal:by.${grouping}`)}
        isWide
        rows={lines}
        keyOf={({ group }) => group}
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
    </Disclosure>
  )
}
