import type { Language } from './languages'
import { istOffset } from './time'

const weekdays: Record<Language, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  mr: ['रवि', 'सोम', 'मंगळ', 'बुध', 'गुरु', 'शुक्र', 'शनि'],
}

/** `Wed`: the day of the week in India. */
export const weekdayOf = (at: number, language: Language): string =>
  weekdays[language][new Date(at + istOffset).getUTCDay()]!
