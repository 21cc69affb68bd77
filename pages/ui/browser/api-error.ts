/** A call that did not succeed. `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: readonly { field: string; code: string; message: string }[] = [],
  ) {
    super(message)
  }
}
