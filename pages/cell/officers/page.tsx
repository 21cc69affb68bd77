import { DateField } from '#pages/parts/desk/DateField.tsx'
import { SecondReadings } from '#pages/parts/scrutiny/SecondReadings.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { mostCounted } from '#server/domain/desk/waiting.ts'
import type { load } from './page.server'

/** The shared work of scrutiny: who has how many forms, who is away, and how the work goes. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.officers')}</h1>
      <p className="lead">{t('scrutiny:team.lead')}</p>
      {data.lateComplaints > 0 && (
        <Banner tone="warn">{t('scrutiny:team.late-complaints', { count: data.lateComplaints })}</Banner>
      )}
      <Officers />
      <Card title={t('scrutiny:team.balance')}>
        <p>{t('scrutiny:team.balance-about')}</p>
        <LeftForms kind="orphaned" count={data.orphaned} />
        <LeftForms kind="waits-long" count={data.longWaiting} />
        <Form name="balance" submit={t('scrutiny:team.balance-preview')} kind="quiet">
          <input type="hidden" name="intent" value="balance" />
          <Confirm />
        </Form>
      </Card>
      <div className="halves">
        <Reassign />
        <Leaves />
      </div>
      <Centres />
      <SecondReadings {...data.second} />
    </>
  )
}

/** Forms that somebody has to see to; nothing if there are none. */
function LeftForms({ kind, count }: { kind: 'orphaned' | 'waits-long'; count: number }) {
  const t = useT()
  if (count === 0) return null
  const isMore = count > mostCounted
  return (
    <p>{isMore ? t(`scrutiny:team.${kind}-many`, { most: mostCounted }) : t(`scrutiny:team.${kind}`, { count })}</p>
  )
}

const share = (part: number, of: number) => (of ? `${part} (${Math.round((part / of) * 100)} %)` : '–')

function Officers() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('scrutiny:team.officers')}>
      <p className="hint">{t('scrutiny:team.counted', { at: data.countedAt })}</p>
      <Table
        caption={t('scrutiny:team.officers')}
        isWide
        rows={data.officers}
        keyOf={({ id }) => id}
        empty={t('scrutiny:team.none')}
        columns={[
          {
            title: t('scrutiny:team.officer'),
            cell: ({ fullName, isAway, isClosed }) => (
              <>
                <Written>{fullName}</Written> {isAway && <Tag tone="warn">{t('scrutiny:team.away')}</Tag>}
                {isClosed && <Tag tone="fix">{t('scrutiny:team.closed')}</Tag>}
              </>
            ),
          },
          {
            title: t('scrutiny:team.region'),
            cell: ({ region }) => region ?? t('scrutiny:team.state'),
            needsRoom: true,
          },
          { title: t('scrutiny:team.waiting'), isFigure: true, cell: ({ waiting }) => waiting },
          { title: t('scrutiny:team.held'), isFigure: true, cell: ({ held }) => held },
          { title: t('scrutiny:team.oldest'), cell: ({ oldest }) => oldest ?? '–', isTime: true },
          { title: t('scrutiny:team.finished'), isFigure: true, cell: ({ finished }) => finished },
          { title: t('scrutiny:team.median'), isFigure: true, cell: ({ median }) => median ?? '–' },
          {
            title: t('scrutiny:team.returned'),
            isFigure: true,
            cell: ({ returned, finished }) => share(returned, finished),
          },
          {
            title: t('scrutiny:team.reversed'),
            isFigure: true,
            cell: ({ reversed, finished, returned }) => share(reversed, finished - returned),
          },
        ]}
      />
    </Card>
  )
}

/** The officers who can be given something. */
function OfficerField({ name }: { name: 'officer' | 'absent' }) {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Field
      kind="select"
      name={name}
      label={t('scrutiny:team.officer')}
      required
      options={data.officers
        .filter(({ isClosed }) => !isClosed)
        .map(({ id, fullName, waiting }) => ({
          value: String(id),
          label: t('scrutiny:team.option', { name: fullName, count: waiting }),
        }))}
    />
  )
}

function Reassign() {
  const t = useT()
  return (
    <Card title={t('scrutiny:team.reassign')}>
      <Form name="reassign" submit={t('scrutiny:team.reassign-go')} kind="quiet">
        <input type="hidden" name="intent" value="reassign" />
        <Field
          kind="textarea"
          name="userIds"
          label={t('scrutiny:team.forms')}
          hint={t('scrutiny:team.forms-hint')}
          rows={3}
          maxLength={6000}
          required
        />
        <OfficerField name="officer" />
      </Form>
    </Card>
  )
}

function Leaves() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('scrutiny:team.leaves')}>
      {data.leaves.length > 0 && (
        <ul className="entries">
          {data.leaves.map(({ id, fullName, first, last }) => (
            <li key={id}>
              <p>{t('scrutiny:team.leave', { name: fullName, first, last })}</p>
              <Form name={`leave-${id}`} submit={t('scrutiny:team.leave-end')} kind="quiet">
                <input type="hidden" name="intent" value="end-leave" />
                <input type="hidden" name="leave" value={id} />
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form name="leave" submit={t('scrutiny:team.leave-go')} kind="quiet">
        <input type="hidden" name="intent" value="leave" />
        <p className="hint">{t('scrutiny:team.leaves-about')}</p>
        <OfficerField name="absent" />
        <DateField name="firstDay" label={t('scrutiny:team.first-day')} required />
        <DateField name="lastDay" label={t('scrutiny:team.last-day')} required />
      </Form>
    </Card>
  )
}

function Centres() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (data.centres.length === 0) return null
  return (
    <Card title={t('scrutiny:team.centres')}>
      <Table
        caption={t('scrutiny:team.centres')}
        isWide
        rows={data.centres}
        keyOf={({ code }) => code}
        columns={[
          { title: t('scrutiny:team.centre'), cell: ({ code, name }) => `${code} · ${name}` },
          { title: t('scrutiny:team.confirmed'), isFigure: true, cell: ({ confirmed }) => confirmed },
          { title: t('scrutiny:team.at-desk'), isFigure: true, cell: ({ waiting }) => waiting },
          { title: t('scrutiny:team.median-visit'), isFigure: true, cell: ({ median }) => median ?? '–' },
          {
            title: t('scrutiny:team.reversed'),
            isFigure: true,
            cell: ({ reversed, confirmed }) => share(reversed, confirmed),
          },
        ]}
      />
    </Card>
  )
}
