/** A failed call. `status` is 0 if no answer came. */
export class ApiError extends Error {
  // Declared and assigned: class fields would bring a helper into every page.
  declare readonly status: number
  declare readonly code: string
  declare readonly errors: readonly { field: string; code: string; message: string }[]

  constructor(status: number, code: string, message: string, errors: ApiError['errors'] = []) {
    super(message)
    Object.assign(this, { status, code, errors })
  }
}
