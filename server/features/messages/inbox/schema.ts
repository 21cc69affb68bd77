import Type, { type Static } from 'typebox'
import { feedbackRules, feedbackTopics } from '#server/domain/messages/feedback.ts'
import { contract, field } from '#server/http/shape.ts'

/** A candidate's feedback on the portal. */
export const FeedbackForm = contract({
  about: Type.Enum(feedbackTopics, { fault: 'feedbackAbout' }),
  rating: Type.Integer({ minimum: 1, maximum: 5, fault: 'feedbackRating' }),
  text: Type.Optional(
    field({ fault: 'feedbackText', maxLength: feedbackRules.maxCharacters, multiline: true, tidy: 'lines' }),
  ),
})
export type FeedbackForm = Static<typeof FeedbackForm>
