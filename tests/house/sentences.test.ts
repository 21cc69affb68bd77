import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'server/i18n/locales'

/** The most words that a sentence on a page for candidates may have. */
const most = 25

/** The sentences of a text; a new line ends one, a colon does not. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|\n+/)
const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

test('the counter counts words, with a placeholder as one', () => {
  expect(sentencesOf('Pay {{amount}} by {{by}}. Keep the receipt!').map(wordsOf)).toEqual([4, 3])
})

/** The texts of a language by file and key. */
const textsOf = (language: string): [string, string][] =>
  readdirSync(`${folder}/${language}`).flatMap((file) => {
    const texts = JSON.parse(readFileSync(`${folder}/${language}/${file}`, 'utf8')) as Record<string, string>
    return Object.entries(texts).map(([key, text]): [string, string] => [`${file.replace('.json', '')}:${key}`, text])
  })

test.each(['en', 'mr'])(`no sentence has more than ${most} words: %s`, (language) => {
  const long = textsOf(language).filter(([, text]) => sentencesOf(text).some((sentence) => wordsOf(sentence) > most))
  expect(long.map(([key]) => key)).toEqual([])
})

/** Spellings that Marathi texts avoid: पहा, जन्मतारीख, सर्वांत and नॉन-क्रीमी are the house's. */
const avoided = /पाहा(?!\p{M}|[यवतर])|जन्म ?दिनांक|जन्म तारीख|सर्वात |क्रिमी/u

test('Marathi has one spelling for a word, in texts and in the questions of the courses', () => {
  expect(avoided.test('याद्या पाहा.') && !avoided.test('ते पाहायचे. उपाहारगृह')).toBe(true)
  const courses = readdirSync('server/courses').map((file) => [file, readFileSync(`server/courses/${file}`, 'utf8')])
  const wrong = [...textsOf('mr'), ...courses].filter(([, text]) => avoided.test(text!))
  expect(wrong.map(([key]) => key)).toEqual([])
})

/**
 * Other words for what has one: a choice of the option form is विकल्प (and its place in the list पसंतीक्रम), a photograph
 * छायाचित्र. “पर्यायी” is an alternative of another kind.
 */
const secondWords = /पर्याय(?!ी)|फोटो/u

test('Marathi has one word for a choice and one for a photograph, in texts and in the questions of the courses', () => {
  expect(['पर्यायांपैकी', 'पर्याय', 'फोटो', 'पर्यायी', 'विकल्प'].map((word) => secondWords.test(word))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  const courses = readdirSync('server/courses').map((file) => [file, readFileSync(`server/courses/${file}`, 'utf8')])
  // What people type into the desk's search is theirs.
  const shown = textsOf('mr').filter(([key]) => !key.startsWith('deskpages:'))
  const wrong = [...shown, ...courses].filter(([, text]) => secondWords.test(text!))
  expect(wrong.map(([key]) => key)).toEqual([])
})

test('English has one apostrophe, which an SMS carries without becoming dearer', () => {
  // The notice keeps the words to which candidates have agreed.
  const texts = textsOf('en').filter(([key]) => !key.startsWith('purposes:'))
  const curly = texts.filter(([, text]) => text.includes('’'))
  expect(curly.map(([key]) => key)).toEqual([])
})

/** A round by its number without the name of the process. */
const unnamedRound = /(?<!CAP )\bround \{\{|CAP \{\{round|(?<!कॅप )फेरी \{\{/iu

test('a round with its number is called a CAP round in every text, in both languages', () => {
  const calls = ['Round {{round}}', 'CAP {{round}}', 'फेरी {{round}}', 'CAP Round {{round}}', 'कॅप फेरी {{round}}']
  expect(calls.map((text) => unnamedRound.test(text))).toEqual([true, true, true, false, false])
  const wrong = [...textsOf('en'), ...textsOf('mr')].filter(([, text]) => unnamedRound.test(text))
  expect(wrong.map(([key]) => key)).toEqual([])
})
