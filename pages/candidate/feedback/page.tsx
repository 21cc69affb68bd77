import { FeedbackForm } from '#pages/parts/inbox/FeedbackForm.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'

/** The candidate's opinion of the portal: two choices and an optional text. */
export default function Page() {
  const { base } = useView()
  const t = useT()
  const title = t('signedin:menu.feedback')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('feedback:lead')}</p>
      <Card tone="narrow">
        <FeedbackForm />
      </Card>
    </>
  )
}
