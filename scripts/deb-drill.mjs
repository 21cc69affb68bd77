// `npm run deb-drill`: the Debian package in a clean Debian of its own (debootstrap, as root): it installs, starts as its
// user by the line of its unit, backs up, upgrades across a migration, goes back, is removed and purged. `-- --base
// FOLDER`: a Debian that debootstrap made before. Everything is in temporary folders. It names a missing tool and ends
// with 2; it ends with 1 if something does not hold.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildPackage } from './deb.mjs'
import { optionsOfScript } from './options.mjs'
import { build, install } from './setup.mjs'

const { base } = optionsOfScript({ base: { type: 'string' } }).values
function cannot(why) {
  console.log(`The package was not tried: ${why}`)
  process.exit(2)
}
if (process.getuid?.() !== 0) cannot('a clean Debian needs root')
for (const tool of ['dpkg-deb', 'chroot', ...(base ? [] : ['debootstrap'])])
  if (spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0) cannot(`${tool} is not installed here`)

const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-deb-drill-'))
const clean = path.join(folder, 'debian')
const mounts = ['proc', 'dev'].map((name) => path.join(clean, name))
const children = new Set()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const mount of mounts) spawnSync('umount', ['-R', mount])
  // A mount that stayed would be deleted with the folder.
  if (!readFileSync('/proc/self/mounts', 'utf8').includes(folder)) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

let failures = 0
const began = performance.now()
function holds(what, isTrue, more = '') {
  if (!isTrue) failures++
  const at = String(Math.round((performance.now() - began) / 1000)).padStart(4)
  console.log(`${at} s  ${isTrue ? 'holds' : 'FAILS'}: ${what}${isTrue || !more ? '' : `\n${more}`}`)
}
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
/** Runs a command in the clean Debian. */
function inside(...words) {
  const { status, stdout, stderr } = spawnSync('chroot', [clean, ...words], { encoding: 'utf8', env })
  return { status, words: `${stdout}${stderr}` }
}
const shell = (line) => inside('sh', '-c', line)
const read = (file) => readFileSync(path.join(clean, file), 'utf8')
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Starts what the unit starts: its program, as its user, in its folder, with its settings. */
async function start(port) {
  const unit = Object.fromEntries(
    [...read('usr/lib/systemd/system/pravesh.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const line = `set -a; . ${unit.EnvironmentFile}; set +a; cd ${unit.WorkingDirectory}; umask ${unit.UMask}; exec ${unit.ExecStart}`
  const child = spawn('chroot', [clean, 'runuser', '-u', unit.User, '--', 'sh', '-c', line], { env })
  children.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(children.delete(child) && code)))
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  const ask = (address) => fetch(`http://127.0.0.1:${port}${address}`).catch(() => null)
  for (let tries = 0; tries < 600 && !hasEnded && (await ask('/readyz'))?.status !== 200; tries++) await pause(200)
  return {
    ask,
    said: () => said,
    hasEnded: () => hasEnded,
    async stop() {
      if (!hasEnded) child.kill('SIGTERM')
      await ended
    },
  }
}

await install()
build()
const one = buildPackage({ version: '1.0.0', out: folder, compression: ['-Znone'] })
/** The next version: one more migration. */
const two = buildPackage({
  version: '1.1.0',
  out: folder,
  compression: ['-Znone'],
  change(home) {
    const file = path.join(home, 'migrations/meta/_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8'))
    const last = journal.entries.at(-1)
    const tag = `${String(last.idx + 1).padStart(4, '0')}_drill`
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
    writeFileSync(file, JSON.stringify(journal))
    writeFileSync(path.join(home, `migrations/${tag}.sql`), 'CREATE TABLE drill (id integer PRIMARY KEY);\n')
  },
})
if (base) spawnSync('cp', ['-ax', base, clean])
else if (
  spawnSync('debootstrap', [
    '--variant=minbase',
    'bookworm',
    clean,
    option('--mirror') ?? 'http://deb.debian.org/debian',
  ]).status !== 0
)
  cannot('debootstrap made no Debian: are its packages reachable?')
for (const kind of ['proc', 'dev'])
  if (spawnSync('mount', ['--rbind', `/${kind}`, path.join(clean, kind)]).status !== 0)
    cannot('mounting is not allowed here')
for (const mount of mounts) spawnSync('mount', ['--make-rslave', mount])
for (const file of [one, two]) cpSync(file, path.join(clean, path.basename(file)))
cpSync('/etc/resolv.conf', path.join(clean, 'etc/resolv.conf'))
console.log(`${Math.round((performance.now() - began) / 1000)} s: two packages and a clean Debian are ready`)

