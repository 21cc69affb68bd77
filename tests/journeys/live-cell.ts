import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { razorpayServer } from '#tests/support/razorpay-server.ts'

/** A provider of SMS on loopback: the texts by number. */
async function smsProvider() {
  const texts = new Map<string, string[]>()
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { to, text } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; text: string }
    const number = to.slice(2)
    texts.set(number, [...(texts.get(number) ?? []), text])
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `sms-${texts.size}` }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/send`,
    /** The texts to a number, the newest last. */
    textsTo: (mobile: string): readonly string[] => texts.get(mobile) ?? [],
    close: () => new Promise<void>((resolve) => void http.close(() => resolve())),
  }
}

/** A mail server on loopback; it takes every mail and counts them. */
async function mailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

export type LiveCell = Awaited<ReturnType<typeof startLiveCell>>

/**
 * The built server in live mode on an empty folder, with a mail server, a provider of SMS and a payment gateway of its
 * own. `command`: runs a command of the operator on the same folder and answers what it prints.
 */
export async function startLiveCell() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-live-'))
  const [sms, mail, gateway] = await Promise.all([smsProvider(), mailServer(), razorpayServer()])
  const env = {
    ...process.env,
    MODE: 'live',
    PORT: '0',
    COURSES: 'mbale',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
    SECRET: 'f3Kq9Zt1LmX7pWv2RbN8sYc4HdJ6gTqE',
    PUBLIC_URL: 'https://admissions.example.org',
    TRUST_PROXY: 'no',
    SMTP_URL: mail.url,
    MAIL_FROM: 'cell@example.org',
    SMS_URL: sms.url,
    SMS_KEY: 'sms-key',
    GATEWAY: 'razorpay',
    RAZORPAY_KEY_ID: gateway.settings.keyId,
    RAZORPAY_KEY_SECRET: gateway.settings.keySecret,
    RAZORPAY_WEBHOOK_SECRET: gateway.settings.webhookSecret,
    RAZORPAY_URL: gateway.settings.url,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  }
  let child: ChildProcess | null = null
  let ahead = 0

  async function end(): Promise<void> {
    const running = child
    child = null
    if (!running) return
    running.removeAllListeners('exit')
    await new Promise<void>((resolve) => {
      running.once('exit', () => resolve())
      running.kill('SIGTERM')
    })
  }

  return {
    sms,
    gateway,
    /** The time at the server's clock, epoch milliseconds. */
    now: () => Date.now() + ahead,
    /** One-time passwords of staff, by login name. */
    oneTime: new Map<string, string>(),
    command: (...words: string[]): string =>
      execFileSync(process.execPath, ['scripts/serve.mjs', ...words], { env, encoding: 'utf8' }),
    /**
     * Starts the server, after ending one that runs, and answers its address. `at`: the instant of its clock, epoch
     * milliseconds, which runs on from there. A server that is started again keeps its address.
     */
    async serve(at: number = Date.now()): Promise<string> {
      await end()
      ahead = at - Date.now()
      const moved = ['--import', './tests/journeys/moved-clock.mjs', 'scripts/serve.mjs']
      const movedEnv = { ...env, CLOCK_AHEAD: String(ahead) }
      // The operator says that days have passed: a server that starts at another time waits for somebody to confirm it.
      if (env.PORT !== '0' && env.PORT !== undefined) {
        const watch = new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
        execFileSync(process.execPath, [...moved, 'confirm-time', '--time', watch], { env: movedEnv })
      }
      const started = spawn(process.execPath, moved, { env: movedEnv, stdio: ['ignore', 'pipe', 'inherit'] })
      child = started
      return new Promise<string>((resolve, reject) => {
        let printed = ''
        started.stdout.on('data', (chunk: Buffer) => {
          printed += chunk
          const address = /"address":"(http:[^"]+)"/.exec(printed)?.[1]
          if (!address) return
          env.PORT = new URL(address).port
          // Playwright sends cookies for https only to a host of this name.
          resolve(address.replace('127.0.0.1', 'localhost'))
        })
        started.once('exit', (code) => reject(new Error(`the server ended (${code}): ${printed}`)))
      })
    },
    async stop(): Promise<void> {
      await end()
      await Promise.all([sms.close(), mail.close(), gateway.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
