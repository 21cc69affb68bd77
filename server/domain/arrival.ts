import { type Instant, minutes } from '../kernel/time'

/**
 * The instant by which a deadline judges a request: when its headers arrived, if its body was complete within 60 s, else
 * when it was complete. Source: decisions §12.
 */
export const honouredInstant = (arrivedAt: Instant, completeAt: Instant): Instant =>
  completeAt - arrivedAt <= minutes(1) ? arrivedAt : completeAt
