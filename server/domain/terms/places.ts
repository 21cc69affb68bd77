import type { Bilingual } from '#server/kernel/languages.ts'
import places from './places.json' with { type: 'json' }

/** A district; its code (`MH-pune`) is unique in the country. */
type District = Bilingual & Readonly<{ code: string; alsoKnownAs?: readonly string[] }>

/**
 * A state or union territory, by its two letters in ISO 3166-2:IN (Telangana is `TG`, the code that the state uses).
 */
type State = Bilingual & Readonly<{ code: string; districts: readonly District[] }>

/**
 * The 28 states and 8 union territories, Maharashtra first, the rest and all districts by English name. The districts
 * are those of 31 December 2024; a former name still in use follows in brackets and is not part of the code.
 * Compiled by hand from general knowledge, not taken from an official register.
 */
export const states: readonly State[] = places

const stateByCode = new Map(states.map((state) => [state.code, state]))
const districtsByState = new Map(
  states.map((state) => [state.code, new Map(state.districts.map((district) => [district.code, district]))]),
)

export const findState = (code: string): State | undefined => stateByCode.get(code)

/** Also undefined if the district is in another state, so it validates a form's pair of choices. */
export const findDistrict = (stateCode: string, districtCode: string): District | undefined =>
  districtsByState.get(stateCode)?.get(districtCode)
