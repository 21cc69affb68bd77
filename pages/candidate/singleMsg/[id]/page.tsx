import { MessageText } from '#pages/parts/inbox/MessageText.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** One message, in the language in which it was written. */
export default function Page() {
  const { base, data, language } = useView<typeof load>()
  const t = useT()
  const { subject, text, at, language: spoken } = data
  const time = formatDateTime(at, language)
  return (
    <>
      <Breadcrumb trail={[{ title: t('signedin:menu.message'), href: href(base, 'message') }, { title: time }]} />
      <h1 lang={spoken}>{subject}</h1>
      <p className="lead">{t('inbox:written', { time })}</p>
      <Card>
        <MessageText text={text} language={spoken} />
      </Card>
    </>
  )
}
