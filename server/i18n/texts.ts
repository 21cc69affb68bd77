import { createInstance, type i18n } from 'i18next'
import { type Bilingual, type Language, languages } from '#server/kernel/languages.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import { faultOfFile } from './file-fault'
import { formatDateTime } from './format'
import type { TextKey } from './keys'
import { addTexts, type FlatTexts, pageTranslator, shownValue, type TextValues, type Translate } from './page-text'

const files = import.meta.glob<Record<string, string>>('./locales/*/*.json', { eager: true, import: 'default' })

/** Every namespace of every language, as in the files. */
export const textFiles = Object.entries(files).map(([file, texts]) => {
  const [, language, namespace] = /locales\/(\w+)\/([\w-]+)\.json$/.exec(file) as unknown as [string, Language, string]
  return { language, namespace, texts }
})

const flat: Record<Language, FlatTexts> = { en: {}, mr: {} }
for (const { language, namespace, texts } of textFiles) addTexts(flat[language], namespace, texts)
for (const key of Object.keys(flat.en)) flat.mr[key] ??= flat.en[key]!

/** One immutable i18next instance per language; its language never changes. */
const instances = Object.fromEntries(
  languages.map((language) => {
    const instance = createInstance()
    void instance.init({
      lng: language,
      fallbackLng: 'en',
      resources: Object.fromEntries(
        languages.map((lng) => [
          lng,
          Object.fromEntries(textFiles.filter((f) => f.language === lng).map((f) => [f.namespace, f.texts])),
        ]),
      ),
      keySeparator: false,
      interpolation: { escapeValue: false },
      initAsync: false,
    })
    return [language, instance]
  }),
) as Record<Language, i18n>

/** A text for a message, a PDF or an API answer. */
export const translate = (language: Language, key: TextKey, values?: TextValues): string =>
  // A text without placeholders comes straight from the file; i18next would give the same, more slowly.
  (values ? undefined : flat[language][key]) ?? instances[language].t(key, withShown(values))

/** The values for i18next: a large count is shown with its grouping, and still picks the form of the plural. */
function withShown(values: TextValues | undefined) {
  const isPlain = !values || Object.entries(values).every(([name, value]) => shownValue(name, value) === String(value))
  if (isPlain) return values
  const shown = Object.entries(values).map(([name, value]) => [name, shownValue(name, value)])
  return { ...values, replace: Object.fromEntries(shown) }
}

/** Is there a text of this key? For keys made of a code that may have no words. */
export const isText = (key: string): key is TextKey => flat.en[key] !== undefined

/** The reader of a form: the candidate whose form it is, or an officer who fills it in for the candidate. */
export type FormReader = 'candidate' | 'desk'

/**
 * A text of the form for its reader. Where the words address the candidate, the officer reads those of the same name in
 * `deskform` instead; a test finds a text that lacks them. `key`: `form:` and its name.
 */
export function formText(reader: FormReader, language: Language, key: string, values?: Record<string, string>): string {
  const atDesk = `desk${key}`
  return translate(language, (reader === 'desk' && flat.en[atDesk] !== undefined ? atDesk : key) as TextKey, values)
}

/** The translators that pages render with. */
export const pageTexts: Record<Language, Translate> = {
  en: pageTranslator(flat.en, 'en'),
  mr: pageTranslator(flat.mr, 'mr'),
}

/**
 * Adds the words of a course's own questions and criteria, by key. Throws a RangeError for a key that has other words
 * already: all courses share one dictionary.
 */
export function addOwnTexts(words: Readonly<Record<string, Bilingual>>): void {
  for (const [key, said] of Object.entries(words)) {
    const [namespace, name] = key.split(/:(.*)/) as [string, string]
    for (const language of languages) {
      if (flat[language][key] !== undefined && flat[language][key] !== said[language])
        throw new RangeError(`the words "${key}" of a course differ from those of the portal or of another course`)
      flat[language][key] = said[language]
      for (const other of languages) instances[other].addResource(language, namespace, name, said[language])
    }
  }
}

/** `refusal.<code>` and `fault.<code>` of all namespaces by code, so that a code alone finds its text. */
const keyOfCode = new Map<string, TextKey>()
for (const key of Object.keys(flat.en)) {
  const code = /:((?:refusal|fault)\..+?)(?:_one|_other)?$/.exec(key)?.[1]
  if (code) keyOfCode.set(code, key.replace(/_(one|other)$/, '') as TextKey)
}

/**
 * The text of a refusal's or a fault's code. A refusal before a window opens has `opensAt`, epoch milliseconds: its text
 * `<code>.at` names the moment. Throws for a code without a text, which is a bug that a test catches.
 */
export function textOfCode(language: Language, kind: 'refusal' | 'fault', code: string, values?: TextValues): string {
  const isEarly = typeof values?.opensAt === 'number'
  const key = keyOfCode.get(`${kind}.${code}${isEarly ? '.at' : ''}`)
  if (!key) throw new Error(`no text for ${kind} "${code}"`)
  return translate(language, key, isEarly ? { opensAt: formatDateTime(Number(values.opensAt), language) } : values)
}

/** The text of an input's fault; that of a file says which file it is. */
export function textOfFault(language: Language, { code, params, file }: FieldFault): string {
  const fault = textOfCode(language, 'fault', code, params)
  if (!file) return fault
  return faultOfFile((key, values) => translate(language, key, values), file, fault)
}

export const hasTextFor = (kind: 'refusal' | 'fault', code: string): boolean => keyOfCode.has(`${kind}.${code}`)
