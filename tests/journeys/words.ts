import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { TextKey } from '#server/i18n/keys.ts'
import { addTexts, type FlatTexts, pageTranslator, type Translate } from '#server/i18n/page-text.ts'
import { type Language, languages } from '#server/kernel/languages.ts'

const folder = new URL('../../server/i18n/locales/', import.meta.url)

/** The texts of the locale files, so that one journey works in both languages. */
const texts = Object.fromEntries(languages.map((language) => [language, {}])) as Record<Language, FlatTexts>
for (const language of languages) {
  for (const file of readdirSync(new URL(`${language}/`, folder))) {
    const content = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Record<string, string>
    addTexts(texts[language], file.replace('.json', ''), content)
  }
}
// As in the portal, a missing Marathi text falls back to English. The journey of the texts finds it.
for (const [key, text] of Object.entries(texts.en)) texts.mr[key] ??= text

const translators: Record<Language, Translate> = {
  en: pageTranslator(texts.en, 'en'),
  mr: pageTranslator(texts.mr, 'mr'),
}

export const wordsOf = (language: Language): Translate => translators[language]

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * A pattern for the whole of a text, with anything for its placeholders: `until {{time}}` finds "until 14 Aug 2024,
 * 17:00".
 */
export const asPattern = (language: Language, key: TextKey): RegExp =>
  new RegExp(
    `^${texts[language]
      [key]!.split(/\{\{\w+\}\}/)
      .map(literally)
      .join('.+')}$`,
  )

/** The label of a field, with or without the mark of a mandatory one. */
export const labelled = (label: string): RegExp => new RegExp(`^${literally(label)}( \\(\\*\\))?$`)

/** Fills the three boxes of a day. `day`: `2001-05-31`; `scope`: where it stands. */
export async function fillDay(scope: Page | Locator, label: string, day: string): Promise<void> {
  const [year, month, date] = day.split('-') as [string, string, string]
  const boxes = scope.getByRole('group', { name: label, exact: true })
  await boxes.locator('[name$="-day"]').fill(date)
  await boxes.locator('[name$="-month"]').selectOption(month)
  await boxes.locator('[name$="-year"]').fill(year)
}
