// `npm run migration -- --name what-changes`: drizzle-kit writes the SQL from db/schema; this script adds STRICT to
// every new table, which drizzle-kit cannot.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const before = new Set(readdirSync('migrations'))
const run = spawnSync(
  'npx',
  ['drizzle-kit', 'generate', '--config', 'db/drizzle.config.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
if (run.status !== 0) process.exit(run.status ?? 1)
for (const file of readdirSync('migrations').filter((name) => name.endsWith('.sql') && !before.has(name))) {
  const sql = readFileSync(`migrations/${file}`, 'utf8')
  writeFileSync(`migrations/${file}`, sql.replace(/^(CREATE TABLE [^;]*\n\))(;)/gm, '$1 STRICT$2'))
}
