import { createServer as createHttp } from 'node:http'
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { letIn, stepsDone } from './killed'
import {
  call,
  command,
  type Drill,
  deskCookie,
  deskPage,
  eventually,
  type Finding,
  folderOfDrill,
  get,
  lineWith,
  type Running,
  reading,
  register,
  signIn,
  start,
} from './portal'

/** How somebody outside behaves. */
type Mood = 'well' | 'refusing' | 'hanging' | 'nonsense'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A provider that speaks HTTP. `answer`: what it says while it is well. */
async function httpProvider(answer: (path: string, body: Record<string, unknown>) => object) {
  const provider = { mood: 'well' as Mood, port: 0, taken: 0, close: () => {} }
  const server = createHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (provider.mood === 'hanging') return
    if (provider.mood === 'refusing') return void response.writeHead(503).end('{"error":"no"}')
    if (provider.mood === 'nonsense') return void response.writeHead(200).end('<html>Welcome</html>')
    provider.taken++
    const body = chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(request.url!, body)))
  })
  provider.port = await listening(server)
  provider.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return provider
}

/** A mail server behind a door that can refuse, hang or talk nonsense. */
async function mailProvider() {
  const open = new Set<Socket>()
  /** `cut`: ends the connections that the portal keeps, as a server does that goes down. */
  const provider = { mood: 'well' as Mood, port: 0, taken: 0, cut: () => {}, close: () => {} }
  provider.cut = () => {
    for (const socket of open) socket.destroy()
  }
  const inner = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      provider.taken++
      stream.resume().on('end', () => done())
    },
  })
  inner.on('error', () => {})
  const within = await listening(inner.server)
  const door = createTcp((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    if (provider.mood === 'refusing') return void socket.end('554 no service\r\n')
    if (provider.mood === 'nonsense') return void socket.end('\u0000\u0001hello, hello\r\n')
    if (provider.mood === 'hanging') return
    const through = connect(within, '127.0.0.1').on('error', () => socket.destroy())
    socket.pipe(through).pipe(socket)
  })
  provider.port = await listening(door)
  provider.close = () => {
    door.close()
    inner.close()
  }
  return provider
}

let orders = 0
const gatewayAnswer = (path: string, { amount, receipt }: Record<string, unknown>) =>
  path.endsWith('/payments') ? { items: [] } : { id: `order_drill${++orders}`, amount, currency: 'INR', receipt }

const rounds: readonly Record<'sms' | 'mail' | 'gateway', Mood>[] = [
  { sms: 'refusing', mail: 'hanging', gateway: 'nonsense' },
  { sms: 'hanging', mail: 'nonsense', gateway: 'refusing' },
  { sms: 'nonsense', mail: 'refusing', gateway: 'hanging' },
]
const around = ['sms', 'email', 'gateway'] as const
const atDesk = {
  sms: 'SMS do not go out',
  email: 'E-mails do not go out',
  gateway: 'The payment gateway does not answer',
}
const inLog = {
  sms: 'SMS do not go out',
  email: 'e-mails do not go out',
  gateway: 'the payment gateway does not answer',
}

/** Case 71 and outages of payments: those on whom the portal depends refuse, hang or answer nonsense, each in each way. */
export const providers: Drill = {
  name: 'case 71: the providers of SMS, WhatsApp and mail and the gateway refuse, hang or talk nonsense',
  async run(say) {
    const [sms, mail, gateway] = [
      await httpProvider(() => ({ id: 'taken' })),
      await mailProvider(),
      await httpProvider(gatewayAnswer),
    ]
    const folder = folderOfDrill()
    command(folder, 'seed', '--candidates', '1000')
    const payers = letIn(folder, stepsDone(7), 20)
    const server = await start(folder, {
      SMS_URL: `http://127.0.0.1:${sms.port}/messages`,
      SMS_KEY: 'key',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'admissions@example.org',
      GATEWAY: 'razorpay',
      RAZORPAY_KEY_ID: 'rzp_test_key',
      RAZORPAY_KEY_SECRET: 'key-secret',
      RAZORPAY_WEBHOOK_SECRET: 'webhook-secret',
      RAZORPAY_URL: `http://127.0.0.1:${gateway.port}`,
    })
    const admin = await deskCookie(server.url, 'admin')
    let people = 0
    try {
      for (const moods of rounds) {
        Object.assign(sms, { mood: moods.sms })
        Object.assign(mail, { mood: moods.mail })
        mail.cut()
        Object.assign(gateway, { mood: moods.gateway })
        const how = `SMS ${moods.sms}, mail ${moods.mail}, gateway ${moods.gateway}`
        await whileTroubled(server, { how, admin, payer: payers.pop()!.userId, next: () => ++people }, say)
        for (const one of [sms, mail, gateway]) one.mood = 'well'
        await whenMended(server, { how, admin, payer: payers.pop()!.userId, sms, next: () => ++people }, say)
      }
    } finally {
      await server.stop()
      for (const one of [sms, mail, gateway]) one.close()
    }
    const states = reading(folder, (sqlite) =>
      sqlite.prepare('SELECT state, count(*) AS n FROM outbox GROUP BY state').all(),
    ) as { state: string; n: number }[]
    say({
      what: 'No message was given up: each is sent, waits for its next try, or was an OTP whose time is over',
      holds: states.length > 0 && states.every(({ state }) => ['sent', 'waiting', 'expired'].includes(state)),
      measured: states.map(({ state, n }) => `${n} ${state}`).join(', '),
    })
  },
}

