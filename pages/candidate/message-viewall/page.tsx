import { MessageList } from '../../parts/inbox/MessageList'
import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { Breadcrumb } from '../../ui/shell/Breadcrumb'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Every message to the candidate. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('shell:title.messages')
  const { messages, older, isFirst } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.message'), href: href(base, 'message') }, { title }]} />
      <h1>{title}</h1>
      <Card>
        <MessageList messages={messages} />
        {(older !== null || !isFirst) && (
          <div className="actions">
            {!isFirst && (
              <Button href={href(base, 'message-viewall')} kind="quiet">
                {t('inbox:newest')}
              </Button>
            )}
            {older !== null && (
              <Button href={href(base, 'message-viewall', undefined, { before: older })} kind="quiet">
                {t('inbox:older')}
              </Button>
            )}
          </div>
        )}
      </Card>
    </>
  )
}
