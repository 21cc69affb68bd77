import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { mbale } from '#server/courses/courses.ts'
import type { Issuer } from '#server/documents/letterhead.ts'
import type { SeatMatrixFacts } from '#server/documents/seat-matrix.ts'
import type { ApplicationSheet, SheetRow, SheetSection } from '#server/domain/application/application-sheet.ts'
import type {
  AcknowledgementFacts,
  AdmissionReceiptFacts,
  AllotmentLetterFacts,
  ApplicationFormFacts,
  CancellationFacts,
  MeritLetterFacts,
  OptionFormFacts,
  ReceiptFacts,
} from '#server/domain/site/printable.ts'
import { cancellationPaper } from '#server/features/admission/cancellation/paper.ts'
import { acceptancePaper } from '#server/features/admission/seat-acceptance/paper.ts'
import { letterOf } from '#server/features/seats/allotment/words.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import type { Language } from '#server/kernel/languages.ts'
import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'

/** The cell that issues these documents. */
export const issuer: Issuer = {
  course: mbale,
  isDemo: false,
  checkAt: (code) => `https://admissions.example.org/mbale/candidate/verification?code=${code}`,
  checkEntryAt: ({ number, subject }) =>
    `https://admissions.example.org/mbale/candidate/verification?entry=${number}&of=${subject}`,
}

const drawn = (svg: string) =>
  sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()

/** The drawing of an invented face. */
const photo = () =>
  drawn(`<svg xmlns="http://www.w3.org/2000/svg" width="350" height="450"><rect width="350" height="450" fill="#dbe7ee"/>
    <path d="M40 450c0-110 70-150 135-150s135 40 135 150z" fill="#2f5d73"/><ellipse cx="175" cy="190" rx="78" ry="98" fill="#c98f6b"/>
    <path d="M92 190c-6-96 36-136 84-136s92 38 82 136c-16-44-34-60-84-60s-68 18-82 60z" fill="#2a1d18"/>
    <circle cx="146" cy="196" r="7" fill="#2a1d18"/><circle cx="204" cy="196" r="7" fill="#2a1d18"/>
    <path d="M148 244c16 14 38 14 54 0" stroke="#7b3f2b" stroke-width="6" fill="none"/></svg>`)

const signature = () =>
  drawn(`<svg xmlns="http://www.w3.org/2000/svg" width="420" height="140"><rect width="420" height="140" fill="#fff"/>
    <path d="M20 96c40-90 62-80 44-16s28 10 46-22 24 34 46 8 30-30 40-4 42 6 60-14 36 20 66 4 40-8 74-12" stroke="#16314f" stroke-width="5" fill="none"/></svg>`)

type Words = Record<Language, string>
const row = (label: Words, value: Words | string) => ({ label, value })

