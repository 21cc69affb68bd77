import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { encodingOf, registerCompression } from '#server/http/compression.ts'

const long = `<p>${'मराठी and English. '.repeat(200)}</p>`
const app = Fastify()
registerCompression(app)
app.get('/long', (_, reply) => reply.header('vary', 'accept, cookie').type('text/html; charset=utf-8').send(long))
app.get('/json', () => ({ long }))
app.get('/short', () => ({ short: 'yes' }))
app.get('/bytes', (_, reply) => reply.type('application/pdf').send(randomBytes(5000)))
app.get('/ready', (_, reply) => reply.type('text/html').header('content-encoding', 'br').send(randomBytes(5000)))

const ask = (url: string, encodings?: string) =>
  app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0, br;q=0.0', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('an answer to %j is %s', (accepted, encoding) => expect(encodingOf(accepted)).toBe(encoding))

test('a long text travels compressed, says so, and decompresses to the original', async () => {
  const br = await ask('/long', 'gzip, br')
  expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept, cookie, accept-encoding'])
  expect(br.headers['content-length']).toBe(String(br.rawPayload.length))
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(long)
  const gzip = await ask('/json', 'gzip')
  expect([gzip.headers['content-encoding'], gzip.headers.vary]).toEqual(['gzip', 'accept-encoding'])
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual({ long })
})

test.each([
  ['/long', undefined],
  ['/long', 'identity'],
  ['/short', 'br'],
  ['/bytes', 'br'],
])('%s for %s is sent uncompressed', async (url, encodings) => {
  expect((await ask(url, encodings)).headers['content-encoding']).toBeUndefined()
})

test('a compressed file is not compressed again', async () => {
  expect((await ask('/ready', 'br')).rawPayload).toHaveLength(5000)
})
