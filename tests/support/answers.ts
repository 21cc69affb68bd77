import { mbale, scd } from '#server/courses/courses.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { type Answers, type QuestionStep, questionSteps, type StepAnswers } from '#server/domain/terms/question.ts'

/** The forms of both courses, made once. */
export const lateralForms = stepForms(mbale.form)
export const diplomaForms = stepForms(scd.form)
/** Of a season that takes no ITI certificate. */
export const hscOnlyForms = stepForms({ ...scd.form, eligibility: { of: 'hsc-science', isItiEnough: false } })

/** Asha: type A, Scheduled Caste with every certificate, B.E. of four years with marks. Every step is accepted. */
export const ashasAnswers = {
  'type-of-candidature': { mode: '1', type: 'A' },
  'type-details': {
    sscState: 'MH',
    examState: 'MH',
    examDistrict: 'MH-pune',
    examTaluka: 'pune-haveli',
    examVillage: 'Wagholi',
    tie: 'domicile',
    tieDistrict: 'MH-pune',
  },
  'category-details': {
    category: 'SC',
    caste: 'SC-mahar',
    casteCertificateNumber: 'MRC/81/2018/1234',
    casteCertificateDate: '2018-06-11',
    casteCertificateDistrict: 'MH-pune',
    validityStatus: 'have',
    validityNumber: 'V/2020/77',
    validityDate: '2020-02-03',
    disability: 'no',
    defence: 'none',
    orphan: 'no',
    tfws: 'yes',
  },
  'qualifications-details': {
    sscBoard: 'MH-pune',
    sscYear: '2017',
    sscSeat: 'C012345',
    sscMarks: '432.5',
    sscOutOf: '500',
    afterSsc: 'hsc',
    hscBoard: 'MH-pune',
    hscYear: '2019',
    hscSeat: 'S012345',
    hscMarks: '468',
    hscOutOf: '650',
    university: 'sppu',
    college: 'College of Engineering, Pune',
    degreeName: 'B.E. (Mechanical)',
    degreeYears: '4',
    degreeYear: '2023',
    degreeResult: 'marks',
    degreeMarks: '1880',
    degreeOutOf: '4000',
  },
  'personal-details': {
    fatherName: 'Ramesh Vitthal Patil',
    motherName: 'Sunita Ramesh Patil',
    gender: 'female',
    dateOfBirth: '2001-05-31',
    religion: 'hindu',
    region: 'rural',
    motherTongue: 'mr',
    nationality: 'indian',
    familyIncome: '350000',
    addressLine1: '12, Shivaji Road',
    state: 'MH',
    district: 'MH-pune',
    taluka: 'pune-haveli',
    town: 'Wagholi',
    pin: '412207',
  },
} as const satisfies Answers

/** Answers to category-details that claim OBC with a valid non-creamy-layer certificate. */
export const obc = {
  category: 'OBC',
  caste: 'OBC-mali',
  creamyLayerStatus: 'have',
  creamyLayerNumber: '9',
  creamyLayerDate: '2022-06-01',
  creamyLayerValidUntil: '2025-03-31',
}

/** Ravi: OMS for the diploma course, from Karnataka, with Biology where others have Mathematics. */
export const ravisAnswers = {
  'type-of-candidature': { mode: '1', type: 'OMS' },
  'type-details': { examState: 'KA', examDistrict: 'KA-mysuru', examInstitute: 'Maharaja PU College, Mysuru' },
  'category-details': {},
  'qualifications-details': {
    sscBoard: 'KA',
    sscYear: '2022',
    sscSeat: '20220001',
    sscMarks: '540',
    sscOutOf: '625',
    qualifyingExam: 'hsc',
    hscBoard: 'KA',
    hscYear: '2024',
    hscSeat: '24-7788',
    hscMarks: '498',
    hscOutOf: '600',
    physics: '78',
    physicsOutOf: '100',
    chemistry: '81',
    chemistryOutOf: '100',
    biology: '88',
    biologyOutOf: '100',
    english: '66',
    englishOutOf: '100',
  },
  'personal-details': {
    ...ashasAnswers['personal-details'],
    dateOfBirth: '2006-08-15',
    guardianName: 'Latha Gowda',
    guardianRelation: 'mother',
    guardianMobile: '7200000001',
    guardianConsent: 'yes',
    gender: 'male',
    motherTongue: 'kn',
    state: 'KA',
    district: 'KA-mysuru',
    taluka: '',
    town: 'Mysuru',
    pin: '570001',
  },
} as const satisfies Answers

/** Kiran: type A for the diploma course, with an ITI certificate in the place of HSC. */
export const kiransAnswers = {
  'type-of-candidature': { mode: '1', type: 'A' },
  'type-details': { examState: 'MH', examDistrict: 'MH-pune', examTaluka: 'pune-haveli', examVillage: 'Wagholi' },
  'category-details': { category: 'OPEN', ews: 'no', disability: 'no', defence: 'none', orphan: 'no', tfws: 'no' },
  'qualifications-details': {
    sscBoard: 'MH-pune',
    sscYear: '2021',
    sscSeat: 'C004321',
    sscMarks: '390',
    sscOutOf: '500',
    qualifyingExam: 'iti',
    itiName: 'Government ITI, Pune',
    itiTrade: 'Painter (General)',
    itiYear: '2023',
    itiSeat: 'R220145',
    itiMarks: '1050.5',
    itiOutOf: '1400',
  },
  'personal-details': { ...ashasAnswers['personal-details'], dateOfBirth: '2005-02-28' },
} as const satisfies Answers

/** The same answers with one step changed; `undefined` removes an answer. */
export function answersWith(
  answers: Answers,
  changes: Partial<Record<QuestionStep, Record<string, string | undefined>>>,
): Answers {
  const changed: Partial<Record<QuestionStep, StepAnswers>> = { ...answers }
  for (const step of questionSteps) {
    const merged = { ...answers[step], ...changes[step] }
    changed[step] = Object.fromEntries(
      Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
  }
  return changed
}
