// `npm run migration -- --name what-changes`: drizzle-kit writes the SQL from db/schema; this script adds STRICT to
// every new table, which drizzle-kit cannot. `npm run migration -- --initial` writes the first migration anew, with the
// objects of db/search-and-triggers.sql. That is right only until the first release: from then on a portal's database
// has it, and a change of the schema is a migration of its own.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { optionsOfScript } from './options.mjs'

const { values } = optionsOfScript({ name: { type: 'string' }, initial: { type: 'boolean' } })
if (values.initial) rmSync('migrations', { recursive: true, force: true })
const before = new Set(values.initial ? [] : readdirSync('migrations'))
const name = values.initial ? 'initial' : values.name
const generate = ['drizzle-kit', 'generate', '--config', 'db/drizzle.config.ts', ...(name ? ['--name', name] : [])]
const { status } = spawnSync('npx', generate, { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const file of readdirSync('migrations').filter((each) => each.endsWith('.sql') && !before.has(each))) {
  const sql = readFileSync(`migrations/${file}`, 'utf8').replace(/^(CREATE TABLE [^;]*\n\))(;)/gm, '$1 STRICT$2')
  writeFileSync(
    `migrations/${file}`,
    values.initial ? [sql.trimEnd(), ...byHand()].join('\n--> statement-breakpoint\n') : sql,
  )
}

/** The statements of db/search-and-triggers.sql, without the comment above them. */
function byHand() {
  return readFileSync('db/search-and-triggers.sql', 'utf8').trim().split(/\n\n+/).slice(1)
}
