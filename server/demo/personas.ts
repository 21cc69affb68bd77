import type { ReceiverRelation } from '#server/domain/accounts/second-receiver.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import type { SeedDiscrepancy } from './applications'
import { devanagariAnswers } from './devanagari'
import { diplomaPersonas } from './diploma-personas'
import type { DemoPhase } from './phases'
import { seasonPersonas } from './season-personas'
import type { SeasonPlan } from './season-plans'
import type { Story } from './stories'

/** A persona's progress; times are before the demo's "now". */
type PersonaApplication = {
  /** Their claims; everything else is drawn, always the same. */
  story: Partial<Story>
  /** Steps 0 to completedSteps − 1 are complete. */
  completedSteps: number
  /** Answers that replace the drawn ones; the empty text for a question that is not asked. */
  answers?: Answers
  submittedDaysAgo?: number
  revertedDaysAgo?: number
  /** The findings of scrutiny. */
  discrepancies?: readonly SeedDiscrepancy[]
  confirmedDaysAgo?: number
  /** The fee is under way: the portal has not heard yet that the gateway has it. */
  pendingHoursAgo?: number
}

export type Persona = {
  key: string
  course: string
  role: 'candidate'
  fullName: string
  language: Language
  about: Bilingual
  state: string
  district: string
  application: PersonaApplication | null
  /** Scrutiny takes the form up with the cohort's as the demo's time passes. */
  isScrutinised?: true
  /** Somebody who gets their messages too, and has agreed. */
  receiver?: { fullName: string; relation: ReceiverRelation; mobile: string }
  /** What they do in the rounds; without it that is drawn by lot. */
  plan?: SeasonPlan
  /** The phase in which `about` is true, if it is not yet when the demo starts. */
  shownIn?: DemoPhase
  /** Fills the option form of a round without confirming it; everybody else with a merit number confirms. */
  leavesOptionsOpen?: true
}

/** The e-mail address with which a persona registered. */
export const personaEmail = ({ key, course }: Pick<Persona, 'key' | 'course'>): string => `${key}.${course}@example.org`

/** The password of every persona; nobody else in the demo has one. */
export const personaPassword = 'Demo1234'

/** Claims that are off unless a story sets them, so that each persona shows one thing. */
export const plainStory: Partial<Story> = {
  community: 'hindu',
  mode: 1,
  type: 'A',
  category: 'OPEN',
  isEws: false,
  isDisabled: false,
  defence: null,
  isOrphan: false,
  isTfws: false,
  claimsMinority: false,
  result: 'marks',
}

