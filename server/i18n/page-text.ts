import type { Language } from '#server/kernel/languages.ts'
import { formatCount } from './format'
import type { Namespace, TextKey } from './keys'

export type TextValues = Readonly<Record<string, string | number>>

/** Looks up texts in one language, for pages and components. */
export type Translate = (key: TextKey, values?: TextValues) => string

/** The texts of a language by full key (`shell:menu.home`). */
export type FlatTexts = Record<string, string>

/** Adds a namespace's file to a flat map. */
export function addTexts(
  into: FlatTexts,
  namespace: Namespace | string,
  texts: Readonly<Record<string, string>>,
): void {
  for (const [key, text] of Object.entries(texts)) into[`${namespace}:${key}`] = text
}

/** A value as a text shows it: a count, or the most that is allowed, has Indian grouping (`1,000`). */
export const shownValue = (name: string, value: string | number): string =>
  typeof value === 'number' && (name === 'count' || name === 'max') ? formatCount(value) : String(value)

/**
 * The pages' translator: a plain text is one property read; `{{name}}` is filled in and `count` picks `_one`/`_other`
 * as i18next does (a test compares the two on every text). It exists because i18next would cost a phone 14 KB and the
 * server half of React's rendering time; mails, SMS, PDFs and the API use i18next with the same files.
 */
export const pageTranslator =
  (texts: FlatTexts, language: Language): Translate =>
  (key, values) => {
    if (!values) return texts[key] ?? key
    const form = typeof values.count === 'number' ? `${key}_${pluralForm(language, values.count)}` : key
    const text = texts[form] ?? texts[key] ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shownValue(name, values[name] ?? ''))
  }

const pluralRules = { en: new Intl.PluralRules('en'), mr: new Intl.PluralRules('mr') }
const pluralForm = (language: Language, count: number) => pluralRules[language].select(count)
