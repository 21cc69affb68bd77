import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import { feedbackRules, feedbackTopics, ratings } from '#server/domain/messages/feedback.ts'

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
