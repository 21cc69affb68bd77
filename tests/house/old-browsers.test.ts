import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Methods newer than Chrome 84 and Firefox 79, and objects newer than these that are made as a file is loaded; the build
 * translates syntax, but not the standard library.
 */
const tooNew =
  /\.at\(|\.findLast(Index)?\(|\.replaceAll\(|Object\.hasOwn\(|structuredClone\(|\.toSorted\(|\.toReversed\(|\.with\(|Promise\.any\(|AbortSignal\.(timeout|any)\(|Array\.fromAsync|Object\.groupBy|\bat\?\.\(|^(export )?const \w+ = new Intl\.(Segmenter|DisplayNames|ListFormat)/m

const sources = ['pages', 'server/domain', 'server/kernel', 'server/i18n'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.server\.tsx?$/.test(file) && !/^texts\.ts$/.test(file))
    .map((file) => `${folder}/${file}`),
)

test.each(sources)('%s uses no method that the oldest browsers of the footer lack', (file) => {
  expect(readFileSync(file, 'utf8').match(tooNew)?.[0]).toBeUndefined()
})
