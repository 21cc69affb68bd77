import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { builtAssets } from '#server/http/assets.ts'
import { folderOfTest } from '#tests/support/portal.ts'

/** The version of a build of these sources, as the server computes it at the start. */
async function versionOf(root: string, client: string, server: string): Promise<string> {
  mkdirSync(path.join(root, 'pages'), { recursive: true })
  writeFileSync(path.join(root, 'pages/client.tsx'), client)
  writeFileSync(path.join(root, 'index.ts'), server)
  const shared = { root, configFile: false, logLevel: 'silent', publicDir: false } as const
  await build({
    ...shared,
    build: { outDir: 'client', manifest: true, rolldownOptions: { input: 'pages/client.tsx' } },
  })
  await build({
    ...shared,
    build: {
      outDir: 'server',
      ssr: true,
      rolldownOptions: { input: 'index.ts', output: { entryFileNames: 'index.js' } },
    },
  })
  return builtAssets(path.join(root, 'client/.vite/manifest.json'), path.join(root, 'server/index.js')).version
}

test('two builds of the same sources have the same version, and builds of different sources have different ones', async () => {
  const root = folderOfTest()
  const client = "document.title = 'Pravesh'"
  const server = "console.log('ready')"
  const version = await versionOf(root, client, server)
  expect(version).toMatch(/^[\w-]{12}$/)
  expect(await versionOf(root, client, server)).toBe(version)
  expect(await versionOf(root, "document.title = 'Pravesh 2'", server)).not.toBe(version)
  expect(await versionOf(root, client, "console.log('up')")).not.toBe(version)
})
