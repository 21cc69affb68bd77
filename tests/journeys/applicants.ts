import type { Answers } from '#server/domain/terms/question.ts'
import { answersWith, ashasAnswers, ravisAnswers } from '#tests/support/answers.ts'

/** A complete application: its course, its answers, and its fee in rupees. */
export type Applicant = { course: 'mbale' | 'scd'; type: string; answers: Answers; fee: number }

/** A degree with 62 %, enough for the Open category too. */
const qualifications = { ...ashasAnswers['qualifications-details'], degreeMarks: '2480' }

/** Only the answers that step 2 requires of every candidate of types A to D. */
const unreserved = { category: 'OPEN', ews: 'no', disability: 'no', defence: 'none', orphan: 'no', tfws: 'no' }

/** An examination passed in Karnataka. */
const inKarnataka = { examState: 'KA', examDistrict: 'KA-mysuru', examInstitute: 'National Institute of Engineering' }

/** The same person under another type: that step, and steps 2 to 4 as far as they differ. */
const asType = (type: string, own: Partial<Answers>, mode = '1'): Answers => ({
  ...ashasAnswers,
  'category-details': unreserved,
  'qualifications-details': qualifications,
  ...own,
  'type-of-candidature': { mode, type },
})

/** Asha, who has all certificates: Scheduled Caste with each certificate, TFWS, and a degree with marks. */
export const asha: Applicant = { course: 'mbale', type: 'A', answers: ashasAnswers, fee: 1000 }

/** One applicant for each further type; together they answer nearly every question of the forms. */
export const otherApplicants: readonly Applicant[] = [
  {
    // The mother's domicile, OBC with both certificates only applied for, and defence service.
    course: 'mbale',
    type: 'B',
    fee: 1000,
    answers: asType('B', {
      'type-details': {
        domicileHolder: 'mother',
        motherName: 'Sunita Ramesh Patil',
        domicileDistrict: 'MH-nashik',
        sscState: 'KA',
        examState: 'KA',
      },
      'category-details': {
        category: 'OBC',
        caste: 'OBC-other',
        casteName: 'Salgar',
        casteCertificateNumber: 'MRC/7/2019/88',
        casteCertificateDate: '2019-03-04',
        casteCertificateDistrict: 'MH-nashik',
        validityStatus: 'applied',
        validityReceiptNumber: 'R/2024/771',
        validityReceiptDate: '2024-06-10',
        creamyLayerStatus: 'applied',
        creamyLayerReceiptNumber: 'N/2024/15',
        creamyLayerReceiptDate: '2024-06-12',
        disability: 'no',
        defence: 'DEF-2',
        orphan: 'no',
        tfws: 'no',
      },
    }),
  },
  {
    // The father in the service of India, EWS, at a facilitation centre; the degree states a CGPA.
    course: 'mbale',
    type: 'C',
    fee: 1000,
    answers: asType(
      'C',
      {
        'type-details': {
          proformaHolder: 'father',
          motherName: 'Sunita Ramesh Patil',
          postingDistrict: 'MH-nagpur',
          employer: 'Central Railway, Nagpur',
          postedOn: '2022-04-01',
        },
        'category-details': {
          ...unreserved,
          ews: 'yes',
          ewsStatus: 'have',
          ewsNumber: 'EWS/2024/5',
          ewsDate: '2024-05-20',
          ewsDistrict: 'MH-nagpur',
        },
        'qualifications-details': {
          ...answersWithout(qualifications, 'degreeMarks', 'degreeOutOf'),
          university: 'other',
          universityName: 'Institute of Technology of the Hills',
          degreeResult: 'cgpa',
          cgpa: '7.85',
          cgpaScale: '10',
          cgpaPercentage: '71.25',
        },
      },
      '2',
    ),
  },
  {
    // The mother retired from the service of the State; the candidate is disabled and a Buddhist.
    course: 'mbale',
    type: 'D',
    fee: 1000,
    answers: asType('D', {
      'type-details': {
        proforma: 'B-2',
        proformaHolder: 'mother',
        retirementDistrict: 'MH-satara',
        motherName: 'Sunita Ramesh Patil',
      },
      'category-details': {
        ...unreserved,
        disability: 'yes',
        disabilityType: 'low-vision',
        disabilityPercent: '45',
        religiousMinority: 'religion-buddhist',
      },
      'personal-details': { ...ashasAnswers['personal-details'], religion: 'buddhist' },
    }),
  },
  {
    // From Belagavi, with a diploma instead of HSC.
    course: 'mbale',
    type: 'E',
    fee: 1200,
    answers: asType('E', {
      'type-details': { ...inKarnataka, examDistrict: 'KA-belagavi' },
      'category-details': { tfws: 'yes' },
      'qualifications-details': {
        ...answersWithout(qualifications, 'hscBoard', 'hscYear', 'hscSeat', 'hscMarks', 'hscOutOf'),
        afterSsc: 'diploma',
        diplomaBoard: 'MSBTE',
        diplomaYear: '2020',
        diplomaSeat: 'D-4411',
        diplomaMarks: '1450',
        diplomaOutOf: '1800',
      },
    }),
  },
  {
    course: 'mbale',
    type: 'OMS',
    fee: 1200,
    answers: asType('OMS', {
      'type-details': { ...inKarnataka, domicile: 'no' },
      'category-details': {},
      'personal-details': {
        ...answersWithout(
          ravisAnswers['personal-details'],
          'taluka',
          'guardianName',
          'guardianRelation',
          'guardianMobile',
          'guardianConsent',
        ),
        dateOfBirth: '2001-08-15',
        addressLine2: 'Behind the market',
        alternativePhone: '9123456780',
      },
    }),
  },
  {
    course: 'mbale',
    type: 'J-1',
    fee: 1200,
    answers: asType('J-1', {
      'type-details': {
        jkHolder: 'father',
        jkDistrict: 'JK-srinagar',
        jkCertificateNumber: 'RO/55/2023',
        jkCertificateDate: '2023-02-01',
      },
      'category-details': {},
    }),
  },
  {
    course: 'scd',
    type: 'A',
    fee: 400,
    answers: {
      'type-of-candidature': { mode: '1', type: 'A' },
      'type-details': {
        examState: 'MH',
        examDistrict: 'MH-pune',
        examTaluka: 'pune-haveli',
        examVillage: 'Wagholi',
      },
      'category-details': unreserved,
      'qualifications-details': {
        ...answersWithout(ravisAnswers['qualifications-details'], 'biology', 'biologyOutOf'),
        sscBoard: 'MH-pune',
        hscBoard: 'MH-pune',
        mathematics: '74',
        mathematicsOutOf: '100',
      },
      'personal-details': { ...ashasAnswers['personal-details'], dateOfBirth: '2006-02-28' },
    },
  },
  {
    course: 'scd',
    type: 'OMS',
    fee: 400,
    answers: answersWith(ravisAnswers, { 'personal-details': { taluka: undefined } }),
  },
]

function answersWithout(answers: Readonly<Record<string, string>>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !names.includes(name)))
}
