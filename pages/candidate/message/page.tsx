import { MessageList } from '#pages/parts/inbox/MessageList.tsx'
import { PushHere } from '#pages/parts/push/PushHere.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The message box: the candidate's most urgent task and the newest messages. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.message')
  const { messages, unread, older, waits } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{unread ? t('inbox:lead.unread', { count: unread }) : t('inbox:lead.all-read')}</p>
      {waits && (
        <Banner
          tone="warn"
          title={t(`inbox:waits.${waits}`)}
          action={
            <Button href={href(base, waits === 'correct' ? 'dashboard' : 'convert-fee')} small>
              {t(`inbox:waits.${waits}.go`)}
            </Button>
          }
        />
      )}
      <Card title={t('inbox:newest')}>
        <MessageList messages={messages} />
        {older !== null && (
          <div className="actions">
            <Button href={href(base, 'message-viewall')} kind="quiet">
              {t('inbox:all')}
            </Button>
          </div>
        )}
        {unread > 0 && <Form submit={t('inbox:mark-read')} kind="quiet" name="read" />}
      </Card>
      <Card title={t('push:title')}>
        <PushHere push={data.push} />
      </Card>
    </>
  )
}
