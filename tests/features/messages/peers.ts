import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Clock } from '#server/adapters/clock.ts'
import { type Instant, ist } from '#server/kernel/time.ts'

/** A clock that moves only when the test moves it. */
export type StandingClock = Clock & { pass(milliseconds: number): void }

export function standingClock(at: Instant = ist('2024-07-20 11:00')): StandingClock {
  let now = at
  return {
    real: () => now,
    portal: () => now,
    pass: (milliseconds) => {
      now = (now + milliseconds) as Instant
    },
  }
}

export type SmsRequest = {
  headers: IncomingHttpHeaders
  body: { channel: string; to: string; templateId?: string; language: string; text: string; reference: string }
}
type SmsAnswer = (request: SmsRequest, response: ServerResponse, count: number) => void

export const takes: SmsAnswer = (_request, response, count) => void response.end(JSON.stringify({ id: `sms-${count}` }))
export const answers =
  (status: number, body = ''): SmsAnswer =>
  (_request, response) =>
    void response.writeHead(status).end(body)

/** A provider of SMS and WhatsApp on loopback; a test may change `answer` while it runs. */
export async function smsProvider(answer: SmsAnswer = takes) {
  const requests: SmsRequest[] = []
  const provider = { url: '', requests, answer }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
    requests.push(received)
    provider.answer(received, response, requests.length)
  })
  provider.url = `http://127.0.0.1:${await listen(server)}/messages`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return provider
}

type Mail = {
  from: string
  to: string[]
  headers: string[]
  header(name: string): string | undefined
  text: string
}

/** A mail server on loopback that keeps every mail. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map((recipient) => recipient.address)
        mails.push({ from: mailFrom ? mailFrom.address : '', to, ...parsed(Buffer.concat(chunks).toString('latin1')) })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const port = await listen(server.server)
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${port}`, mails }
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Unfolds headers and decodes the transfer encodings, as a mail program does. */
function parsed(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const header = (name: string) => {
    const line = headers.find((candidate) => candidate.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return line === undefined ? undefined : decodeWords(line.slice(name.length + 1).trim())
  }
  const encoding = header('Content-Transfer-Encoding')
  const body = rest.join('\r\n\r\n')
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1')
  return { headers, header, text: bytes.toString('utf8').replaceAll('\r\n', '\n') }
}

const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : quoted(word.replaceAll('_', ' '))).toString('latin1'),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))

/** A portal without devices that take notifications. */
export const noPush = { order: () => null, drop() {}, page: () => 'https://portal.example/message' }

/** A notification as its device reads it, with what the push service saw of it. */
type Pushed = { headers: IncomingHttpHeaders; body: Buffer; text: string; claims: Record<string, unknown> }

/** A push service on loopback, and a browser behind it that opens what comes (RFC 8291, RFC 8188); `status` is its answer. */
export async function pushService() {
  const [browser, auth] = [createECDH('prime256v1'), randomBytes(16)]
  const publicKey = browser.generateKeys()
  const service = {
    status: 201,
    pushed: [] as Pushed[],
    device: { endpoint: '', p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
  }
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  function opened(body: Buffer): string {
    const [salt, length] = [body.subarray(0, 16), body[20]!]
    const sender = body.subarray(21, 21 + length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const secret = derive(browser.computeSecret(sender), auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const sealed = body.subarray(21 + length)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
  }
  /** The claims of the portal's token, once its signature holds under the key that it names. */
  async function claimsOf(authorization: string) {
    const { t, k } = /^vapid t=(?<t>\S+), ?k=(?<k>\S+)$/.exec(authorization)!.groups!
    const point = Buffer.from(k!, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
    return { ...(await jwtVerify(t!, key)).payload, key: k }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const claims = await claimsOf(request.headers.authorization!)
    service.pushed.push({ headers: request.headers, body, text: opened(body), claims })
    response.writeHead(service.status).end()
  })
  service.device.endpoint = `http://127.0.0.1:${await listen(server)}/device/1`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return service
}
