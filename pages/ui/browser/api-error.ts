/** A failed call. `status` is 0 if no answer came. */
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
