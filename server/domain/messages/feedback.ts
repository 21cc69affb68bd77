import { minutes } from '#server/kernel/time.ts'

/** The topics of feedback. */
export const feedbackTopics = ['form', 'documents', 'payment', 'information', 'help', 'other'] as const
export type FeedbackTopic = (typeof feedbackTopics)[number]

/** From bad to good. */
export const ratings = [1, 2, 3, 4, 5] as const

/**
 * `perDay`: of one candidate. Visitors are limited by their network in an hour; beyond `together` of all of them, those
 * of a network that has had its share wait, so that no flood fills the list or closes it. Source: rules §10.7.
 */
export const feedbackRules = {
  maxCharacters: 1000,
  perDay: 5,
  perNetworkHourly: 10,
  together: { most: 100, within: minutes(10) },
} as const
