import { FeedbackForm } from '#pages/parts/inbox/FeedbackForm.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { useT } from '#pages/ui/view.ts'

/** A visitor's opinion of the portal, without a login. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.site-feedback')}</h1>
      <p className="lead">{t('feedback:lead')}</p>
      <Card tone="narrow">
        <p>{t('feedback:nameless')}</p>
        <FeedbackForm />
      </Card>
    </>
  )
}
