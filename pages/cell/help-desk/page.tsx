import { List } from '#pages/parts/desk/List.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { mostFound } from '#server/domain/desk/help-desk.ts'
import type { show } from './page.server'

/** Finds the candidate who calls, and lists the requests that wait for a second officer. */
export default function Page() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.help-desk')}</h1>
      <p className="lead">{t('helpdesk:lead')}</p>
      <Card tone="narrow">
        <SearchForm submit={t('helpdesk:find.submit')} name="find">
          <Field name="q" label={t('helpdesk:find.label')} hint={t('helpdesk:find.hint')} value={data.typed} />
        </SearchForm>
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

/** A candidate's name with a link to the record. */
function Candidate({ userId, fullName }: { userId: string; fullName: string }) {
  const { cellBase } = useView()
  return (
    <div className="head">
      <a href={href(cellBase, 'help-desk/:userId', { userId })}>
        <Written as="b">{fullName}</Written>
      </a>
      {userId}
    </div>
  )
}

function Found() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:found.title')}>
      {data.found.length === 0 ? (
        <p>{t('helpdesk:found.none')}</p>
      ) : (
        <ul className="entries">
          {data.found.map(({ userId, fullName, home, mobile, email }) => (
            <li key={userId}>
              <Candidate userId={userId} fullName={fullName} />
              <p>
                {home} · {mobile} · <NetAddress of={email} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {data.isMore && <p className="lead">{t('helpdesk:found.more', { most: mostFound })}</p>}
    </Card>
  )
}

/** New numbers that one officer has prepared and another has to release. */
function Waiting() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, preparedByName } = data.list.filters
  return (
    <Card title={t('helpdesk:waiting.title')}>
      <List
        list={data.list}
        caption={t('helpdesk:waiting.title')}
        empty={t('helpdesk:waiting.none')}
        keyOf={({ id }) => id}
        filters={
          <>
            <Field name="userId" label={t('shell:application-id')} value={userId} maxLength={20} />
            <Field
              name="preparedByName"
              label={t('list:column.preparedByName')}
              value={preparedByName}
              maxLength={100}
            />
          </>
        }
        cells={{
          userId: ({ userId }) => <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>,
          preparedByName: ({ preparedByName, isMine }) => (
            <>
              {preparedByName} {isMine === 0 && <Tag tone="wait">{t('helpdesk:waiting.own')}</Tag>}
            </>
          ),
        }}
      />
    </Card>
  )
}
