import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import { readDatabase } from '#db/client.ts'
import { systemClock } from '#server/adapters/clock.ts'
import { logKeyOf } from '#server/adapters/log-files.ts'
import { hasDatabase } from '#server/adapters/portal-folder.ts'
import type { Config } from '#server/config.ts'
import { courses } from '#server/courses/courses.ts'
import { checkpointFile } from '#server/domain/log/files.ts'
import { readCheckpoint, readNote, signatureKinds, writtenKey } from '#server/domain/log/note.ts'
import { idsOf, smsTemplates } from '#server/domain/messages/message-templates.ts'
import { databaseFile, markerFile, publicLogFolder } from '#server/domain/operations/identity.ts'
import { candidateBase, href } from '#server/domain/terms/href.ts'
import { newestWordings } from '#server/features/messages/templates/store.ts'
import { backupsIn, brokenBackupsIn } from '#server/features/operations/housekeeping/backup.ts'
import { isJournalOfAnother } from '#server/features/operations/housekeeping/journal.ts'
import { damageOf } from '#server/features/operations/housekeeping/store.ts'
import { publicLogStore } from '#server/features/operations/public-log/store.ts'
import { languages } from '#server/kernel/languages.ts'
import { runtimeFault } from '#server/kernel/runtime.ts'
import { days, hours, minutes, seconds } from '#server/kernel/time.ts'
import { secretSettings } from '#server/process/secret-files.ts'
import { command, configuration, say } from './command'

/** What the doctor found. `fault`: something fails or will fail; `warning`: it works, and should be better. */
type Finding = { level: 'well' | 'warning' | 'fault'; about: string; words: string; remedy?: string }

/** Milliseconds that anything outside may take to answer. */
const patience = seconds(8)
/** Free bytes below which the portal says that it is not ready, and below which somebody should make room. */
const tooLittle = 200 * 1024 ** 2
const little = 5 * 1024 ** 3
/** A night's backup and two hours. */
const oldBackup = hours(26)
/** A code of a second factor lives 30 seconds, and its neighbours are accepted. */
const clockMayDiffer = seconds(20)
const renewBefore = days(21)
/** Bytes above which reading a whole database would keep somebody waiting for minutes. */
const largestRead = 4 * 1024 ** 3
const toRestore = 'Follow runbook.md under "The database is damaged or lost"'

const well = (about: string, words: string): Finding => ({ level: 'well', about, words })
const warning = (about: string, words: string, remedy: string): Finding => ({ level: 'warning', about, words, remedy })
const fault = (about: string, words: string, remedy: string): Finding => ({ level: 'fault', about, words, remedy })

/**
 * Examines the machine and all that the portal depends on, and changes nothing: no message is sent and no order placed.
 * `secretFiles`: the files that `NAME_FILE` settings name. `now`: ms since 1970.
 */
export async function examine(config: Config, secretFiles: readonly string[], now: number): Promise<Finding[]> {
  const outside = await Promise.all([
    portal(config),
    publicAddress(config, now),
    mail(config),
    sms(config, now),
    gateway(config, now),
  ])
  return [
    ...runtime(now),
    ...disks(config),
    ...permissions(config, secretFiles),
    ...config.courses.map((slug) => database(slug, path.join(config.dataDir, slug))),
    ...config.courses.flatMap((slug) => publicLog(config, slug, path.join(config.dataDir, slug))),
    ...(config.sms ? config.courses.flatMap((slug) => messageIds(slug, path.join(config.dataDir, slug))) : []),
    ...backups(config, now),
    ...proxies(config),
    ...outside.flat(),
  ]
}

function runtime(now: number): Finding[] {
  const { node } = process.versions
  const wrong = runtimeFault(node, now)
  if (wrong === null) return [well('runtime', `Node ${node}`)]
  return [warning('runtime', wrong, 'Install a release of the portal that brings a newer Node')]
}

function disks({ dataDir, backups: { dir }, mode }: Config): Finding[] {
  const findings = [dataDir, dir].filter(existsSync).map((folder) => {
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const words = `${(free / 1024 ** 3).toFixed(1)} GB are free in ${folder}`
    if (free < tooLittle) return fault('disk', words, 'Make room now: the portal refuses work below 0.2 GB')
    return free < little ? warning('disk', words, 'Make room, or use a larger disk') : well('disk', words)
  })
  const isOneDisk = existsSync(dataDir) && existsSync(dir) && statSync(dataDir).dev === statSync(dir).dev
  if (mode === 'live' && isOneDisk) {
    const remedy = 'Set BACKUP_DIR to a folder on another disk'
    findings.push(warning('disk', 'The backups are on the disk of the data, and would be lost with it', remedy))
  }
  return findings
}

