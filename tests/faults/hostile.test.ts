import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStore } from '#server/demo/store.ts'
import type { View } from '#server/domain/site/view.ts'
import { candidateRoutes, cellFiles, cellRoutes } from '#server/domain/terms/routes.ts'
import { ist } from '#server/kernel/time.ts'
import { isWhole } from '#tests/support/extent.ts'
import { type Answer, asData, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

/**
 * Case 29 over everything that the server answers: it puts hostile values into every query, every field of every form
 * on a page and every field of every call in the API's document. The server may refuse them but must not break.
 */

let portal: TestPortal
beforeAll(async () => {
  portal = await openPortal({ mode: 'demo', at: ist('2024-08-12 16:20'), cohort: 20, shared: true })
}, 60_000)
afterAll(() => portal.close())

const texts = [
  '',
  '-1',
  '9'.repeat(30),
  '999999999',
  '__proto__',
  'toString',
  'x'.repeat(3000),
  '\u0000',
  '\'"--*',
  '../..',
  '2024-13-45',
  '275760-09-13',
  '९९',
]
/**
 * The share of hostile values that belongs to a place: `npm test` tries a sixteenth at each page, form and field, in turn,
 * so that every value still meets every kind of place; `test:all` tries all of them everywhere.
 */
const isTurnOf = (index: number, place: number) => isWhole || (index + place) % 16 === 0
const textsAt = (place: number): readonly string[] => texts.filter((_, index) => isTurnOf(index, place))
const values: readonly unknown[] = [
  ...texts,
  0,
  -1,
  1.5,
  1e308,
  null,
  true,
  [],
  ['x'],
  [[null]],
  {},
  { toString: 1 },
  { length: 5 },
]
/** The parameters that pages and calls take in their addresses. */
const names = 'page q step day kind district after before version round next id list stop email centre code type set'
  .split(' ')
  .concat(
    'userId institute course token to seatType order name from edition document change category activity'.split(' '),
  )

const expectWhole = (answer: Answer, what: string) =>
  expect(answer.status < 500 || answer.status === 503, `${what.slice(0, 300)} answers ${answer.status}`).toBe(true)

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

type Pairs = readonly (readonly [string, string])[]
const encoded = (pairs: Pairs) => pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')

/** The fields and values of each form of a page that posts; each button makes another form. */
function formsOf(html: string): Pairs[] {
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, opening, inner]) => {
    if (!/method="post"/i.test(opening!) || /action="[^"]*(logout|lang)/.test(opening!)) return []
    const tags = [...inner!.matchAll(/<(input|select|textarea|button)\b[^>]*>/g)]
    const pairsOf = (isButton: boolean) =>
      tags.flatMap(([tag, kind]): [string, string][] => {
        const name = attribute(tag, 'name')
        return name && name !== '_csrf' && (kind === 'button') === isButton
          ? [[name, attribute(tag, 'value') ?? 'words']]
          : []
      })
    const [fields, buttons] = [pairsOf(false), pairsOf(true)]
    return buttons.length ? buttons.map((button) => [...fields, button]) : [fields]
  })
}

/** Every wrong version of a form: all of its fields at once, and each one alone. */
function* wrongForms(fields: Pairs, place: number): Generator<Pairs> {
  for (const text of textsAt(place)) yield fields.map(([name, value]) => [name, name === 'intent' ? value : text])
  for (const [index, [name, value]] of fields.entries()) {
    if (!isTurnOf(index, place)) continue
    const others = fields.filter((_, other) => other !== index)
    yield others
    yield [...fields, [name, value]]
    yield [...others, [`${name}[]`, value], [`${name}[a]`, value]]
    for (const text of textsAt(place + index).slice(0, 3)) yield [...others, [name, text]]
  }
  yield [...fields, ['__proto__', 'x'], ['constructor', 'x']]
}

const personas = ['half-filled', 'reverted', 'fc-booked', 'fc', 'so', 'ro', 'institute', 'admin']

