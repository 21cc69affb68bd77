import type { Bilingual } from '#server/kernel/languages.ts'

/** The six administrative regions of technical education in Maharashtra, by English name. */
export const regions = ['amravati', 'chhatrapati-sambhajinagar', 'mumbai', 'nagpur', 'nashik', 'pune'] as const
export type Region = (typeof regions)[number]

export const isRegion = (text: unknown): text is Region => (regions as readonly unknown[]).includes(text)

export const regionNames: Readonly<Record<Region, Bilingual>> = {
  amravati: { en: 'Amravati', mr: 'अमरावती' },
  'chhatrapati-sambhajinagar': { en: 'Chhatrapati Sambhajinagar', mr: 'छत्रपती संभाजीनगर' },
  mumbai: { en: 'Mumbai', mr: 'मुंबई' },
  nagpur: { en: 'Nagpur', mr: 'नागपूर' },
  nashik: { en: 'Nashik', mr: 'नाशिक' },
  pune: { en: 'Pune', mr: 'पुणे' },
}

/** The districts of each region, by their codes without `MH-`. */
const districts: Readonly<Record<Region, readonly string[]>> = {
  amravati: ['akola', 'amravati', 'buldhana', 'washim', 'yavatmal'],
  'chhatrapati-sambhajinagar': [
    'beed',
    'chhatrapati-sambhajinagar',
    'dharashiv',
    'hingoli',
    'jalna',
    'latur',
    'nanded',
    'parbhani',
  ],
  mumbai: ['mumbai-city', 'mumbai-suburban', 'palghar', 'raigad', 'ratnagiri', 'sindhudurg', 'thane'],
  nagpur: ['bhandara', 'chandrapur', 'gadchiroli', 'gondia', 'nagpur', 'wardha'],
  nashik: ['ahilyanagar', 'dhule', 'jalgaon', 'nandurbar', 'nashik'],
  pune: ['kolhapur', 'pune', 'sangli', 'satara', 'solapur'],
}

/** The codes of a region's districts: `MH-satara`. */
export const districtsOf = (region: Region): readonly string[] => districts[region].map((name) => `MH-${name}`)

/**
 * The region of a district (`MH-satara` → `pune`); null outside Maharashtra, where only state-wide staff have access.
 */
export const regionOf = (districtCode: string): Region | null =>
  regions.find((region) => districts[region].some((name) => `MH-${name}` === districtCode)) ?? null

/** The codes of all districts that belong to a region: `MH-pune`. */
export const regionalDistricts: readonly string[] = regions
  .flatMap((region) => districts[region].map((name) => `MH-${name}`))
  .sort()