function permissions({ dataDir, courses, backups: { dir } }: Config, secretFiles: readonly string[]): Finding[] {
  const findings: Finding[] = []
  if (process.getuid?.() === 0)
    findings.push(
      warning('permissions', 'This command runs as root, who may do everything', 'Run it as the user of the portal'),
    )
  const folders = courses.map((slug) => path.join(dataDir, slug))
  for (const folder of [...folders, dir].filter(existsSync)) {
    if (!isWritable(folder))
      findings.push(fault('permissions', `${folder} cannot be written`, `Give it to the portal's user: chown -R`))
  }
  for (const folder of folders.filter(existsSync)) {
    if (statSync(folder).mode & 0o077)
      findings.push(fault('permissions', `Others may enter ${folder}`, `chmod 700 ${folder}`))
  }
  for (const file of secretFiles) {
    if (statSync(file).mode & 0o007)
      findings.push(fault('permissions', `Everybody may read or change ${file}`, `chmod 640 ${file}`))
  }
  if (findings.every(({ level }) => level === 'warning'))
    findings.push(well('permissions', 'Folders and secrets are for the portal alone'))
  return findings
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Reads a portal's database from end to end, on a connection that cannot write, whether or not the server runs. */
function database(slug: string, folder: string): Finding {
  if (!hasDatabase(folder))
    return existsSync(path.join(folder, markerFile))
      ? fault('database', `The one of ${slug} is lost`, toRestore)
      : warning('database', `${slug} has none yet`, 'The command `migrate` makes it')
  const file = path.join(folder, databaseFile)
  const { size } = statSync(file)
  const amount = `${(size / 1024 ** 2).toFixed(0)} MB`
  if (size > largestRead)
    return well('database', `The one of ${slug} has ${amount} and is not read here: the job of 03:30 does that`)
  const begun = performance.now()
  try {
    const { sqlite, close } = readDatabase(file)
    const [damage] = damageOf(sqlite, 'quick_check')
    close()
    if (damage !== undefined && isJournalOfAnother(file)) {
      const words = `${file}-wal belongs to another database than the one of ${slug} beside it`
      return fault(
        'database',
        words,
        `Run \`restore -- --course ${slug} --from-database ${file}\`, which leaves it out`,
      )
    }
    if (damage !== undefined) return fault('database', `The one of ${slug} is damaged (${damage})`, toRestore)
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string }
    return fault('database', `The one of ${slug} cannot be read (${code})`, `Give ${folder} to the portal's user`)
  }
  const took = `${((performance.now() - begun) / 1000).toFixed(1)} seconds`
  return well('database', `The one of ${slug} is whole: ${amount}, read in ${took}`)
}

/** Can the portal go on with its public log at the next start? Source: rules §19.6. */
function publicLog({ logKey }: Config, slug: string, folder: string): Finding[] {
  const about = 'public log'
  try {
    const read = readDatabase(path.join(folder, databaseFile))
    const log = publicLogStore(read).current()
    const size = log ? publicLogStore(read).size(log.id) : 0
    read.close()
    if (!log) return []
    const keyFile = path.join(folder, `${publicLogFolder}.key`)
    const own = existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : undefined
    const keys = [logKey.key ?? own, logKey.previous, own].flatMap((seed) => (seed ? [logKeyOf(seed)] : []))
    const isKnown = keys.some(
      ({ publicKey }) => writtenKey({ name: log.origin, kind: signatureKinds.log, publicKey }) === log.verifierKey,
    )
    if (!isKnown) {
      const words = `The key of the public log of ${slug} is not the one that has signed it`
      return [fault(about, words, 'Set LOG_KEY to that key, or LOG_KEY_PREVIOUS to it while you change it')]
    }
    const { text = '' } = readNote(readFileSync(path.join(folder, publicLogFolder, checkpointFile), 'utf8')) ?? {}
    const shown = readCheckpoint(text)
    if (shown?.origin !== log.origin || shown.size < size) {
      const words = `The public log of ${slug} shows ${shown?.size ?? 0} of ${size} entries`
      return [
        warning(about, words, 'Start the portal again: it makes the files anew, or begins another log after a restore'),
      ]
    }
    return [well(about, `The public log of ${slug} has ${shown.size} entries and its key`)]
  } catch {
    return hasDatabase(folder) ? [warning(about, `The public log of ${slug} cannot be read`, 'Start the portal')] : []
  }
}

