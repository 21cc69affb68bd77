import type { Bilingual, Language } from '../kernel/languages'

/** What a persona's application looks like; facts, as they would be stored. Times are days before the demo's "now". */
type PersonaApplication = {
  mode: 1 | 2
  completedSteps: number
  submittedDaysAgo?: number
  revertedDaysAgo?: number
  confirmedDaysAgo?: number
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
}

/** Everybody's password; personas alone have one. */
export const personaPassword = 'Demo1234'

/** People to log in as, each at another point of the way. Later parts of the portal add theirs. */
export const personas: readonly Persona[] = [
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
    about: { en: 'Half-filled form: steps 0 to 3 are done', mr: 'अर्धवट भरलेला अर्ज: टप्पे 0 ते 3 पूर्ण' },
    state: 'MH',
    district: 'MH-nashik',
    application: { mode: 1, completedSteps: 4 },
  },
  {
    key: 'reverted',
    course: 'mbale',
    role: 'candidate',
    fullName: 'Sneha Vijay Jadhav',
    language: 'en',
    about: { en: 'Sent back by scrutiny with discrepancies', mr: 'छाननीत त्रुटी आढळून परत पाठवलेला अर्ज' },
    state: 'MH',
    district: 'MH-satara',
    application: { mode: 1, completedSteps: 8, submittedDaysAgo: 6, revertedDaysAgo: 2 },
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
    application: { mode: 1, completedSteps: 8, submittedDaysAgo: 1 },
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
    application: { mode: 2, completedSteps: 8, submittedDaysAgo: 5, confirmedDaysAgo: 3 },
  },
  {
    key: 'marathi-e',
    course: 'mbale',
    role: 'candidate',
    fullName: 'सुनीता मारुती पाटील',
    language: 'mr',
    about: { en: 'Marathi-speaking candidate from Belagavi', mr: 'बेळगाव येथील मराठी भाषक उमेदवार' },
    state: 'KA',
    district: 'KA-belagavi',
    application: { mode: 1, completedSteps: 2 },
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
]