test.each(personas)('case 29: no address and no form of %s breaks', { timeout: 120_000 }, async (key) => {
  const turn = personas.indexOf(key)
  const cookies: Record<string, string> = {}
  let csrf = ''
  async function logIn() {
    const body = encoded([
      ['key', key],
      ['course', 'mbale'],
    ])
    Object.assign(cookies, (await portal.ask('POST', '/demo/login', { body, headers: formHeaders })).cookies)
    const account = await portal.ask('GET', '/mbale/cell/account', { cookies, headers: asData })
    csrf = cookies.mbale_desk ? viewOf<View>(account).staff!.csrf : cookies['XSRF-TOKEN']!
  }
  await logIn()
  const routes = cookies.mbale_desk
    ? [...Object.keys(cellRoutes), ...Object.keys(cellFiles)]
    : Object.keys(candidateRoutes)
  const base = cookies.mbale_desk ? '/mbale/cell/' : '/mbale/candidate/'
  const filled = (route: string, parameter?: string) =>
    route.replace(/:\w+/g, (name) => parameter ?? { ':userId': 'ML24100001', ':desk': 'fc' }[name] ?? '1')
  const seen = new Set<string>()
  for (const [number, route] of routes.entries()) {
    const place = number + turn
    const url = `${base}${filled(route)}`
    const ask = async (to: string) => {
      const answer = await portal.ask('GET', to, { cookies, headers: { accept: 'text/html' } })
      expectWhole(answer, `GET ${to}`)
      return answer
    }
    for (const text of textsAt(place)) {
      await ask(`${url}?${encoded(names.map((name) => [name, text]))}`)
      if (route.includes(':')) await ask(`${base}${filled(route, encodeURIComponent(text) || '%20')}`)
    }
    await ask(`${url}?${names.map((name) => `${name}=1&${name}=2&${name}[]=3&${name}[a]=4`).join('&')}`)
    for (const form of formsOf((await ask(url)).text)) {
      const mark = `${route} ${form.map(([name, value]) => (name === 'intent' ? value : name))}`
      if (seen.has(mark)) continue
      seen.add(mark)
      for (const wrong of wrongForms(form, place)) {
        const body = encoded([['_csrf', csrf], ...wrong])
        const answer = await portal.ask('POST', url, {
          cookies,
          body,
          headers: { accept: 'text/html', ...formHeaders },
        })
        expectWhole(answer, `POST ${url} ${encoded(wrong)}`)
        if (/home\?next|login\//.test(String(answer.headers.location))) await logIn()
      }
    }
  }
})

test('case 29: no call breaks, whatever its body, path and query contain', { timeout: 120_000 }, async () => {
  const { accounts, db } = portal.services
  const userId = demoStore(db).userIdByEmail('half-filled.mbale@example.org')!
  let token = ''
  const ask = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
    token ||= accounts.openFor(userId, { ip: '127.0.0.1', device: undefined, deviceLabel: '—' })!.token
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await portal.ask(method, url, { token, ...(body === undefined ? {} : json) })
    expectWhole(answer, `${method} ${url} ${JSON.stringify(body)}`)
    if (answer.status === 401) token = ''
  }
  type Operation = { requestBody?: { content: Record<string, { schema?: { properties?: object } }> } }
  const { body: document } = await portal.api('GET', 'openapi.json')
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    const url = path.startsWith('/mbale/') ? path : `${portal.base}api${path}`
    const steps = url.includes('{') ? ['1', 'personal-details', 'razorpay'] : ['1']
    for (const [name, { requestBody }] of Object.entries(methods)) {
      const method = name.toUpperCase() as 'GET' | 'POST'
      for (const text of texts) await ask(method, url.replace(/\{\w+\}/g, encodeURIComponent(text) || '%20'))
      for (const to of steps.map((step) => url.replace(/\{\w+\}/g, step))) {
        if (method === 'GET') {
          for (const text of texts) await ask(method, `${to}?${encoded(names.map((one) => [one, text]))}`)
          await ask(method, `${to}?${names.map((one) => `${one}=1&${one}=2&${one}[]=3`).join('&')}`)
          continue
        }
        const fields = Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {})
        for (const value of values) {
          await ask(method, to, value)
          await ask(method, to, Object.fromEntries(fields.map((field) => [field, value])))
          for (const field of fields)
            await ask(method, to, Object.fromEntries(fields.map((one) => [one, one === field ? value : 'words'])))
        }
      }
    }
  }
})
