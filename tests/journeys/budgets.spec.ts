import { statSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { builtAssets } from '#server/http/assets.ts'
import type { Namespace } from '#server/i18n/keys.ts'
import { isPublic, pageFiles, textsOf } from '#tests/support/pages.ts'

/** The most that the first load of a visitor's page may take, compressed. Bytes. */
const most = { script: 80 * 1024, style: 25 * 1024 }

const size = (files: readonly string[]) => files.reduce((sum, file) => sum + statSync(`dist/client${file}.br`).size, 0)

test('the first load of every public page keeps its budget, in both languages', async () => {
  const source = builtAssets('dist/client/.vite/manifest.json', 'dist/server/main.js')
  const visitors = pageFiles.filter(isPublic)
  expect(visitors.length).toBeGreaterThan(40)
  const over: string[] = []
  for (const page of visitors) {
    for (const language of ['en', 'mr'] as const) {
      const texts: Namespace[] = ['shell', ...textsOf(page)]
      const { script, preload, css, signedIn } = await source.of(`pages/${page}`, '', language, texts, true)
      expect(signedIn).toBeNull()
      const [scripts, styles] = [size([script, ...preload]), size(css)]
      if (scripts > most.script || styles > most.style) over.push(`${page} ${language}: ${scripts} and ${styles} bytes`)
    }
  }
  expect(over).toEqual([])
})
