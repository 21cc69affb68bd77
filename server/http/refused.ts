import type { Refusal } from '#server/kernel/result.ts'

/** A refusal thrown from a hook or validator, where a value cannot be returned; the error handler answers it. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code)
  }
}
