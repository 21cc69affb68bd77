// `npm run deb`: the build as a Debian package, with the Node that built it and the packages that run in production.
// `-- --out FOLDER`: where to write; `dist` without it. `-- --version 1.2.3`: instead of the version in package.json. It
// needs dpkg-deb, and no network. Why Node is inside: docs/decisions/0028-the-package-brings-its-node.md.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { optionsOfScript } from './options.mjs'
import { packedScripts } from './packed-scripts.mjs'
import { build, fail, install, root } from './setup.mjs'

/** Where the program lies once it is installed. */
const home = 'usr/lib/pravesh'
/** The bundler puts these into the build itself: `noExternal` in vite.config.ts, and what only browsers load. */
const bundled = new Set(['drizzle-orm', 'typebox', 'i18next', 'jose', '@cantoo/pdf-lib', 'react-toastify'])
/** Files of packages that no program reads. Licences are in licences.txt. */
const unread =
  /^(\.[^/]+|docs?|examples?|tests?|__tests__|benchmarks?|bench|typings|bin|scripts)\/|^(bin|cli)\.m?js$|\.html$|\.(md|markdown|map|d\.ts|d\.mts|d\.cts|ts|mts|cts|flow|gyp|gypi|mk|c|cc|cpp|h|hpp|sh|txt|yml|yaml|tsbuildinfo)$|(^|\/)(licen[cs]e[^/]*|copying[^/]*|changelog[^/]*|makefile|\.[^/]+|eslint[^/]*|tsconfig[^/]*|ofl[^/]*)$/i

/** The folders of all packages that run in production, relative to the project's. */
function productionPackages() {
  const found = new Set()
  const manifestOf = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
  function add(name, from) {
    // As Node looks for it: beside the package that asks, then further out.
    for (let at = from; ; at = path.dirname(at)) {
      const folder = path.join(at, 'node_modules', name)
      if (existsSync(path.join(root, folder, 'package.json'))) return visit(folder)
      if (at === '.' || at === '') return
    }
  }
  function visit(folder) {
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(name, folder)
  }
  for (const name of Object.keys(manifestOf('.').dependencies)) {
    if (!bundled.has(name)) add(name, '.')
    else for (const inner of Object.keys(manifestOf(`node_modules/${name}`).dependencies ?? {})) add(inner, '.')
  }
  return [...found].sort()
}

const run = (command, args, options = {}) => {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (error) fail(`${command} cannot be run (${error.code}); on Debian, dpkg-deb and strip come with dpkg and binutils`)
  if (status !== 0) fail(`${command} failed:\n${stdout ?? ''}${stderr ?? ''}`)
  return stdout
}

/** Folders 0755 and files 0644, except programs, so that the umask of the builder does not matter. */
function setModes(folder) {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (lstatSync(file).isDirectory()) setModes(file)
    else chmodSync(file, /\/(bin|sbin)\/[^/]+$|\/DEBIAN\/(pre|post)/.test(file) ? 0o755 : 0o644)
  }
}

const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(path.join(parentPath, name)).size, 0)

/**
 * Builds the package from a finished build of the program; its file. `change`: alters the files of the program before they are
 * packed, for drills. `compression`: options of dpkg-deb.
 * Long: a list of what the package holds, and where.
 */
