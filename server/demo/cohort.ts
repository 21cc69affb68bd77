import { states } from '../domain/places'

/** How many candidates a course's cohort has. */
export const cohortSize = (slug: string): number => (slug === 'scd' ? 300 : 1500)

const given = {
  f: [
    'Aarti',
    'Anjali',
    'Bhakti',
    'Deepa',
    'Gauri',
    'Isha',
    'Kavita',
    'Komal',
    'Madhuri',
    'Manisha',
    'Neha',
    'Nikita',
    'Pallavi',
    'Pooja',
    'Rutuja',
    'Sanika',
    'Shraddha',
    'Shweta',
    'Swati',
    'Tanvi',
    'Vaishnavi',
    'Zeenat',
  ],
  m: [
    'Abhijit',
    'Aditya',
    'Akash',
    'Amol',
    'Aniket',
    'Chetan',
    'Farhan',
    'Ganesh',
    'Harsh',
    'Kunal',
    'Mahesh',
    'Nikhil',
    'Omkar',
    'Pratik',
    'Rahul',
    'Sachin',
    'Sagar',
    'Sandeep',
    'Shubham',
    'Tejas',
    'Vikas',
    'Yash',
  ],
}
const middle = [
  'Anil',
  'Ashok',
  'Bharat',
  'Dilip',
  'Eknath',
  'Gopal',
  'Jayant',
  'Laxman',
  'Mohan',
  'Nitin',
  'Pandurang',
  'Prakash',
  'Ramesh',
  'Salim',
  'Sanjay',
  'Shivaji',
  'Suresh',
  'Vijay',
  'Vilas',
]
const family = [
  'Bhosale',
  'Chavan',
  'Deshpande',
  'Gaikwad',
  'Ghodke',
  'Jadhav',
  'Joshi',
  'Kadam',
  'Kamble',
  'Khan',
  'Kulkarni',
  'Mane',
  'More',
  'Nikam',
  'Pathan',
  'Patil',
  'Pawar',
  'Rathod',
  'Sawant',
  'Shaikh',
  'Shinde',
  'Thorat',
  'Wagh',
]

/** A generator of numbers in [0, 1) that is the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type CohortCandidate = {
  fullName: string
  email: string
  mobile: string
  state: string
  district: string
  application: { mode: 1 | 2; completedSteps: number; submittedAt: null; revertedAt: null; confirmedAt: null } | null
}

/** The nth member of a course's cohort: drawn from lists, always the same. */
export function cohortCandidate(slug: string, n: number): CohortCandidate {
  const next = numbers((slug === 'scd' ? 7_000_000 : 1_000_000) + n)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const fullName = `${pick(next() < 0.45 ? given.f : given.m)} ${pick(middle)} ${pick(family)}`
  const home = next() < 0.9 ? states[0]! : pick(states.slice(1))
  const completedSteps = Math.floor(next() * 9)
  return {
    fullName,
    email: `candidate${n + 1}.${slug}@example.org`,
    mobile: `${slug === 'scd' ? 71 : 70}${String(n + 1).padStart(8, '0')}`,
    state: home.code,
    district: pick(home.districts).code,
    application: completedSteps
      ? {
          mode: slug === 'scd' || next() < 0.7 ? 1 : 2,
          completedSteps,
          submittedAt: null,
          revertedAt: null,
          confirmedAt: null,
        }
      : null,
  }
}
