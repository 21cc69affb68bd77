import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTest } from '#tests/support/portal.ts'

/** What nothing uses is dead, or should not be exported: files, exports, types and packages, as knip finds them. */

type Issues = Record<string, { name: string }[] | string>

/** What knip reports in this folder with the settings of the house: `exports: server/jobs.ts: start`. */
function unusedIn(folder: string): string[] {
  const settings = path.resolve('tests/house/knip.jsonc')
  const program = path.resolve('node_modules/knip/bin/knip.js')
  const args = ['--directory', folder, '--config', settings, '--reporter', 'json', '--no-config-hints']
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const { issues } = JSON.parse(stdout) as { issues: Issues[] }
  return issues
    .flatMap(({ file, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, found]) =>
        Array.isArray(found) ? found.map(({ name }) => `${kind}: ${file}: ${name}`) : [],
      ),
    )
    .sort()
}

test('everything is used', () => {
  expect(unusedIn('.')).toEqual([])
})

test('the check finds a file, an export, a type, a package and an import that leads nowhere', () => {
  const folder = folderOfTest()
  const files = {
    'package.json': JSON.stringify({
      imports: { '#server/*': './server/*' },
      dependencies: { fastify: '1.0.0', react: '1.0.0' },
    }),
    'server/main.ts':
      "import 'fastify'\nimport 'nodemailer'\nimport { one } from '#server/kernel/one.ts'\nimport './lost'\none()",
    'server/kernel/one.ts': 'export const one = () => two\nexport const two = 2\nexport type Three = 3',
    'server/kernel/four.ts': 'export const four = 4',
    'pages/candidate/home/page.tsx': 'export default () => null',
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  expect(unusedIn(folder)).toEqual([
    'dependencies: package.json: react',
    'exports: server/kernel/one.ts: two',
    'files: server/kernel/four.ts: server/kernel/four.ts',
    'types: server/kernel/one.ts: Three',
    'unlisted: server/main.ts: nodemailer',
    'unresolved: server/main.ts: ./lost',
  ])
})

/** The exports that the server reads from a page's files by name. */
const readByServer = /^(title|load|action|texts|isCacheable|layout|status|updatedAt|structured|leadsTo|formsTo)$/

test('a page exports what the server reads, or what another file imports', () => {
  const files = readdirSync('pages', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const sources = new Map(files.map((file) => [file, readFileSync(`pages/${file}`, 'utf8')]))
  const taken = new Set(
    [...sources.values()].flatMap((source) =>
      [...source.matchAll(/^import (?:type )?\{([^}]*)\} from '[^']*page(?:\.server)?(?:\.tsx?)?'/gm)].flatMap(
        ([, names]) => names!.match(/\w+/g)!,
      ),
    ),
  )
  const exported = [...sources].flatMap(([file, source]) =>
    /(^|\/)page(\.server)?\.tsx?$/.test(file)
      ? [...source.matchAll(/^export (?:async )?(?:const|function|type) (\w+)/gm)].map(([, name]) => `${file}: ${name}`)
      : [],
  )
  expect(exported.length).toBeGreaterThan(300)
  const nameOf = (one: string) => one.split(': ')[1]!
  expect(exported.filter((one) => !readByServer.test(nameOf(one)) && !taken.has(nameOf(one)))).toEqual([])
})
