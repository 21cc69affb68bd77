import { once } from 'node:events'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, test, vi } from 'vitest'
import { withoutPersonalData } from '#server/http/log.ts'
import { ok } from '#server/kernel/result.ts'
import { hours, seconds } from '#server/kernel/time.ts'
import {
  asha,
  browser,
  calls,
  folderOfTest,
  openPortal,
  ravi,
  register,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'
import { read, socketsTo } from '#tests/support/sockets.ts'

const page = { accept: 'text/html' }
const marathi = /[\u0900-\u097F]/

describe('case 30: a slow client holds no more than a connection', () => {
  async function listening() {
    const portal = await openPortal()
    return { portal, open: await socketsTo(portal) }
  }

  test('case 30: the server waits for headers, bodies and idle connections as long as configured', async () => {
    const { server } = (await openPortal()).app
    expect([server.headersTimeout, server.requestTimeout, server.timeout, server.keepAliveTimeout]).toEqual([
      15_000, 300_000, 75_000, 72_000,
    ])
  })

  test('case 30: hundreds of slow headers, slow bodies and idle connections delay nobody', async () => {
    const { open } = await listening()
    const call = `POST /mbale/candidate/api/${calls.login} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    const dawdlers = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        open(
          ['', 'GET /mbale/candidate/home HTTP/1.1\r\nHos', `${call}Content-Length: 60000\r\n\r\n{"userId":`][n % 3]!,
        ),
      ),
    )
    const started = performance.now()
    const quick = await open('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await read(quick)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"status":"ok"\}$/)
    expect(performance.now() - started).toBeLessThan(2000)
    expect(dawdlers.every((socket) => !socket.destroyed)).toBe(true)
  })

  test('case 30: a connection that does not finish its headers or its body gets an answer and is closed', async () => {
    const { portal, open } = await listening()
    const { server } = portal.app
    // Real sockets have no frozen clock: the rules are the same, the limits shorter.
    server.headersTimeout = 60
    server.requestTimeout = 120
    const before = portal.rows()
    const sockets = [
      await open('GET /mbale/candidate/home HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      await open(
        `POST /mbale/candidate/api/${calls.forgot} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"userId":"98765`,
      ),
    ]
    const answers = sockets.map((socket) => read(socket))
    // Node checks its connections every half minute; here it checks now.
    await new Promise((resolve) => setTimeout(resolve, 200))
    const check = Object.getOwnPropertySymbols(server).find(
      ({ description }) => description === 'http.server.connectionsCheckingInterval',
    )
    const timer = (server as unknown as Record<symbol, { _onTimeout(): void }>)[check!]!
    timer._onTimeout.call(server)
    for (const answer of answers) expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(portal.rows()).toEqual(before)
  })

  test('case 30: malformed or oversized HTTP gets one short answer and a closed connection', async () => {
    const { open } = await listening()
    for (const [text, status] of [
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    ] as const) {
      expect(await read(await open(text))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  })

  test('case 30: a request that arrives piece by piece in time gets the usual answer', async () => {
    const { open } = await listening()
    const body = JSON.stringify({ userId: 'ML24999999', password: 'x' })
    const socket = await open(`POST /mbale/candidate/api/${calls.login} HTTP/1.1\r\nHost: x\r\n`)
    const answer = read(socket, /login-wrong/)
    socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`)
    for (const part of body.match(/.{1,20}/g)!) {
      await new Promise((resolve) => setImmediate(resolve))
      socket.write(part)
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('case 30: a closing server lets running requests end and accepts no new ones', async () => {
    const { portal, open } = await listening()
    const idle = await open('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await read(idle, /"ok"/)
    const closed = once(idle, 'close')
    let letGo = () => {}
    let isRunning = false
    portal.services.accounts.forgotPassword = async () => {
      isRunning = true
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
      return ok({ recoveryId: 'r'.repeat(32), resendAfter: 30 })
    }
    const body = '{"userId":"ML24100001"}'
    const running = await open(
      `POST /mbale/candidate/api/${calls.forgot} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const answer = read(running, /resendAfter/)
    await vi.waitFor(() => expect(isRunning).toBe(true), 20_000)
    const closing = portal.app.close()
    await closed
    letGo()
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"resendAfter":30/)
    running.destroy()
    await closing
    await expect(open('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).rejects.toThrow('ECONNREFUSED')
  })
})

describe('when something breaks', () => {
  const broken = () => {
    throw new Error(`nobody may read this: ${asha.mobile} ${asha.email}`)
  }

  test('a call answers 500 with a reference found in the log, in both languages', async () => {
    const portal = await openPortal({ config: { logLevel: 'error' } })
    const { token } = await signIn(portal)
    portal.services.accounts.fullName = broken
    for (const language of ['en', 'mr']) {
      const answer = await portal.api('GET', calls.name, undefined, { token, headers: { 'accept-language': language } })
      expect(answer.status).toBe(500)
      expect(answer.body).toEqual({ code: 'broken', reference: expect.any(String), message: expect.any(String) })
      expect(answer.body.message).toContain(answer.body.reference)
      expect(marathi.test(answer.body.message)).toBe(language === 'mr')
      expect(answer.text).not.toContain('nobody may read this')
      expect(JSON.parse(portal.logs.at(-1)!)).toMatchObject({ level: 50, reference: answer.body.reference })
    }
  })

  test('a page answers 500 with a reference, in both languages, within its layout', async () => {
    const portal = await openPortal({ config: { logLevel: 'error' } })
    const { cookies } = await signIn(portal)
    portal.services.accounts.contact = broken
    for (const language of ['en', 'mr']) {
      const answer = await browser(portal, { ...cookies, mbale_lang: language }).get('dashboard')
      expect(answer.status).toBe(500)
      const view = viewOf<{ language: string; data: { status: number; reference: string } }>(answer)
      expect([view.language, view.data.status]).toEqual([language, 500])
      expect(answer.text).toContain(`<html lang="${language}"`)
      expect(answer.text.split('<script id="view"')[0]).toContain(view.data.reference)
      expect(answer.text).not.toContain('nobody may read this')
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(JSON.parse(portal.logs.at(-1)!)).toMatchObject({ reference: view.data.reference })
    }
  })

  test('a form answers 500 too, and nothing of it is stored', async () => {
    const portal = await openPortal()
    portal.services.accounts.register = broken as never
    const before = portal.rows()
    const answer = await browser(portal).post('registration', { ...asha, consent: 'true' })
    expect([answer.status, viewOf(answer).status]).toEqual([500, 500])
    expect(portal.rows()).toEqual(before)
  })

  test('a transaction that fails half-way leaves no trace: no account without its welcome', async () => {
    const portal = await openPortal()
    const { registrationId } = (await portal.api('POST', calls.register, asha)).body.data
    const otp = await portal.otpFor(asha.mobile)
    portal.services.db.sqlite.exec(
      "CREATE TRIGGER stop BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    )
    const before = await portal.contents()
    expect((await portal.api('POST', calls.verify, { registrationId, otp })).status).toBe(500)
    expect(await portal.contents()).toBe(before)
    portal.services.db.sqlite.exec('DROP TRIGGER stop')
    expect((await portal.api('POST', calls.verify, { registrationId, otp })).status).toBe(200)
  })

  test('if even the error page cannot be rendered, a last page appears in both languages without script', async () => {
    const portal = await openPortal({ config: { logLevel: 'error' } })
    const { cookies } = await signIn(portal)
    portal.services.accounts.sessions.byCookie = broken
    const answer = await browser(portal, cookies).get('dashboard')
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('<h1>We could not show this page</h1>')
    expect(answer.text).toMatch(/<p lang="mr">[^<]*[\u0900-\u097F]/)
    expect(answer.text).not.toMatch(/<script|<style|nobody may read this/)
    const reference = /Reference: ([\w-]+)/.exec(answer.text)![1]
    expect(portal.logs.map((line) => JSON.parse(line)).filter((line) => line.reference === reference)).toHaveLength(2)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('while another process locks the database, the portal is not ready and its pages can be read', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    expect((await portal.ask('GET', '/readyz')).status).toBe(200)
    portal.services.db.sqlite.pragma('busy_timeout = 0')
    const other = new SqliteDatabase(path.join(dataDir, 'mbale/portal.db'))
    other.exec('BEGIN IMMEDIATE')
    const ready = await portal.ask('GET', '/readyz')
    expect([ready.status, ready.body.status, ready.body.checks.database]).toEqual([503, 'not ready', false])
    expect((await portal.ask('GET', '/healthz')).status).toBe(200)
    expect((await portal.ask('GET', `${portal.base}home`, { headers: page })).status).toBe(200)
    const stuck = await portal.api('POST', calls.register, asha)
    expect([stuck.status, stuck.body.code, stuck.headers['retry-after']]).toEqual([503, 'not-saved', '10'])
    other.exec('ROLLBACK')
    other.close()
    expect((await portal.ask('GET', '/readyz')).status).toBe(200)
    expect((await portal.api('POST', calls.register, asha)).status).toBe(200)
  })

  test('on a read-only database the portal is not ready and does not claim to have stored anything', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    portal.services.db.sqlite.pragma('query_only = ON')
    const ready = await portal.ask('GET', '/readyz')
    expect([ready.status, ready.body.checks.database]).toEqual([503, false])
    expect((await portal.api('POST', calls.register, asha)).status).toBe(503)
    portal.services.db.sqlite.pragma('query_only = OFF')
    expect(portal.rows().registrations).toBe(0)
  })
})

describe('case 73: the log', () => {
  /** Secrets that must never appear in the log. */
  async function story(portal: TestPortal) {
    const secrets: string[] = []
    /** Worthless without an OTP: they may be stored but not logged. */
    const references: string[] = []
    const keep = (...more: (string | undefined)[]) => void secrets.push(...more.filter((text) => text !== undefined))
    const { body } = await portal.api('POST', calls.register, asha)
    references.push(body.data.registrationId)
    keep(asha.password, asha.mobile, asha.email, asha.fullName)
    const otp = await portal.otpFor(asha.mobile)
    keep(otp)
    await portal.api('POST', calls.verify, { registrationId: body.data.registrationId, otp: '000000' })
    const proved = await portal.api('POST', calls.verify, { registrationId: body.data.registrationId, otp })
    const { userId } = proved.body.data
    await portal.api('POST', calls.login, { userId, password: 'Wrong-Secret-1' })
    keep('Wrong-Secret-1')
    const login = await portal.api('POST', calls.login, { userId, password: asha.password })
    const { token } = login.body.data
    const { 'XSRF-TOKEN': _, ...cookies } = login.cookies // readable by script, worthless alone
    keep(token, ...Object.values(cookies))
    await portal.api('GET', calls.logins, undefined, { token })
    await portal.api('POST', calls.verifyEmail, undefined, { token })
    const link = await portal.linkFor(asha.email)
    keep(link.searchParams.get('email')!)
    await browser(portal).get(link.pathname + link.search)
    await browser(portal).post(link.pathname + link.search)
    const mobile = '7654321098'
    await portal.api('POST', calls.otp, { purpose: 'change-mobile', mobile }, { token })
    const proof = { mobile, password: asha.password, otp: await portal.otpFor(mobile) }
    keep(mobile, proof.otp)
    await portal.api('POST', calls.mobile, proof, { token })
    const stop = await portal.linkFor(asha.mobile)
    keep(stop.searchParams.get('stop')!)
    const refreshed = await portal.api('GET', calls.refresh, undefined, {
      cookies: { mbale_refresh: login.cookies.mbale_refresh! },
    })
    keep(refreshed.body.data.token, refreshed.cookies.mbale_refresh)
    const { recoveryId } = (await portal.api('POST', calls.forgot, { userId: asha.email })).body.data
    references.push(recoveryId)
    const recovery = {
      recoveryId,
      otp: await portal.otpFor(asha.mobile),
      password: 'NewSecret1',
      confirmPassword: 'NewSecret1',
    }
    keep(recovery.otp, recovery.password)
    await portal.api('POST', calls.recover, recovery)
    await browser(portal, login.cookies).post('login', { userId: asha.mobile, password: 'NewSecret1' })
    await portal.ask(
      'GET',
      `/mbale/candidate/login?password=NewSecret1&otp=${otp}&token=${token}&mobile=${asha.mobile}`,
      { headers: page },
    )
    await portal.ask('GET', `/nowhere/${asha.mobile}/${token}`, { headers: page })
    return { secrets, references, token }
  }

  const expectSilence = (logs: string[], secrets: string[]) => {
    const text = logs.join('')
    for (const secret of secrets) expect(text.includes(secret), `the log holds ${secret}`).toBe(false)
    expect(text).not.toMatch(/(?<!\d)(?:\+?91)?[6-9]\d{9}(?!\d)/)
    expect(text).not.toMatch(/[\w.]+@[\w-]+\.\w+/)
  }

  test("case 73: an account's whole life leaves routes, statuses and times in the log, and none of its secrets", async () => {
    const portal = await openPortal({ config: { logLevel: 'debug' } })
    const { secrets, references } = await story(portal)
    // A line for each request; a machine that stood still may have added one of its own.
    const ofRequests = () => portal.logs.filter((line) => JSON.parse(line).route)
    await vi.waitFor(() => expect(ofRequests().length).toBe(17), 20_000)
    expectSilence(portal.logs, [...secrets, ...references])
    const lines = portal.logs.map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'POST', route: `/mbale/candidate/api/${calls.login}`, status: 401 }),
    )
    for (const line of lines) if (line.from) expect(line.from).toMatch(/x\.x$|::$/)
  })

  test('case 73: errors do not reveal them, whatever their message quotes', async () => {
    const portal = await openPortal({ config: { logLevel: 'debug' } })
    const { secrets, token } = await story(portal)
    const said = `bad row ('${asha.fullName}', '${asha.email}', '${asha.mobile}', '${token}', otp 482913, +91${asha.mobile})`
    const error = Object.assign(new Error(said.replace(asha.fullName, '')), {
      password: asha.password,
      params: [asha.mobile, token, '482913'],
      mobile: asha.mobile,
      cause: new Error(said),
    })
    const breaks = () => {
      throw error
    }
    portal.services.accounts.register = breaks as never
    portal.services.accounts.login = breaks as never
    portal.services.notices.published = breaks
    await portal.api('POST', calls.register, ravi)
    await portal.api('POST', calls.login, { userId: asha.mobile, password: asha.password })
    await browser(portal).get('home')
    await browser(portal).post('login', { userId: asha.mobile, password: asha.password })
    const errors = portal.logs.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(errors.length).toBeGreaterThanOrEqual(4)
    expectSilence(portal.logs, [...secrets, ravi.mobile, ravi.email, ravi.fullName, '482913'])
  })

  test('case 73: a token is masked wherever it appears, whatever characters surround it', () => {
    for (const token of [`-${'a'.repeat(31)}`, `${'b'.repeat(31)}-`, `_${'-'.repeat(31)}`, 'c'.repeat(32)]) {
      for (const text of [token, `?stop=${token}&x`, `('${token}')`, `"${token}"`]) {
        expect(withoutPersonalData(text)).not.toContain(token)
      }
    }
    expect(withoutPersonalData('+91 9876543210, asha@example.org, 482913')).toBe('+91 •••, •••@•••, •••')
    expect(withoutPersonalData('otp:482913, OTP is 482913.')).toBe('otp:•••, OTP is •••.')
    expect(withoutPersonalData('at x.ts:123456:7, x.ts:1:123456, 1.123456')).toBe(
      'at x.ts:123456:7, x.ts:1:123456, 1.123456',
    )
  })

  test('case 73: refused and failed messages do not reveal them either', async () => {
    const portal = await openPortal({ config: { logLevel: 'debug' } })
    portal.box.answers.push(
      { kind: 'refused', reason: `no such number ${asha.mobile}` },
      { kind: 'failed', reason: 'provider answered 500' },
    )
    await portal.api('POST', calls.register, asha)
    await portal.services.messages.deliverDue()
    const otp = /\d{6}/.exec(portal.box.sent[0]!.text)![0]
    portal.clock.advance(seconds(31))
    await portal.api('POST', calls.register, asha)
    await portal.services.messages.deliverDue()
    expect(portal.logs.some((line) => line.includes('messages:'))).toBe(true)
    expectSilence(portal.logs, [otp, asha.mobile, asha.email])
  })

  test('case 73: the database keeps no OTP or link after delivery', async () => {
    const portal = await openPortal()
    const { secrets } = await story(portal)
    const dump = JSON.stringify(
      [
        'outbox',
        'otps',
        'email_links',
        'mobile_changes',
        'sessions',
        'access_tokens',
        'refresh_tokens',
        'rate_limits',
      ].map((table) => portal.services.db.sqlite.prepare(`SELECT * FROM ${table}`).all()),
    )
    for (const secret of secrets.filter(
      (text) => !text.includes('@') && !/^\d{10}$/.test(text) && text !== asha.fullName,
    )) {
      expect(dump.includes(secret), secret).toBe(false)
    }
    const sealed = portal.services.db.sqlite
      .prepare('SELECT count(*) AS rows FROM outbox WHERE sealed IS NOT NULL')
      .get()
    expect(sealed).toEqual({ rows: 0 })
  })
})

describe('after a restart', () => {
  test('sessions survive, and the outbox continues where it was', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    const { token, cookies } = await signIn(first)
    first.box.answers.push({ kind: 'failed', reason: 'provider not reached' })
    await first.api('POST', calls.verifyEmail, undefined, { token })
    await first.services.messages.deliverDue()
    const at = first.clock.real()
    await first.close()

    const second = await openPortal({ dataDir, at: (at + hours(1)) as never })
    expect((await browser(second, cookies).get('dashboard')).status).toBe(200)
    expect(
      (await second.api('GET', calls.refresh, undefined, { cookies: { mbale_refresh: cookies.mbale_refresh! } }))
        .status,
    ).toBe(200)
    expect(await second.sentTo(asha.email, 'email-verification')).toBe(1)
    await register(second, ravi)
    expect(second.rows().candidates).toBe(2)
  })
})
