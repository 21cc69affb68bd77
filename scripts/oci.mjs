// `npm run oci`: the Debian package as an OCI image named `pravesh`, by podman or buildah; says plainly if neither is installed. `-- --base
// IMAGE`: instead of docker.io/library/debian:12-slim. Exit code 2 if no tool is here.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildPackage } from './deb.mjs'
import { optionsOfScript } from './options.mjs'
import { build, install, run } from './setup.mjs'

const asked = optionsOfScript({ base: { type: 'string' } }).values
const tool = ['podman', 'buildah'].find((name) => spawnSync(name, ['--version']).error === undefined)
if (tool === undefined) {
  console.log('Neither podman nor buildah is installed here: the image is not built')
  process.exit(2)
}
await install()
build()
const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-oci-'))
try {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  buildPackage({ version, out: folder, compression: ['-Znone'] })
  cpSync('packaging/Containerfile', path.join(folder, 'Containerfile'))
  const base = asked.base === undefined ? [] : ['--build-arg', `BASE=${asked.base}`]
  const isBuilt = run(tool, [tool === 'podman' ? 'build' : 'bud', ...base, '-t', 'pravesh', folder])
  process.exitCode = isBuilt ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
