import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import type { Persona } from './personas'
import type { DemoPhase } from './phases'
import type { ListPlan, SeasonPlan, SeatPlan } from './season-plans'
import type { Story } from './stories'

/** A persona of the rounds, in every course. `percent`: their result by course, which decides the merit. */
type Figure = {
  key: string
  percent: Readonly<Record<string, number>>
  about: Bilingual
  plan: SeasonPlan
  shownIn?: DemoPhase
  leavesOptionsOpen?: true
}

const plan = (
  lists: readonly ListPlan[],
  seats: readonly SeatPlan[],
  more: Pick<SeasonPlan, 'answers' | 'staysAway' | 'cancels'> = {},
): SeasonPlan => {
  const byRound = <T>(list: readonly T[]) =>
    Object.fromEntries(list.map((one, place) => [place + 1, one])) as Partial<Record<CapRound, T>>
  return { lists: byRound(lists), seats: byRound(seats), ...more }
}

const figures: readonly Figure[] = [
  {
    key: 'auto-frozen',
    percent: { mbale: 97, scd: 97 },
    about: {
      en: 'CAP Round 1 allotted the first preference, which froze automatically: accepted and admitted, may cancel',
      mr: 'कॅप फेरी 1 मध्ये पहिला पसंतीक्रम मिळाला आणि जागा आपोआप फ्रीझ झाली: स्वीकारली, प्रवेश झाला; प्रवेश रद्द करता येतो',
    },
    plan: plan(['favourites'], ['freeze']),
  },
  {
    key: 'admitted',
    percent: { mbale: 82, scd: 69 },
    about: {
      en: 'Froze a lower preference of CAP Round 1 by choice, and is admitted; may cancel',
      mr: 'कॅप फेरी 1 मधील खालच्या पसंतीची जागा स्वतः फ्रीझ केली आणि प्रवेश झाला; प्रवेश रद्द करता येतो',
    },
    plan: plan(['hardest-first'], ['freeze']),
  },
  {
    key: 'reported',
    percent: { mbale: 96, scd: 96 },
    about: {
      en: 'Reported at the institute after CAP Round 1 and recorded there',
      mr: 'कॅप फेरी 1 नंतर संस्थेत हजर; संस्थेने नोंद केली',
    },
    plan: plan(['favourites'], ['freeze']),
  },
  {
    key: 'not-reported',
    percent: { mbale: 95, scd: 95 },
    about: {
      en: 'Froze the seat of CAP Round 1 and did not report: the seat is lost, and the rounds are over for them. Complained that the centre had closed early: decided',
      mr: 'कॅप फेरी 1 ची जागा फ्रीझ केली पण संस्थेत हजर झाले नाही: जागा गेली आणि पुढील फेऱ्यांत भाग घेता येत नाही. केंद्र लवकर बंद झाल्याची तक्रार केली: निर्णय झाला',
    },
    plan: plan(['favourites'], ['freeze'], { staysAway: true }),
  },
  {
    key: 'cancelled',
    percent: { mbale: 94, scd: 94 },
    about: {
      en: 'Cancelled the admission; the institute has returned the fee and the originals',
      mr: 'प्रवेश रद्द केला; संस्थेने शुल्क आणि मूळ कागदपत्रे परत केली',
    },
    plan: plan(['favourites'], ['freeze'], { cancels: 'returned' }),
  },
  {
    key: 'refund-late',
    percent: { mbale: 93, scd: 93 },
    about: {
      en: 'Cancelled the admission; the institute is late in returning the fee',
      mr: 'प्रवेश रद्द केला; शुल्क परत करण्यास संस्थेला उशीर झाला आहे',
    },
    plan: plan(['favourites'], ['freeze'], { cancels: 'late' }),
  },
  {
    key: 'no-action',
    percent: { mbale: 83, scd: 69 },
    about: {
      en: 'Did not act on the seat of CAP Round 1 and lost it; may fill in the option form of CAP Round 2. A complaint about a late notice is open',
      mr: 'कॅप फेरी 1 च्या जागेबाबत काहीच केले नाही, त्यामुळे जागा गेली; कॅप फेरी 2 चा विकल्प अर्ज भरता येतो. सूचना उशिरा आल्याची तक्रार प्रलंबित',
    },
    plan: plan(['hardest-first', 'none', 'none'], ['nothing', 'nothing', 'nothing']),
  },
  {
    key: 'grievance-blocks',
    percent: { mbale: 84, scd: 68 },
    about: {
      en: 'Found a mistake in their marks after CAP Round 1: a grievance blocks acceptance until an officer decides',
      mr: 'कॅप फेरी 1 नंतर गुणांत चूक आढळली: अधिकाऱ्याच्या निर्णयापर्यंत तक्रारीमुळे जागा स्वीकारता येत नाही',
    },
    plan: plan(['hardest-first', 'none', 'none'], ['mistake']),
  },
  {
    key: 'betterment-kept',
    percent: { mbale: 81, scd: 67 },
    about: {
      en: 'Accepted the seat of CAP Round 1 for betterment; CAP Round 2 had no better one, and the seat is kept',
      mr: 'कॅप फेरी 1 ची जागा बेटरमेंटसाठी स्वीकारली; कॅप फेरी 2 मध्ये अधिक चांगली जागा मिळाली नाही, जागा कायम',
    },
    plan: plan(['hardest-first', 'hardest', 'none'], ['betterment']),
    shownIn: 'round-2-allotment',
  },
  {
    key: 'betterment-upgraded',
    percent: { mbale: 85, scd: 69 },
    about: {
      en: 'Accepted the seat of CAP Round 1 for betterment; CAP Round 2 gave a better one, which is to be decided on',
      mr: 'कॅप फेरी 1 ची जागा बेटरमेंटसाठी स्वीकारली; कॅप फेरी 2 मध्ये अधिक चांगली जागा मिळाली, आधीची सुटली: निर्णय बाकी',
    },
    plan: plan(['hardest-first', 'vacant-first', 'none'], ['betterment', 'freeze']),
    shownIn: 'round-2-allotment',
  },
  {
    key: 'to-self-verify',
    percent: { mbale: 86, scd: 68 },
    about: {
      en: 'CAP Round 2 allotted a seat; the facts must be verified first',
      mr: 'कॅप फेरी 2 मध्ये जागावाटप; प्रथम माहितीची पडताळणी करायची आहे',
    },
    plan: plan(['hardest', 'hardest-first', 'none'], ['nothing', 'nothing', 'nothing']),
    shownIn: 'round-2-acceptance',
  },
  {
    key: 'frozen',
    percent: { mbale: 87, scd: 68 },
    about: {
      en: 'Froze the seat of CAP Round 2; now reports at the institute',
      mr: 'कॅप फेरी 2 ची जागा फ्रीझ केली; आता संस्थेत हजर व्हायचे आहे',
    },
    plan: plan(['hardest', 'hardest-first', 'none'], ['nothing', 'freeze'], { staysAway: true }),
    shownIn: 'round-2-reporting',
  },
]

