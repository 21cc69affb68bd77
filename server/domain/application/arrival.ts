import { type Instant, minutes } from '#server/kernel/time.ts'

/**
 * The instant by which a deadline judges a request: the arrival of its headers if its body was complete within 60 s,
 * otherwise its completion. Source: rules §12.3.
 */
export const honouredInstant = (arrivedAt: Instant, completeAt: Instant): Instant =>
  completeAt - arrivedAt <= minutes(1) ? arrivedAt : completeAt
