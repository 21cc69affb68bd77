import { formatDateTime } from '../../../../server/i18n/format'
import { Breadcrumb } from '../../../ui/Breadcrumb'
import { Card } from '../../../ui/Card'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'
import '../../../inbox-parts/inbox.css'

/** One message, in the language in which it was written. */
export default function Page() {
  const { base, data, language } = useView<(...page: Parameters<typeof load>) => NonNullable<ReturnType<typeof load>>>()
  const t = useT()
  const { subject, text, at, language: spoken } = data
  const time = formatDateTime(at, language)
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.message'), href: href(base, 'message') }, { title: time }]} />
      <h1 lang={spoken}>{subject}</h1>
      <p className="lead num">{t('inbox:written', { time })}</p>
      <Card>
        <p className="message-words" lang={spoken}>
          {text}
        </p>
      </Card>
    </>
  )
}
