import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { demoSender } from '#server/adapters/demo-sender.ts'
import { smtpMailer } from '#server/adapters/mailer/smtp-mailer.ts'
import type { OutgoingMessage } from '#server/adapters/sender.ts'
import { httpSms } from '#server/adapters/sms/http-sms.ts'
import { answers, listen, mailServer, smsProvider, takes } from './peers'

const sms: OutgoingMessage = {
  idempotencyKey: 'mbale-7',
  channel: 'sms',
  to: '9876543210',
  template: 'login-otp',
  templateId: '1107160000000012345',
  language: 'mr',
  text: '123456 हा तुमचा ओटीपी आहे.',
}
const mail: OutgoingMessage = {
  idempotencyKey: 'mbale-8',
  channel: 'email',
  to: 'asha.patil@example.org',
  template: 'recovery-otp',
  language: 'mr',
  subject: 'नवीन पासवर्ड ठेवण्यासाठी ओटीपी: थेट द्वितीय वर्ष एमबीए/एमएमएस',
  text: 'नमस्कार,\n\n123456 हा तुमचा ओटीपी आहे.\n.\nशेवट.\n',
}
const from = '"CET Cell, Mumbai" <no-reply@cell.example.org>'

/** A port on which nobody listens. */
async function closedPort() {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function mailerTo(url: string, timeoutMs?: number) {
  const mailer = smtpMailer({ url, from, timeoutMs })
  onTestFinished(() => mailer.close?.())
  return mailer
}

test('the SMS provider receives number, template id, language, text, key and reference', async () => {
  const provider = await smsProvider()
  const sender = httpSms({ url: provider.url, key: 'k-1' })
  expect(await sender.send(sms)).toEqual({ kind: 'sent', providerId: 'sms-1' })
  expect(await sender.send({ ...sms, channel: 'whatsapp', templateId: undefined })).toEqual({
    kind: 'sent',
    providerId: 'sms-2',
  })
  const [first, second] = provider.requests
  expect(first!.headers).toMatchObject({
    authorization: 'Bearer k-1',
    'idempotency-key': 'mbale-7',
    'content-type': 'application/json',
  })
  expect(first!.body).toEqual({
    channel: 'sms',
    to: '919876543210',
    templateId: '1107160000000012345',
    language: 'mr',
    text: sms.text,
    reference: 'mbale-7',
  })
  expect(second!.body.channel).toBe('whatsapp')
})

test.each([
  [400, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [422, 'refused'],
  [401, 'failed'],
  [408, 'failed'],
  [425, 'failed'],
  [429, 'failed'],
  [302, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
] as const)('the answer %i of a provider means: %s', async (status, kind) => {
  const provider = await smsProvider(answers(status, 'no 919876543210 "123456" k-1'))
  const delivery = await httpSms({ url: provider.url, key: 'k-1' }).send(sms)
  expect(delivery).toEqual({ kind, reason: `provider answered ${status}` })
})

test.each([
  ['nothing', ''],
  ['a page', '<html>welcome</html>'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['an empty id', '{"id":""}'],
  ['an invalid id', '{"id":{"a":1}}'],
  ['an endless id', JSON.stringify({ id: 'x'.repeat(300) })],
  ['a flood', `{"id":"x","more":"${'x'.repeat(1_000_000)}"}`],
])('a 2xx with %s is tried again', async (_what, body) => {
  const provider = await smsProvider(answers(200, body))
  const delivery = await httpSms({ url: provider.url, key: 'k-1' }).send(sms)
  expect(delivery).toEqual({ kind: 'failed', reason: 'provider answered 200 without an id' })
})

test('a numeric id is accepted', async () => {
  const provider = await smsProvider(answers(202, '{"id":42}'))
  expect(await httpSms({ url: provider.url, key: 'k-1' }).send(sms)).toEqual({ kind: 'sent', providerId: '42' })
})

test('a provider that is silent, stops half-way, hangs up or is absent is tried again', async () => {
  const silent = await smsProvider(() => {})
  const halfWay = await smsProvider((_request, response) => {
    response.writeHead(200, { 'content-length': '20' })
    response.write('{"id"')
  })
  const hangsUp = await smsProvider((_request, response) => void response.destroy())
  const late = { kind: 'failed', reason: 'provider did not answer in time' }
  expect(await httpSms({ url: silent.url, key: 'k', timeoutMs: 150 }).send(sms)).toEqual(late)
  expect(await httpSms({ url: halfWay.url, key: 'k', timeoutMs: 150 }).send(sms)).toEqual(late)
  expect(await httpSms({ url: hangsUp.url, key: 'k' }).send(sms)).toMatchObject({ kind: 'failed' })
  expect(await httpSms({ url: `http://127.0.0.1:${await closedPort()}`, key: 'k' }).send(sms)).toEqual({
    kind: 'failed',
    reason: 'provider not reached: ECONNREFUSED',
  })
  expect(await httpSms({ url: hangsUp.url, key: 'a\nb' }).send(sms)).toMatchObject({ kind: 'failed' })
})

test('a redirect is not followed, so no other server gets the text and the key', async () => {
  const elsewhere = await smsProvider()
  const moved = await smsProvider(
    (_request, response) => void response.writeHead(307, { location: elsewhere.url }).end(),
  )
  expect(await httpSms({ url: moved.url, key: 'k' }).send(sms)).toEqual({
    kind: 'failed',
    reason: 'provider answered 307',
  })
  expect(elsewhere.requests).toEqual([])
})

test('a number that is not Indian, and a message that is no SMS, never reach the provider', async () => {
  const provider = await smsProvider(takes)
  const sender = httpSms({ url: provider.url, key: 'k' })
  for (const to of ['', '98765', '+919876543210', '98765432l0', '9876543210\n']) {
    expect(await sender.send({ ...sms, to })).toMatchObject({ kind: 'refused' })
  }
  expect(await sender.send(mail)).toMatchObject({ kind: 'refused' })
  expect(provider.requests).toEqual([])
})

test('a mail arrives with its subject and text, and every repetition has the same Message-ID', async () => {
  const server = await mailServer()
  const mailer = mailerTo(server.url)
  const delivery = await mailer.send(mail)
  expect(delivery).toEqual({ kind: 'sent', providerId: '<mbale-8@cell.example.org>' })
  await mailer.send(mail)
  const [first, second] = server.mails
  expect(first).toMatchObject({ from: 'no-reply@cell.example.org', to: ['asha.patil@example.org'], text: mail.text })
  expect(first!.header('Subject')).toBe(mail.subject)
  expect(first!.header('From')).toContain('CET Cell, Mumbai')
  expect(first!.header('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(first!.header('Content-Language')).toBe('mr')
  expect(first!.header('Auto-Submitted')).toBe('auto-generated')
  expect(first!.header('Message-ID')).toBe('<mbale-8@cell.example.org>')
  expect(second!.header('Message-ID')).toBe('<mbale-8@cell.example.org>')
})

test('hostile subjects, keys and languages add no header', async () => {
  const server = await mailServer()
  const evil = 'Hello\r\nBcc: thief@example.net\r\n\r\n<script>alert(1)</script>\u2028\u0000'
  const delivery = await mailerTo(server.url).send({
    ...mail,
    subject: evil,
    idempotencyKey: 'mbale-9>\r\nBcc: thief@example.net',
    text: 'Bcc: thief@example.net\n',
  })
  expect(delivery.kind).toBe('sent')
  const [received] = server.mails
  expect(received!.to).toEqual(['asha.patil@example.org'])
  expect(received!.headers.filter((line) => /^bcc/i.test(line))).toEqual([])
  expect(received!.header('Message-ID')).toBe('<mbale-9___Bcc__thief_example.net@cell.example.org>')
  expect(received!.header('Subject')).toBe('Hello Bcc: thief@example.net <script>alert(1)</script>')
  expect(received!.text).toBe('Bcc: thief@example.net\n')
})

test.each([
  '',
  'asha',
  'asha@example.org, thief@example.net',
  'asha@example.org\r\nBcc: thief@example.net',
  'Asha <asha@example.org>',
  'asha@thief@example.net',
  'group: asha@example.org;',
  '"asha@example.org thief"@example.net',
])('%j receives no mail', async (to) => {
  const server = await mailServer()
  expect(await mailerTo(server.url).send({ ...mail, to })).toEqual({
    kind: 'refused',
    reason: 'not one e-mail address',
  })
  expect(server.mails).toEqual([])
})

const smtpError = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

test('a 5xx answer about the recipient or the mail ends delivery for good, and its text is not kept', async () => {
  const unknown = await mailServer({
    onRcptTo: (address, _session, done) => done(smtpError(550, `5.1.1 no such user ${address.address}`)),
  })
  expect(await mailerTo(unknown.url).send(mail)).toEqual({ kind: 'refused', reason: 'SMTP 550 5.1.1 to RCPT TO' })
  const picky = await mailServer({
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done(smtpError(554, 'no mail with 123456 to asha.patil@example.org')))
    },
  })
  expect(await mailerTo(picky.url).send(mail)).toEqual({ kind: 'refused', reason: 'SMTP 554 to DATA' })
})

test('a mail server that is busy, misconfigured, silent or absent is tried again', async () => {
  const busy = await mailServer({ onRcptTo: (_address, _session, done) => done(smtpError(450, 'try later')) })
  expect(await mailerTo(busy.url).send(mail)).toEqual({ kind: 'failed', reason: 'SMTP 450 to RCPT TO' })
  const noLogin = await mailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(smtpError(535, 'bad password')),
  })
  const withPassword = noLogin.url.replace('smtp://', 'smtp://portal:wrong-password@')
  expect(await mailerTo(withPassword).send(mail)).toEqual({
    kind: 'failed',
    reason: expect.stringMatching(/^SMTP 535 /),
  })
  const notOurs = await mailServer({ onMailFrom: (_address, _session, done) => done(smtpError(553, 'not yours')) })
  expect(await mailerTo(notOurs.url).send(mail)).toEqual({ kind: 'failed', reason: 'SMTP 553 to MAIL FROM' })
  const silent = createServer()
  onTestFinished(() => void silent.close())
  const silentUrl = `smtp://127.0.0.1:${await listen(silent)}`
  expect(await mailerTo(silentUrl, 150).send(mail)).toEqual({ kind: 'failed', reason: 'SMTP EABORT' })
  const away = `smtp://127.0.0.1:${await closedPort()}`
  expect(await mailerTo(away).send(mail)).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^SMTP E/) })
  const closed = smtpMailer({ url: away, from })
  closed.close?.()
  expect(await closed.send(mail)).toMatchObject({ kind: 'failed' })
})

test('the demo sender accepts every message', async () => {
  expect(await demoSender.send(sms)).toEqual({ kind: 'sent' })
})
