import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pictureKinds } from '#server/domain/application/document-rules.ts'
import { entriesOf, findEntry } from '#server/domain/application/form/lists.ts'
import { documentKinds, documentReasons } from '#server/domain/application/required-documents.ts'
import { states } from '#server/domain/terms/places.ts'
import { choiceKey, listNames, questionSteps } from '#server/domain/terms/question.ts'
import { hasTextFor, textFiles } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { diplomaForms, hscOnlyForms, lateralForms } from '#tests/support/answers.ts'

const textsOf = (language: string, namespace: string) =>
  textFiles.find((file) => file.language === language && file.namespace === namespace)?.texts ?? {}

/** Every text key that the forms of both courses need. */
const wanted = new Set(['category-details.nothing'])
for (const forms of [lateralForms, diplomaForms, hscOnlyForms]) {
  for (const step of questionSteps) {
    for (const { name: section, hasAbout, lackWhen, questions } of forms[step].sections) {
      wanted.add(`${step}.${section}.title`)
      if (lackWhen) wanted.add(`${step}.${section}.lack-title`)
      if (hasAbout) wanted.add(`${step}.${section}.about`)
      for (const { name, hasHint, optionalWhen, lackWhen, choices } of questions) {
        wanted.add(`${step}.${name}`)
        if (hasHint) wanted.add(`${step}.${name}.hint`)
        if (hasHint && (optionalWhen || lackWhen)) wanted.add(`${step}.${name}.lack-hint`)
        for (const code of choices?.codes ?? []) {
          const key = choiceKey(choices!, code).slice('form:'.length)
          wanted.add(key)
          if (choices!.isExplained) wanted.add(`${key}.about`)
        }
      }
    }
  }
}

test.each(languages)('every section, question and choice has a text (%s), and no text is left over', (language) => {
  const written = Object.keys(textsOf(language, 'form')).filter((key) => !key.startsWith('fault.'))
  expect(written.sort()).toEqual([...wanted].sort())
})

test.each(languages)('every document and its reason have a text (%s)', (language) => {
  const texts = textsOf(language, 'documents')
  const keys = [
    ...pictureKinds.map((kind) => `kind.${kind}`),
    ...documentKinds.flatMap((kind) => [`kind.${kind}`, `kind.${kind}.about`]),
    ...documentReasons.map((reason) => `because.${reason}`),
  ]
  expect(
    Object.keys(texts)
      .filter((key) => /^(kind|because)\./.test(key))
      .sort(),
  ).toEqual(keys.sort())
})

test('every fault of a form has a text, and no text is left over', () => {
  const folder = 'server/domain/application/form'
  const source = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
  const codes = new Set(
    [
      /\bfault\(\s*'([\w-]+)'/g,
      /\blookAt\(\s*'\w+',\s*'([\w-]+)'/g,
      /\bcode: '([\w-]+)'/g,
      /\breason: '([\w-]+)'/g,
      /\? '(not-a-[\w-]+)' : '(not-a-[\w-]+)'/g,
      /\? '(choose-one)' : '(answer-missing)'/g,
    ].flatMap((pattern) => [...source.matchAll(pattern)].flatMap(([, ...found]) => found)),
  )
  for (const claim of ['tfws', 'ews']) codes.add(`income-too-high-for-${claim}`)
  expect([...codes].filter((code) => !hasTextFor('fault', code))).toEqual([])
  const written = Object.keys(textsOf('en', 'form')).filter((key) => key.startsWith('fault.'))
  expect(written.filter((key) => !codes.has(key.slice('fault.'.length)))).toEqual([])
})

describe('the shipped lists', () => {
  test.each(listNames)('%s: every entry has a name in both languages and a unique code', (list) => {
    const entries = entriesOf(list)
    expect(entries.length).toBeGreaterThan(4)
    expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length)
    for (const { code, en, mr } of entries) {
      expect(code).toMatch(/^[A-Za-z0-9-]+$/)
      expect(en, code).toMatch(/^[\x20-\x7E–]+$/)
      expect(mr, code).toMatch(/^[^A-Za-z०-९]+$/)
      expect([en, mr]).toEqual([en.trim(), mr.normalize('NFC').trim()])
    }
    const words = entries.map(({ group, en }) => `${group} ${en}`)
    expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([])
  })

  test('every district of Maharashtra has talukas', () => {
    const districts = states.find(({ code }) => code === 'MH')!.districts.map(({ code }) => code)
    expect([...new Set(entriesOf('talukas').map(({ group }) => group))].sort()).toEqual([...districts].sort())
    expect(entriesOf('talukas').length).toBeGreaterThan(350)
    expect(entriesOf('talukas', 'MH-pune')).toHaveLength(14)
  })

  test('every reserved category has castes and an entry for others', () => {
    for (const category of ['SC', 'ST', 'VJ', 'NT-B', 'NT-C', 'NT-D', 'OBC', 'SBC', 'SEBC']) {
      expect(entriesOf('castes', category).length).toBeGreaterThan(1)
      expect(findEntry('castes', `${category}-other`)?.group).toBe(category)
    }
    expect(entriesOf('castes', 'SC')).toHaveLength(60)
  })

  test('the disabilities are the 21 of the Rights of Persons with Disabilities Act, 2016', () => {
    expect(entriesOf('disabilities')).toHaveLength(21)
  })

  test('a board names its state', () => {
    expect(findEntry('school-boards', 'MH-pune')?.group).toBe('MH')
    expect(findEntry('school-boards', 'CBSE')?.group).toBeUndefined()
  })
})
