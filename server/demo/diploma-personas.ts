import type { Language } from '#server/kernel/languages.ts'
import type { Persona } from './personas'

/** Somebody of the diploma; their names are drawn up for the demo. */
const diploma = (
  key: string,
  fullName: string,
  [state, district]: readonly [string, string],
  about: Persona['about'],
  application: NonNullable<Persona['application']>,
  language: Language = 'en',
): Persona => ({ key, course: 'scd', role: 'candidate', fullName, language, about, state, district, application })

const confirmed = { completedSteps: 8, submittedDaysAgo: 8, confirmedDaysAgo: 5 } as const

/** One candidate of each type and state of the form that the diploma has, beside those of its rounds. */
export const diplomaPersonas: readonly Persona[] = [
  diploma(
    'payment-pending',
    'Sonali Raju Waghmare',
    ['MH', 'MH-parbhani'],
    {
      en: 'Payment pending: the bank has taken the fee, but the portal has no confirmation yet. "Check status" finds it',
      mr: 'पेमेंट प्रलंबित: शुल्क बँकेतून गेले आहे, पण पोर्टलला अजून कळलेले नाही. "स्थिती तपासा" ने ते सापडते',
    },
    {
      story: {
        gender: 'female',
        category: 'SC',
        fatherName: 'Raju Damodar Waghmare',
        motherName: 'Ujwala Raju Waghmare',
      },
      completedSteps: 7,
      pendingHoursAgo: 23,
    },
  ),
  diploma(
    'reverted',
    'Nikhil Arun Salvi',
    ['MH', 'MH-ratnagiri'],
    {
      en: 'Sent back by e-scrutiny to correct the HSC marks and the photograph',
      mr: 'ई-छाननीत त्रुटी आढळून परत पाठवलेला अर्ज: एचएससीचे गुण आणि छायाचित्र दुरुस्त करायचे आहे',
    },
    {
      story: {
        gender: 'male',
        category: 'OBC',
        fatherName: 'Arun Dattaram Salvi',
        motherName: 'Vaishali Arun Salvi',
      },
      completedSteps: 8,
      submittedDaysAgo: 6,
      revertedDaysAgo: 2,
      discrepancies: [
        { fact: 'hsc', reason: 'differs', expected: 'The Physics marks as on the marksheet' },
        { fact: 'photo', reason: 'unfit-picture', found: 'The face is in the shade' },
      ],
    },
  ),
  diploma(
    'convert-fee',
    'Mansi Rajesh Thakare',
    ['MH', 'MH-yavatmal'],
    {
      en: 'Convert fee due: e-scrutiny removed the caste claim, and the form is confirmed as Open',
      mr: 'रूपांतरण शुल्क देय: ई-छाननीत जातीचा दावा काढला, अर्ज खुल्या प्रवर्गात निश्चित',
    },
    {
      story: {
        gender: 'female',
        category: 'OBC',
        fatherName: 'Rajesh Wasudeo Thakare',
        motherName: 'Manisha Rajesh Thakare',
      },
      completedSteps: 8,
      submittedDaysAgo: 7,
      confirmedDaysAgo: 3,
      discrepancies: [
        {
          fact: 'category',
          reason: 'not-valid',
          document: 'caste-certificate',
          found: 'The certificate was not issued by a competent authority',
        },
      ],
    },
  ),
  diploma(
    'type-b',
    'Gauri Prasad Joglekar',
    ['MH', 'MH-sindhudurg'],
    {
      en: 'Type B, passed HSC in Goa, the father is domiciled in Maharashtra: confirmed',
      mr: 'प्रकार B, एचएससी गोव्यात उत्तीर्ण, वडील महाराष्ट्राचे अधिवासी: अर्ज निश्चित',
    },
    {
      story: {
        gender: 'female',
        type: 'B',
        fatherName: 'Prasad Moreshwar Joglekar',
        motherName: 'Anuja Prasad Joglekar',
      },
      answers: {
        'type-details': { domicileHolder: 'father', domicileDistrict: 'MH-sindhudurg' },
        'qualifications-details': { sscBoard: 'GA', hscBoard: 'GA' },
      },
      ...confirmed,
    },
  ),
  diploma(
    'type-c',
    'Rishabh Devendra Chauhan',
    ['MH', 'MH-nagpur'],
    {
      en: 'Type C, a parent serves the central government and was posted in Nagpur: confirmed',
      mr: 'प्रकार C, पालक केंद्र शासनाच्या सेवेत, नागपूर येथे नियुक्ती: अर्ज निश्चित',
    },
    {
      story: {
        gender: 'male',
        type: 'C',
        fatherName: 'Devendra Ramkishan Chauhan',
        motherName: 'Sarita Devendra Chauhan',
      },
      answers: { 'type-details': { postingDistrict: 'MH-nagpur' } },
      ...confirmed,
    },
  ),
  diploma(
    'type-d',
    'Ketaki Sharad Bapat',
    ['MH', 'MH-kolhapur'],
    {
      en: 'Type D, the mother has retired from state service (Proforma B-2): confirmed',
      mr: 'प्रकार D, आई राज्य शासनाच्या सेवेतून निवृत्त (प्रपत्र B-2): अर्ज निश्चित',
    },
    {
      story: {
        gender: 'female',
        type: 'D',
        fatherName: 'Sharad Gajanan Bapat',
        motherName: 'Medha Sharad Bapat',
      },
      answers: {
        'type-details': {
          proforma: 'B-2',
          proformaHolder: 'mother',
          reportedDistrict: '',
          retirementDistrict: 'MH-kolhapur',
        },
      },
      ...confirmed,
    },
  ),
  diploma(
    'marathi-e',
    'अश्विनी परशुराम देसाई',
    ['KA', 'KA-belagavi'],
    {
      en: 'Marathi-speaking candidate from Belagavi (type E): confirmed; the answers are in Marathi',
      mr: 'बेळगाव येथील मराठी भाषक उमेदवार (प्रकार E): अर्ज निश्चित, उत्तरे मराठीत',
    },
    {
      story: { gender: 'female', type: 'E', fatherName: 'परशुराम नागोजी देसाई', motherName: 'शांता परशुराम देसाई' },
      answers: {
        'type-details': { examInstitute: 'मराठा मंडळ कनिष्ठ महाविद्यालय, बेळगाव' },
        'personal-details': { addressLine1: '12, कंग्राळी गल्ली', town: 'बेळगाव', pin: '590002' },
      },
      ...confirmed,
    },
    'mr',
  ),
  diploma(
    'oms',
    'Harini Murali Reddy',
    ['TG', 'TG-hyderabad'],
    {
      en: 'From outside Maharashtra (OMS), Biology instead of Mathematics: confirmed, on the All India list alone',
      mr: 'महाराष्ट्राबाहेरील उमेदवार (OMS), गणिताऐवजी जीवशास्त्र: अर्ज निश्चित, फक्त अखिल भारतीय यादीत',
    },
    {
      story: { gender: 'female', type: 'OMS', fatherName: 'Murali Krishna Reddy', motherName: 'Sujatha Murali Reddy' },
      ...confirmed,
    },
  ),
]
