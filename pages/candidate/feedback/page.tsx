import { feedbackRules, feedbackTopics, ratings } from '../../../server/domain/portal/feedback'
import { Card } from '../../ui/data/Card'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
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
        <Form submit={t('inbox:feedback.submit')} name="feedback">
          <Field
            kind="select"
            name="about"
            label={t('inbox:feedback.about')}
            required
            options={feedbackTopics.map((topic) => ({ value: topic, label: t(`inbox:topic.${topic}`) }))}
          />
          <Field
            kind="radios"
            name="rating"
            label={t('inbox:feedback.rating')}
            required
            options={[...ratings]
              .reverse()
              .map((rating) => ({ value: String(rating), label: t(`inbox:rating.${rating}`) }))}
          />
          <Field
            kind="textarea"
            name="text"
            label={t('inbox:feedback.text')}
            hint={t('inbox:feedback.text-hint', { max: feedbackRules.maxCharacters })}
            maxLength={feedbackRules.maxCharacters}
          />
        </Form>
      </Card>
    </>
  )
}
