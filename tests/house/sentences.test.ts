import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'server/i18n/locales/en'

/** The most words that a sentence on a page for candidates may have. */
const most = 25

/** The sentences of a text; a new line ends one, a colon does not. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|\n+/)
const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

test('the counter counts words, with a placeholder as one', () => {
  expect(sentencesOf('Pay {{amount}} by {{by}}. Keep the receipt!').map(wordsOf)).toEqual([4, 3])
})

test(`no sentence has more than ${most} words`, () => {
  const long = readdirSync(folder).flatMap((file) => {
    const texts = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string>
    return Object.entries(texts).flatMap(([key, text]) => {
      const isLong = sentencesOf(text).some((sentence) => wordsOf(sentence) > most)
      return isLong ? [`${file.replace('.json', '')}:${key}`] : []
    })
  })
  expect(long).toEqual([])
})
