import { FeedbackForm } from '../../parts/inbox/FeedbackForm'
import { Card } from '../../ui/data/Card'
import { useT } from '../../ui/view'

/** A visitor's opinion of the portal, without a login. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.site-feedback')}</h1>
      <p className="lead">{t('inbox:feedback.lead')}</p>
      <Card tone="narrow">
        <p>{t('inbox:feedback.nameless')}</p>
        <FeedbackForm />
      </Card>
    </>
  )
}
