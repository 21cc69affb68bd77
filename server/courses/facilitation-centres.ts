import type { SeedCentre } from './course'

/**
 * One centre for each region of technical education, for a portal to start with; the cell puts its own list in place.
 * No official list: codes, names and addresses are made up for a start.
 */
export const oneCentrePerRegion: readonly SeedCentre[] = [
  centre('FC01', 'MH-mumbai-city', ['Mumbai', 'मुंबई']),
  centre('FC02', 'MH-pune', ['Pune', 'पुणे']),
  centre('FC03', 'MH-nashik', ['Nashik', 'नाशिक']),
  centre('FC04', 'MH-chhatrapati-sambhajinagar', ['Chhatrapati Sambhajinagar', 'छत्रपती संभाजीनगर']),
  centre('FC05', 'MH-amravati', ['Amravati', 'अमरावती']),
  centre('FC06', 'MH-nagpur', ['Nagpur', 'नागपूर']),
]

function centre(code: string, district: string, [en, mr]: readonly [string, string]): SeedCentre {
  return {
    code,
    name: { en: `Facilitation Centre, ${en}`, mr: `सुविधा केंद्र, ${mr}` },
    district,
    address: { en: `Regional Office of Technical Education, ${en}`, mr: `विभागीय तंत्रशिक्षण कार्यालय, ${mr}` },
  }
}