const sections = [
  {
    step: 'type-of-candidature',
    title: { en: 'Type of candidature', mr: 'उमेदवारीचा प्रकार' },
    rows: [
      row(
        { en: 'Scrutiny', mr: 'छाननी' },
        { en: 'E-scrutiny: an officer checks the documents online', mr: 'ई-छाननी: अधिकारी कागदपत्रे ऑनलाइन तपासतात' },
      ),
      row(
        { en: 'Type of candidature', mr: 'उमेदवारीचा प्रकार' },
        {
          en: 'Type A: passed SSC and the qualifying examination in Maharashtra',
          mr: 'प्रकार A: एसएससी आणि पात्रता परीक्षा महाराष्ट्रातून उत्तीर्ण',
        },
      ),
    ],
  },
  {
    step: 'type-details',
    title: { en: 'Details of the type', mr: 'प्रकाराचा तपशील' },
    rows: [
      row({ en: 'Domicile of Maharashtra', mr: 'महाराष्ट्राचा अधिवास' }, { en: 'Yes', mr: 'होय' }),
      row({ en: 'Domicile certificate number', mr: 'अधिवास प्रमाणपत्र क्रमांक' }, 'DOM/2019/04/118-22/Sub-Division/0045'),
      row(
        { en: 'District that issued it', mr: 'देणारा जिल्हा' },
        { en: 'Chhatrapati Sambhajinagar', mr: 'छत्रपती संभाजीनगर' },
      ),
      row({ en: 'SSC passed from', mr: 'एसएससी उत्तीर्ण' }, { en: 'Maharashtra', mr: 'महाराष्ट्र' }),
    ],
  },
  {
    step: 'category-details',
    title: { en: 'Category and reservations', mr: 'प्रवर्ग आणि आरक्षण' },
    rows: [
      row({ en: 'Category', mr: 'प्रवर्ग' }, { en: 'OBC, Other Backward Class', mr: 'इतर मागास वर्ग (OBC)' }),
      row({ en: 'Caste', mr: 'जात' }, { en: 'Kunbi', mr: 'कुणबी' }),
      row(
        { en: 'Caste certificate', mr: 'जात प्रमाणपत्र' },
        { en: 'CC/2017/5521, 3 Jun 2017, Jalna', mr: 'CC/2017/5521, 3 जून 2017, जालना' },
      ),
      row(
        { en: 'Caste validity certificate', mr: 'जात वैधता प्रमाणपत्र' },
        { en: 'Applied for; receipt 2024/8834 of 2 Jul 2024', mr: 'अर्ज केला; पावती 2024/8834, 2 जुलै 2024' },
      ),
      row(
        { en: 'Non-creamy-layer certificate valid until', mr: 'नॉन-क्रीमी लेयर प्रमाणपत्राची वैधता' },
        { en: '31 Mar 2026', mr: '31 मार्च 2026' },
      ),
      row({ en: 'Person with disability', mr: 'दिव्यांग' }, { en: 'No', mr: 'नाही' }),
      row({ en: 'Defence category', mr: 'संरक्षण प्रवर्ग' }, { en: 'Not claimed', mr: 'दावा नाही' }),
      row({ en: 'Orphan', mr: 'अनाथ' }, { en: 'No', mr: 'नाही' }),
      row(
        { en: 'Linguistic or religious minority', mr: 'भाषिक किंवा धार्मिक अल्पसंख्याक' },
        { en: 'Not claimed', mr: 'दावा नाही' },
      ),
      row(
        { en: 'Tuition Fee Waiver Scheme (TFWS)', mr: 'शिक्षण शुल्क माफी योजना (TFWS)' },
        { en: 'Claimed; family income below ₹8,00,000', mr: 'दावा आहे; कौटुंबिक उत्पन्न ₹8,00,000 पेक्षा कमी' },
      ),
    ],
  },
  {
    step: 'qualifications-details',
    title: { en: 'Qualifications', mr: 'शैक्षणिक पात्रता' },
    rows: [
      row(
        { en: 'SSC board', mr: 'एसएससी मंडळ' },
        {
          en: 'Maharashtra State Board of Secondary and Higher Secondary Education, Pune',
          mr: 'महाराष्ट्र राज्य माध्यमिक व उच्च माध्यमिक शिक्षण मंडळ, पुणे',
        },
      ),
      row({ en: 'SSC year and seat number', mr: 'एसएससी वर्ष आणि आसन क्रमांक' }, '2017, C104511'),
      row({ en: 'SSC marks', mr: 'एसएससी गुण' }, '441 / 500 (88.20 %)'),
      row(
        { en: 'HSC board', mr: 'एचएससी मंडळ' },
        {
          en: 'Maharashtra State Board of Secondary and Higher Secondary Education, Pune',
          mr: 'महाराष्ट्र राज्य माध्यमिक व उच्च माध्यमिक शिक्षण मंडळ, पुणे',
        },
      ),
      row({ en: 'HSC year and seat number', mr: 'एचएससी वर्ष आणि आसन क्रमांक' }, '2019, M218834'),
      row({ en: 'HSC marks', mr: 'एचएससी गुण' }, '512 / 650 (78.77 %)'),
      row(
        { en: 'University', mr: 'विद्यापीठ' },
        { en: 'Dr. Babasaheb Ambedkar Marathwada University', mr: 'डॉ. बाबासाहेब आंबेडकर मराठवाडा विद्यापीठ' },
      ),
      row(
        { en: 'College', mr: 'महाविद्यालय' },
        {
          en: 'Government College of Engineering, Chhatrapati Sambhajinagar',
          mr: 'शासकीय अभियांत्रिकी महाविद्यालय, छत्रपती संभाजीनगर',
        },
      ),
      row({ en: 'Degree', mr: 'पदवी' }, { en: 'Bachelor of Engineering, four years', mr: 'अभियांत्रिकी पदवी, चार वर्षे' }),
      row({ en: 'Year of passing', mr: 'उत्तीर्ण वर्ष' }, '2023'),
      row(
        { en: 'Result', mr: 'निकाल' },
        {
          en: 'CGPA 8.12 of 10, 77.14 % by the university’s certificate',
          mr: 'CGPA 8.12 / 10, विद्यापीठाच्या प्रमाणपत्रानुसार 77.14 %',
        },
      ),
    ],
  },
  {
    step: 'personal-details',
    title: { en: 'Personal details', mr: 'वैयक्तिक माहिती' },
    rows: [
      row({ en: 'Father’s name', mr: 'वडिलांचे नाव' }, { en: 'Dnyaneshwar Vitthal Deshmukh', mr: 'ज्ञानेश्वर विठ्ठल देशमुख' }),
      row({ en: 'Mother’s name', mr: 'आईचे नाव' }, { en: 'Krushna Deshmukh', mr: 'कृष्णा देशमुख' }),
      row({ en: 'Gender', mr: 'लिंग' }, { en: 'Female', mr: 'स्त्री' }),
      row({ en: 'Date of birth', mr: 'जन्मतारीख' }, { en: '5 Feb 2002', mr: '5 फेब्रु 2002' }),
      row({ en: 'Religion', mr: 'धर्म' }, { en: 'Hindu', mr: 'हिंदू' }),
      row({ en: 'Mother tongue', mr: 'मातृभाषा' }, { en: 'Marathi', mr: 'मराठी' }),
      row({ en: 'Nationality', mr: 'राष्ट्रीयत्व' }, { en: 'Indian', mr: 'भारतीय' }),
      row({ en: 'Annual family income', mr: 'कुटुंबाचे वार्षिक उत्पन्न' }, '₹3,40,000'),
      row(
        { en: 'Address', mr: 'पत्ता' },
        {
          en: 'Flat 12, Shri Swami Samarth Apartments, behind the old water tank, Cidco N-6, Tal. and Dist. Chhatrapati Sambhajinagar, Maharashtra 431003',
          mr: 'फ्लॅट 12, श्री स्वामी समर्थ अपार्टमेंट्स, जुन्या पाण्याच्या टाकीमागे, सिडको एन-6, ता. व जि. छत्रपती संभाजीनगर, महाराष्ट्र 431003',
        },
      ),
      row({ en: 'Alternative phone', mr: 'पर्यायी दूरध्वनी' }, '9000000099'),
    ],
  },
  {
    step: 'documents-details',
    title: { en: 'Documents', mr: 'कागदपत्रे' },
    rows: [
      row({ en: 'Nationality certificate', mr: 'राष्ट्रीयत्व प्रमाणपत्र' }, { en: 'Uploaded', mr: 'अपलोड केले' }),
      row({ en: 'Domicile certificate', mr: 'अधिवास प्रमाणपत्र' }, { en: 'Uploaded', mr: 'अपलोड केले' }),
      row({ en: 'Caste certificate', mr: 'जात प्रमाणपत्र' }, { en: 'Uploaded', mr: 'अपलोड केले' }),
      row(
        { en: 'Caste validity: receipt of the application', mr: 'जात वैधता: अर्जाची पावती' },
        { en: 'Uploaded; certificate awaited', mr: 'अपलोड केली; प्रमाणपत्र प्रतीक्षेत' },
      ),
      row({ en: 'Non-creamy-layer certificate', mr: 'नॉन-क्रीमी लेयर प्रमाणपत्र' }, { en: 'Uploaded', mr: 'अपलोड केले' }),
      row(
        { en: 'Marksheets: SSC, HSC, degree', mr: 'गुणपत्रिका: एसएससी, एचएससी, पदवी' },
        { en: 'Uploaded', mr: 'अपलोड केल्या' },
      ),
      row({ en: 'CGPA conversion certificate', mr: 'CGPA रूपांतर प्रमाणपत्र' }, { en: 'Uploaded', mr: 'अपलोड केले' }),
    ],
  },
  {
    step: 'payment',
    title: { en: 'Fee', mr: 'शुल्क' },
    rows: [
      row(
        { en: 'Application fee', mr: 'अर्ज शुल्क' },
        { en: '₹1,000, paid on 30 Jul 2024, 18:42', mr: '₹1,000, 30 जुलै 2024, 18:42 वाजता भरले' },
      ),
    ],
  },
]

