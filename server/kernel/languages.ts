/** English is the default and the fallback; Marathi is its equal. Source: rules §1.3. */
export const languages = ['en', 'mr'] as const
export type Language = (typeof languages)[number]

/** A text of the cell in both languages. */
export type Bilingual = Readonly<Record<Language, string>>

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'mr'

/** The language of a text, by its script; text in the page's other language is marked up with it. */
export const languageIn = (text: string): Language => (/[\u0900-\u097F]/.test(text) ? 'mr' : 'en')