export function buildPackage({ version, out, change = () => {}, compression = ['-Zxz', '-z3'] }) {
  const stage = mkdtempSync(path.join(tmpdir(), 'pravesh-deb-'))
  try {
    const to = (...names) => {
      const file = path.join(stage, ...names)
      mkdirSync(path.dirname(file), { recursive: true })
      return file
    }
    const put = (file, ...names) => cpSync(path.join(root, file), to(...names), { recursive: true })
    const write = (content, ...names) => writeFileSync(to(...names), content)
    // Without drizzle-kit's snapshots of the schema, which only a new migration is made from.
    cpSync(path.join(root, 'migrations'), to(home, 'migrations'), {
      recursive: true,
      filter: (file) => !file.endsWith('_snapshot.json'),
    })
    cpSync('dist', to(home, 'dist'), {
      recursive: true,
      filter: (file) => /^dist($|\/(client|server)($|\/))/.test(file) && !file.endsWith('.map'),
    })
    for (const file of packedScripts()) put(file, home, file)
    const { name, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
    write(`${JSON.stringify({ name, version, type, private: true, engines }, null, 2)}\n`, home, 'package.json')
    for (const folder of productionPackages()) {
      cpSync(path.join(root, folder), to(home, folder), {
        recursive: true,
        filter(file) {
          const within = path.relative(path.join(root, folder), file)
          if (within === 'package.json' || within === '') return true
          if (/^node_modules(\/|$)/.test(within)) return false
          if (folder.endsWith('better-sqlite3') && /^(deps|src)(\/|$)/.test(within)) return false
          // SQLite is there for every platform.
          if (/^prebuilds\/./.test(within)) return within === `prebuilds/linux-${process.arch}.node`
          return lstatSync(file).isDirectory() ? !unread.test(`${within}/`) : !unread.test(within)
        },
      })
    }
    cpSync(process.execPath, to(home, 'bin/node'), { dereference: true })
    run('strip', [path.join(stage, home, 'bin/node')])
    const native = readdirSync(path.join(stage, home), { recursive: true, encoding: 'utf8' })
    for (const file of native.filter((one) => one.endsWith('.node')))
      run('strip', ['--strip-unneeded', path.join(stage, home, file)])
    change(path.join(stage, home))

    put('packaging/debian/pravesh.sh', 'usr/sbin/pravesh')
    put('packaging/systemd/pravesh.service', 'usr/lib/systemd/system/pravesh.service')
    put('packaging/systemd/journald@pravesh.conf', 'usr/lib/systemd/journald@pravesh.conf.d/pravesh.conf')
    put('packaging/systemd/pravesh.env', 'etc/pravesh/pravesh.env')
    put('packaging/nginx/pravesh.conf', 'etc/nginx/sites-available/pravesh.conf')
    for (const folder of ['systemd/pravesh.service.d', 'prometheus', 'grafana', 'litestream'])
      if (existsSync(`packaging/${folder}`))
        put(`packaging/${folder}`, 'usr/share/doc/pravesh/examples', path.basename(folder))
    put('packaging/debian/overrides', 'usr/share/lintian/overrides/pravesh')
    for (const name of ['operate', 'runbook', 'rules']) put(`docs/${name}.md`, `usr/share/doc/pravesh/${name}.md`)
    write(gzipSync(readFileSync('packaging/debian/pravesh.8'), { level: 9 }), 'usr/share/man/man8/pravesh.8.gz')

    const licences = mkdtempSync(path.join(tmpdir(), 'pravesh-licences-'))
    run(process.execPath, ['scripts/sbom.mjs', '--out', licences])
    put(path.relative(root, path.join(licences, 'sbom.json')), 'usr/share/doc/pravesh/sbom.json')
    const ofParts = readFileSync(path.join(licences, 'licences.txt'))
    rmSync(licences, { recursive: true })
    write(gzipSync(ofParts, { level: 9 }), 'usr/share/doc/pravesh/licences.txt.gz')
    put('packaging/debian/copyright', 'usr/share/doc/pravesh/copyright')
    const at = run('git', ['log', '-1', '--format=%aD']).trim()
    const maintainer = process.env.DEBEMAIL ?? 'Pravesh maintainers <maintainers@example.org>'
    const entry = `pravesh (${version}) bookworm; urgency=medium\n\n  * See docs/figures.md and the history of the sources.\n\n -- ${maintainer}  ${at}\n`
    write(gzipSync(entry, { level: 9 }), 'usr/share/doc/pravesh/changelog.gz')

    for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) put(`packaging/debian/${script}`, 'DEBIAN', script)
    write('/etc/pravesh/pravesh.env\n/etc/nginx/sites-available/pravesh.conf\n', 'DEBIAN/conffiles')
    const size = Math.ceil(bytesIn(stage) / 1024)
    const fields = {
      Package: 'pravesh',
      Version: version,
      Section: 'web',
      Priority: 'optional',
      Architecture: run('dpkg', ['--print-architecture']).trim(),
      Maintainer: maintainer,
      'Installed-Size': size,
      Depends: 'adduser, libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 12), ca-certificates',
      Recommends: 'nginx, systemd-timesyncd | time-daemon',
      Suggests: 'litestream, prometheus',
    }
    const description = [
      'Description: portal for centralised admission to professional courses',
      ' Candidates register, apply and pay; officers scrutinise; merit lists are',
      ' published and seats are allotted in rounds. One service and one folder of',
      ' data; it brings the Node.js that it was built and tested with.',
    ]
    const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}`)
    write(`${[...lines, ...description].join('\n')}\n`, 'DEBIAN/control')
    setModes(stage)
    const listed = readdirSync(stage, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && !one.parentPath.includes('/DEBIAN'))
      .map(({ parentPath, name }) => path.relative(stage, path.join(parentPath, name)))
      .sort()
    write(run('md5sum', listed, { cwd: stage, maxBuffer: 64 * 1024 * 1024 }), 'DEBIAN/md5sums')
    chmodSync(path.join(stage, 'DEBIAN/md5sums'), 0o644)
    mkdirSync(out, { recursive: true })
    const file = path.join(out, `pravesh_${version}_${fields.Architecture}.deb`)
    run('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, file])
    return file
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = optionsOfScript({ version: { type: 'string' }, out: { type: 'string' } }).values
  await install()
  build()
  const version = asked.version ?? JSON.parse(readFileSync('package.json', 'utf8')).version
  const out = path.resolve(process.env.INIT_CWD ?? root, asked.out ?? path.join(root, 'dist'))
  const file = buildPackage({ version, out })
  console.log(file)
  const checked = spawnSync('lintian', ['--allow-root', '--fail-on', 'error,warning', file], { stdio: 'inherit' })
  if (checked.error) console.log('lintian is not installed here: the package is not checked')
  else if (checked.status !== 0) process.exitCode = 1
}