const say = (words: Words | string, language: Language) => (typeof words === 'string' ? words : words[language])

/** The application of an invented candidate. */
export const sheetOf = (language: Language): ApplicationSheet => ({
  userId: 'ML24100001',
  fullName: 'Asha Dnyaneshwar Deshmukh',
  declaration: 1,
  sections: sections.map(
    ({ step, title, rows }): SheetSection => ({
      step,
      title: title[language],
      rows: rows.map(
        ({ label, value }, n): SheetRow => ({
          name: `${step}.${n}`,
          label: label[language],
          value: say(value, language),
        }),
      ),
    }),
  ),
})

/** As long as a letter with a name and a seat of usual length. */
const code = createHash('sha512').update('a letter').digest('base64url').repeat(12).slice(0, 1060)
const proof = { address: `https://admissions.example.org/mbale/candidate/check-letter#${code}~`, whole: `${code}~` }

export async function applicationFacts(
  language: Language,
  more: Partial<ApplicationFormFacts> = {},
): Promise<ApplicationFormFacts> {
  const sheet = sheetOf(language)
  return {
    userId: sheet.userId,
    fullName: sheet.fullName,
    language,
    code: '0400-0002-0000-1KXW-7Q2B-90ZT',
    entry: null,
    proof: null,
    printedAt: ist('2024-08-02 09:15'),
    sheet,
    photo: await photo(),
    signature: await signature(),
    submission: { version: 1, at: ist('2024-08-01 17:59'), changedAt: null },
    ...more,
  }
}