type Scene = { how: string; admin: string; payer: string; next(): number }

async function whileTroubled({ url, log }: Running, { how, admin, payer, next }: Scene, say: (f: Finding) => void) {
  const before = log().length
  const { bearer } = await signIn(url, payer)
  const people: number[] = []
  const registers = async () => {
    const { status } = await register(url, 5000 + next())
    people.push(status)
  }
  await registers()
  const begun = performance.now()
  const pays = await Promise.all(
    (['en', 'mr'] as const).map((language) =>
      call(url, 'POST', 'payments', { body: { due: 'application-fee' }, bearer, language }),
    ),
  )
  const took = (performance.now() - begun) / 1000
  say({
    what: `${how}: who wants to pay is told that no money was taken, and when to try again`,
    holds:
      pays.every(
        ({ status, code, retryAfter }) => status === 503 && code === 'gateway-away' && Number(retryAfter) > 0,
      ) &&
      /No money was taken/.test(pays[0]!.message) &&
      /[\u0900-\u097F]/.test(pays[1]!.message) &&
      took < 20,
    measured: `${pays[0]!.message} (after ${took.toFixed(1)} s)`,
  })
  const desk = await eventually(60, async () => {
    await registers()
    await pause(1500)
    const page = await deskPage(url, admin, 'home')
    return around.every((one) => page.includes(atDesk[one])) && page
  })
  say({
    what: 'The desk is told of each, and what to do',
    holds: desk !== null,
    measured: desk ? 'three notices' : 'not all',
  })
  // Candidates are told of what goes on, and not of a single failed try.
  const banner = await eventually(90, async () => {
    await registers()
    const page = await (await get(url, '/mbale/candidate/login?lang=mr', 'mbale_lang=mr')).text()
    return page.includes('एसएमएस उशिरा') || page.includes('शुल्क भरता येत नाही')
  })
  say({ what: 'Every page says so to candidates, in their language', holds: banner !== null, measured: String(banner) })
  say({
    what: 'Registrations go on: the messages wait',
    holds: people.length > 1 && people.every((status) => status === 200),
    measured: `${people.length} asked, all answered ${[...new Set(people)].join(', ')}`,
  })
  const lines = around.map((one) => lineWith(log().slice(before), inLog[one]))
  say({
    what: 'The log names cause and remedy of each, once a minute',
    holds: lines.every((line) => line?.includes('npm run doctor')),
    measured: lines[0] ?? 'nothing',
  })
}

async function whenMended(
  { url }: Running,
  { admin, payer, sms, next }: Scene & { sms: { taken: number } },
  say: (f: Finding) => void,
) {
  const before = sms.taken
  const { status } = await register(url, 5000 + next())
  const arrived = await eventually(20, async () => sms.taken > before)
  say({ what: 'Afterwards an OTP leaves at once', holds: status === 200 && arrived === true, measured: `${status}` })
  const { bearer } = await signIn(url, payer)
  const paying = await eventually(45, async () => {
    const { status, data } = await call(url, 'POST', 'payments', { body: { due: 'application-fee' }, bearer })
    return status === 200 && data.payment ? 'an order' : null
  })
  say({ what: 'Who wants to pay gets an order', holds: paying !== null, measured: String(paying) })
  const calm = await eventually(200, async () => {
    await register(url, 5000 + next())
    const page = await deskPage(url, admin, 'home')
    return around.every((one) => !page.includes(atDesk[one]))
  })
  say({ what: 'The notices at the desk are gone', holds: calm === true, measured: String(calm) })
}
