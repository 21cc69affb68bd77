import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

type Sbom = { bomFormat: string; components: { name: string; version: string; group?: string }[] }
type Lock = { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> }

test('npm run sbom lists each package that runs in production, each under a licence that was looked at', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'))
  try {
    // It ends with code 1, and so throws, where a licence is unknown.
    execFileSync(process.execPath, ['scripts/sbom.mjs', '--out', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
    const sbom = JSON.parse(readFileSync(path.join(folder, 'sbom.json'), 'utf8')) as Sbom
    expect(sbom.bomFormat).toBe('CycloneDX')
    const listed = sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
    const locked = Object.entries(packages)
      // Neither the program itself nor a workspace of the tests.
      .filter(([at, { dev, version, link }]) => at !== '' && version !== undefined && !dev && !link)
      .map(([at, { version }]) => `${at.split('node_modules/').at(-1)}@${version}`)
    expect([...new Set(listed)].sort()).toEqual([...new Set(locked)].sort())
    const notices = readFileSync(path.join(folder, 'licences.txt'), 'utf8')
    for (const one of ['fastify 5.', 'png-js 2.0.0: MIT\n\nMIT License']) expect(notices).toContain(one)
    expect(notices).not.toContain('UNKNOWN')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
