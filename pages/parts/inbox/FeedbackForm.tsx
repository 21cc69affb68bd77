import { feedbackRules, feedbackTopics, ratings } from '../../../server/domain/portal/feedback'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { useT } from '../../ui/view'

/** Two choices and an optional text. */
export function FeedbackForm() {
  const t = useT()
  return (
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
  )
}
