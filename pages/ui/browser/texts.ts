import { addTexts, type FlatTexts, pageTranslator, type Translate } from '#server/i18n/page-text.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { load } from './load'

const flat = Object.fromEntries(languages.map((language) => [language, {}])) as Record<Language, FlatTexts>
const translators = Object.fromEntries(
  languages.map((language) => [language, pageTranslator(flat[language], language)]),
) as Record<Language, Translate>

/** By address: pages may have different parts of one namespace. */
const loaded = new Map<string, Promise<void>>()

async function add(key: string, address: string): Promise<void> {
  const [language, namespace] = key.split('/') as [Language, string]
  addTexts(flat[language], namespace, await load<Record<string, string>>(address))
}

/** Loads these texts (addresses by `language/namespace`) and returns the translator of the language. `own`: the course's. */
export async function textsFor(
  language: Language,
  texts: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Promise<Translate> {
  Object.assign(flat[language], own)
  await Promise.all(
    Object.entries(texts).map(([key, address]) => {
      const known = loaded.get(address)
      if (known) return known
      const work = add(key, address)
      loaded.set(address, work)
      work.catch(() => loaded.delete(address))
      return work
    }),
  )
  return translators[language]
}
