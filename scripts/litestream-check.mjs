// `npm run litestream-check`: tries packaging/litestream/litestream.yml where litestream is installed. It puts the places of the file
// into temporary folders, replicates a database under writes, ends litestream without warning, restores, and compares the
// rows. Exit code 0 if they agree, 1 if not, 2 with a line that says so if litestream is not installed here.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { optionsOfScript } from './options.mjs'
import { root } from './setup.mjs'

optionsOfScript()
const found = spawnSync('litestream', ['version'], { encoding: 'utf8' })
if (found.error) {
  console.log('litestream is not installed here: its configuration is not tried')
  process.exit(2)
}
const { default: Database } = await import('better-sqlite3')
const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-litestream-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const shipped = readFileSync(path.join(root, 'packaging/litestream/litestream.yml'), 'utf8')
const slugs = [...shipped.matchAll(/path: \/var\/lib\/pravesh\/(\w+)\/portal\.db/g)].map(([, slug]) => slug)
const here = shipped
  .replaceAll('/var/lib/pravesh', `${folder}/data`)
  .replace(/type: s3\n +endpoint: .*\n +bucket: .*\n +path: (.*)/g, `type: file\n        path: ${folder}/replica/$1`)
const config = path.join(folder, 'litestream.yml')
writeFileSync(config, here)
const open = (slug) => {
  mkdirSync(path.join(folder, 'data', slug), { recursive: true })
  const db = new Database(path.join(folder, 'data', slug, 'portal.db'))
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) db.pragma(pragma)
  db.exec('CREATE TABLE acts (id integer PRIMARY KEY, said text)')
  return db
}
const databases = slugs.map((slug) => ({ slug, db: open(slug) }))
const child = spawn('litestream', ['replicate', '-config', config], { stdio: 'inherit' })
for (let n = 0; n < 200; n++) {
  for (const { db } of databases) db.prepare('INSERT INTO acts (said) VALUES (?)').run(`act ${n}`)
  await pause(25)
}
await pause(3000)
child.kill('SIGKILL')
let failures = 0
for (const { slug, db } of databases) {
  const written = db.prepare('SELECT count(*) FROM acts').pluck().get()
  db.close()
  const to = path.join(folder, `${slug}.db`)
  const source = path.join(folder, 'data', slug, 'portal.db')
  const { status } = spawnSync('litestream', ['restore', '-config', config, '-o', to, source], { stdio: 'inherit' })
  const copy = status === 0 ? new Database(to, { readonly: true }) : null
  const there = copy?.prepare('SELECT count(*) FROM acts').pluck().get()
  const isWhole = copy?.pragma('integrity_check', { simple: true }) === 'ok'
  if (there !== written || !isWhole) failures++
  console.log(`${slug}: ${written} rows written, ${there ?? 'none'} restored`)
}
process.exit(failures ? 1 : 0)
