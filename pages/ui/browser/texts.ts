import { addTexts, type FlatTexts, pageTranslator, type Translate } from '../../../server/i18n/page-text'
import { type Language, languages } from '../../../server/kernel/languages'

const folder = '../../../server/i18n/locales/'
const files = import.meta.glob<Record<string, string>>('../../../server/i18n/locales/*/*.json', { import: 'default' })

const flat = Object.fromEntries(languages.map((language) => [language, {}])) as Record<Language, FlatTexts>
const translators = Object.fromEntries(
  languages.map((language) => [language, pageTranslator(flat[language], language)]),
) as Record<Language, Translate>

const loaded = new Map<string, Promise<void>>()

async function load(key: string): Promise<void> {
  const [language, namespace] = key.split('/') as [Language, string]
  addTexts(flat[language], namespace, await files[`${folder}${key}.json`]!())
}

/** Loads the named texts (`en/shell`) and returns the translator of the language. */
export async function textsFor(language: Language, keys: readonly string[]): Promise<Translate> {
  await Promise.all(
    keys.map((key) => {
      const known = loaded.get(key)
      if (known) return known
      const work = load(key)
      loaded.set(key, work)
      work.catch(() => loaded.delete(key))
      return work
    }),
  )
  return translators[language]
}
