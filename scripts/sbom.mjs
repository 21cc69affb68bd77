// `npm run sbom`: what the program is made of, as CycloneDX, and the licences of all of it. Reads the lock file and the
// installed packages, and no network. `-- --out FOLDER`: where to write; `dist` without it. Exit code 1 if the licence
// of a package is unknown, or not among those that were looked at.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { optionsOfScript } from './options.mjs'
import { fail, root } from './setup.mjs'

/** Licences under which a package may be used unchanged and passed on with its notice. */
const accepted = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'LGPL-3.0-or-later',
  'MPL-2.0',
])

/** Packages that declare no licence, with the one that their own file states. */
const undeclared = { 'png-js': 'MIT' }

const { out = path.join(root, 'dist') } = optionsOfScript({ out: { type: 'string' } }).values
const folder = path.resolve(process.env.INIT_CWD ?? root, out)

const made = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--workspaces=false'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (made.status !== 0) fail(`npm sbom failed; it needs npm 10 or later:\n${made.stderr}`)
const sbom = JSON.parse(made.stdout)

// npm's own --omit=dev leaves out packages that run in production too.
const isForDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
sbom.components = sbom.components.filter((component) => !isForDevelopment(component))
const kept = new Set([sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']))
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => kept.has(ref)) }))

const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name)

/** The licences of a component as an SPDX expression; null if it states none. */
function expressionOf(component) {
  const stated = (component.licenses ?? []).map(({ license, expression }) => expression ?? license?.id ?? license?.name)
  return stated.filter(Boolean).join(' AND ') || undeclared[nameOf(component)] || null
}

/** Of an `OR` one side is enough; of an `AND` each counts. */
const isAccepted = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => accepted.has(one.trim())))

/** The text of the licence that lies in an installed package; null where it is not installed or has none. */
function textOf(component) {
  const installed = path.join(root, 'node_modules', nameOf(component))
  if (!existsSync(installed)) return null
  const file = readdirSync(installed).find((name) => /^(licen[cs]e|copying|ofl)/i.test(name))
  return file === undefined ? null : readFileSync(path.join(installed, file), 'utf8').trim()
}

const parts = sbom.components
  .map((component) => ({
    name: nameOf(component),
    version: component.version,
    expression: expressionOf(component),
    text: textOf(component),
  }))
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
const notices = parts.map(({ name, version, expression, text }) =>
  [`${name} ${version}: ${expression ?? 'UNKNOWN'}`, ...(text ? ['', text] : [])].join('\n'),
)
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'sbom.json'), `${JSON.stringify(sbom, null, 2)}\n`)
writeFileSync(path.join(folder, 'licences.txt'), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)

const counts = new Map()
for (const { expression } of parts) counts.set(expression, (counts.get(expression) ?? 0) + 1)
for (const [expression, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(4)}  ${expression ?? 'UNKNOWN'}`)
console.log(`${parts.length} packages: ${path.join(folder, 'sbom.json')}, ${path.join(folder, 'licences.txt')}`)
const open = parts.filter(({ expression }) => expression === null || !isAccepted(expression))
for (const { name, version, expression } of open)
  console.error(
    `${name} ${version}: look at its licence (${expression ?? 'it states none'}), and say so in scripts/sbom.mjs`,
  )
if (open.length) process.exitCode = 1
