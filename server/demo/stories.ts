import type { FormRules } from '#server/domain/application/form/form-rules.ts'
import type { CandidatureType, Category, DefenceClaim, Gender } from '#server/domain/terms/claims.ts'
import { findState } from '#server/domain/terms/places.ts'
import type { Draw } from './draw'
import { type Community, drawFamily, type Family } from './names'

/** A person's claims and origin: all the answers of their form follow from these. */
export type Story = Family & {
  gender: Gender
  community: Community
  /** Home, as registered and as in the address. */
  state: string
  district: string
  mode: 1 | 2
  type: CandidatureType
  category: Category
  isEws: boolean
  isDisabled: boolean
  defence: DefenceClaim | null
  isOrphan: boolean
  isTfws: boolean
  /** Claims the seats of a minority, where religion or mother tongue allow it. */
  claimsMinority: boolean
  /** How the degree states its result. After HSC: an ITI certificate in the place of HSC marks, or not. */
  result: 'marks' | 'cgpa' | 'iti'
}

const typeShares: readonly (readonly [CandidatureType, number])[] = [
  ['A', 64],
  ['B', 8],
  ['C', 6],
  ['D', 6],
  ['E', 5],
  ['OMS', 8],
  ['J-1', 1.2],
  ['J-2', 0.8],
  ['J-3', 0.6],
  ['J-4', 0.4],
]

const communityShares: readonly (readonly [Community, number])[] = [
  ['hindu', 74],
  ['muslim', 12],
  ['buddhist', 7],
  ['christian', 4],
  ['jain', 2],
  ['sikh', 1],
]

const categoryShares: readonly (readonly [Category, number])[] = [
  ['OPEN', 38],
  ['OBC', 21],
  ['SC', 12],
  ['SEBC', 9],
  ['ST', 6],
  ['VJ', 3],
  ['NT-B', 3],
  ['NT-C', 4],
  ['NT-D', 2],
  ['SBC', 2],
]

const reserved: readonly CandidatureType[] = ['A', 'B', 'C', 'D']
/** The states outside Maharashtra that the demo's people come from; each has a school board under its own code. */
const neighbours = ['KA', 'GJ', 'MP', 'GA', 'TG', 'UP', 'RJ', 'TN', 'KL', 'WB']

const categoryOf = (draw: Draw, community: Community): Category => {
  if (community === 'hindu') return draw.weighted(categoryShares)
  if (community === 'buddhist') return draw.chance(0.8) ? 'SC' : 'OPEN'
  return draw.chance(community === 'muslim' ? 0.3 : 0.1) ? 'OBC' : 'OPEN'
}

function homeOf(draw: Draw, type: CandidatureType, { borderDistricts }: FormRules) {
  if (type === 'E') {
    const district = draw.pick(borderDistricts)
    return { state: district.slice(0, 2), district }
  }
  const state = type === 'OMS' ? draw.pick(neighbours) : type.startsWith('J-') && draw.chance(0.7) ? 'JK' : 'MH'
  return { state, district: draw.pick(findState(state)!.districts).code }
}

/** A person's story: keeps what is `fixed` and draws the rest to match it. */
export function drawStory(rules: FormRules, draw: Draw, fixed: Partial<Story> = {}): Story {
  const type = fixed.type ?? draw.weighted(typeShares.filter(([one]) => rules.types.includes(one)))
  const community = fixed.community ?? (type === 'E' ? 'hindu' : draw.weighted(communityShares))
  const gender = fixed.gender ?? (draw.chance(0.45) ? 'female' : draw.chance(0.006) ? 'transgender' : 'male')
  const mayReserve = reserved.includes(type)
  const category = fixed.category ?? (mayReserve ? categoryOf(draw, community) : 'OPEN')
  return {
    type,
    community,
    gender,
    category,
    ...drawFamily(draw, community, gender),
    ...homeOf(draw, type, rules),
    mode: rules.modes.length > 1 && draw.chance(0.3) ? 2 : 1,
    isEws: mayReserve && category === 'OPEN' && draw.chance(0.15),
    isDisabled: mayReserve && draw.chance(0.04),
    defence: mayReserve && draw.chance(0.04) ? draw.pick(['DEF-1', 'DEF-2', 'DEF-3'] as const) : null,
    isOrphan: mayReserve && draw.chance(0.01),
    isTfws: (mayReserve || type === 'E') && draw.chance(0.1),
    claimsMinority: draw.chance(0.6),
    result: draw.chance(0.2) ? (rules.qualification === 'degree' ? 'cgpa' : type === 'OMS' ? 'marks' : 'iti') : 'marks',
    ...fixed,
  }
}
