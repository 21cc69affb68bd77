import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { browser, openPortal } from '../support/portal'

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code: number }
}
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector on the loopback: what it was sent, by address. */
async function collector(status = 200) {
  const sent: { address: string; type: string | undefined; text: string }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    sent.push({ address: `${request.method} ${request.url}`, type: request.headers['content-type'], text })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent }
}

test('a collector of OpenTelemetry gets a span of each request, and nothing of a person', async () => {
  const { endpoint, sent } = await collector()
  const portal = await openPortal({ config: { traces: endpoint } })
  await browser(portal).get('home')
  await browser(portal, { mbale_session: 'a-cookie-that-nobody-may-see' }).get('login?next=Asha+Patil')
  await portal.close()

  expect(sent.map(({ address, type }) => [address, type])).toEqual([['POST /v1/traces', 'application/json']])
  const { resourceSpans } = JSON.parse(sent[0]!.text) as Sent
  expect(resourceSpans[0]!.resource.attributes[0]).toEqual({
    key: 'service.name',
    value: { stringValue: 'pravesh' },
  })
  const spans = resourceSpans[0]!.scopeSpans[0]!.spans
  const requests = spans.filter(({ kind }) => kind === 2)
  expect(requests.map(({ name }) => name)).toEqual(['GET /mbale/candidate/home', 'GET /mbale/candidate/login'])
  const [home] = requests
  const told = Object.fromEntries(home!.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
  expect(told).toMatchObject({ 'http.request.method': 'GET', 'http.response.status_code': '200' })
  expect([home!.traceId, home!.spanId].map((id) => /^[0-9a-f]+$/.test(id) && id.length)).toEqual([32, 16])
  const work = spans.find(({ parentSpanId }) => parentSpanId === home!.spanId)!
  expect([work.name, work.traceId]).toEqual(['handler', home!.traceId])
  const times = [home!.startTimeUnixNano, work.startTimeUnixNano, work.endTimeUnixNano, home!.endTimeUnixNano]
  expect(times.map(BigInt)).toEqual(times.map(BigInt).sort((a, b) => (a < b ? -1 : 1)))
  expect(Math.abs(Number(BigInt(times[0]!) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  for (const word of ['Asha', 'a-cookie', '127.0.0.1']) expect(sent[0]!.text).not.toContain(word)
})

test('a collector that refuses costs no request, and the log says so', async () => {
  const { endpoint, sent } = await collector(503)
  const portal = await openPortal({ config: { traces: endpoint, logLevel: 'warn' } })
  expect((await browser(portal).get('home')).status).toBe(200)
  await portal.close()
  expect(sent).toHaveLength(1)
  expect(portal.logs.join('')).toContain('traces were dropped')
})
