// `npm run docs-commands`: every command of README.md and docs/runbook.md, taken from the text and run in an empty folder, in
// the order in which an operator would. A command that it does not know, or that the text no longer has, is a failure. The
// commands that need a whole machine (systemd, apt) are left to `npm run deb-drill`, and it says so. At most ten minutes.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { optionsOfScript } from './options.mjs'
import { build, install, root } from './setup.mjs'

/** Commands that end: what code they end with, and what they print. `as`: what is run for it, if not the same. */
const ending = [
  { line: 'pravesh migrate', code: 0, says: /Every database is up to date/ },
  {
    line: 'pravesh staff --create-admin NAME',
    as: 'pravesh staff --create-admin asha',
    code: 0,
    says: /one-time password/,
  },
  { line: 'pravesh backup', code: 0, says: /mbale: .*\d{4}-\d\d-\d\dT/ },
  { line: 'pravesh verify-audit', code: 0, says: /mbale: whole/ },
  {
    line: 'pravesh reseal',
    as: 'SECRET_PREVIOUS=$SECRET SECRET=mT4bH9sW1cX6fK3gQ8rN5vZ2pL7jD0yE pravesh reseal',
    code: 0,
    says: /mbale: sealed anew: 0 second factors/,
  },
  // No provider answers in an empty folder, and it says so.
  { line: 'pravesh doctor', code: 1, says: /FAULT +portal: Nothing answers/ },
  { line: 'mv mbale', code: 0, says: /^$/, isOurs: true },
  { line: 'pravesh restore --course mbale', code: 0, says: /Tell candidates \(mr\)/ },
  {
    line: 'pravesh restore --course mbale --from-database FILE',
    as: 'pravesh restore --course mbale --from-database "$DATA_DIR/mbale/portal.db"',
    code: 0,
    says: /mbale goes on with .*Tell candidates \(mr\)/s,
  },
  { line: 'mv both', code: 0, says: /^$/, isOurs: true },
  { line: 'pravesh restore', code: 0, says: /scd: .* is as it was/ },
  {
    line: "pravesh confirm-time --time 'YYYY-MM-DD HH:MM'",
    as: "pravesh confirm-time --time '2026-11-27 12:00'",
    code: 0,
    says: /mbale: the time of this machine is believed/,
  },
  { line: 'pravesh bring-back-erased', code: 0, says: /mbale: nothing was erased/ },
  {
    line: 'pravesh bring-back-erased --course mbale --night NUMBER',
    as: 'pravesh bring-back-erased --course mbale --night 1',
    code: 1,
    says: /mbale: no night 1; there are none/,
  },
  { line: 'pravesh verify-allotment DOSSIER', code: 2, says: /DOSSIER/ },
  {
    line: 'du -xsh /var/lib/pravesh /var/backups/pravesh /var/log',
    as: 'du -xsh data backups',
    code: 0,
    says: /backups/,
  },
  { line: 'uptime', code: 0, says: /load/ },
  { line: 'free -m', code: 0, says: /Mem/ },
  { line: 'ss -ltnp', code: 0, says: /State/ },
]
/** Commands that serve until they are ended. */
const serving = ['npm start', 'curl -i http://127.0.0.1:3000/readyz']
/** Commands that need a whole machine, or that run this. */
const elsewhere =
  /^(npm test|systemctl |journalctl |nginx -t|PRAVESH_WITHOUT_BACKUP=1 apt |apt |chown |chmod |mkdir -m 0700 \/var|mv \/var|pravesh$)/