export const receiptFacts = (language: Language, more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  userId: 'ML24100001',
  fullName: 'Asha Dnyaneshwar Deshmukh',
  language,
  code: '0800-0002-0000-3KXW-7Q2B-90ZT',
  entry: null,
  proof,
  printedAt: ist('2024-08-02 09:15'),
  number: 'ML24-000012',
  amount: rupees(1200),
  due: language === 'en' ? 'Application fee' : 'अर्ज शुल्क',
  gateway: language === 'en' ? 'Demo gateway' : 'डेमो गेटवे',
  gatewayReference: 'demo_pay_8Zk20QmP',
  paidAt: ist('2024-07-30 18:42'),
  ...more,
})

/** A form confirmed without the claimed category, with the difference still due. */
export async function acknowledgementFacts(language: Language): Promise<AcknowledgementFacts> {
  const { userId, fullName, code, entry, printedAt, photo } = await applicationFacts(language)
  const words = (en: string, mr: string) => (language === 'mr' ? mr : en)
  return {
    userId,
    fullName,
    language,
    code,
    entry,
    proof: null,
    printedAt,
    photo,
    version: 2,
    confirmedAt: ist('2024-08-12 11:20'),
    checkedBy: 'Vikas Dattatray Shinde',
    considered: [
      { label: words('Type of candidature', 'उमेदवारीचा प्रकार'), value: words('Type A', 'प्रकार A') },
      { label: words('Category', 'प्रवर्ग'), value: words('Open', 'खुला') },
      { label: words('Tuition fee waiver (TFWS)', 'शिक्षण शुल्क माफी (टीएफडब्ल्यूएस)'), value: words('Yes', 'होय') },
    ],
    documents: [
      words('Proof of Indian nationality', 'भारतीय राष्ट्रीयत्वाचा पुरावा'),
      words('SSC (10th) marksheet', 'एसएससी (10 वी) गुणपत्रिका'),
      words('Degree marksheets', 'पदवीच्या गुणपत्रिका'),
    ],
    removed: words('Category', 'प्रवर्ग'),
    fee: '₹1,000',
    convertDue: '₹200',
  }
}

