/** The outcome of a use case or a rule: a value, or a refusal that says why. Exceptions are for bugs and outages. */
export type Result<T, R extends Refusal = Refusal> = Ok<T> | Refused<R>

type Ok<T> = { readonly ok: true; readonly value: T }
export type Refused<R extends Refusal = Refusal> = { readonly ok: false; readonly refusal: R }

/**
 * Why something was refused. `code` is stable, owned by one feature and a key of its locale files
 * (`accounts:refusal.wrong-password`); `params` fill the text; `fields` blame single inputs.
 */
export type Refusal = {
  readonly code: string
  readonly status: RefusalStatus
  readonly params?: Readonly<Record<string, string | number>>
  readonly fields?: readonly FieldFault[]
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number
}

/** One input's fault. `field` is its name in the form and in the API; `code` a key of the locale files. */
export type FieldFault = {
  readonly field: string
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
  /** The file that is at fault, among those that were sent. */
  readonly file?: FaultyFile
}

/**
 * A refused file. `at`: its place among the files of its field, from 0; `name`: as on the device, empty if it has none;
 * `page`: its page, from 1, if several make one document.
 */
export type FaultyFile = { readonly at: number; readonly name: string; readonly page?: number }

/** The possible statuses of a refusal, from malformed to too many requests. */
type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 423 | 429 | 503

export function ok(): Ok<undefined>
export function ok<T>(value: T): Ok<T>
export function ok(value?: unknown): Ok<unknown> {
  return { ok: true, value }
}

/**
 * Too soon or too many: in seconds up to a minute, beyond that in minutes (`count`), which selects the text's plural.
 */
export const tooOften = (seconds: number): Refused =>
  refuse('too-often', 429, { retryAfter: seconds, params: { seconds, count: Math.ceil(seconds / 60) } })

/** More is asked for than can be done now. `estimate`: seconds until it can; nobody is sent away for less than ten. */
export const busy = (estimate: number): Refused => {
  const seconds = Math.max(10, estimate)
  return refuse('busy', 503, { retryAfter: seconds, params: { seconds } })
}

export function refuse(code: string, status: RefusalStatus = 422, more: Partial<Refusal> = {}): Refused {
  return { ok: false, refusal: { code, status, ...more } }
}
