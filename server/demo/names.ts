import type { Gender } from '#server/domain/terms/claims.ts'
import type { Draw } from './draw'

/** The communities that the demo's people come from; each is also a code of the list of religions. */
const communities = ['hindu', 'buddhist', 'muslim', 'christian', 'jain', 'sikh'] as const
export type Community = (typeof communities)[number]

type Names = { women: readonly string[]; men: readonly string[]; families: readonly string[] }
const words = (list: string) => list.trim().split(/\s+/)

const common: Names = {
  women: words(`Aarti Anjali Bhakti Deepa Gauri Isha Kavita Komal Madhuri Manisha Neha Nikita Pallavi Pooja Rutuja
    Sanika Shraddha Shweta Swati Tanvi Vaishnavi Yogita`),
  men: words(`Abhijit Aditya Akash Amol Aniket Chetan Eknath Ganesh Harsh Kunal Mahesh Nikhil Omkar Pandurang Pratik
    Rahul Sachin Sagar Sandeep Shubham Tejas Vikas Yash`),
  families: words(`Bhosale Chavan Deshpande Gaikwad Ghodke Jadhav Joshi Kadam Kamble Kulkarni Mane More Nikam Patil
    Pawar Rathod Sawant Shinde Thorat Wagh`),
}

const own: Partial<Record<Community, Names>> = {
  muslim: {
    women: words('Afreen Nazneen Rukhsar Saba Shabana Zeenat'),
    men: words('Arif Farhan Imran Javed Rizwan Salim'),
    families: words('Attar Khan Momin Mulla Pathan Shaikh'),
  },
  christian: {
    women: words('Alisha Flavia Maria Sharon'),
    men: words('Clyde Joel Melvin Peter'),
    families: words('Dias Fernandes Lobo Pinto'),
  },
}

/** A fictional family, drawn from lists of names. */
export type Family = { fullName: string; fatherName: string; motherName: string }

/** The candidate has the father's name in the middle, as on certificates of Maharashtra. */
export function drawFamily(draw: Draw, community: Community, gender: Gender): Family {
  const { women, men, families } = own[community] ?? common
  const given = draw.pick(gender === 'male' ? men : women)
  const father = otherThan(given, draw.pick(men), men)
  const grandfather = otherThan(father, draw.pick(men), men)
  const family = draw.pick(families)
  return {
    fullName: `${given} ${father} ${family}`,
    fatherName: `${father} ${grandfather} ${family}`,
    motherName: `${draw.pick(women)} ${father} ${family}`,
  }
}

/** The drawn name, or the next one of the list in the place of the same name: no son is named as his father. */
const otherThan = (name: string, drawn: string, list: readonly string[]): string =>
  drawn === name ? list[(list.indexOf(drawn) + 1) % list.length]! : drawn
