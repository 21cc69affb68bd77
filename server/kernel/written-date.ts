import type { Language } from './languages'
import type { CivilDate } from './time'

const months: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  mr: ['जाने', 'फेब्रु', 'मार्च', 'एप्रिल', 'मे', 'जून', 'जुलै', 'ऑगस्ट', 'सप्टें', 'ऑक्टो', 'नोव्हें', 'डिसें'],
}

/**
 * `14 Aug 2024`, Latin digits in both languages. Without Intl, because server and browser must print the same bytes.
 */
export function writtenDate(date: CivilDate, language: Language): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return `${day} ${months[language][month - 1]} ${year}`
}
