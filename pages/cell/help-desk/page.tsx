import { mostFound } from '../../../server/domain/help-desk'
import { formatDateTime } from '../../../server/i18n/format'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { Tag } from '../../ui/Tag'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'
import '../../desk-parts/desk.css'

/** Where a candidate's call begins: who is it? And what waits for a second person. */
export default function Page() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.help-desk')}</h1>
      <p className="lead">{t('helpdesk:lead')}</p>
      <Card tone="narrow">
        <Form method="get" submit={t('helpdesk:find.submit')} name="find">
          <Field name="q" label={t('helpdesk:find.label')} hint={t('helpdesk:find.hint')} value={data.typed} />
        </Form>
      </Card>
      {data.problem && (
        <Banner tone="error" role="alert">
          {data.problem}
        </Banner>
      )}
      {data.isAnswered && <Found />}
      <Waiting />
    </>
  )
}

function Found() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:found.title')}>
      {data.found.length === 0 ? (
        <p>{t('helpdesk:found.none')}</p>
      ) : (
        <ul className="desk-list">
          {data.found.map(({ userId, fullName, home, mobile, email }) => (
            <li key={userId}>
              <div className="head">
                <a href={href(cellBase, 'help-desk/:userId', { userId })}>
                  <b>{fullName}</b>
                </a>
                <span className="num">{userId}</span>
              </div>
              <p>
                {home} · <span className="num">{mobile}</span> · {email}
              </p>
            </li>
          ))}
        </ul>
      )}
      {data.isMore && <p className="lead">{t('helpdesk:found.more', { most: mostFound })}</p>}
    </Card>
  )
}

/** New numbers that one person has prepared and another one has to release. */
function Waiting() {
  const { cellBase, data, language } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:waiting.title')}>
      {data.waiting.length === 0 ? (
        <p>{t('helpdesk:waiting.none')}</p>
      ) : (
        <ul className="desk-list">
          {data.waiting.map(({ userId, fullName, preparedAt, preparedByName, isOwn }) => (
            <li key={userId}>
              <div className="head">
                <a href={href(cellBase, 'help-desk/:userId', { userId })}>
                  <b>{fullName}</b>
                </a>
                <span className="num">{userId}</span>
                {isOwn && <Tag tone="wait">{t('helpdesk:waiting.own')}</Tag>}
              </div>
              <p>
                {t('helpdesk:waiting.prepared', { name: preparedByName, at: formatDateTime(preparedAt, language) })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