/** The seat matrix of two institutes. */
export const seatMatrixFacts = (language: Language): SeatMatrixFacts => ({
  language,
  entry: { number: 96, subject: 'seat-matrix:1' },
  madeAt: ist('2024-08-02 09:15'),
  edition: 1,
  publishedAt: ist('2024-08-01 17:00'),
  courses: sampleCourses,
})

/** A confirmed option form of three choices. */
export async function optionFormFacts(language: Language): Promise<OptionFormFacts> {
  const { userId, fullName, code, entry, printedAt, photo } = await acknowledgementFacts(language)
  const words = (en: string, mr: string) => (language === 'en' ? en : mr)
  return {
    userId,
    fullName,
    language,
    code,
    entry,
    proof: null,
    printedAt,
    photo,
    round: 1,
    version: 7,
    confirmedAt: ist('2024-08-25 11:20'),
    fingerprint: 'a1b2c3d4e5f60718a1b2c3d4e5f60718a1b2c3d4e5f60718a1b2c3d4e5f60718',
    choices: [
      {
        code: '900310210',
        institute: 'Indrayani Institute of Management, Latur',
        course: 'MBA',
        district: words('Latur', 'लातूर'),
      },
      {
        code: '900110110T',
        institute: 'Sahyadri College of Management Studies and Research, Chhatrapati Sambhajinagar',
        course: 'Master of Management Studies (Direct Second Year)',
        district: words('Chhatrapati Sambhajinagar', 'छत्रपती संभाजीनगर'),
      },
      {
        code: '901210110',
        institute: 'Vidarbha College of Management Studies, Ratnagiri',
        course: 'MBA',
        district: words('Ratnagiri', 'रत्नागिरी'),
      },
    ],
  }
}

/** An admission with two originals seen and a certificate still awaited. */
export async function admissionReceiptFacts(language: Language): Promise<AdmissionReceiptFacts> {
  const { userId, fullName, photo } = await acknowledgementFacts(language)
  const { choiceCode, institute, course } = sampleCourses[0]!
  const words = (en: string, mr: string) => (language === 'mr' ? mr : en)
  return {
    userId,
    fullName,
    language,
    photo,
    code: '1400-0002-0000-3KXW-7Q2B-90ZT',
    entry: null,
    proof,
    about: '9001 Sample Institute, Sample Course (900110110)',
    printedAt: ist('2024-09-03 14:10'),
    admission: 12,
    admittedAt: ist('2024-09-03 14:05'),
    admittedBy: 'Farida Nasir Pathan',
    round: 1,
    institute,
    course,
    choiceCode,
    seen: [words('SSC (10th) marksheet', 'एसएससी (10वी) गुणपत्रिका'), words('Caste certificate', 'जात प्रमाणपत्र')],
    awaited: [words('Caste validity certificate', 'जात वैधता प्रमाणपत्र')],
  }
}

