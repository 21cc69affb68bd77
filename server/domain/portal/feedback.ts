/** The topics of feedback. */
export const feedbackTopics = ['form', 'documents', 'payment', 'help', 'other'] as const
export type FeedbackTopic = (typeof feedbackTopics)[number]

/** From bad to good. */
export const ratings = [1, 2, 3, 4, 5] as const

export const feedbackRules = { maxCharacters: 1000, perDay: 5 } as const
