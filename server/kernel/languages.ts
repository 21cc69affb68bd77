/** English is the default and the fallback; Marathi is its equal. Source: specification §1. */
export const languages = ['en', 'mr'] as const
export type Language = (typeof languages)[number]

/** A text that the cell keeps in both languages. */
export type Bilingual = Readonly<Record<Language, string>>

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'mr'

/** The language of what somebody wrote, by its script: what stands on a page of the other language is marked with it. */
export const languageIn = (text: string): Language => (/[\u0900-\u097F]/.test(text) ? 'mr' : 'en')