/** A cancellation; `isReturned`: the institute has recorded what it returned. */
export async function cancellationFacts(language: Language, isReturned = false): Promise<CancellationFacts> {
  const { userId, fullName } = await acknowledgementFacts(language)
  const { choiceCode, instituteCode, institute, course } = sampleCourses[0]!
  const requestedAt = ist('2024-09-05 11:30')
  const paper = cancellationPaper(
    {
      candidateId: 1,
      caseNumber: 12,
      userId,
      fullName,
      round: 1,
      choiceCode,
      instituteCode,
      institute,
      course,
      reason: language === 'mr' ? 'शासकीय महाविद्यालयात जागा मिळाली' : 'A seat at a government college',
      requestedAt,
      dueAt: ist('2024-09-07 11:30'),
      isLate: false,
      returnedAt: isReturned ? ist('2024-09-06 15:00') : null,
      paid: isReturned ? rupees(85000) : null,
      deposit: isReturned ? rupees(5000) : null,
      charge: isReturned ? rupees(1000) : null,
      mode: isReturned ? 'bank-transfer' : null,
      number: isReturned ? 'UTR 4711' : null,
      recordedBy: isReturned ? 'Farida Nasir Pathan' : null,
      receivedAt: null,
    },
    language,
  )
  return {
    userId,
    fullName,
    language,
    code: '1800-0002-0000-3KXW-7Q2B-90ZT',
    entry: null,
    proof: null,
    printedAt: ist('2024-09-06 16:00'),
    ...paper,
  }
}

type AcceptedSeat = Parameters<typeof acceptancePaper>[0]

/** A frozen seat whose fee is paid; the candidate reports next. */
export const frozenSeat = {
  offer: { round: 1, decision: 'freeze', fee: 'paid', ending: null },
  state: 'to-report',
  reportsFrom: null,
  act: { kind: 'report', by: ist('2024-09-04 17:00') },
} as AcceptedSeat

/** A converted seat at a third preference in the first round. `seat`: what is recorded about its acceptance. */
export async function allotmentLetterFacts(language: Language, seat?: AcceptedSeat): Promise<AllotmentLetterFacts> {
  const { userId, fullName, code, photo } = await acknowledgementFacts(language)
  const { choiceCode, instituteCode, institute, university, district, status, autonomy, minority, course } =
    sampleCourses[0]!
  const letter = letterOf(
    {
      round: 1,
      isLastRound: false,
      publishedAt: ist('2024-08-29 17:00'),
      state: 'allotted',
      outside: null,
      stateMerit: 4711,
      allIndiaMerit: 5120,
      choices: 12,
      higher: [],
      acceptance: { opensAt: ist('2024-08-30 10:00'), closesAt: ist('2024-09-01 15:00') },
      seat: {
        choiceCode,
        instituteCode,
        institute,
        university,
        district,
        status,
        course,
        autonomy,
        minority,
        seatType: 'GOBCS',
        originalType: 'LOBCS',
        preference: 3,
        isRetained: false,
        consequence: 'decide',
      },
    },
    language,
    {},
    seat && acceptancePaper(seat, 'ML24-001286', language, 2),
  )!
  return { userId, fullName, language, code, entry: 214, proof, printedAt: ist('2024-08-29 18:05'), photo, ...letter }
}

/** A candidate in two lists of the final edition. */
export function meritLetterFacts(language: Language): MeritLetterFacts {
  const { userId, fullName, code } = receiptFacts(language)
  const line = {
    userId,
    fullName,
    type: 'A',
    category: 'OBC',
    percentage: '81.2500',
    above: null,
    below: null,
  } as const
  return {
    userId,
    fullName,
    language,
    code,
    entry: 187,
    proof: null,
    printedAt: ist('2024-08-23 18:05'),
    standing: {
      edition: { id: 2, stage: 'final', number: 1, reason: null, publishedAt: ist('2024-08-23 17:00'), lists: [] },
      places: [
        { ...line, list: 'state', meritNumber: 4711, of: 48_210, before: 4705 },
        { ...line, list: 'all-india', meritNumber: 5120, of: 53_977, before: 5114 },
      ],
      compared: [
        { criterion: 'degree', percentage: '81.2500' },
        { criterion: 'birth-date', date: '2002-03-14' },
      ],
    },
  }
}
