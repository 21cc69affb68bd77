import type { Bilingual } from '#server/kernel/languages.ts'

/** The reserved categories, in the order in which the allotment names them. */
export const reservedCategories = ['SC', 'ST', 'VJ', 'NT1', 'NT2', 'NT3', 'OBC', 'SEBC'] as const
export type ReservedCategory = (typeof reservedCategories)[number]

/**
 * Every type of seat, in the order in which a candidate tries them at one choice code; TFWS has separate choice codes.
 * Source: rules §14.1.
 */
export const seatTypes = [
  'PWDRS',
  'PWDOPENS',
  'DEFRS',
  'DEFOPENS',
  'ORPHAN',
  'MI',
  'LOPENS',
  'GOPENS',
  'LSCS',
  'LSTS',
  'LVJS',
  'LNT1S',
  'LNT2S',
  'LNT3S',
  'LOBCS',
  'LSEBCS',
  'GSCS',
  'GSTS',
  'GVJS',
  'GNT1S',
  'GNT2S',
  'GNT3S',
  'GOBCS',
  'GSEBCS',
  'SBC',
  'VJNT',
  'BC',
  'EWS',
  'AI',
  'ALL',
  'TFWS',
] as const
export type SeatType = (typeof seatTypes)[number]

const places = new Map<string, number>(seatTypes.map((type, place) => [type, place]))

export const isSeatType = (text: unknown): text is SeatType => places.has(text as string)

/** The place of a type in the order; unknown types come last. For sorting: `compareSeatTypes('GOPENS', 'AI') < 0`. */
export const seatTypePlace = (type: string): number => places.get(type) ?? seatTypes.length
export const compareSeatTypes = (a: string, b: string): number => seatTypePlace(a) - seatTypePlace(b)

/** Types that vacant seats are converted to; no seat matrix contains them. */
const conversionTypes = ['SBC', 'VJNT', 'BC', 'ALL'] as const satisfies readonly SeatType[]

/** Types that a seat matrix contains, in order. */
export const matrixSeatTypes: readonly SeatType[] = /* @__PURE__ */ seatTypes.filter(
  (type) => !(conversionTypes as readonly string[]).includes(type),
)
export const isMatrixSeatType = (text: unknown): text is SeatType => matrixSeatTypes.includes(text as SeatType)

/** Types that reveal something about a person, so public lists hide them. Source: rules §7.3. */
const specialTypes: readonly string[] = ['PWDRS', 'PWDOPENS', 'DEFRS', 'DEFOPENS', 'ORPHAN', 'MI', 'EWS', 'TFWS']
export const isSpecialSeatType = (type: string): boolean => specialTypes.includes(type)

/** Types ranked by the All India list; the State list ranks all others. */
export const isAllIndiaSeatType = (type: string): boolean => type === 'AI'

/** A choice code: nine digits; a tuition fee waiver code also ends in `T`. */
export const choiceCodePattern = '^[0-9]{9}T?$'
const choiceCode = new RegExp(choiceCodePattern)
export const isChoiceCode = (text: string): boolean => choiceCode.test(text)
export const isWaiverCode = (code: string): boolean => code.endsWith('T')

const categoryNames: Readonly<Record<ReservedCategory, Bilingual>> = {
  SC: { en: 'SC', mr: 'अनुसूचित जाती' },
  ST: { en: 'ST', mr: 'अनुसूचित जमाती' },
  VJ: { en: 'VJ/DT (NT-A)', mr: 'विमुक्त जाती' },
  NT1: { en: 'NT-B', mr: 'भटक्या जमाती ब' },
  NT2: { en: 'NT-C', mr: 'भटक्या जमाती क' },
  NT3: { en: 'NT-D', mr: 'भटक्या जमाती ड' },
  OBC: { en: 'OBC', mr: 'इतर मागास वर्ग' },
  SEBC: { en: 'SEBC', mr: 'सामाजिक व शैक्षणिक मागास वर्ग' },
}

/** The name of a reserved category in the spelling of the allotment; undefined for Open and SBC. */
export const reservedCategoryName = (category: string): Bilingual | undefined =>
  categoryNames[category as ReservedCategory]

const names: Readonly<Record<string, Bilingual>> = {
  PWDRS: { en: 'Persons with disability, backward classes', mr: 'दिव्यांग, मागास प्रवर्ग' },
  PWDOPENS: { en: 'Persons with disability', mr: 'दिव्यांग' },
  DEFRS: { en: 'Defence, backward classes', mr: 'संरक्षण दल, मागास प्रवर्ग' },
  DEFOPENS: { en: 'Defence', mr: 'संरक्षण दल' },
  ORPHAN: { en: 'Orphans', mr: 'अनाथ' },
  MI: { en: 'Minority of the institute', mr: 'संस्थेचा अल्पसंख्याक समुदाय' },
  LOPENS: { en: 'Open, ladies', mr: 'खुला, महिला' },
  GOPENS: { en: 'Open, general', mr: 'खुला, सर्वसाधारण' },
  SBC: { en: 'SBC, from other categories', mr: 'विशेष मागास प्रवर्ग, इतर प्रवर्गांतून' },
  VJNT: { en: 'VJ/DT and NT, from other categories', mr: 'विमुक्त जाती व भटक्या जमाती, इतर प्रवर्गांतून' },
  BC: { en: 'Backward classes, from other categories', mr: 'मागास प्रवर्ग, इतर प्रवर्गांतून' },
  EWS: { en: 'Economically weaker sections', mr: 'आर्थिकदृष्ट्या दुर्बल घटक' },
  AI: { en: 'All India', mr: 'अखिल भारतीय' },
  ALL: { en: 'All candidates of the State list, from other seats', mr: 'राज्य यादीतील सर्व, इतर जागांमधून' },
  TFWS: { en: 'Tuition fee waiver', mr: 'शिक्षण शुल्क माफी' },
}

/** The name of a type, shown beside its code: `LOBCS` → OBC, ladies. */
export function seatTypeName(type: SeatType): Bilingual {
  const named = names[type]
  if (named) return named
  const category = categoryNames[type.slice(1, -1) as ReservedCategory]
  return type.startsWith('L')
    ? { en: `${category.en}, ladies`, mr: `${category.mr}, महिला` }
    : { en: `${category.en}, general`, mr: `${category.mr}, सर्वसाधारण` }
}