function commandsIn(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => block.trim().split('\n'))
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code)
  const isCommand =
    /^(npm (start|test|run)|pravesh|systemctl|journalctl|nginx|curl|du|uptime|free|ss|apt|chown|chmod)( |$)/
  return [...blocks, ...inline.filter((code) => isCommand.test(code))].map((line) => line.replace(/ +#.*$/, '').trim())
}

const { list: isListed = false } = optionsOfScript({ list: { type: 'boolean' } }).values
const began = performance.now()
let failures = 0
function holds(what, isTrue, more = '') {
  if (!isTrue) failures++
  const at = String(Math.round((performance.now() - began) / 1000)).padStart(4)
  console.log(`${at} s  ${isTrue ? 'holds' : 'FAILS'}: ${what}${isTrue ? '' : `\n${more}`}`)
}

const found = [...new Set(['README.md', 'docs/runbook.md'].flatMap(commandsIn))]
const known = [...ending.filter(({ isOurs }) => !isOurs).map(({ line }) => line), ...serving]
for (const line of found)
  if (!known.includes(line) && !elsewhere.test(line))
    holds(`somebody knows how to try \`${line}\``, false, 'say it in scripts/docs-commands.mjs')
for (const line of known) if (!found.includes(line)) holds(`the text still has \`${line}\``, false)
for (const line of found) if (elsewhere.test(line)) console.log(`      left to a whole machine: ${line}`)

// `-- --list`: only whether every command is known.
if (isListed) process.exit(failures ? 1 : 0)

await install()
build()
const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-docs-'))
const children = new Set()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
const tooLong = setTimeout(() => {
  console.log('FAILS: it took longer than ten minutes')
  process.exit(1)
}, 600_000)

// The program as a fresh clone has it after `npm ci` and the build, so that neither needs a network here.
const clone = path.join(folder, 'pravesh')
spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
for (const name of ['node_modules', 'dist']) rmSync(path.join(clone, name), { recursive: true, force: true })
symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'))
cpSync(path.join(root, 'dist'), path.join(clone, 'dist'), { recursive: true })
const bin = path.join(folder, 'bin')
mkdirSync(bin)
// What the package installs as `pravesh`.
writeFileSync(
  path.join(bin, 'pravesh'),
  `#!/bin/sh\nc=$1; shift\ncd '${clone}' && exec npm run --silent "$c" -- "$@"\n`,
)
chmodSync(path.join(bin, 'pravesh'), 0o755)

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
const port = String(await freePort())
const plain = { PATH: `${bin}:${process.env.PATH}`, HOME: folder }
const live = {
  ...plain,
  MODE: 'live',
  PORT: port,
  DATA_DIR: path.join(folder, 'data'),
  BACKUP_DIR: path.join(folder, 'backups'),
  PUBLIC_URL: 'https://admissions.invalid',
  TRUST_PROXY: '127.0.0.1',
  SECRET: 'kV3nR8wQ2xZ7mB5tY9pL4cJ6hF1sD0gA',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'cell@example.org',
  SMS_URL: 'http://127.0.0.1:9/sms',
  SMS_KEY: 'a-key',
  GATEWAY: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_test',
  RAZORPAY_KEY_SECRET: 'a-secret',
  RAZORPAY_WEBHOOK_SECRET: 'another-secret',
  RAZORPAY_URL: 'http://127.0.0.1:9',
}
const ours = { 'mv mbale': 'mv data/mbale away-mbale', 'mv both': 'mkdir away && mv data/mbale data/scd away/' }
for (const { line, as, code, says } of ending) {
  const { status, stdout, stderr, error } = spawnSync('sh', ['-c', ours[line] ?? as ?? line], {
    cwd: folder,
    env: live,
    encoding: 'utf8',
  })
  const words = `${stdout}${stderr}${error ?? ''}`
  holds(
    ours[line] ? `(${ours[line]})` : `\`${line}\` ends with ${code}`,
    status === code && says.test(words),
    `${status}: ${words}`,
  )
}

const server = spawn('sh', ['-c', 'exec npm start'], { cwd: clone, env: { ...plain, PORT: port }, detached: true })
children.add({ kill: (signal) => process.kill(-server.pid, signal) })
let said = ''
const ready = new Promise((resolve) => {
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      if (said.includes('/demo')) resolve(true)
    })
  server.once('exit', () => resolve(false))
})
holds('`npm start` installs nothing twice, seeds a demo and serves it', await ready, said)
const asked = spawnSync('curl', ['-si', `http://127.0.0.1:${port}/readyz`], { encoding: 'utf8' })
holds(
  '`curl -i http://127.0.0.1:3000/readyz` answers 200',
  asked.error !== undefined || /^HTTP\/1.1 200/.test(asked.stdout),
  asked.stdout,
)
clearTimeout(tooLong)
console.log(failures ? `\n${failures} did not hold` : '\nEverything held')
process.exit(failures ? 1 : 0)
