import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import { feedbackRules, feedbackTopics, ratings } from '#server/domain/messages/feedback.ts'

/** Two choices and an optional text. */
export function FeedbackForm() {
  const t = useT()
  return (
    <Form submit={t('feedback:submit')} name="feedback">
      <Field
        kind="select"
        name="about"
        label={t('feedback:about')}
        required
        options={feedbackTopics.map((topic) => ({ value: topic, label: t(`feedback:topic.${topic}`) }))}
      />
      <Field
        kind="radios"
        name="rating"
        label={t('feedback:rating')}
        required
        options={[...ratings]
          .reverse()
          .map((rating) => ({ value: String(rating), label: t(`feedback:rating.${rating}`) }))}
      />
      <Field
        kind="textarea"
        name="text"
        label={t('feedback:text')}
        hint={t('feedback:text-hint', { max: feedbackRules.maxCharacters })}
        maxLength={feedbackRules.maxCharacters}
      />
    </Form>
  )
}