/** Personas of the application, of scrutiny and of the option form. */
const applicants: readonly Persona[] = [
  {
    key: 'new',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Asha Ramesh Patil',
    language: 'en',
    about: { en: 'New candidate: nothing filled yet', mr: 'नवीन उमेदवार: अजून काहीही भरलेले नाही' },
    state: 'MH',
    district: 'MH-pune',
    application: null,
  },
  {
    key: 'half-filled',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Rohan Suresh Kulkarni',
    language: 'en',
    about: {
      en: 'Half-filled form: steps 1 to 4 are done; his mother gets his deadlines too',
      mr: 'अर्धवट भरलेला अर्ज: टप्पे 1 ते 4 पूर्ण; त्याच्या मुदती त्याच्या आईलाही कळतात',
    },
    state: 'MH',
    district: 'MH-nashik',
    application: {
      story: {
        gender: 'male',
        isEws: true,
        fatherName: 'Suresh Madhav Kulkarni',
        motherName: 'Vidya Suresh Kulkarni',
      },
      completedSteps: 4,
    },
    receiver: { fullName: 'Vidya Suresh Kulkarni', relation: 'mother', mobile: '9100000001' },
  },
  {
    key: 'payment-pending',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Nikita Prakash Gaikwad',
    language: 'en',
    about: {
      en: 'Payment pending: the bank has taken the fee, but the portal has no confirmation yet. "Check status" finds it',
      mr: 'पेमेंट प्रलंबित: शुल्क बँकेतून गेले आहे, पण पोर्टलला अजून कळलेले नाही. "स्थिती तपासा" ने ते सापडते',
    },
    state: 'MH',
    district: 'MH-latur',
    application: {
      story: {
        gender: 'female',
        category: 'SC',
        fatherName: 'Prakash Maruti Gaikwad',
        motherName: 'Lata Prakash Gaikwad',
      },
      completedSteps: 7,
      pendingHoursAgo: 23,
    },
  },
  {
    key: 'reverted',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Sneha Vijay Jadhav',
    language: 'en',
    about: {
      en: 'Sent back by scrutiny to correct the qualifications and the photograph',
      mr: 'छाननीत त्रुटी आढळून परत पाठवलेला अर्ज: शैक्षणिक पात्रता आणि छायाचित्र दुरुस्त करायचे आहे',
    },
    state: 'MH',
    district: 'MH-satara',
    application: {
      story: {
        gender: 'female',
        category: 'OBC',
        fatherName: 'Vijay Tukaram Jadhav',
        motherName: 'Mangal Vijay Jadhav',
      },
      completedSteps: 8,
      submittedDaysAgo: 6,
      revertedDaysAgo: 2,
      discrepancies: [
        { fact: 'degree', reason: 'differs', expected: 'The total marks of all semesters, as on the last marksheet' },
        { fact: 'photo', reason: 'unfit-picture', found: 'The face is in the shade' },
      ],
    },
  },
  {
    key: 'locked',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Imran Salim Shaikh',
    language: 'en',
    about: { en: 'Submitted and locked, waiting for scrutiny', mr: 'सादर केलेला आणि लॉक झालेला अर्ज, छाननीच्या प्रतीक्षेत' },
    state: 'MH',
    district: 'MH-nagpur',
    application: {
      story: {
        gender: 'male',
        community: 'muslim',
        isTfws: true,
        claimsMinority: true,
        fatherName: 'Salim Yusuf Shaikh',
        motherName: 'Shabana Salim Shaikh',
      },
      completedSteps: 8,
      submittedDaysAgo: 1,
    },
  },
  {
    key: 'fc-confirmed',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Priya Anil Deshmukh',
    language: 'en',
    about: { en: 'Confirmed at a facilitation centre (mode 2)', mr: 'सुविधा केंद्रावर निश्चित झालेला अर्ज (पद्धत 2)' },
    state: 'MH',
    district: 'MH-kolhapur',
    application: {
      story: {
        gender: 'female',
        mode: 2,
        isDisabled: true,
        fatherName: 'Anil Shankar Deshmukh',
        motherName: 'Sunanda Anil Deshmukh',
      },
      completedSteps: 8,
      submittedDaysAgo: 5,
      confirmedDaysAgo: 3,
    },
  },
  {
    key: 'convert-fee',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Pooja Dilip Salunkhe',
    language: 'en',
    about: {
      en: 'Convert fee due: scrutiny removed the caste claim, and the form is confirmed as Open',
      mr: 'रूपांतरण शुल्क देय: छाननीत जातीचा दावा काढला, अर्ज खुल्या प्रवर्गात निश्चित',
    },
    state: 'MH',
    district: 'MH-sangli',
    application: {
      story: {
        gender: 'female',
        category: 'OBC',
        fatherName: 'Dilip Baburao Salunkhe',
        motherName: 'Nanda Dilip Salunkhe',
      },
      completedSteps: 8,
      submittedDaysAgo: 7,
      confirmedDaysAgo: 3,
      discrepancies: [
        {
          fact: 'category',
          reason: 'not-valid',
          document: 'caste-certificate',
          found: 'प्रमाणपत्र सक्षम अधिकाऱ्यांनी दिलेले नाही',
        },
      ],
    },
  },
  {
    key: 'betterment',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Kavita Anil Deshmukh',
    language: 'en',
    about: {
      en: 'Accepted the seat of CAP Round 1 for betterment; the option form of CAP Round 2 is open',
      mr: 'कॅप फेरी 1 ची जागा बेटरमेंटसाठी स्वीकारली; कॅप फेरी 2 चा विकल्प अर्ज सुरू आहे',
    },
    state: 'MH',
    district: 'MH-pune',
    application: {
      story: {
        gender: 'female',
        category: 'OBC',
        fatherName: 'Anil Govind Deshmukh',
        motherName: 'Sunita Anil Deshmukh',
      },
      // Good enough for a seat, not for the first preference.
      answers: { 'qualifications-details': { degreeMarks: '1560' } },
      completedSteps: 8,
      submittedDaysAgo: 8,
      confirmedDaysAgo: 5,
    },
    plan: { lists: { 1: 'hardest-first', 2: 'none', 3: 'none' }, seats: { 1: 'betterment' } },
  },
  {
    key: 'unconfirmed',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Sagar Balasaheb Thorat',
    language: 'en',
    about: {
      en: 'In the merit lists; choices are saved but NOT confirmed, so no round allots a seat',
      mr: 'गुणवत्ता यादीत नाव; विकल्प जतन केले पण निश्चित केलेले नाहीत, त्यामुळे कोणत्याही फेरीत जागा नाही',
    },
    state: 'MH',
    district: 'MH-ahilyanagar',
    application: {
      story: {
        gender: 'male',
        category: 'SEBC',
        fatherName: 'Balasaheb Raghunath Thorat',
        motherName: 'Alka Balasaheb Thorat',
      },
      completedSteps: 8,
      submittedDaysAgo: 9,
      confirmedDaysAgo: 6,
    },
    leavesOptionsOpen: true,
  },
  {
    key: 'jk',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Arjun Mohan Raina',
    language: 'en',
    about: {
      en: 'Migrant from Jammu and Kashmir (J-1), submitted; has a J&K seat from CAP Round 1 on, and is admitted when CAP Round 1 reports',
      mr: 'जम्मू आणि काश्मीरमधील स्थलांतरित (J-1), अर्ज सादर केलेला; कॅप फेरी 1 पासून जम्मू-काश्मीर जागा, आणि कॅप फेरी 1 मध्ये हजर होण्याच्या वेळी प्रवेश',
    },
    state: 'JK',
    district: 'JK-jammu',
    application: {
      story: { gender: 'male', type: 'J-1', fatherName: 'Mohan Lal Raina', motherName: 'Usha Mohan Raina' },
      // Among the best of their list: the desk finds a seat.
      answers: { 'qualifications-details': { degreeMarks: '2130', degreeOutOf: '2400' } },
      completedSteps: 8,
      submittedDaysAgo: 4,
    },
    isScrutinised: true,
  },
  {
    key: 'oms',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Kavya Srinivas Rao',
    language: 'en',
    about: {
      en: 'From outside Maharashtra (OMS): everything is filled in, but the fee is not paid',
      mr: 'महाराष्ट्राबाहेरील उमेदवार (OMS): सर्व भरले, शुल्क भरायचे आहे',
    },
    state: 'TG',
    district: 'TG-hyderabad',
    application: {
      story: { gender: 'female', type: 'OMS', fatherName: 'Srinivas Gopal Rao', motherName: 'Lakshmi Srinivas Rao' },
      completedSteps: 7,
    },
  },
  {
    key: 'marathi-e',
    course: 'mbale',
    role: 'candidate',
    fullName: 'सुनीता मारुती पाटील',
    language: 'mr',
    about: {
      en: 'Marathi-speaking candidate from Belagavi (type E): the questions are answered, in Marathi',
      mr: 'बेळगाव येथील मराठी भाषक उमेदवार (प्रकार E): प्रश्नांची उत्तरे मराठीत भरलेली',
    },
    state: 'KA',
    district: 'KA-belagavi',
    application: {
      story: { gender: 'female', type: 'E', fatherName: 'मारुती गणपती पाटील', motherName: 'लक्ष्मी मारुती पाटील' },
      completedSteps: 5,
      answers: devanagariAnswers,
    },
  },
  {
    key: 'fc-booked',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Tejas Sanjay Bhosale',
    language: 'en',
    about: {
      en: 'Submitted for a facilitation centre (mode 2), with an appointment in Pune',
      mr: 'सुविधा केंद्रासाठी सादर केलेला अर्ज (पद्धत 2), पुण्यातील भेटीची वेळ घेतलेली',
    },
    state: 'MH',
    district: 'MH-pune',
    application: {
      story: {
        gender: 'male',
        mode: 2,
        category: 'OBC',
        fatherName: 'Sanjay Baban Bhosale',
        motherName: 'Archana Sanjay Bhosale',
      },
      completedSteps: 8,
      submittedDaysAgo: 2,
    },
  },
  {
    key: 'cgpa',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Pooja Rajendra Nikam',
    language: 'en',
    about: {
      en: 'Confirmed, with a CGPA: the conversion certificate is still to come',
      mr: 'निश्चित झालेला अर्ज, निकाल सीजीपीएमध्ये: रूपांतरण प्रमाणपत्र सादर करायचे आहे',
    },
    state: 'MH',
    district: 'MH-dhule',
    application: {
      story: {
        gender: 'female',
        result: 'cgpa',
        fatherName: 'Rajendra Namdev Nikam',
        motherName: 'Kalpana Rajendra Nikam',
      },
      completedSteps: 8,
      submittedDaysAgo: 6,
      confirmedDaysAgo: 4,
    },
  },
  {
    key: 'orphan',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Ganga Nirmal',
    language: 'mr',
    about: {
      en: 'An orphan whose papers do not name her parents; steps 1 to 5 are done',
      mr: 'आईवडील माहीत नाहीत: अनाथ उमेदवार, कागदपत्रांवर त्यांची नावे नाहीत; टप्पे 1 ते 5 पूर्ण',
    },
    state: 'MH',
    district: 'MH-pune',
    application: { story: { gender: 'female', type: 'B', isOrphan: true }, completedSteps: 5 },
  },
  {
    key: 'new',
    course: 'scd',
    role: 'candidate',
    fullName: 'Kiran Mahesh More',
    language: 'en',
    about: { en: 'New candidate; logs in with an OTP', mr: 'नवीन उमेदवार; ओटीपीने लॉगिन' },
    state: 'MH',
    district: 'MH-thane',
    application: null,
  },
  {
    key: 'half-filled',
    course: 'scd',
    role: 'candidate',
    fullName: 'Rutuja Ganesh Sawant',
    language: 'en',
    about: {
      en: 'Half-filled form: steps 1 to 4 are done, HSC with its science subjects',
      mr: 'अर्धवट भरलेला अर्ज: टप्पे 1 ते 4 पूर्ण, विज्ञान विषयांसह एचएससी',
    },
    state: 'MH',
    district: 'MH-ratnagiri',
    application: {
      story: { gender: 'female', fatherName: 'Ganesh Dattatray Sawant', motherName: 'Smita Ganesh Sawant' },
      completedSteps: 4,
    },
  },
  {
    key: 'locked',
    course: 'scd',
    role: 'candidate',
    fullName: 'Aditya Balasaheb Mane',
    language: 'en',
    about: {
      en: 'With an ITI certificate instead of HSC: submitted and locked, waiting for scrutiny',
      mr: 'एचएससीऐवजी आयटीआय: सादर केलेला आणि लॉक झालेला अर्ज, छाननीच्या प्रतीक्षेत',
    },
    state: 'MH',
    district: 'MH-solapur',
    application: {
      story: {
        gender: 'male',
        category: 'NT-C',
        result: 'iti',
        fatherName: 'Balasaheb Kisan Mane',
        motherName: 'Rekha Balasaheb Mane',
      },
      completedSteps: 8,
      submittedDaysAgo: 2,
    },
  },
]

/** People to log in as, each at a different point of the process. */
export const personas: readonly Persona[] = [...applicants, ...seasonPersonas, ...diplomaPersonas]