/** The texts by SMS without the provider's id, which the networks do not deliver. A database that cannot be read says so itself. */
function messageIds(slug: string, folder: string): Finding[] {
  try {
    const read = readDatabase(path.join(folder, databaseFile))
    const wordings = newestWordings(read)
    read.close()
    const given = courses.find((course) => course.slug === slug)?.messageTemplateIds ?? {}
    const idsIn = smsTemplates.map((template) => idsOf(given, template, wordings.get(template) ?? null))
    const all = languages.length * idsIn.length
    const missing = all - idsIn.reduce((sum, ids) => sum + Object.values(ids).length, 0)
    if (missing === 0) return [well('message ids', `Every text by SMS of ${slug} has its provider id`)]
    const words = `${missing} of ${all} texts by SMS of ${slug} have no provider id, and the networks do not deliver them`
    return [
      warning('message ids', words, `Enter them at the desk under "Provider's ids of messages", by hand or by file`),
    ]
  } catch {
    return []
  }
}

function backups({ mode, courses, backups: { dir } }: Config, now: number): Finding[] {
  return courses.flatMap((slug) => {
    const folder = path.join(dir, slug)
    const [newest] = backupsIn(folder)
    if (mode === 'demo' && !newest) return [well('backups', 'A demo is not backed up')]
    const broken = brokenBackupsIn(folder).map((name) =>
      warning('backups', `${path.join(folder, name)} cannot be restored`, 'Look at the disk, then delete the folder'),
    )
    if (!newest) return [fault('backups', `${slug} has no backup`, 'The command `backup` makes one'), ...broken]
    const age = now - newest.madeAt
    const words = `The newest backup of ${slug} is ${Math.round(age / hours(1))} hours old`
    const remedy =
      'Make one by the command `backup`, then look for "backup" in the log and at the health page of the desk'
    const damaged = newest.damaged?.length ?? 0
    return [
      age > oldBackup && mode === 'live' ? fault('backups', words, remedy) : well('backups', words),
      ...(damaged
        ? [fault('backups', `${damaged} files of ${slug} had changed and were left out`, 'Bring them from a copy')]
        : []),
      ...broken,
    ]
  })
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

function proxies({ mode, host, publicUrl, trustProxy }: Config): Finding[] {
  if (mode === 'demo' && !publicUrl) return [well('proxy', 'A demo needs no proxy')]
  if (!trustProxy)
    return isLoopback(host) && publicUrl
      ? [
          fault(
            'proxy',
            'Visitors come through a proxy that TRUST_PROXY does not name, so all share its address and its limits',
            'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1',
          ),
        ]
      : [well('proxy', 'No proxy is trusted')]
  const wide = trustProxy.find((one) => /\/0$/.test(one))
  if (wide)
    return [
      fault(
        'proxy',
        `TRUST_PROXY trusts everybody (${wide}), so a sender can claim any address`,
        'Name the proxies only, and let them replace X-Forwarded-For',
      ),
    ]
  return [well('proxy', `Only ${trustProxy.join(', ')} may say where a request comes from`)]
}

async function portal({ host, port }: Config): Promise<Finding[]> {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const url = `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}/readyz`
  const answer = await ask(url)
  if ('unreached' in answer)
    return [fault('portal', `Nothing answers at ${url} (${answer.unreached})`, 'Start the portal, or read its log')]
  if (answer.status === 200) return [well('portal', 'It is ready')]
  const { checks = {} } = (await answer.json().catch(() => ({}))) as { checks?: Record<string, boolean> }
  const failed = Object.keys(checks).filter((name) => !checks[name])
  const words = `It is not ready: ${failed.join(', ') || `it answered ${answer.status}`}`
  return [fault('portal', words, 'runbook.md says what each means, under "It is not ready"')]
}

async function publicAddress({ mode, publicUrl, courses }: Config, now: number): Promise<Finding[]> {
  if (!publicUrl?.startsWith('https://'))
    return mode === 'demo' ? [well('tls', 'A demo needs no TLS')] : [fault('tls', 'No TLS', 'Set PUBLIC_URL to https')]
  const { hostname, port } = new URL(publicUrl)
  const certificate = await certificateOf(hostname.replace(/^\[|\]$/g, ''), Number(port || 443))
  if ('unreached' in certificate) {
    const words = `${publicUrl} has no connection that a browser would trust (${certificate.unreached})`
    return [fault('tls', words, 'Look at the name, the firewall, and the certificate with its chain at the proxy')]
  }
  const left = certificate.until - now
  const words = `The certificate of ${hostname} ends in ${Math.floor(left / days(1))} days`
  const findings = [left < renewBefore ? warning('tls', words, 'Renew it, and reload the proxy') : well('tls', words)]
  const page = `${publicUrl}${href(candidateBase(courses[0]!), 'home')}`
  const answer = await ask(page)
  const isPassed =
    !('unreached' in answer) &&
    answer.headers.has('strict-transport-security') &&
    answer.headers.has('content-security-policy')
  return [
    ...findings,
    isPassed
      ? well('proxy', "The portal's page and its security headers arrive through the proxy")
      : fault(
          'proxy',
          `${page} does not show the portal with its security headers`,
          'Let the proxy send each path to the portal and pass its headers unchanged',
        ),
  ]
}

/** When the certificate of a server ends, in ms since 1970, if a browser would trust it today. */
function certificateOf(host: string, port: number): Promise<{ until: number } | { unreached: string }> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...(isIP(host) ? {} : { servername: host }), timeout: patience })
    const end = (result: { until: number } | { unreached: string }) => {
      socket.destroy()
      resolve(result)
    }
    socket.on('secureConnect', () => end({ until: Date.parse(socket.getPeerCertificate().valid_to) }))
    socket.on('timeout', () => end({ unreached: 'no answer' }))
    socket.on('error', (error: NodeJS.ErrnoException) => end({ unreached: error.code ?? error.name }))
  })
}

