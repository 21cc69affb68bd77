import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Form } from '../../ui/Form'
import { Tag } from '../../ui/Tag'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../desk-parts/desk.css'

/** Whether the portal is well. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.health')}</h1>
      <p className="lead">{t('health:lead')}</p>
      <Checks />
      <Backups />
      <Runs />
    </>
  )
}

function Checks() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { checkedAt, isChecking, results } = data
  return (
    <Card title={t('health:checks')}>
      {isChecking && <Banner tone="info">{t('health:checking')}</Banner>}
      <p className="num">{checkedAt ? t('health:checked', { at: checkedAt }) : t('health:never-checked')}</p>
      <ul className="desk-list">
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

function Backups() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { backups, isDemo, isBackupLate } = data
  return (
    <Card title={t('health:backups')}>
      {isBackupLate && (
        <Banner tone="warn" role="alert">
          {t('health:backups.late')}
        </Banner>
      )}
      {backups.length === 0 && (
        <p>
          {t('health:backups.none')} {isDemo && t('health:backups.demo')}
        </p>
      )}
      {backups.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('health:backup.made')}</th>
              <th scope="col" className="num">
                {t('health:backup.size')}
              </th>
              <th scope="col" className="num">
                {t('health:backup.files')}
              </th>
            </tr>
          </thead>
          <tbody>
            {backups.map(({ name, made, megabytes, files }) => (
              <tr key={name}>
                <th scope="row" className="num">
                  {made}
                </th>
                <td className="num">{t('health:megabytes', { size: megabytes })}</td>
                <td className="num">{files}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
        <ul className="desk-list">
          {runs.map(({ job, due, ended, state }) => (
            <li key={job}>
              <div className="head">
                <b>{t(`health:job.${job}` as 'health:job.backup')}</b>
                <Tag tone={tones[state]}>{t(`health:state.${state}` as 'health:state.done')}</Tag>
              </div>
              <p className="num">
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
