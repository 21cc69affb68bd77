import { expect, test } from 'vitest'
import type { AssetSource } from '#server/http/assets.ts'
import { preparePage } from '#server/http/render.tsx'
import type { Namespace } from '#server/i18n/keys.ts'

/** Files by their names, as a build gives them. */
const source: Pick<AssetSource, 'of'> = {
  of: async (file, _url, language, texts) => ({
    script: '/client.js',
    module: `/${file}`,
    css: [],
    signedIn: null,
    texts: Object.fromEntries(texts.map((name) => [`${language}/${name}`, `/${language}/${name}.js`])),
    preload: [],
    fonts: [],
  }),
}
const textsOf = async (texts: readonly Namespace[], file = '_error/page.tsx') =>
  Object.keys((await preparePage(source as AssetSource, file, '/', 'mr', texts, false)).assets.texts)

test('a page loads the texts that it is asked with, whoever met it before with others', async () => {
  expect(await textsOf(['shell', 'error'])).toEqual(['mr/shell', 'mr/error'])
  expect(await textsOf(['shell', 'staff', 'error'])).toEqual(['mr/shell', 'mr/staff', 'mr/error'])
  expect(await textsOf(['shell', 'error'])).toEqual(['mr/shell', 'mr/error'])
})
