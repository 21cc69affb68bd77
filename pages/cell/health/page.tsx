import { Alarms } from '#pages/parts/desk/Alarms.tsx'
import { Attacks } from '#pages/parts/desk/Attacks.tsx'
import { Troubles } from '#pages/parts/desk/Troubles.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The health of the portal: the checks of its data, its backups and its jobs. */
export default function Page() {
  const { data, demo } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.health')}</h1>
      <p className="lead">{t('health:lead')}</p>
      {demo && <p className="hint">{t('staff:demo-times')}</p>}
      <Troubles {...data.troubles} />
      <Alarms alarms={data.alarms} />
      <Attacks attacks={data.attacks} />
      <SetUp />
      <Checks />
      <Nights />
      <Aside />
      <Backups />
      <Runs />
    </>
  )
}

/** Until the portal is opened: the items of the set-up, as its own page lists them. */
function SetUp() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (data.setUp.length === 0) return null
  return (
    <Card title={t('staff:menu.set-up')}>
      <ul className="entries">
        {data.setUp.map(({ item, missing }) => (
          <li key={item}>
            <div className="head">
              <b>{t(`season:setup.item.${item}`)}</b>
              <Tag tone={missing.length ? 'todo' : 'done'}>
                {t(missing.length ? 'season:setup.open' : 'season:setup.done')}
              </Tag>
            </div>
            {missing.length > 0 && <p>{missing.join(' · ')}</p>}
          </li>
        ))}
      </ul>
      <p>
        <a href={data.setUpPage}>{t('staff:menu.set-up')}</a>
      </p>
    </Card>
  )
}

function Checks() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { checkedAt, checkFailedAt, isChecking, results } = data
  return (
    <Card title={t('health:checks')}>
      {isChecking && <Banner tone="info">{t('health:checking')}</Banner>}
      {checkFailedAt && (
        <Banner tone="warn" role="alert">
          {t('health:check-failed', { at: checkFailedAt })}
        </Banner>
      )}
      <p>{checkedAt ? t('health:checked', { at: checkedAt }) : t('health:never-checked')}</p>
      <ul className="entries">
        {results.map(({ check, count, first }) => (
          <li key={check}>
            <div className="head">
              <b>{t(`health:check.${check}`)}</b>
              <Tag tone={count ? 'warn' : 'done'}>{count ? t('health:found', { count }) : t('health:in-order')}</Tag>
            </div>
            {count > 0 && (
              <>
                <p>{t(`health:what.${check}`)}</p>
                <p>
                  {t('health:first')} <code>{first.join(' · ')}</code>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
      {!isChecking && (
        <Form submit={t('health:check-now')} kind="quiet" name="check">
          <input type="hidden" name="intent" value="check" />
        </Form>
      )}
    </Card>
  )
}

/** Files to which no row refers, set aside before they are deleted. */
/** What the retention erased in the last nights, and how it comes back. */
function Nights() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.nights.length) return null
  return (
    <Card title={t('health:nights')}>
      <p>{t('health:nights.about')}</p>
      <ul className="entries">
        {data.nights.map(({ id, at, rows }) => (
          <li key={id}>{t('health:nights.night', { id, at: at ?? '', rows })}</li>
        ))}
      </ul>
    </Card>
  )
}

function Aside() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.aside.length) return null
  return (
    <Card title={t('health:aside')}>
      <p>{t('health:aside.about')}</p>
      <ul className="entries">
        {data.aside.map(({ day, files, deleted }) => (
          <li key={day}>{t('health:aside.day', { day, files, deleted })}</li>
        ))}
      </ul>
    </Card>
  )
}

function Backups() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { backups, brokenBackups, isDemo, isBackupLate, damagedInBackup } = data
  return (
    <Card title={t('health:backups')}>
      {isBackupLate && (
        <Banner tone="warn" role="alert">
          {t('health:backups.late')}
        </Banner>
      )}
      {brokenBackups.length > 0 && (
        <Banner tone="warn" role="alert">
          {t('health:backups.broken', { names: brokenBackups.join(', ') })}
        </Banner>
      )}
      {damagedInBackup > 0 && (
        <Banner tone="warn" role="alert">
          {t('health:backups.damaged', { count: damagedInBackup })}
        </Banner>
      )}
      {backups.length === 0 && (
        <p>
          {t('health:backups.none')} {isDemo && t('health:backups.demo')}
        </p>
      )}
      {backups.length > 0 && (
        <Table
          caption={t('health:backups')}
          rows={backups}
          keyOf={({ name }) => name}
          columns={[
            { title: t('health:backup.made'), cell: ({ made }) => made, isTime: true },
            {
              title: t('health:backup.size'),
              cell: ({ megabytes }) => t('health:megabytes', { size: megabytes }),
              isFigure: true,
            },
            { title: t('health:backup.files'), cell: ({ files }) => files, isFigure: true },
          ]}
        />
      )}
    </Card>
  )
}

const tones = { running: 'wait', done: 'done', failed: 'warn', waived: 'todo' } as const

function Runs() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { runs } = data
  return (
    <Card title={t('health:runs')}>
      {runs.length === 0 ? (
        <p>{t('health:runs.none')}</p>
      ) : (
        <ul className="entries">
          {runs.map(({ job, due, ended, state }) => (
            <li key={job}>
              <div className="head">
                <b>{t(`health:job.${job}` as 'health:job.backup')}</b>
                <Tag tone={tones[state]}>{t(`health:state.${state}` as 'health:state.done')}</Tag>
              </div>
              <p>
                {t('health:run.due')}: {due}
                {ended && ` · ${t('health:run.ended')}: ${ended}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