/** Personas of the option form whom the second course has too. */
const furtherFigures: readonly Figure[] = [
  {
    key: 'betterment',
    percent: { scd: 68 },
    about: {
      en: 'Accepted the seat of CAP Round 1 for betterment; the option form of CAP Round 2 is open, and the roll-call was answered: still in',
      mr: 'कॅप फेरी 1 ची जागा बेटरमेंटसाठी स्वीकारली; कॅप फेरी 2 चा विकल्प अर्ज सुरू आहे, आणि फेरीपूर्व विचारणेला “अजून सहभागी” असे उत्तर दिले आहे',
    },
    plan: plan(['hardest-first', 'none', 'none'], ['betterment'], { answers: { 1: 'in', 2: 'in', 3: 'in' } }),
  },
  {
    key: 'unconfirmed',
    percent: { scd: 71 },
    about: {
      en: 'In the merit lists; choices are saved but NOT confirmed, so no round allots a seat. Has answered no roll-call',
      mr: 'गुणवत्ता यादीत नाव; विकल्प जतन केले पण निश्चित केलेले नाहीत, त्यामुळे कोणत्याही फेरीत जागा नाही. प्रत्येक फेरीपूर्वी विचारले, उत्तर दिलेले नाही',
    },
    plan: plan(['favourites', 'favourites', 'favourites'], []),
    leavesOptionsOpen: true,
  },
  {
    key: 'released',
    percent: { scd: 66 },
    about: {
      en: 'Confirmed a list for CAP Round 1 and then released themselves in its roll-call: no round considers them until they come back',
      mr: 'कॅप फेरी 1 साठी यादी निश्चित केली आणि नंतर फेरीपूर्व विचारणेत स्वतःला मुक्त केले: परत येईपर्यंत कोणतीही फेरी विचार करत नाही',
    },
    plan: plan(['favourites', 'none', 'none'], [], { answers: { 1: 'out' } }),
  },
  {
    key: 'came-back',
    percent: { scd: 63 },
    about: {
      en: 'Released themselves in the roll-call of CAP Round 1, and took it back in that of CAP Round 2: takes part again',
      mr: 'कॅप फेरी 1 च्या फेरीपूर्व विचारणेत स्वतःला मुक्त केले, आणि कॅप फेरी 2 च्या विचारणेत ते मागे घेतले: पुन्हा सहभागी',
    },
    plan: plan(['favourites', 'favourites', 'favourites'], [], { answers: { 1: 'out', 2: 'in' } }),
  },
]

