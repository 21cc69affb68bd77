import { FeedbackForm } from '../../parts/inbox/FeedbackForm'
import { Card } from '../../ui/data/Card'
import { href } from '../../ui/href'
import { Breadcrumb } from '../../ui/shell/Breadcrumb'
import { useT, useView } from '../../ui/view'

/** The candidate's opinion of the portal: two choices and an optional text. */
export default function Page() {
  const { base } = useView()
  const t = useT()
  const title = t('shell:menu.feedback')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('inbox:feedback.lead')}</p>
      <Card tone="narrow">
        <FeedbackForm />
      </Card>
    </>
  )
}