const installed = shell(`apt-get update -qq && apt-get install -y -qq --no-install-recommends /${path.basename(one)}`)
holds('the package installs with what it depends on', installed.status === 0, installed.words)
holds('it names the next step', installed.words.includes('systemctl enable --now pravesh'))
const owners = shell(
  'stat -c "%U:%G %a %n" /etc/pravesh /etc/pravesh/secrets /etc/pravesh/secrets/SECRET /etc/pravesh/pravesh.env /var/lib/pravesh /var/backups/pravesh',
).words
holds(
  'folders and secrets belong to root and the portal alone',
  owners.trim() ===
    'root:pravesh 750 /etc/pravesh\nroot:pravesh 750 /etc/pravesh/secrets\nroot:pravesh 640 /etc/pravesh/secrets/SECRET\n' +
      'root:pravesh 640 /etc/pravesh/pravesh.env\npravesh:pravesh 700 /var/lib/pravesh\npravesh:pravesh 700 /var/backups/pravesh',
  owners,
)
const bare = shell('pravesh migrate')
holds(
  'it refuses to start until it is set up, and says what is missing',
  bare.status !== 0 && /SMTP_URL_FILE is wrong/.test(bare.words),
  bare.words,
)

const port = await freePort()
const settings = read('etc/pravesh/pravesh.env')
  .replace(/^PORT=.*$/m, `PORT=${port}`)
  .replace(/^RAZORPAY_KEY_ID=.*$/m, 'RAZORPAY_KEY_ID=rzp_live_drill')
  .replace(/^WORKERS=.*$/m, 'WORKERS=1')
writeFileSync(path.join(clean, 'etc/pravesh/pravesh.env'), settings)
shell(
  'cd /etc/pravesh/secrets && echo smtp://127.0.0.1:9 > SMTP_URL && for name in SMS_KEY RAZORPAY_KEY_SECRET RAZORPAY_WEBHOOK_SECRET; do head -c 24 /dev/urandom | base64 > $name; done && chown root:pravesh * && chmod 640 *',
)
const admin = shell('pravesh staff --create-admin asha')
holds(
  '`pravesh` runs a command as the user of the portal',
  admin.status === 0 && /one-time password/.test(admin.words),
  admin.words,
)
const secret = read('etc/pravesh/secrets/SECRET')

const first = await start(port)
const home = await (await first.ask('/mbale/candidate/home'))?.text()
holds(
  'it starts as its user, by the line of its unit, and shows its home page',
  home?.includes('<html') === true,
  first.said(),
)
const press = await first.ask('/scd/candidate/home')
holds('every course is there', press?.status === 200)
const examined = shell('pravesh doctor').words
holds(
  'the doctor finds the portal, and names providers that do not answer',
  /ok +portal: It is ready/.test(examined) && /FAULT +mail:/.test(examined),
  examined,
)
const strangers = shell('su -s /bin/sh nobody -c "ls /var/lib/pravesh; cat /etc/pravesh/secrets/SECRET"')
holds(
  'another user of the machine reads neither data nor secrets',
  strangers.status !== 0 && !strangers.words.includes(secret.trim()),
  strangers.words,
)
await first.stop()

const upgraded = shell(`apt-get install -y -qq --no-install-recommends /${path.basename(two)}`)
const kept = readdirSync(path.join(clean, 'var/backups/pravesh/mbale')).filter((name) => /^\d{4}-/.test(name))
holds('an upgrade backs up before it replaces anything', upgraded.status === 0 && kept.length === 1, upgraded.words)
holds(
  'it keeps the settings and the secret',
  read('etc/pravesh/pravesh.env') === settings && read('etc/pravesh/secrets/SECRET') === secret,
)
const second = await start(port)
holds('the newer program migrates the data and serves', (await second.ask('/readyz'))?.status === 200, second.said())
await second.stop()
const there = shell('pravesh staff --create-admin asha')
holds('what was there before is there', /there is a asha already/.test(there.words), there.words)

const back = shell(`PRAVESH_WITHOUT_BACKUP=1 dpkg -i /${path.basename(one)}`)
holds('the older package goes back over the newer one', back.status === 0, back.words)
const refused = await start(port)
holds(
  'the older program refuses the newer data in words',
  refused.hasEnded() && /newer|another version|belongs to no version|DATA_DIR/.test(refused.said()),
  refused.said(),
)
await refused.stop()
shell('mkdir -m 0700 /var/lib/pravesh/.newer && cd /var/lib/pravesh && mv mbale scd .newer/')
const restored = shell('pravesh restore')
holds('the backup of the upgrade comes back', restored.status === 0, restored.words)
const third = await start(port)
holds('and the older program serves it', (await third.ask('/readyz'))?.status === 200, third.said())
await third.stop()
const after = shell('pravesh staff --create-admin asha')
holds('with everything from before the upgrade', /there is a asha already/.test(after.words), after.words)

const removed = shell('apt-get remove -y -qq pravesh')
holds(
  'it is removed, and the data stay',
  removed.status === 0 &&
    !existsSync(path.join(clean, 'usr/lib/pravesh')) &&
    existsSync(path.join(clean, 'var/lib/pravesh/mbale/portal.db')),
  removed.words,
)
const purged = shell('apt-get purge -y -qq pravesh')
holds(
  'a purge takes the settings, keeps data and secrets, and says so',
  purged.status === 0 &&
    !existsSync(path.join(clean, 'etc/pravesh/pravesh.env')) &&
    /\/var\/lib\/pravesh stays/.test(purged.words) &&
    read('etc/pravesh/secrets/SECRET') === secret,
  purged.words,
)
console.log(failures ? `\n${failures} did not hold` : '\nEverything held')
process.exit(failures ? 1 : 0)