/** Their people: names drawn up for the demo, one list for each course, in the order of the figures. */
const people: Readonly<
  Record<string, readonly (readonly [name: string, gender: Story['gender'], district: string])[]>
> = {
  mbale: [
    ['Anjali Mohan Wagh', 'female', 'MH-pune'],
    ['Nilesh Ashok Borse', 'male', 'MH-nashik'],
    ['Swati Deepak Gurav', 'female', 'MH-kolhapur'],
    ['Omkar Vilas Sonawane', 'male', 'MH-jalgaon'],
    ['Prachi Sudhir Apte', 'female', 'MH-pune'],
    ['Akshay Manohar Chavan', 'male', 'MH-satara'],
    ['Tejal Kishor Rane', 'female', 'MH-sindhudurg'],
    ['Siddharth Naresh Kamat', 'male', 'MH-thane'],
    ['Manasi Raghunath Oak', 'female', 'MH-ratnagiri'],
    ['Vaibhav Dinkar Lokhande', 'male', 'MH-solapur'],
    ['Shreya Madhukar Dange', 'female', 'MH-sangli'],
    ['Harshad Pandurang Kale', 'male', 'MH-latur'],
  ],
  scd: [
    ['Mayuri Sanjay Tambe', 'female', 'MH-pune'],
    ['Ganesh Ramdas Pingale', 'male', 'MH-nashik'],
    ['Neha Prakash Sathe', 'female', 'MH-thane'],
    ['Rahul Baban Dhumal', 'male', 'MH-satara'],
    ['Komal Arvind Nene', 'female', 'MH-pune'],
    ['Pratik Shivaji Mhatre', 'male', 'MH-raigad'],
    ['Aarti Subhash Kadam', 'female', 'MH-kolhapur'],
    ['Yash Vinayak Bhide', 'male', 'MH-nagpur'],
    ['Rutika Hemant Desai', 'female', 'MH-thane'],
    ['Saurabh Kashinath Ghule', 'male', 'MH-dhule'],
    ['Vaishnavi Anant Parab', 'female', 'MH-sindhudurg'],
    ['Chetan Uttam Jagtap', 'male', 'MH-pune'],
    ['Sakshi Dilip Kharat', 'female', 'MH-thane'],
    ['Tushar Bhaskar Ingle', 'male', 'MH-akola'],
    ['Ketaki Vasant Phadke', 'female', 'MH-nashik'],
    ['Amol Raghunath Shirke', 'male', 'MH-satara'],
  ],
}

/** The results that decide the merit, by course. */
const results: Readonly<Record<string, (percent: number) => Readonly<Record<string, string>>>> = {
  mbale: (percent) => ({ degreeMarks: String(24 * percent), degreeOutOf: '2400' }),
  scd: (percent) => ({
    physics: String(percent),
    chemistry: String(percent),
    mathematics: String(percent),
    hscMarks: String(6 * percent),
  }),
}

const personaOf = (figure: Figure, course: string, place: number): Persona => {
  const { percent, key, about, plan: steps, shownIn, leavesOptionsOpen } = figure
  const [fullName, gender, district] = people[course]![place]!
  const [, father, family] = fullName.split(' ') as [string, string, string]
  return {
    key,
    course,
    role: 'candidate',
    fullName,
    language: 'en',
    about,
    state: 'MH',
    district,
    application: {
      story: { gender, fatherName: `${father} ${family}`, motherName: `Sunita ${father} ${family}` },
      answers: { 'qualifications-details': results[course]!(percent[course]!) },
      completedSteps: 8,
      submittedDaysAgo: 9,
      confirmedDaysAgo: 6,
    },
    plan: steps,
    ...(shownIn && { shownIn }),
    ...(leavesOptionsOpen && { leavesOptionsOpen }),
  }
}

/** The personas of the rounds, in both courses. */
export const seasonPersonas: readonly Persona[] = Object.keys(people).flatMap((course) =>
  [...figures, ...(course === 'scd' ? furtherFigures : [])].map((figure, place) => personaOf(figure, course, place)),
)
