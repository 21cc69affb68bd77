import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { razorpayServer } from '#tests/support/razorpay-server.ts'
import type { OutsideBooks } from './books'
import type { Luck } from './plans'

/**
 * The world around the portal, in a process of its own: a provider of SMS, a mail server, and a gateway that speaks
 * Razorpay's protocol; and an address at which people read their messages and pay.
 */

const webhook = '/mbale/candidate/api/payments/webhook/razorpay'
/** How long, in ms, money that hangs takes to arrive. */
const hangs = 20_000
/** How long, in ms, somebody waits for a message before they think that none comes. */
const patience = 30_000

const texts = new Map<string, string[]>()
const waiting = new Map<string, (() => void)[]>()
let mails = 0
const gateway = await razorpayServer()
let portal = ''
let ahead = 0
gateway.now = () => Date.now() + ahead

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : {}
}

const portOf = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const sms = createServer(async (request, response) => {
  const { to, text } = (await bodyOf(request)) as { to: string; text: string }
  const number = to.slice(2)
  texts.set(number, [...(texts.get(number) ?? []), text])
  for (const wake of waiting.get(number)?.splice(0) ?? []) wake()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `sms-${number}` }))
})

const mail = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    mails++
    stream.resume().on('end', () => done())
  },
})
mail.on('error', () => {})

/** Tells the portal as the gateway does: again and again until it is taken. */
function tell(payment: ReturnType<typeof gateway.pays>, tries = 0): void {
  const { raw, headers } = gateway.webhook(payment)
  const again = () => void (tries < 8 && pause(500 * 2 ** tries).then(() => tell(payment, tries + 1)))
  const sent = ask(
    `${portal}${webhook}`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': String(raw.length) },
    },
    (response) => {
      response.resume()
      if (response.statusCode !== 200) again()
    },
  )
  sent.on('error', again)
  sent.end(raw)
}

/** A try to pay, with its luck; answers what the browser brings back, or null if it brings nothing back. */
function pay(order: string, luck: Luck) {
  if (luck === 'late') {
    void pause(hangs).then(() => tell(gateway.pays(order)))
    return null
  }
  const payment = gateway.pays(order, luck === 'declined' ? 'failed' : 'captured')
  if (luck === 'untold') return null
  tell(payment)
  return gateway.returned(payment)
}

/** The newest OTP to a number after the first `seen` texts, and how many there are now. */
async function otp(number: string, seen: number): Promise<{ otp: string | null; seen: number }> {
  const until = Date.now() + patience
  for (;;) {
    const all = texts.get(number) ?? []
    const at = all.findLastIndex((text, n) => n >= seen && /OTP|ओटीपी/.test(text) && /\b\d{6}\b/.test(text))
    if (at >= 0) return { otp: /\b\d{6}\b/.exec(all[at]!)![0], seen: at + 1 }
    if (Date.now() > until) return { otp: null, seen }
    const woken = new Promise<void>((resolve) => waiting.set(number, [...(waiting.get(number) ?? []), resolve]))
    await Promise.race([woken, pause(1000)])
  }
}

const books = (): OutsideBooks => ({
  texts: [...texts].map(([number, all]) => [number, all.length]),
  mails,
  orders: [...gateway.orders.values()],
  payments: gateway.payments,
  refunds: gateway.refunds,
})

/** Makes everything as it was when the season was held; nobody reads an old text again. */
function goOn(before: OutsideBooks) {
  for (const [number, all] of before.texts) texts.set(number, Array(all).fill(''))
  mails = before.mails
  for (const order of before.orders) gateway.orders.set(order.id, order)
  gateway.payments.push(...before.payments)
  gateway.refunds.push(...before.refunds)
  return {}
}

const door = createServer(async (request, response) => {
  const url = new URL(request.url!, 'http://peers')
  const asked = await bodyOf(request)
  const answers: Record<string, () => unknown> = {
    '/portal': () => {
      portal = asked.url
      return {}
    },
    '/ahead': () => {
      ahead = asked.ms
      return {}
    },
    '/texts': () => ({ all: texts.get(asked.number)?.length ?? 0 }),
    '/otp': () => otp(asked.number, asked.seen),
    '/pay': () => ({ back: pay(asked.order, asked.luck) }),
    '/books': books,
    '/go-on': () => goOn(asked),
  }
  const answer = await answers[url.pathname]?.()
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
})

// People keep their connection to the door; it must not close while one of them asks.
door.keepAliveTimeout = 600_000
const [smsPort, doorPort, mailPort] = [await portOf(sms), await portOf(door), await portOf(mail.server as Server)]
process.on('disconnect', () => process.exit(0))
process.send!({
  door: `http://127.0.0.1:${doorPort}`,
  env: {
    SMS_URL: `http://127.0.0.1:${smsPort}/messages`,
    SMS_KEY: 'key',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'admissions@example.org',
    GATEWAY: 'razorpay',
    RAZORPAY_KEY_ID: gateway.settings.keyId,
    RAZORPAY_KEY_SECRET: gateway.settings.keySecret,
    RAZORPAY_WEBHOOK_SECRET: gateway.settings.webhookSecret,
    RAZORPAY_URL: gateway.settings.url,
  },
})
