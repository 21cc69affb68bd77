import type { Language } from '#server/kernel/languages.ts'
import { inRupees, type Paise } from '#server/kernel/money.ts'

const english = {
  small:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    ),
  tens: '– – twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
}

/** Marathi has a separate word for every number below a hundred. */
const marathi = [
  'शून्य एक दोन तीन चार पाच सहा सात आठ नऊ',
  'दहा अकरा बारा तेरा चौदा पंधरा सोळा सतरा अठरा एकोणीस',
  'वीस एकवीस बावीस तेवीस चोवीस पंचवीस सव्वीस सत्तावीस अठ्ठावीस एकोणतीस',
  'तीस एकतीस बत्तीस तेहेतीस चौतीस पस्तीस छत्तीस सदतीस अडतीस एकोणचाळीस',
  'चाळीस एक्केचाळीस बेचाळीस त्रेचाळीस चव्वेचाळीस पंचेचाळीस सेहेचाळीस सत्तेचाळीस अठ्ठेचाळीस एकोणपन्नास',
  'पन्नास एक्कावन्न बावन्न त्रेपन्न चोपन्न पंचावन्न छप्पन्न सत्तावन्न अठ्ठावन्न एकोणसाठ',
  'साठ एकसष्ट बासष्ट त्रेसष्ट चौसष्ट पासष्ट सहासष्ट सदुसष्ट अडुसष्ट एकोणसत्तर',
  'सत्तर एक्काहत्तर बाहत्तर त्र्याहत्तर चौऱ्याहत्तर पंच्याहत्तर शहात्तर सत्त्याहत्तर अठ्ठ्याहत्तर एकोणऐंशी',
  'ऐंशी एक्क्याऐंशी ब्याऐंशी त्र्याऐंशी चौऱ्याऐंशी पंच्याऐंशी शहाऐंशी सत्त्याऐंशी अठ्ठ्याऐंशी एकोणनव्वद',
  'नव्वद एक्क्याण्णव ब्याण्णव त्र्याण्णव चौऱ्याण्णव पंच्याण्णव शहाण्णव सत्त्याण्णव अठ्ठ्याण्णव नव्व्याण्णव',
].flatMap((ten) => ten.split(' '))

const belowHundred: Record<Language, (n: number) => string> = {
  en: (n) =>
    n < 20 ? english.small[n]! : english.tens[Math.floor(n / 10)]! + (n % 10 ? `-${english.small[n % 10]}` : ''),
  mr: (n) => marathi[n]!,
}

/** `alone`: nothing precedes or follows it; Marathi has a special word for exactly one hundred. */
function hundreds(n: number, language: Language, alone: boolean): string {
  if (language === 'en') return `${english.small[n]} hundred`
  if (n === 1 && alone) return 'शंभर'
  return `${marathi[n]}शे`
}

const scale = { en: { lakh: 'lakh', thousand: 'thousand' }, mr: { lakh: 'लाख', thousand: 'हजार' } }

function wholeInWords(n: number, language: Language): string {
  const [lakh, thousand, hundred, rest] = [
    Math.floor(n / 100_000),
    Math.floor(n / 1000) % 100,
    Math.floor(n / 100) % 10,
    n % 100,
  ]
  const parts = [
    lakh && `${belowHundred[language](lakh)} ${scale[language].lakh}`,
    thousand && `${belowHundred[language](thousand)} ${scale[language].thousand}`,
    hundred && hundreds(hundred, language, n === 100),
    rest && belowHundred[language](rest),
  ].filter((part): part is string => !!part)
  return parts.join(' ') || belowHundred[language](0)
}

/**
 * An amount in words for a receipt: "Rupees one thousand two hundred only", "अक्षरी रुपये एक हजार दोनशे फक्त". Throws a
 * RangeError for anything but whole rupees from 0 to 9,99,999, the range of the portal's fees.
 */
export function amountInWords(amount: Paise, language: Language): string {
  const rupees = inRupees(amount)
  if (!Number.isInteger(rupees) || rupees < 0 || rupees > 999_999) {
    throw new RangeError(`${rupees} rupees cannot be spelled`)
  }
  const words = wholeInWords(rupees, language)
  return language === 'en' ? `Rupees ${words} only` : `अक्षरी रुपये ${words} फक्त`
}
