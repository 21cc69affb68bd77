import { MessageList } from '#pages/parts/inbox/MessageList.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Every message to the candidate. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:title.messages')
  const { messages, older, isFirst } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('signedin:menu.message'), href: href(base, 'message') }, { title }]} />
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
