import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mostBytes } from '#server/http/unread-bodies.ts'
import { calls, openPortal } from '#tests/support/portal.ts'
import { read, socketsTo } from '#tests/support/sockets.ts'

const megabyte = 1024 * 1024

/** Sends a whole body and only then reads, as browsers do; rejects if the connection breaks meanwhile. */
async function sendAndRead(socket: Socket, bytes: number): Promise<string> {
  socket.pause()
  for (let left = bytes; left > 0; left -= megabyte) {
    const piece = Buffer.alloc(Math.min(left, megabyte), 'x')
    await new Promise<void>((resolve, reject) => {
      socket.write(piece, (error) => (error ? reject(error) : resolve()))
    })
    // The answer comes while the rest is still to be sent.
    if (left === bytes) await pause(100)
  }
  socket.resume()
  return read(socket, /(\}|<\/html>)$/)
}

const file = 'multipart/form-data; boundary=x'
const json = 'application/json'
const head = (path: string, type: string, bytes: number, connection: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`

describe.each(['close', 'keep-alive'])(
  'whoever still sends when they are refused reads why (connection: %s)',
  (connection) => {
    test('case 70: that the portal is full', async () => {
      const portal = await openPortal({ gate: { enter: (_asking, go) => void setTimeout(go, 20, false) } })
      const open = await socketsTo(portal)
      for (const bytes of [300_000, 2 * megabyte, 6 * megabyte])
        for (const [path, said] of [
          ['api/documents', '"code":"overloaded"'],
          ['documents-details', '<h1>There are more requests'],
        ] as const) {
          const answer = await sendAndRead(await open(head(portal.base + path, file, bytes, connection)), bytes)
          expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d+/)
          expect(answer).toContain(said)
        }
    })

    test.each([
      [401, 'api/documents', file, 6 * megabyte],
      [413, 'api/documents', file, mostBytes + 1],
      [413, `api/${calls.login}`, json, 6 * megabyte],
      [415, `api/${calls.login}`, file, 6 * megabyte],
      [404, 'no-such-page', file, 6 * megabyte],
    ])('case 89: with %i at %s', async (status, path, type, bytes) => {
      const portal = await openPortal()
      const open = await socketsTo(portal)
      // Of a body that is longer than any, as much as is read.
      const sent = Math.min(bytes, mostBytes - megabyte)
      const answer = await sendAndRead(await open(head(portal.base + path, type, bytes, connection)), sent)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    })
  },
)

/** Writes pieces until the connection ends; how many bytes it took, and what was read meanwhile. */
async function pour(socket: Socket, piece: Buffer | string, every?: number): Promise<{ sent: number; text: string }> {
  const answer = read(socket)
  let sent = 0
  while (!socket.destroyed) {
    sent += piece.length
    const isTaken = socket.write(piece)
    if (every) await pause(every)
    else if (!isTaken) await Promise.race([once(socket, 'drain').catch(() => {}), answer])
  }
  return { sent, text: await answer }
}

test.each(['close', 'keep-alive'])(
  'case 89: a body without end is cut off after its refusal, by its bytes (connection: %s)',
  async (connection) => {
    const portal = await openPortal()
    const open = await socketsTo(portal)
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')])
    const { sent, text } = await pour(
      await open(
        `POST ${portal.base}api/documents HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ),
      chunk,
    )
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
    // Beyond what is read, the buffers of both sides take some megabytes.
    expect(sent).toBeLessThan(mostBytes + 30 * megabyte)
  },
)

test('case 89: a body without end is cut off after its refusal, by its time, and has one answer', async () => {
  const portal = await openPortal({ config: { bodySeconds: 0.3 } })
  const open = await socketsTo(portal)
  const begun = performance.now()
  const { text } = await pour(
    await open(
      `POST ${portal.base}api/documents HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n`,
    ),
    ' ',
    20,
  )
  expect(performance.now() - begun).toBeLessThan(5000)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
})