async function mail({ smtp }: Config): Promise<Finding[]> {
  if (!smtp) return [well('mail', 'A demo keeps its mail')]
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
  const transport = createTransport({ url: smtp.url, ...timeouts })
  try {
    await transport.verify()
    return [well('mail', 'The mail server accepts the login')]
  } catch (error) {
    const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
    const words = `The mail server cannot be used (${[code, responseCode].filter(Boolean).join(' ')})`
    return [fault('mail', words, 'Compare SMTP_URL with what the provider names; mail waits in the outbox')]
  } finally {
    transport.close()
  }
}

async function sms({ sms: settings }: Config, now: number): Promise<Finding[]> {
  if (!settings) return [well('sms', 'A demo keeps its SMS')]
  // Without a body no message goes out: even a refusal shows that the provider is there.
  const answer = await ask(settings.url, { method: 'HEAD' })
  if ('unreached' in answer || answer.status >= 500) {
    const why = 'unreached' in answer ? answer.unreached : answer.status
    const remedy = 'Call the provider; OTPs and messages wait in the outbox'
    return [fault('sms', `The provider of SMS does not answer (${why})`, remedy)]
  }
  return [well('sms', 'The provider of SMS answers; send a test message at the desk'), ...clock(answer, now)]
}

async function gateway({ razorpay }: Config, now: number): Promise<Finding[]> {
  if (!razorpay) return [well('gateway', 'A demo moves no money')]
  const authorization = `Basic ${Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64')}`
  const answer = await ask(`${razorpay.url}/v1/orders?count=1`, { headers: { authorization } })
  if ('unreached' in answer)
    return [fault('gateway', `The payment gateway does not answer (${answer.unreached})`, 'Look at its status page')]
  if (answer.status === 401) {
    const remedy = 'Write the key of the dashboard into RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET'
    return [fault('gateway', 'The payment gateway refuses the key', remedy), ...clock(answer, now)]
  }
  if (!answer.ok) return [fault('gateway', `The payment gateway answered ${answer.status}`, 'Look at its status page')]
  return [well('gateway', 'The payment gateway accepts the key'), feeBearer, ...clock(answer, now)]
}

/** The gateway does not report this setting, so somebody has to look. With it no payment would count. */
const feeBearer: Finding = {
  ...well('gateway', 'Look once in its dashboard: "Customer fee bearer" has to be off (it cannot be read from here)'),
  remedy: 'It is under Account & Settings → Fee bearer. With it every payment goes back: operate.md under "Payments"',
}

/** Compares the clock with the one of somebody who answered, if they said their time. */
function clock(answer: Response, now: number): Finding[] {
  const theirs = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return []
  const differs = Math.abs(now - theirs)
  const { host } = new URL(answer.url)
  const amount =
    differs < minutes(10) ? `${Math.round(differs / 1000)} seconds` : `${Math.round(differs / 60_000)} minutes`
  const words = `The clock differs by ${amount} from the one of ${host}`
  return [
    differs > clockMayDiffer
      ? fault('clock', words, 'Switch on time synchronisation: timedatectl set-ntp true')
      : well('clock', words),
  ]
}

async function ask(url: string, options: RequestInit = {}): Promise<Response | { unreached: string }> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience), ...options })
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string; message?: string }; name: string }
    return { unreached: cause?.code ?? cause?.message ?? name }
  }
}

/** `doctor`: what is wrong with the machine and all that the portal depends on. Exit code 1 if there is a fault. */
export const doctor = command({}, async () => {
  const config = configuration()
  const files = secretSettings.flatMap((name) => process.env[`${name}_FILE`]?.trim() || [])
  const findings = await examine(config, files, systemClock.real())
  const marks = { well: 'ok     ', warning: 'warning', fault: 'FAULT  ' }
  for (const { level, about, words, remedy } of findings) {
    say(`${marks[level]}  ${about}: ${words}`)
    if (remedy) say(`           ${remedy}`)
  }
  const count = (level: string) => findings.filter((finding) => finding.level === level).length
  say(`Faults: ${count('fault')}. Warnings: ${count('warning')}`)
  if (count('fault')) process.exitCode = 1
})
