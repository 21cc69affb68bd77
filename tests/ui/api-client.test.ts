import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '#pages/ui/browser/api.ts'
import { apiCalls } from '#pages/ui/browser/api-calls.ts'
import { memoryStorage } from './memory-storage'

type Request = { method: string; path: string; headers: Record<string, string>; body: string | undefined }

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const expired = () => json(401, { message: 'Your session has ended', code: 'session-expired' })
const fresh = (token: string) => json(200, { message: '', data: { token, expiresAt: '' } })

/** A client whose server gives these answers. */
function aClient({ token, answer }: { token?: string; answer(request: Request): Response | Promise<Response> }) {
  const storage = memoryStorage(token ? { token } : {})
  const sent: Request[] = []
  const onSessionLost = vi.fn()
  const api = createApi({
    address: '/mbale/candidate/api',
    storage,
    xsrfToken: () => 'proof',
    language: () => 'mr',
    onSessionLost,
    fetch: async (address, { method, headers, body } = {}) => {
      const path = String(address).replace('/mbale/candidate/api', '')
      const request = { method: method!, path, headers: headers as Record<string, string>, body: body as string }
      sent.push(request)
      return answer(request)
    },
  })
  return { api, sent, storage, onSessionLost, paths: () => sent.map(({ path }) => path) }
}

const details = '/candidateLoginController/getUserDetails'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a call carries the bearer, the language of the page, the tunnel header and the XSRF header, and sends JSON', async () => {
  const { api, sent } = aClient({ token: 'abc', answer: () => json(200, { message: 'ok', data: { userId: 'ML24' } }) })
  const answer = await api.call('candidateLogin', { loginname: 'ML24', password: 'p' })
  expect(answer).toEqual({ status: 200, message: 'ok', data: { userId: 'ML24' } })
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/candidateLoginController/candidateLogin',
    body: '{"loginname":"ML24","password":"p"}',
    headers: {
      'accept-language': 'mr',
      authorization: 'Bearer abc',
      'content-type': 'application/json',
      'ngrok-skip-browser-warning': 'true',
      'x-xsrf-token': 'proof',
    },
  })
})

test('a call without a token has no bearer, and one without a body no content type', async () => {
  const { api, sent } = aClient({ answer: () => json(200, { message: '', data: {} }) })
  await api.call('getUserDetails')
  expect(Object.keys(sent[0]!.headers)).toEqual([
    'accept',
    'accept-language',
    'ngrok-skip-browser-warning',
    'x-xsrf-token',
  ])
})

test('a 401 refreshes the token once and repeats the call', async () => {
  const { api, sent, storage } = aClient({
    token: 'old',
    answer: ({ path, headers }) => {
      if (path === '/refreshToken') return fresh('new')
      return headers.authorization === 'Bearer new' ? json(200, { message: '', data: { id: 1 } }) : expired()
    },
  })
  expect((await api.call('getUserDetails')).data).toEqual({ id: 1 })
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST ${details}`,
    'GET /refreshToken',
    `POST ${details}`,
  ])
  expect(storage.values.token).toBe('new')
})

test('calls that fail together share one refresh', async () => {
  const { api, paths } = aClient({
    token: 'old',
    answer: ({ path, headers }) => {
      if (path === '/refreshToken') return fresh('new')
      return headers.authorization === 'Bearer new' ? json(200, { message: '', data: {} }) : expired()
    },
  })
  await Promise.all([api.call('getUserDetails'), api.call('smsOnWhatsapp'), api.call('getCandidateDetails')])
  expect(paths().filter((path) => path === '/refreshToken')).toHaveLength(1)
  expect(paths()).toHaveLength(7)
})

test('a token that another tab has already refreshed is used', async () => {
  const client = aClient({
    token: 'old',
    answer: ({ headers }) => {
      if (headers.authorization === 'Bearer new') return json(200, { message: '', data: {} })
      client.storage.values.token = 'new'
      return expired()
    },
  })
  await client.api.call('getUserDetails')
  expect(client.paths()).toEqual([details, details])
})

test('a refused refresh drops the token and logs the candidate out', async () => {
  const { api, paths, storage, onSessionLost } = aClient({ token: 'old', answer: expired })
  await expect(api.call('getUserDetails')).rejects.toMatchObject({ status: 401, code: 'session-expired' })
  expect(paths()).toEqual([details, '/refreshToken'])
  expect(storage.values).toEqual({})
  expect(onSessionLost).toHaveBeenCalledOnce()
})

test('a call that is refused again after the refresh is not repeated again', async () => {
  const { api, paths, onSessionLost } = aClient({
    token: 'old',
    answer: ({ path }) => (path === '/refreshToken' ? fresh('new') : expired()),
  })
  await expect(api.call('getUserDetails')).rejects.toMatchObject({ status: 401 })
  expect(paths()).toEqual([details, '/refreshToken', details])
  expect(onSessionLost).toHaveBeenCalledOnce()
})

test.each([
  ['fails to arrive', async () => Promise.reject(new TypeError('offline'))],
  ['says "too busy"', async () => json(503, {})],
])('a refresh whose answer %s logs nobody out', async (_, refresh) => {
  const { api, storage, onSessionLost } = aClient({
    token: 'old',
    answer: ({ path }) => (path === '/refreshToken' ? refresh() : expired()),
  })
  await expect(api.call('getUserDetails')).rejects.toMatchObject({ status: 401 })
  expect(storage.values.token).toBe('old')
  expect(onSessionLost).not.toHaveBeenCalled()
})

test('a refused login does not count as an expired session', async () => {
  const { api, paths } = aClient({
    token: 'old',
    answer: () => json(401, { message: 'Wrong', code: 'wrong-password' }),
  })
  await expect(api.call('candidateLogin', {})).rejects.toMatchObject({ code: 'wrong-password', message: 'Wrong' })
  expect(paths()).toEqual(['/candidateLoginController/candidateLogin'])
})

test('an error carries the faults of the fields; no answer at all has status 0', async () => {
  const errors = [{ field: 'email', code: 'email.required', message: 'Please enter the email address' }]
  const refused = aClient({ answer: () => json(422, { message: 'Check', code: 'check-answers', errors }) })
  await expect(refused.api.call('candidateLogin', {})).rejects.toMatchObject({ status: 422, errors })
  const offline = aClient({ answer: () => Promise.reject(new TypeError('offline')) })
  await expect(offline.api.call('candidateLogin', {})).rejects.toMatchObject({ status: 0 })
})

test('query data is cached while used, dropped after 60 s unused and at logout, and fetched again on demand', async () => {
  const { api, sent } = aClient({ token: 'abc', answer: () => json(200, { message: '', data: {} }) })
  await api.query('getUserDetails')
  await vi.advanceTimersByTimeAsync(59_000)
  await api.query('getUserDetails')
  await vi.advanceTimersByTimeAsync(59_000)
  await api.query('getUserDetails')
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await api.query('getUserDetails')
  expect(sent).toHaveLength(2)
  await api.refetch('getUserDetails')
  expect(sent).toHaveLength(3)
  api.forget()
  await api.query('getUserDetails')
  expect(sent).toHaveLength(4)
})

test('the paths of the calls are those of rules §15.2', () => {
  expect(Object.values(apiCalls).map(([method, path]) => `${method} ${path}`)).toEqual([
    'GET /candidateLoginController/smsOnWhatsapp',
    'POST /candidateLoginController/candidateLogin',
    'POST /candidateLoginController/getCandidateDetails',
    'POST /candidateLoginController/getUserDetails',
    'POST /candidateLoginController/sendVerifyEmail',
    'GET /refreshToken',
  ])
})
