import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { TextKey } from '#server/i18n/keys.ts'
import { hasTextFor, pageTexts, textFiles, translate } from '#server/i18n/texts.ts'
import { type Language, languages } from '#server/kernel/languages.ts'

type Texts = Readonly<Record<string, string>>

const filesIn = (language: Language): Record<string, Texts> =>
  Object.fromEntries(textFiles.filter((file) => file.language === language).map((file) => [file.namespace, file.texts]))
const [en, mr] = [filesIn('en'), filesIn('mr')]
const namespaces = Object.keys(en).sort()

const placeholdersOf = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).sort()
const stemOf = (key: string) => key.replace(/_(one|other)$/, '')

/** Names and signs that are the same in both languages. */
const sameInBothLanguages = new Set(['shell:language.en', 'shell:demo.word', 'application:test.script'])

test('both languages have the same files', () => {
  expect(Object.keys(mr).sort()).toEqual(namespaces)
})

test.each(namespaces)(
  '%s: both languages have the same keys with the same placeholders, and no text is empty',
  (namespace) => {
    const [english, marathi] = [en[namespace]!, mr[namespace]!]
    expect(Object.keys(marathi)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(english)) {
      expect(text.trim(), key).not.toBe('')
      expect(marathi[key]!.trim(), key).not.toBe('')
      expect([key, placeholdersOf(marathi[key])]).toEqual([key, placeholdersOf(text)])
    }
  },
)

test.each(namespaces)('%s: Marathi text is in Marathi, with Latin digits', (namespace) => {
  for (const [key, text] of Object.entries(mr[namespace]!)) {
    if (sameInBothLanguages.has(`${namespace}:${key}`)) continue
    const words = text.replace(/\{\{\w+\}\}/g, '')
    // A text of placeholders and signs has nothing to translate.
    if (/\p{L}/u.test(words)) expect(words, key).toMatch(/\p{Script=Devanagari}/u)
    expect(text, key).not.toMatch(/[०-९]/)
    expect(text, key).toBe(text.normalize('NFC'))
  }
})

test.each(languages)('pages and messages read every %s text alike', (language) => {
  for (const { namespace, texts } of textFiles.filter((file) => file.language === language)) {
    for (const key of Object.keys(texts)) {
      const name = `${namespace}:${stemOf(key)}` as TextKey
      const forms = [stemOf(key), `${stemOf(key)}_one`, `${stemOf(key)}_other`]
      const names = forms.flatMap((form) => placeholdersOf(texts[form]))
      const values = Object.fromEntries(names.map((placeholder) => [placeholder, `<$1 & ${placeholder}>`]))
      const isPlural = `${stemOf(key)}_one` in texts
      const samples = isPlural ? [0, 1, 2, 5].map((count) => ({ ...values, count })) : [values]
      for (const sample of samples) {
        const said = pageTexts[language](name, sample)
        expect(said, name).toBe(translate(language, name, sample))
        expect(said, name).not.toContain('{{')
      }
    }
  }
})

test('a plural text also has its other form and its singular', () => {
  for (const [namespace, texts] of Object.entries(en)) {
    for (const key of Object.keys(texts).filter((name) => /_(one|other)$/.test(name))) {
      expect(texts, `${namespace}:${key}`).toHaveProperty([`${stemOf(key)}_other`])
      expect(texts[`${stemOf(key)}_one`] ?? texts[stemOf(key)], `${namespace}:${key}`).toBeTruthy()
    }
  }
})

/** Codes that the source assembles, so that a search cannot find them. */
const composedRefusals = ['otp-expired', 'otp-used', 'otp-exhausted']
const composedFaults = [...composedRefusals, 'currentPassword.wrong', 'required', 'invalid', 'too-short']
const generalFaults = [
  'unknown-field',
  'wrong-type',
  'bad-characters',
  'unprintable',
  'not-in-names',
  'begins-name',
  'two-scripts',
  'too-long',
]

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(`server/${file}`, 'utf8'))
  .join('\n')
const found = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, code]) => code!)

test('every refusal has a text', () => {
  const plain = found(/\brefuse(?:Otp)?\(\s*'([\w.-]+)'/g)
  const written = found(/\{\s*code: '([\w.-]+)',\s*status/g)
  const conditional = found(/code: \w+ === \d+ \? '([\w-]+)'/g)
  const codes = new Set([...plain, ...written, ...conditional, 'unknown-address', ...composedRefusals])
  expect(codes.size).toBeGreaterThan(20)
  expect([...codes].filter((code) => !hasTextFor('refusal', code))).toEqual([])
})

test('every fault has a text', () => {
  const named = found(/field: [^,{}]+,\s*code: '([\w.-]+)'/g)
  const ofStems = found(/\bfault: '(\w+)'/g).flatMap((stem) => [`${stem}.required`, `${stem}.invalid`])
  const ofOtps = found(/\brefuseOtp\(\s*'([\w.-]+)'/g)
  const codes = new Set([...named, ...ofStems, ...ofOtps, ...composedFaults, ...generalFaults])
  expect(codes.size).toBeGreaterThan(30)
  expect([...codes].filter((code) => !hasTextFor('fault', code))).toEqual([])
})

test('a code belongs to one file, so that the code alone finds its text', () => {
  const codes = Object.values(en).flatMap((texts) => [
    ...new Set(
      Object.keys(texts)
        .filter((key) => /^(refusal|fault)\./.test(key))
        .map(stemOf),
    ),
  ])
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

test('only one text promises candidates an e-mail, because the address may not be verified', () => {
  /** What the desk reads, and what the cell prints for everybody. */
  const notForOne = ['brochure', 'inbox', 'orders', 'rollcall', 'season', 'staff', 'helpdesk', 'templates', 'overview']
  const promise = { en: /\bSMS\b.{0,6} and (an |by )?e-mail/, mr: /एसएमएस(ने)?,? (आणि|व) ई-?मेल/ }
  const promised = (language: Language) =>
    textFiles
      .filter((file) => file.language === language && !notForOne.includes(file.namespace))
      .flatMap(({ namespace, texts }) =>
        Object.keys(texts)
          .filter((key) => promise[language].test(texts[key]!))
          .map((key) => `${namespace}:${key}`),
      )
  expect(promised('en')).toEqual(['signedin:told.by-both'])
  expect(promised('mr')).toEqual(['signedin:told.by-both'])
})

test('the messages of rules §18.14 are word for word', () => {
  expect(en.accounts).toMatchObject({
    'fault.email.required': 'Please enter the email address',
    'fault.state.required': 'Please enter the state',
    'fault.fullName.required': 'Please enter the fullname',
    'fault.mobile.required': 'Please enter the phone number',
    'fault.mobile.invalid': 'Please enter the valid phone number',
  })
})

test('a short wait is given in seconds, a long one in minutes', () => {
  const wait = (language: Language, seconds: number) =>
    translate(language, 'http:refusal.too-often', { seconds, count: Math.ceil(seconds / 60) })
  expect(wait('en', 28)).toContain('28 seconds')
  expect(wait('en', 900)).toContain('15 minutes')
  expect(wait('mr', 28)).toContain('28 सेकंद')
  expect(wait('mr', 900)).toContain('15 मिनिटे')
  expect(translate('en', 'http:refusal.too-often', { seconds: 60 })).toContain('60 seconds')
})
