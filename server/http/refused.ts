import type { Refusal } from '../kernel/result'

/** A refusal on its way out of a hook or a validator, where only throwing is possible; the error handler answers it. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code)
  }
}
