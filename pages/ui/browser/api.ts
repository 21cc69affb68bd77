import type { Language } from '#server/kernel/languages.ts'
import { type ApiCall, type ApiData, everyCall } from './api-calls'
import { ApiError } from './api-error'
import { createQueryCache } from './query-cache'
import type { Stored } from './stored'

const tokenKey = 'token'

type ApiAnswer<T> = { status: number; message: string; data: T }

type ApiWorld = {
  /** `/mbale/candidate/api` */
  address: string
  storage: Stored
  fetch: typeof fetch
  xsrfToken(): string | null
  /** That of the page, which the answer, and a message that it causes, are to be in. */
  language(): Language
  /** Called after a refused refresh; the candidate has to be logged out. */
  onSessionLost(): void
}

export type Api = ReturnType<typeof createApi>

/**
 * The scripted client (rules §2.11): sends JSON, with the bearer token from local storage if there is one, and has no
 * timeout. A 401 leads to one refresh, shared by concurrent calls, and one retry. A refresh that fails for another
 * reason (no answer, too busy) changes nothing, so a poor network logs nobody out.
 */
export function createApi(world: ApiWorld) {
  const { storage } = world
  const queries = createQueryCache()
  let refreshing: Promise<'fresh' | 'refused' | 'unanswered'> | null = null

  const token = () => storage.get(tokenKey)

  function headers(body: unknown): Record<string, string> {
    const bearer = token()
    const xsrf = world.xsrfToken()
    return {
      accept: 'application/json',
      'accept-language': world.language(),
      'ngrok-skip-browser-warning': 'true',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(xsrf && { 'x-xsrf-token': xsrf }),
    }
  }

  const request = (call: ApiCall, body?: unknown, at = '') => {
    const [method, path] = everyCall[call]
    const json = body === undefined ? undefined : JSON.stringify(body)
    return world.fetch(`${world.address}${path.replace(':at', at)}`, { method, headers: headers(body), body: json })
  }

  async function renew(): Promise<'fresh' | 'refused' | 'unanswered'> {
    const response = await request('refreshToken').catch(() => null)
    if (!response || response.status === 429 || response.status >= 500) return 'unanswered'
    const answer = response.ok
      ? ((await response.json().catch(() => null)) as ApiAnswer<{ token?: string }> | null)
      : null
    if (!answer?.data?.token) return 'refused'
    storage.set(tokenKey, answer.data.token)
    return 'fresh'
  }

  function refresh() {
    refreshing ??= renew().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  function forget(): void {
    storage.remove(tokenKey)
    queries.clear()
  }

  function lose(): void {
    forget()
    world.onSessionLost()
  }

  /** The answer to a call, after the refresh if it was a 401. */
  async function ask(call: ApiCall, body: unknown, at?: string): Promise<Response> {
    const sent = token()
    const first = await request(call, body, at)
    if (first.status !== 401 || everyCall[call][2] === 'open') return first
    // Another call or another tab may have refreshed meanwhile.
    if (token() === sent) {
      const renewal = await refresh()
      if (renewal === 'refused') lose()
      if (renewal !== 'fresh') return first
    }
    const second = await request(call, body, at)
    if (second.status === 401) lose()
    return second
  }

  /** `at`: the subject of the call, if its path has a place for one. */
  async function call<C extends ApiCall>(name: C, body?: unknown, at?: string): Promise<ApiAnswer<ApiData[C]>> {
    const response = await ask(name, body, at).catch(() => {
      throw new ApiError(0, 'unanswered', '')
    })
    const answer = await response.json().catch(() => null)
    if (response.ok && answer) return { status: response.status, message: answer.message, data: answer.data }
    throw new ApiError(response.status, answer?.code ?? 'unanswered', answer?.message ?? '', answer?.errors)
  }

  return {
    call,
    /** The same call with a cache: an answer is dropped after 60 s without use. */
    query: <C extends ApiCall>(name: C) => queries.get(name, () => call(name)),
    /** Calls again and caches the new answer. */
    refetch<C extends ApiCall>(name: C) {
      queries.drop(name)
      return queries.get(name, () => call(name))
    },
    hasToken: () => token() !== null,
    keepToken: (fresh: string): void => void storage.set(tokenKey, fresh),
    refresh,
    forget,
  }
}
