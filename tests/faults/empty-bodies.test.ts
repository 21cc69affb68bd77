import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, openPortal, signIn, type TestPortal } from '#tests/support/portal.ts'

/** A JSON body without a byte, or of white space, is no body. It is no case of its own: clients send it every day. */

let portal: TestPortal
let token: string
beforeAll(async () => {
  portal = await openPortal({ shared: true })
  token = (await signIn(portal)).token
})
afterAll(() => portal.close())

const empty: Record<string, () => string | Readable> = {
  'no byte': () => '',
  'white space': () => ' \r\n\t ',
  'no byte, in chunks': () => Readable.from([]),
  'white space, in chunks': () => Readable.from([Buffer.from(' '), Buffer.from('\n')]),
}
const types = ['application/json', 'application/json; charset=utf-8']

/** Calls the API with this body; undefined for none. */
async function ask(method: string, url: string, payload?: string | Readable, type?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) }
  const answer = await portal.app.inject({ method: method as 'POST', url, headers, payload })
  const isJson = String(answer.headers['content-type']).includes('json')
  return [answer.statusCode, isJson ? answer.json() : answer.body]
}

describe('an empty JSON body is no body', () => {
  test.each([calls.details, calls.userDetails])('%s answers as without a body', async (call) => {
    const url = `${portal.base}api/${call}`
    const without = await ask('POST', url)
    expect(without[0]).toBe(200)
    for (const make of Object.values(empty))
      for (const type of types) expect(await ask('POST', url, make(), type)).toEqual(without)
  })

  test('sendVerifyEmail sends the e-mail', async () => {
    for (const make of Object.values(empty))
      expect((await ask('POST', `${portal.base}api/${calls.verifyEmail}`, make(), types[0]))[0]).toBe(200)
  })

  test('every call that needs a body names the fields that it lacks', async () => {
    const takesBody = portal
      .routes()
      .flatMap(({ method, url }) => method.split('|').map((each) => ({ method: each, url })))
      .filter(({ method, url }) => url.startsWith(`${portal.base}api/`) && !['GET', 'HEAD', 'OPTIONS'].includes(method))
    expect(takesBody.length).toBeGreaterThan(40)
    for (const { method, url } of takesBody) {
      const address = url.replace(/:[a-z]+/gi, '1')
      for (const [what, make] of Object.entries(empty)) {
        const [, body] = await ask(method, address, make(), types[0])
        if (body?.code === 'malformed') expect(body.errors?.length, `${method} ${url}: ${what}`).toBeGreaterThan(0)
      }
    }
  })

  test.each(['{', '{"a":1,}', '\u0000', 'x', '\uFEFF{'])('%j is still not understood', async (body) => {
    const [status, answer] = await ask('POST', `${portal.base}api/${calls.userDetails}`, body, types[0])
    expect([status, answer.code]).toEqual([400, 'malformed'])
  })
})
